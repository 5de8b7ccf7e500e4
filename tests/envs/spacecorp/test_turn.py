"""The turn: its steps, the value of actions, rewards, transport, drawing, and the end of an era."""

import pytest

from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import Table


def stocked(g, seat=0):
    """A hand that neither draws nor idles."""
    if seat:
        return g.give(
            seat, "Drone Swarm", "Drone Swarm", "Science Module", "Science Module", "Research Grant"
        )
    return g.give(seat, "Cargo Pod", "Cargo Pod", "Cargo Pod", "Heavy Lifter", "Heavy Lifter")


# Set-up (pages 4 and 5)


@pytest.mark.parametrize(
    ("players", "extra", "time", "profit"), [(2, [1], 0, [0, 0]), (3, [1, 2], 2, [0, 0, 1])]
)
def test_r1_7_mariners_hands_and_profit(players, extra, time, profit):
    g = Table.dealt(players=players)
    assert [int(n) for n in g.s["profit"][:players]] == profit
    for seat in range(players):
        assert {"Chemical Drive", "Time"} <= set(g.hand(seat))
        assert len(g.hand(seat)) == 2 + (seat in extra)
    assert g.s["deck"][st.TIME] == time
    assert (g.s["active"], g.s["deck_start"]) == (0, 12 - players - len(extra) - 4)
    assert all(g.t["start_bits"][0] >> card & 1 for card in g.s["offers"])


def test_r2_3_four_players_begin_with_two_extra_cards_and_1_profit_for_the_last():
    g = Table.dealt(players=4)
    assert [len(g.hand(seat)) for seat in range(4)] == [2, 2, 3, 3]
    assert g.s["profit"].tolist() == [0, 0, 0, 1]
    assert g.s["deck"][st.TIME] == 4


def test_r2_1_tiles_teams_and_beyond_markers():
    g = Table.dealt()
    sizes = [int(g.s["stack"][g.t["tile_stack"] == k][: int(g.t["num_tiles"])].sum()) for k in range(2)]
    assert sizes == [6, 3]
    assert [g.at(0, team) for team in range(4)] == ["Earth", "Earth", "nowhere", "nowhere"]
    assert g.s["beyond"].tolist() == [-1, -1]


def test_r1_7_decks_have_46_58_and_76_cards_with_12_start_cards():
    g = Table()
    for era, size in enumerate((46, 58, 76)):
        copies = g.t["copies"][st.NUM_CARDS * era : st.NUM_CARDS * era + st.TIME]
        start = [c for c in range(st.TIME) if g.t["start_bits"][era] >> c & 1]
        assert (int(copies.sum()), int(copies[start].sum())) == (size, 12)


def test_r1_4_27_bases_and_4_teams_a_player():
    g = Table()
    assert int(g.s["supply"][0].sum()) == 27
    assert st.NUM_TEAMS == 4


# Step 1: the value of an action


def test_r3_4_all_matching_infra_of_one_hq_counts():
    g = (
        Table()
        .infra(0, 1, "Nuclear Thermal Drive")
        .infra(0, 2, "Ion Drive")
        .give(0, "Cargo Pod", "Cargo Pod")
    )
    g.do("Move", "team 1", "site Luna", "use own")
    assert g.value() == (5, 1)


def test_r3_4_an_opponents_hq_instead_of_the_own_one():
    g = Table().infra(1, 1, "Nuclear Thermal Drive").give(0, "Cargo Pod", "Heavy Lifter")
    g.do("Move", "team 1", "site Luna", "use next player's")
    assert g.value() == (3, 1)
    g.act("card Cargo Pod", "done")
    assert g.s["seat"] == 1  # asked for the reward
    size = len(g.hand(1))
    g.act("yes")
    assert len(g.hand(1)) == size + 1


def test_r10_6_no_opponents_infra_once_the_end_is_triggered():
    g = Table().infra(1, 1, "Nuclear Thermal Drive").give(0, "Cargo Pod", "Cargo Pod", "Cargo Pod")
    assert "Sisyphus" in g.reach(0)  # 3 + 3
    g.give(1, "Chemical Drive").only().do("Move")
    assert g.at(0, 0) == "Luna"  # 1 + 3: there was no other way


