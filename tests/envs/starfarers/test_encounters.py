"""Encounters: the course of one, contests, expansions, ships and jumps."""

import pytest

from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.meetings import FAR, decide, gift, jump, meeting, over, own_card, placed
from tests.envs.starfarers.table import ALL_CARDS, END, LABELS, Table, launch_of, node_of, reseed

# The course of an encounter


def test_r9_1_the_black_ball_draws_a_card_and_asks_its_question():
    g = meeting(22)
    assert (g.ask, g.seat, int(g.s["card"])) == (st.ASK_CHOICE, 0, 21)
    assert g.legal() == ["no", "yes"]


def test_r9_2_the_reader_alone_sees_the_card():
    g = meeting(22)
    assert [g.game.observe(p)["card"] for p in range(4)] == [0, 22, 0, 0]
    assert all(g.game.observe(p)["question"][6] == 1 for p in range(4))


def test_r9_3_the_card_goes_to_the_discard_pile():
    g = meeting(22).act("no")
    assert over(g)
    assert [g.game.observe(p)["discard"][21] for p in range(4)] == [1] * 4


def test_r9_4_a_result_can_ask_again():
    g = gift(meeting(7), 1)
    assert g.ask == st.ASK_ATTACK
    assert g.legal() == ["no", "yes"]


def test_r9_5_results_concern_the_first_starship():
    g = Table().no_ships().ship(0, FAR, rings=3).ship(0, "C24", rings=2).meet(5)  # no cards: halted
    assert int(g.s["halted"]) == 0b010
    assert g.legal() == ["move the ship with 3 rings", "end the flight phase"]


def test_r9_6_fame_is_won_and_lost():
    assert meeting(14).act("no").rings(0) == 2
    assert meeting(20).act("no").rings(0) == 0


def test_k23_no_fewer_than_no_rings():
    assert meeting(20).fame(0).act("no").rings(0) == 0


def test_r9_7_base_speed_three_whatever_the_balls():
    for balls in ([0, 1], [0, 2], [0, 3]):
        g = Table().ship(0, FAR).give(0, ore=1).top_card(22)
        g.force(END, lambda s, balls=balls: sorted(s["balls_drawn"]) == balls)
        assert g.act("no").s["base_speed"] == 3


def test_k30_an_empty_deck_is_shuffled_anew():
    g = Table().no_ships().ship(0, FAR).give(0, ore=1)
    g.s["deck"], g.s["discard"] = 0, ALL_CARDS
    g.force(END, lambda s: s["card"] == 21)
    assert int(g.s["deck"]) == ALL_CARDS & ~(1 << 21)
    assert int(g.s["discard"]) == 0


def test_k18_a_gift_is_no_larger_than_the_hand():
    g = meeting(3, ore=1, fuel=1)
    assert g.legal() == ["give 0 cards", "give 1 cards", "give 2 cards"]


def test_k18_with_no_cards_the_gift_is_none():
    g = Table().no_ships().ship(0, FAR).meet(3)
    assert g.rings(0) == 0
    assert over(g)


@pytest.mark.parametrize(("number", "few"), [(9, 1), (12, 0), (14, 0)])
def test_k19_k20_yes_needs_the_cards_it_costs(number, few):
    g = Table().no_ships().ship(0, FAR).expand(0, cannons=6)
    if few:
        g.give(0, ore=few)
    g.meet(number)
    assert g.ask != st.ASK_CHOICE  # answered with no


def test_r9_9_given_cards_go_to_the_bank():
    g = meeting(3)
    before = g.bank("ore")
    gift(g, 2)
    assert g.bank("ore") == before + 2


# Contests


def test_k26_the_active_player_wins_ties():
    g = meeting(9).force("no", lambda s: s["rolls"][0] == s["rolls"][1])
    assert placed(g)


def test_k26_combat_is_balls_cannons_and_friends_of_the_active_player():
    g = meeting(22).expand(0, cannons=3).outpost(0, "Scientists", "guns")
    totals = set()
    for seed in range(40):
        twin = g.twin()
        reseed(twin.game.states, seed)
        twin.game.act("yes")
        totals.add(int(twin.s["rolls"][0]))
    assert totals == {n + 5 for n in (1, 2, 3, 4, 5)}


