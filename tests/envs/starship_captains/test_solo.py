"""Alone: Captain Shadow's cards, rounds, events and the end."""

from collections import Counter

import pytest

from astrarium.envs.starship_captains import state as st
from tests.arrange import arrange
from tests.envs.starship_captains.table import ACTION_CARDS, GAME, Table


def turn(g):
    """A turn of the player without effect; a cadet is left for the next."""
    return g.crew(ready="C C").use("Repair").act("done")


def shadow(*cards, drawn=0, **kw):
    """Captain Shadow will draw these cards, in any order."""
    return Table(1, **kw).actions(*cards, drawn=drawn)


def left(g):
    """Cards in the action deck."""
    return int(g.s["action_left"].sum() + g.s["action_new"])


def first_card_of_round_two_is_new(seed):
    """After a round of passes and one turn Captain Shadow has drawn one card."""
    g = Table(1, seed=seed).end_round().use("Weapons")
    assert (g.s["round"], g.s["actions_drawn"]) == (2, 1)
    return not g.s["action_new"]


# Setup


def test_r_solo_1_the_tech_board_has_two_omegas_and_no_eighth_space():
    g = arrange(GAME, players=1)
    assert sum(card >= st.FIRST_OMEGA for card in g.tech_board) == 2
    assert all(0 <= card < st.NUM_TECHS for card in g.tech_board[:5])
    assert g.tech_board[7] == -1


def test_r_solo_2_each_faction_has_its_own_event():
    g = arrange(GAME, players=1)
    assert [g.content.labels["events"][card] for card in g.event] == [
        "Fleet Support",
        "Passenger Workshop",
        "Raider Bounty",
    ]


def test_r_solo_3_the_action_deck_begins_with_one_card_of_each_kind():
    g = arrange(GAME, players=1)
    assert g.action_left.tolist() == [1, 1, 1, 1]
    assert g.action_extra.tolist() == [1, 1, 1, 0]
    assert not g.action_new


def test_r_solo_4_captain_shadow_starts_at_home_station():
    assert arrange(GAME, players=1).shadow_at == st.HOME


def test_r_solo_5_the_passenger_is_random_or_chosen():
    assert {arrange(GAME, players=1, seed=seed).rider for seed in range(40)} == set(range(6))
    assert {arrange(GAME, players=1, seed=seed, passenger=4).rider for seed in range(5)} == {3}


def test_r_solo_6_the_side_of_few_players_and_the_player_begins():
    g = arrange(GAME, players=1)
    assert (g.side, g.first, g.seat) == (0, 0, 0)
    assert sum(kind >= 0 for kind in g.pirate_on) == 5


# Turns


def test_r_solo_7_player_and_shadow_take_turns():
    g = Table(1)
    for cards in (3, 2, 1, 0):
        turn(g).skip()
        assert (left(g), g.asks()) == (cards, "turn")


def test_r_solo_8_after_a_pass_the_shadow_draws_all_its_cards():
    g = Table(1).act("pass").skip()
    assert (int(g.s["round"]), left(g)) == (2, 5)


def test_r_solo_9_with_an_empty_deck_the_player_goes_on_alone():
    g = shadow(drawn=4)
    for _ in range(3):
        turn(g)
        assert (g.asks(), g.s["round"]) == ("turn", 1)
    assert g.act("pass").s["round"] == 2


def test_r_solo_10_a_new_card_comes_each_round():
    g = Table(1)
    for cards in (4, 5, 6, 7):
        assert left(g) == cards
        g.quiet(lambda s, now=int(g.s["round"]): s["round"] != now)
    assert g.s["over"]


def test_r_solo_10_the_new_card_may_lie_anywhere_in_the_deck():
    """The first card drawn in round 2 is sometimes the new one, oftener one of the four others."""
    new = [first_card_of_round_two_is_new(seed) for seed in range(20)]
    assert 0 < sum(new) < 10


def test_r_solo_10_in_round_four_all_seven_are_drawn():
    seen = Counter()
    for seed in range(4):
        g = Table(1, seed=seed)
        g.quiet(lambda s: s["over"])
        seen[tuple(g.s["action_known"].tolist())] += 1
        assert (left(g), g.s["actions_drawn"]) == (0, 7)
    assert set(seen) == {(2, 2, 2, 1)}


# Take tech


@pytest.mark.parametrize("drawn", range(7))
def test_r_solo_11_take_tech_discards_the_card_below_it(drawn):
    g = shadow("take tech", drawn=drawn).deck("Salvage Bay")
    name = g.on_board()[drawn]
    turn(g)
    assert g.on_board()[drawn] == "Salvage Bay"
    assert name in g.discarded()


def test_r_solo_11_captain_shadow_jumps_to_the_player():
    g = turn(shadow("take tech").ships("O3"))
    assert g.s["shadow_at"] == g.place("O3")


# Complete mission


def test_r_solo_12_complete_mission_a_choice_among_missions_one_route_away():
    g = turn(shadow("complete mission").shadow("O2").numbers(n5="O4").ships("H"))
    assert g.asks() == "shadow_mission"
    assert g.legal() == ["go to M3", "go to O1", "go to O3"]
    g.act("to O1")
    assert (g.s["shadow_at"], g.mission_at("O1"), g.number_at("O1")) == (g.place("O1"), None, 5)
    assert g.done_missions() == []