def test_r1_9_cards_count_for_the_announced_action_only():
    g = Table().give(0, "Heavy Lifter", "Cargo Pod", "Cargo Pod", "Exobiology Lab")
    g.do("Move", "team 1", "site Luna", "use own")
    assert set(g.legal()) == {"card Heavy Lifter", "card Cargo Pod"}


def test_r3_7_time_needs_move_explore_or_build():
    g = Table().give(0, "Time", "Research Grant", "Research Grant")
    g.do("Research", "use own", "card Research Grant", "done")
    assert not any(name.startswith("Time") for name in g.legal())


def test_r3_7_time_doubles_the_total():
    g = Table().give(0, "Time", "Cargo Pod")  # (1 + 1) x 2 = 4
    assert "Luna" in g.reach(0)
    g.do("Move", "team 1", "site Luna", "use own", "card Cargo Pod", "Time: double the value")
    assert g.at(0, 0) == "Luna"
    assert g.s["discard"][st.TIME] == 1


def test_r6_1_without_the_double_the_same_move_is_out_of_reach():
    g = Table().give(0, "Cargo Pod")
    assert not g.can("Move")


def test_r46_the_second_team_of_a_time_card_may_be_waived():
    g = Table().teams(0, "Luna", "Luna").give(0, "Time", "Solar Sail", "Cargo Pod").explored("Luna", "Water")
    g.base(0, "Luna", "Research base")
    g.do("Move", "team 1", "site Lunar L4", "use own", "card Solar Sail", "done", "Time: two teams")
    assert "done" in g.legal()
    g.act("done")
    assert (g.at(0, 0), g.at(0, 1)) == ("Lunar L4", "Luna")


def test_r61_nothing_is_announced_that_cannot_be_completed():
    g = Table().give(0, "Cargo Pod", "Cargo Pod", "Cargo Pod")
    g.do("Move", "team 1", "site Luna", "use own")
    assert g.at(0, 0) == "Luna"  # 1 + 1 + 1 + 1: every card was needed


def test_r3_14_played_cards_are_discarded_in_step_5():
    g = stocked(Table()).give(0, "Solar Sail")
    g.do("Move", "team 1", "site Luna", "use own", "card Solar Sail", "done")
    assert g.s["discard"][g.card("Solar Sail")] == 1
    assert "Solar Sail" not in g.hand(0)


# Step 3


def test_r3_12_a_reward_may_be_declined():
    g = Table().infra(1, 1, "Nuclear Thermal Drive").give(0, "Cargo Pod", "Cargo Pod")
    g.do("Move", "team 1", "site Luna", "use next player's", "card Cargo Pod", "done")
    assert g.s["seat"] == 1
    size = len(g.hand(1))
    g.act("no")
    assert len(g.hand(1)) == size


def test_r6_2_the_base_that_allows_a_move_is_rewarded():
    g = Table().teams(0, "Luna", "Earth").explored("Luna", "Water").base(1, "Luna", "Research base")
    g.give(0, "Heavy Lifter")
    g.do("Move", "team 1", "site Lunar L4", "use own", "card Heavy Lifter")
    assert (g.at(0, 0), g.s["seat"], g.s["due"][1]) == ("Lunar L4", 1, 1)


def test_r7_a_spaceport_that_helps_and_allows_is_one_reward():
    g = Table().teams(0, "Lunar L4", "Earth").base(1, "Lunar L4", "Spaceport").give(0, "Chemical Drive")
    g.do("Move", "team 1", "site Luna", "use own", "card Chemical Drive", "use next player's")
    assert g.at(0, 0) == "Luna"
    assert g.s["due"][1] == 1


def test_r3_1_rewards_in_turn_order():
    g = (
        Table(players=3)
        .infra(2, 1, "Nuclear Thermal Drive")
        .teams(0, "Luna", "Earth")
        .explored("Luna", "Water")
    )
    g.base(1, "Luna", "Research base")
    g.do("Move", "team 1", "site Lunar L4", "use second player's")
    assert g.s["seat"] == 1
    g.act("no")
    assert g.s["seat"] == 2


def test_r23_4_empathy_pays_for_each_reward():
    g = Table("Planeteers", start_era=2).owns(1, "Cooperative Empathy").infra(1, 1, "Nuclear Pulse Drive")
    g.do("Move", "team 1", "site Ceres", "use next player's")
    assert g.profit(1) == 1


# Step 4