def test_k26_the_enemy_has_cannons_but_no_friends_in_combat():
    g = meeting(22).expand(2, cannons=1).outpost(2, "Scientists", "guns")
    g.force("yes", lambda s: s["rolls"][1] == 2)
    with pytest.raises(AssertionError):
        meeting(22).expand(2, cannons=1).outpost(2, "Scientists", "guns").force(
            "yes", lambda s: s["rolls"][1] > 6
        )


def test_k26_in_a_race_friends_help_both():
    g = meeting(20).expand(1, boosters=1).outpost(1, "Scientists", "drives")
    with pytest.raises(AssertionError):
        g.force("yes", lambda s: s["rolls"][1] < 1 + 1 + 2)
    g.force("yes", lambda s: s["rolls"][1] == 1 + 1 + 2)
    g = meeting(20).expand(0, boosters=1).outpost(0, "Scientists", "drives")
    with pytest.raises(AssertionError):
        g.force("yes", lambda s: s["rolls"][0] < 1 + 1 + 2)
    g.force("yes", lambda s: s["rolls"][0] == 1 + 1 + 2)


def test_k27_fleeing_compares_boosters_without_a_roll():
    g = meeting(16).expand(0, boosters=1).expand(3, boosters=1).act("yes")
    assert over(g)
    g = meeting(16).expand(3, boosters=1).outpost(0, "Scientists", "drives").act("yes")
    assert over(g)
    g = meeting(16).expand(0, boosters=1).expand(3, boosters=2).act("yes")
    assert g.s["rolls"][0] >= 1


def test_k27_own_friends_count_when_fleeing():
    g = meeting(16).expand(0, boosters=1).expand(3, boosters=3).outpost(0, "Scientists", "drives")
    assert g.s["speed_bonus"][0] == 2
    g.act("yes")
    assert over(g)
    assert g.s["rolls"].tolist() == [3, 3]


def test_k27_the_enemys_friends_do_not_count_when_fleeing():
    g = meeting(16).outpost(3, "Scientists", "drives").act("yes")
    assert over(g)


@pytest.mark.parametrize(
    ("number", "players", "enemy"),
    [(9, 4, 3), (10, 4, 2), (11, 4, 1), (10, 3, 1), (17, 4, 2), (17, 3, 2), (22, 3, 1)],
)
def test_k28_who_rolls_for_the_enemy(number, players, enemy):
    g = meeting(number, players).ship(0, "C24", rings=2)
    answer = {22: "yes"}.get(number, "no")
    assert int(decide(g, answer, False).s["enemy"]) == enemy


def test_d7_the_balls_of_a_contest_have_totals_one_to_five():
    totals = [0] * 6
    g = meeting(12)
    g.act("yes", "give ore", "take fuel")
    for seed in range(120):
        twin = g.twin()
        reseed(twin.game.states, seed)
        twin.game.act("take fuel")
        totals[int(twin.s["rolls"][0])] += 1
    assert totals[0] == 0
    assert min(totals[1:]) > 5
    assert totals[3] == max(totals)


# Expansions, ships, jumps


def test_k24_without_expansions_nothing_is_lost():
    g = meeting(28).act("give 0 cards")
    assert (g.expansions(0), g.rings(0)) == ({}, 0)


def test_k24_a_full_mother_ship_gains_nothing():
    g = gift(meeting(2).expand(0, boosters=6, cannons=6, freight=5), 3)
    assert g.ask != st.ASK_ADD
    assert g.rings(0) == 2


def test_k24_only_what_has_room_is_offered():
    g = gift(meeting(2).expand(0, boosters=6, cannons=5), 3)
    assert g.legal() == ["add a cannon", "add a freight ring"]


def test_k25_a_trade_ship_won_may_fly_in_this_flight_phase():
    g = gift(meeting(5), 3).act("use the transporter with 3 rings")
    g.act(g.legal()[0])
    assert g.can("move the ship with 3 rings")


def test_k25_without_a_transporter_it_is_kept_and_placed_when_possible():
    g = Table().no_ships().plain("S1").ship(0, "C10").ship(0, "C24", rings=2).ship(0, FAR, rings=3)
    g.give(0, ore=3).give(1, ore=1).meet(5)
    g.act("give 3 cards")
    assert g.s["credit"][0] == 1
    g.fly("S1 ore+fuel").act("found a colony")  # the transporter with one ring is free again
    assert g.s["placing"] == st.TRADE
    g.act(g.legal()[0])
    assert (g.s["credit"][0], g.s["cargo"][0, 0]) == (0, st.TRADE)
    assert g.can("move the ship with 1 ring")


