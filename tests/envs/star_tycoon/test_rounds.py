"""Rounds, phases, turns, the five-round variant and five or six players."""

import pytest

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import Table


def turns(g):
    """(round, turn, seat) of every turn from now to the end of the game, ended at once."""
    found = []
    for _ in range(500):
        if g.s["over"]:
            return found
        if g.s["phase"] == st.TURN and g.asks() == "turn":
            found.append((int(g.s["round"]), int(g.s["turn"]) + 1, int(g.s["seat"])))
        g.act(g.quiet_answer())
    raise AssertionError("the game does not end")


def test_r5_1_four_rounds_of_three_turns():
    found = turns(Table(3))
    assert [each[:2] for each in found[::3]] == [(r, t) for r in (1, 2, 3, 4) for t in (1, 2, 3)]


def test_r5_2_three_turns_each_from_the_first_player_on():
    found = turns(Table(3))
    assert [seat for round, _, seat in found if round == 1] == [0, 1, 2] * 3


def test_r5_3_later_turns_keep_the_order():
    found = turns(Table(4))
    assert [seat for round, _, seat in found if round == 3] == [2, 3, 0, 1] * 3


def test_r5_4_the_tracker_counts_turns():
    g = Table(2)
    g.end_turn().end_turn()
    assert (g.s["turn"], g.s["seat"]) == (1, 0)


def test_r11_1_the_first_player_marker_goes_clockwise():
    found = turns(Table(3))
    assert [next(seat for r, _, seat in found if r == wanted) for wanted in (1, 2, 3, 4)] == [0, 1, 2, 0]


def test_r8_5_play_goes_on_clockwise():
    g = Table(4).end_turn()
    assert g.s["seat"] == 1


def test_r8_6_discard_follows_the_third_turn():
    g = Table(2, turn=3).tokens("9E").end_turn().end_turn()
    assert (g.s["phase"], g.s["seat"]) == (st.DISCARD, 0)


def test_r2_1_the_game_ends_after_round_4():
    g = Table(2, round=4, turn=3)
    g.end_round()
    assert (g.s["over"], g.legal()) == (1, [])


def test_r30_5_a_fifth_round():
    found = turns(Table(2, rounds=5))
    assert sorted({round for round, _, _ in found}) == [1, 2, 3, 4, 5]


def test_r30_5_not_when_playing_alone():
    with pytest.raises(ValueError, match="rounds"):
        Table(1, rounds=5)


def test_k49_the_fifth_round_has_an_event():
    g = Table(2, round=4, turn=3, rounds=5).end_round()
    assert (g.s["round"], bin(int(g.s["events_used"])).count("1")) == (5, 4)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_r30_4_one_to_six_players_by_the_same_rules(players):
    found = turns(Table(players))
    assert len(found) == 12 * players


def test_r8_1_three_actions_then_only_free_ones():
    g = Table(2, ("K'Ratak",)).tokens("9E 9I 9M 9G 9F 9R 9S").reserve(0, "Luma")
    g.row("development 2", "Offworld Importer SQ", "Crime Hub HX")
    for action in ("buy ", "buy reserved", "form ", "trade ", "use ", "reserve ", "smuggle", "refresh "):
        assert g.offered(action), action
    for _ in range(3):
        g.act("use the own Omniforge")
    assert g.legal() == ["end the turn", "take a loan"]


def test_r8_1_actions_in_any_order():
    g = Table(2).tokens("1E 2S 2M")
    g.act("use the own Omniforge").buy("planets", 1).act("trade gas: sell").pick("done")
    assert g.s["actions_left"] == 0


def test_r8_2_actions_may_be_repeated():
    g = Table(2).act("refresh planets", "refresh planets", "refresh planets")
    assert g.s["actions_left"] == 0


def test_r8_3_the_six_actions():
    g = Table(2)
    g.row("development 2", "Offworld Importer SQ", "Crime Hub HX", "Crime Hub PI").tokens("2E 1S 1M")
    for action in (
        "buy planets: card 1",
        "trade minerals: sell",
        "use the own Omniforge",
        "reserve planets: card 1",
        g.smuggling("Offworld Importer SQ"),
        "refresh planets",
    ):
        assert g.can(action), action
        assert g.twin().act(action).s["actions_left"] == 2


def test_r8_4_a_loan_is_no_action():
    g = Table(2).act("take a loan")
    assert g.s["actions_left"] == 3


def test_k1_a_turn_may_end_at_once():
    g = Table(2).act("end the turn")
    assert g.s["seat"] == 1


def test_k63_free_actions_remain_after_the_third_action():
    g = Table(2).act(*["use the own Omniforge"] * 3)
    assert set(g.legal()) >= {"end the turn", "take a loan"}


def test_k63_with_nothing_left_the_turn_ends_by_itself():
    g = Table(2, ("Rahkoon",)).tokens("5E").loan(0)
    g.act("repay the loan", *["use the own Omniforge"] * 3)
    assert g.s["seat"] == 1


def test_r6_1_no_event_in_round_1():
    assert Table(2).event() is None


def test_r6_3_an_event_in_each_later_round():
    g = Table(2)
    for round in (2, 3, 4):
        g.end_round()
        g.quiet(lambda s: s["phase"] == st.TURN)
        assert (g.s["round"], bin(int(g.s["events_used"])).count("1")) == (round, round - 1)
        assert g.event() is not None


def test_r6_4_no_event_twice():
    for seed in range(10):
        g = Table(2, seed=seed)
        found = []
        for _ in range(3):
            g.end_round()
            found.append(g.event())
        assert len(set(found)) == 3


@pytest.mark.parametrize(
    ("company", "tokens"),
    [("Quonk", "1M"), ("Advanced", ""), ("Jim's", "1E 1M 1S"), ("Franek", ""), ("Farble", ""), ("Holox", "")],
)
def test_k63_an_ability_that_is_left_keeps_the_turn_open(company, tokens):
    g = Table(2, (company,)).planet(0, "Veon").loan(0).tokens(tokens, "1F")
    g.act(*["use the own Omniforge"] * 3)
    assert (g.s["seat"], g.asks()) == (0, "turn")


def test_k63_alone_a_credit_for_a_refresh_keeps_the_turn_open():
    g = Table(1, ("Rahkoon",)).loan(0).tokens("1E").act(*["refresh planets"] * 3)
    assert g.asks() == "turn"
    g = Table(1, ("Rahkoon",)).loan(0).act(*["refresh planets"] * 3)
    assert g.asks() == "remove"


def test_k63_a_loan_that_can_be_repaid_keeps_the_turn_open():
    g = Table(2, ("Rahkoon",)).loan(0).tokens("5E").act(*["use the own Omniforge"] * 3)
    assert (g.s["seat"], g.can("repay the loan")) == (0, True)
    g = Table(2, ("Rahkoon",)).planet(0, "Veon").loan(0).tokens("4E").act(*["use the own Omniforge"] * 3)
    assert g.s["seat"] == 1


def test_k63_an_offer_that_is_left_keeps_the_turn_open():
    g = Table(2, ("Rahkoon",), barter=1).loan(0).act("no", *["use the own Omniforge"] * 3)
    assert (g.s["seat"], g.can("open an offer")) == (0, True)


def test_r8_1_a_new_turn_has_three_actions_again():
    g = Table(2).act("use the own Omniforge").end_turn().end_turn()
    assert (g.s["seat"], g.s["actions_left"]) == (0, 3)