def test_r3_13_transport_between_own_bases_one_of_them_a_spaceport():
    g = (
        stocked(Table())
        .base(0, "Solar L4", "Spaceport")
        .teams(0, "Earth", "Solar L4")
        .give(0, "Chemical Drive")
    )
    g.do("Upgrade", "card Chemical Drive", "Infra slot 2")
    g.act("team 1")
    assert g.at(0, 0) == "Solar L4"


def test_r48_a_team_is_transported_to_the_home_base():
    g = stocked(Table()).base(0, "Solar L4", "Spaceport").teams(0, "Solar L4", "Asteroid Belt")
    g.give(0, "Chemical Drive").do("Upgrade", "card Chemical Drive", "Infra slot 2")
    g.act("team 1")  # the only way is home
    assert g.at(0, 0) == "Earth"


def test_r3_13_no_transport_without_a_spaceport():
    g = stocked(Table()).explored("Luna", "Water").base(0, "Luna", "Research base").give(0, "Chemical Drive")
    g.do("Upgrade", "card Chemical Drive", "Infra slot 2")
    assert g.s["active"] == 1


def test_r3_13_a_team_that_acted_is_not_transported():
    g = stocked(Table()).base(0, "Lunar L4", "Spaceport").teams(0, "Luna", "Luna").give(0, "Solar Sail")
    g.do("Move", "team 1", "site Lunar L4", "use own", "card Solar Sail", "done")
    assert g.s["active"] == 1  # team 2 stands at no own base


def test_r48_transport_ends_a_claim_and_may_be_skipped():
    g = (
        stocked(Table())
        .explored("Luna", "Water")
        .base(0, "Solar L4", "Spaceport")
        .base(0, "Luna", "Research base")
    )
    g.teams(0, "Luna", "Asteroid Belt", claim=False).give(0, "Chemical Drive")
    g.s["team_claim"][0, 0] = 1
    g.do("Upgrade", "card Chemical Drive", "Infra slot 2")
    assert "done" in g.legal()
    g.act("team 1")
    assert (g.at(0, 0), int(g.s["team_claim"][0, 0])) == ("Solar L4", 0)


# Steps 5 and 6


def test_r3_15_offers_are_refilled_after_the_turn():
    g = Table().offer("Ion Drive", None, None, None)
    g.do("Research", "use own", "take offer 1", "done")
    assert (g.s["offers"] >= 0).all()
    assert "Ion Drive" in g.hand(0)


def test_r3_15_a_taken_offer_is_not_refilled_at_once():
    g = Table().offer("Ion Drive", "Solar Sail", None, None)
    g.do("Research", "use own", "take offer 1")
    assert g.s["offers"][0] == -1


def test_r6_a_taken_offer_is_refilled_in_step_5():
    g = Table().offer("Ion Drive", "Solar Sail", "Cargo Pod", "Cargo Pod").give(0, "Cargo Pod")
    g.do("Research", "use own", "take offer 1", "take offer 2").end_turn()
    assert (g.s["offers"] >= 0).all()


@pytest.mark.parametrize(("cards", "drawn"), [(5, 1), (6, 0)])
def test_r3_16_a_card_is_drawn_with_four_or_fewer(cards, drawn):
    g = Table().give(0, *["Cargo Pod"] * 4, "Chemical Drive", *["Heavy Lifter"] * (cards - 5))
    g.do("Upgrade", "card Chemical Drive", "Infra slot 2")
    assert len(g.hand(0)) == cards - 1 + drawn


def test_r23_5_extended_lifespan_draws_with_six():
    g = Table("Planeteers", start_era=2).owns(0, "Extended Lifespan")
    g.give(0, "Nuclear Pulse Drive", *["Plasma Drive"] * 4, "Think Tank", "Think Tank")
    g.do("Upgrade", "card Nuclear Pulse Drive", "Infra slot 1")
    assert len(g.hand(0)) == 7


# Passing, idling, the end of an era


def test_r10_2_pass_only_with_an_empty_deck():
    g = stocked(Table())
    assert not g.can("pass")
    assert g.only().can("pass")


def test_r10_3_two_players_one_pass_then_one_last_turn():
    g = stocked(stocked(Table(end_era=1)), 1).offer("Ion Drive").only()
    g.act("pass")
    assert (g.s["active"], int(g.s["counting"]), int(g.s["last"])) == (1, 1, 2)
    g.do("Research").quiet(lambda s: s["over"])
    assert g.s["over"] == 1