def test_k25_a_new_ship_flies_though_the_last_one_of_its_transporter_was_halted():
    g = Table().no_ships().plain("S1").ship(0, "S1 ore+fuel").ship(0, "C24", rings=2).ship(0, FAR, rings=3)
    g.s["credit"][0] = 1
    g.meet(5).take_off().act("found a colony")  # no cards: halted
    g.act(g.legal()[0]).take_off()
    assert any(name.startswith("fly") for name in g.legal())


def test_k4_a_new_ship_is_not_called_as_the_last_one_of_its_transporter_was():
    g = Table().no_ships().plain("S1").ship(0, "S1 ore+fuel").ship(0, "C24", rings=2).ship(0, FAR, rings=3)
    g.s["credit"][0] = 1
    g.meet(5).take_off()
    g.s["called"] = 0b011
    g.act("found a colony")  # the transporter with one ring is free again
    g.act(g.legal()[0])
    assert (g.s["cargo"][0, 0], int(g.s["called"])) == (st.TRADE, 0b010)


def test_k17_a_jump_goes_anywhere_a_move_could_end():
    g = gift(meeting(28).ship(1, "C24"), 2)
    columns = [name for name in g.legal() if name.startswith("jump")]
    assert len(columns) == 24
    g.act("jump to column C")
    assert not g.can("jump to row 24")  # a ship is there
    g.act("jump to row 22") if g.can("jump to row 22") else g.act(g.legal()[0])
    assert g.place(0).startswith("C")


def test_k17_the_jumper_explores_may_found_and_its_move_is_over():
    g = gift(meeting(28).plain("S5"), 2)
    site = LABELS["node"][node_of("S5 goods+food")]
    g.act(f"jump to column {site[0]}", f"jump to row {site[1:]}")
    assert g.seen(0, "S5 goods")
    assert g.legal() == ["stop here", "found a colony"]
    g.act("found a colony")
    assert g.owner("S5 goods+food") == 0
    assert not any(name.startswith("fly") for name in g.legal())


def test_k17_a_trade_ship_may_jump_to_an_outpost():
    g = Table().no_ships().ship(0, FAR, "trade").give(0, ore=3).expand(0, freight=1).give(1, ore=1).meet(28)
    g.act("give 2 cards")
    post = LABELS["node"][node_of("Diplomats 1")]
    g.act(f"jump to column {post[0]}", f"jump to row {post[1:]}")
    assert g.ask == st.ASK_FRIEND
    assert g.points(0) == 6


def test_k17_declined_the_ship_flies_normally():
    g = gift(meeting(28), 2).act("do not jump")
    assert g.can("move the ship with 1 ring")


def test_k4_a_ship_that_has_jumped_clears_with_a_cannon_that_the_encounter_adds(tmp_path):
    g = meeting(28).chip("S1 goods", "pirate 4").expand(0, cannons=3)
    gift(own_card(g, tmp_path, 28, "a2", "GIVE 2; JUMP; UP"), 2)
    jump(g, launch_of("S1 fuel+goods", 0)).act("add a cannon").take_off()
    assert g.legal() == ["stop here", "clear the planet"]


def test_r9_5_without_a_starship_on_the_board_the_result_concerns_none(tmp_path):
    g = gift(own_card(meeting(28).plain("S5"), tmp_path, 28, "a2", "GIVE 2; JUMP; HALT; UP"), 2)
    jump(g, LABELS["node"][node_of("S5 goods+food")]).act("found a colony")
    assert (g.ask, int(g.s["halted"])) == (st.ASK_ADD, 0)


def test_k16_a_halted_ship_may_clear_and_found():
    g = Table().no_ships().chip("S1 goods", "ice 3").ship(0, "S1 ore+goods").expand(0, freight=3).meet(5)
    assert g.legal() == ["move the ship with 1 ring", "end the flight phase"]
    g.take_off()
    assert g.legal() == ["stop here", "clear the planet"]
    g.act("clear the planet", "found a colony")
    assert g.points(0) == 6


def test_k15_the_first_starship_is_judged_when_the_outcome_is_carried_out():
    g = Table().no_ships().ship(0, FAR, rings=2).give(0, ore=1).meet(5).ship(0, "C24", rings=1)
    g.act("give 0 cards")
    assert int(g.s["halted"]) == 0b001