def test_r_solo_12_a_single_one_is_not_asked_and_a_new_mission_comes():
    g = turn(shadow("complete mission").shadow("H"))
    assert (g.s["shadow_at"], g.mission_at("I1"), g.number_at("I1")) == (g.place("I1"), None, 5)
    assert g.mission_at("O2") is not None


def test_r_solo_12_never_the_planet_of_the_player():
    g = turn(shadow("complete mission").shadow("H").ships("I1"))
    assert (g.s["shadow_at"], g.mission_at("I1")) == (st.HOME, "Supply Run")


def test_r_solo_12_any_mission_of_the_deck():
    first = GAME.content().labels["missions"][0]
    g = turn(shadow("complete mission").shadow("H").missions(I1=first))
    assert (g.s["shadow_at"], g.mission_at("I1")) == (g.place("I1"), None)


def test_r_solo_12_not_the_mission_under_its_own_ship():
    g = turn(shadow("complete mission").shadow("I1").ships("M1"))
    assert (g.s["shadow_at"], g.mission_at("I1")) == (g.place("I1"), "Supply Run")


def test_r_solo_12_pirates_do_not_matter():
    g = turn(shadow("complete mission").shadow("H").pirates({"H-I1": "green medal"}))
    assert g.s["shadow_at"] == g.place("I1")
    assert g.damage() == 3


def test_r_solo_12_the_last_number_brings_an_uprising():
    g = turn(shadow("complete mission").shadow("H").numbers(up=1).next_pirates("green medal"))
    assert (len(g.all_pirates()), g.up()) == (5, [1, 2, 3, 4, 5])


# Fight pirate


def test_r_solo_13_fight_pirate_removes_one_next_to_the_shadow():
    g = turn(shadow("fight pirate").shadow("I2").pirates({"I2-M3": "green medal", "H-I1": "purple medal"}))
    assert g.all_pirates() == {"H-I1": "purple medal"}
    assert g.s["pirate_discard"].sum() == 1
    assert g.hold() == ""


def test_r_solo_13_the_player_chooses_among_several():
    g = turn(shadow("fight pirate").shadow("I2").pirates({"I2-M3": "green medal", "H-I2": "purple medal"}))
    assert (g.asks(), g.legal()) == (
        "shadow_fight",
        ["choose the pirate on the green route", "choose the pirate on the yellow route"],
    )
    assert list(g.act("fight yellow").all_pirates()) == ["H-I2"]


def test_r_solo_13_without_a_pirate_nothing_happens():
    g = turn(shadow("fight pirate").pirates({"I1-M1": "green medal"}))
    assert (list(g.all_pirates()), g.asks()) == (["I1-M1"], "turn")


# The shadow's ship


def test_r_solo_14_the_shadow_reserves_nothing():
    g = Table(1).ships("I1").shadow("I1")
    assert g.can("complete the mission")


def test_r_solo_14_it_neither_uses_nor_blocks_station_tiles():
    g = shadow("take tech").ships("I3").tile("Tincan Station", 0).shadow("I3")
    assert turn(g).waiting("Tincan Station") == 2  # used by the player only
    g = Table(1).shadow("H").ships("I1")
    assert g.end_round().waiting("Home Station") == 0


# Events


def near(**positions):
    """Alone at I1 with three single steps to take."""
    g = Table(1).ships("I1").missions(I1="Border Dispute").crew(ready="R C C", queue="Y B C C")
    return g.tracks(0, **positions).send("R C C").act("yes")


def test_r_solo_15_fleet_support_two_medals_and_the_first_of_the_queue():
    g = near(CO=4).act("CO1")
    assert (g.has_medals(), g.ready(), g.queue()) == (3, "Y", "B C C")


def test_r_solo_16_passenger_workshop_shares_the_passengers_techs():
    g = near(TC=5).act("TC1", "done")
    assert g.s["sharing"] == 1
    assert [g.labels["techs"][card] for card in g.s["shared"]] == ["Repair Bots", "Hyper-Charger"]
    g.skip().crew(ready="R").use("Helm")
    assert g.can("repair cargo")


def test_r_solo_17_raider_bounty_pirates_a_token_and_an_artifact():
    g = near(NI=11).act("NI1")
    assert len(g.all_pirates()) == 5
    assert sorted(g.hold().split())[0] == "P"
    assert len(g.hold().split()) == 2


def test_r_solo_18_two_events_and_the_third_is_gone():
    g = near(CO=4, NI=11).act("CO1", "NI1")
    assert (g.s["event"].tolist(), g.s["shared"].tolist()) == ([-1, -1, -1], [-1, -1])
    assert {"Repair Bots", "Hyper-Charger"} <= set(g.discarded())


# The end


@pytest.mark.parametrize(("track", "rank"), [(13 * 12, 0), (13 * 9, 1)])
def test_r_solo_19_fifty_points_are_a_win(track, rank):
    g = Table(1).tracks(0, CO=track).medals(0)
    assert (g.points() >= 50) == (rank == 0)
    assert g.ranks() == [rank]


def test_r_solo_20_action_cards_have_four_kinds():
    assert ACTION_CARDS == ("take tech", "complete mission", "fight pirate", "passenger")
    assert Table(1).t["action_copies"].tolist() == [2, 2, 2, 1]