def test_r10_4_three_players_need_two_passes():
    g = stocked(Table(players=3, end_era=1)).offer("Ion Drive", "Solar Sail", "Ion Drive").only()
    g.act("pass")
    assert (g.s["active"], int(g.s["counting"])) == (1, 0)
    g.act("pass")
    assert (g.s["active"], int(g.s["counting"]), int(g.s["last"])) == (2, 1, 4)
    g.do("Research").quiet(lambda s: s["over"])
    assert g.s["over"] == 1


def test_r10_2_a_player_who_passed_is_skipped():
    g = Table(players=3, end_era=1).offer("Ion Drive", "Solar Sail", "Ion Drive", "Heavy Lifter").only()
    g.act("pass")
    g.do("Research", "take offer 1", "done")
    g.quiet(lambda s: s["active"] == 2)
    g.do("Research", "take offer 2", "done").quiet(lambda s: s["active"] == 1 or s["over"])
    assert g.s["active"] == 1


def test_r10_1_six_contracts_give_each_other_player_one_more_turn():
    g = (
        stocked(stocked(Table(end_era=1)), 1)
        .explored("Deimos", "Exotic Elements")
        .base(0, "Deimos", "Refinery")
    )
    g.s["marker"][:] = [0, 1, 1, 1, 1, 1, 0]
    g.give(0, "Corporate Raider")
    g.do("Produce", "card Corporate Raider", "done", "yes")
    assert (int(g.s["triggered"]), int(g.s["last"])) == (st.BY_CONTRACTS, 2)
    assert g.s["active"] == 1
    g.do("Research").quiet(lambda s: s["over"])
    assert g.s["over"] == 1


def test_r26_a_contract_can_be_left_unclaimed():
    g = (
        stocked(Table())
        .explored("Deimos", "Exotic Elements")
        .base(0, "Deimos", "Refinery")
        .give(0, "Corporate Raider")
    )
    g.do("Produce", "card Corporate Raider", "done", "no")
    assert g.s["marker"][0] == 0
    assert g.profit() == 2


def test_r5_research_takes_offers_with_an_empty_deck():
    g = Table().offer("Ion Drive").only()
    g.do("Research", "use own")
    assert g.hand(0) == ["Ion Drive"]


def test_r5_no_research_without_offers_and_deck():
    g = stocked(Table()).only()
    assert not g.can("Research")


def test_r1_idle_only_when_nothing_else_is_possible():
    g = Table().give(
        0, *["Cargo Pod"] * 4, "Regolith Printer", "Regolith Printer", "Corporate Raider", "Salvage Tug"
    )
    g.teams(0, "Asteroid Belt", "Asteroid Belt").set(beyond=[0, 0])
    g.ready()
    assert g.s["ask"] == st.ASK_IDLE  # the only option is taken at once
    assert not g.can("done")
    g.act("card Cargo Pod")
    assert g.can("done")
    g.act("done")
    assert (g.s["active"], g.s["discard"][g.card("Cargo Pod")]) == (1, 1)


def test_r1_idle_is_offered_beside_mere_swaps_of_infra():
    g = Table().give(0, *["Cargo Pod"] * 4, *["Regolith Printer"] * 2, "Corporate Raider", "Chemical Drive")
    g.teams(0, "Asteroid Belt", "Asteroid Belt").set(beyond=[0, 0])
    g.infra(0, 1, "Ion Drive").infra(0, 2, "Ion Drive")
    open_slot = g.twin()
    assert not open_slot.can("idle")
    g = Table().give(0, *["Cargo Pod"] * 4, *["Regolith Printer"] * 2, "Corporate Raider", "Chemical Drive")
    g.teams(0, "Asteroid Belt", "Asteroid Belt").set(beyond=[0, 0])
    g.infra(0, 1, "Ion Drive").infra(0, 2, "Ion Drive").infra(0, 3, "Spectral Array")
    assert set(g.legal()) == {"Upgrade", "idle"}


def test_r4_1_research_needs_seven_or_fewer_cards():
    g = Table().give(0, *["Cargo Pod"] * 4, *["Heavy Lifter"] * 3)
    assert g.can("Research")
    assert not g.give(0, "Solar Sail").can("Research")


def test_r4_2_research_draws_one_card_at_a_time_and_may_stop():
    g = Table().offer("Ion Drive", "Solar Sail")
    g.do("Research", "use own", "take the top card of the deck")
    assert {"done", "take offer 1"} <= set(g.legal())
    g.act("done")
    assert g.s["active"] == 1


def test_r23_11_group_mind_researches_with_nine_cards_for_two_more():
    g = Table("Starfarers", start_era=3).owns(0, "Group Mind")
    g.give(0, *["Antimatter Torch"] * 4, *["Interferometer"] * 4, "Seed Probes")
    g.offer("Cold War").do("Research", "use own", "spend 0T")
    assert g.s["left"] == 5
    assert (
        not Table("Starfarers", start_era=3)
        .give(0, *["Antimatter Torch"] * 4, *["Interferometer"] * 4)
        .can("Research")
    )


def test_r9_5_upgrade_takes_a_card_of_this_era_back_and_removes_an_older_one():
    g = stocked(Table()).infra(0, 2, "Ion Drive").give(0, "Spectral Array")
    g.do("Upgrade", "card Spectral Array", "Infra slot 2")
    assert "Ion Drive" in g.hand(0)
    assert g.s["known"][0, g.card("Ion Drive")] == 1
    g = Table("Planeteers", start_era=2).infra(0, 2, "Ion Drive", "Mariners").give(0, "Sensor Web")
    g.do("Upgrade", "card Sensor Web", "Infra slot 2")
    assert "Ion Drive" not in g.hand(0)
    assert g.s["infra"][0, 1] == st.NUM_CARDS + g.card("Sensor Web")


def test_r9_4_only_cards_with_the_banner_are_upgraded():
    g = stocked(Table()).give(0, "Solar Sail")
    assert not g.can("Upgrade")


def test_r9_7_genetics_advances_by_the_value_and_pays_nothing_in_mariners():
    g = stocked(Table()).give(0, "Orbital Lab", "Exobiology Lab")
    g.do("Genetics", "card Orbital Lab", "card Exobiology Lab", "done")
    assert g.s["genetics"][0] == 2
    g = stocked(Table()).give(0, "Orbital Lab").set(genetics=[3, 0, 0, 0])
    g.do("Genetics", "card Orbital Lab", "done")
    assert g.titles(0) == []


def test_r9_7_an_orbit_gives_an_adaptation_from_planeteers_on():
    g = Table("Planeteers", start_era=2).set(genetics=[3, 0, 0, 0]).give(0, "Gene Editor")
    g.do("Genetics", "card Gene Editor", "done", "spend 0T")
    assert g.s["ask"] == st.ASK_PROGRESS
    g.act("progress card Low-G Physiology")
    assert (g.titles(0), g.profit()) == (["Low-G Physiology"], 1)
    assert g.s["genetics"][0] == 5


def test_r14_4_two_orbits_give_two_cards():
    g = (
        Table("Planeteers", start_era=2)
        .set(genetics=[3, 0, 0, 0])
        .give(0, "Gene Editor", "Gene Editor", "Microbial Bloom")
    )
    g.do("Genetics", "card Gene Editor", "card Gene Editor", "card Microbial Bloom", "done", "spend 0T")
    g.act("progress card Sensory Focus")
    assert g.can("progress card Extended Lifespan")  # its prerequisite is met now
    g.act("progress card Extended Lifespan")
    assert len(g.titles(0)) == 2


def test_r11_5_the_second_copy_has_no_award():
    g = (
        Table("Planeteers", start_era=2)
        .owns(1, "Sensory Focus")
        .set(genetics=[3, 0, 0, 0])
        .give(0, "Gene Editor")
    )
    g.do("Genetics", "card Gene Editor", "done", "spend 0T").act("progress card Sensory Focus")
    assert g.profit() == 0


def test_r13_profit_may_raise_research_by_up_to_3_but_less_than_its_value():
    g = Table("Planeteers", start_era=2).profits(9, 9).offer("Think Tank", "Think Tank")
    g.do("Research", "use own")
    assert set(g.legal()) == {"spend 0T", "spend 1T"}
    g.act("spend 1T")
    assert (g.s["left"], g.profit()) == (3, 8)


def test_r12_7_no_profit_is_spent_in_mariners():
    g = Table().profits(9, 9).teams(0, "Earth", "Earth").give(0, "Cargo Pod", "Cargo Pod")
    assert not g.can("Move")  # 1 + 1 + 1, and Luna costs 4
