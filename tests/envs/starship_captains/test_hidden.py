"""Who knows what: missions that a seat has looked at, and redraws of what it cannot know."""

from collections import Counter

import numpy as np
import pytest

from astrarium.envs.starship_captains import state as st
from tests.envs.starship_captains.table import GAME, Table
from tests.hidden import assert_alike, assert_nothing_to_redraw, bytes_of, redrawn, seen

NEXT = ("Time Loop", "Great Heist", "Dyson Sphere")


def known(g):
    """Names of the missions that lie in order on the deck."""
    return [g.labels["missions"][card] for card in g.s["known_mission"][: g.s["known_size"]]]


def pool(g):
    """Names of the missions in the unknown part of the deck."""
    return [name for k, name in enumerate(g.labels["missions"]) if int(g.s["mission_pool"]) >> k & 1]


def peeked(*names, seen=None, players=3):
    """Seat 1 (or who is given) has looked at the next missions."""
    return Table(players).next_missions(*names, seen=seen or {1: len(names)})


# Missions on the deck


def test_r_hidden_1_only_the_seat_that_looked_knows_the_next_missions():
    g, other = peeked(*NEXT), peeked(*reversed(NEXT))
    assert_alike(g, other, 0, 2)
    assert seen(g, 1) != seen(other, 1)


def test_r_hidden_1_also_which_missions_they_are():
    assert_alike(peeked(*NEXT), peeked("Ghost Ship", "Stowaway", "Lost World"), 0, 2)


def test_r_hidden_2_the_seat_sees_them_in_order():
    g = peeked(*NEXT)
    view = seen(g, 1)
    assert [number for number in view["next_missions"] if number] == [g.mission(name) + 1 for name in NEXT]
    assert not any(view["mission_deck"][g.mission(name)] for name in NEXT)


def test_r_hidden_2_for_others_they_are_in_the_deck():
    g = peeked(*NEXT)
    for seat in (0, 2):
        view = seen(g, seat)
        assert not any(view["next_missions"])
        assert all(view["mission_deck"][g.mission(name)] for name in NEXT)


def test_r_hidden_3_how_many_a_player_has_seen_is_public():
    g = peeked(*NEXT)
    assert [seen(g, seat)["peeked"] for seat in range(3)] == [[0, 3, 0, 0], [3, 0, 0, 0], [0, 0, 3, 0]]


def test_r_hidden_4_who_looked_at_fewer_knows_the_first_ones_only():
    g = peeked(*NEXT, seen={1: 3, 2: 1})
    assert [number for number in seen(g, 2)["next_missions"] if number] == [g.mission(NEXT[0]) + 1]
    other = peeked(NEXT[0], NEXT[2], NEXT[1], seen={1: 3, 2: 1})
    assert_alike(g, other, 0, 2)


def test_r_hidden_5_a_redraw_keeps_what_the_seat_has_seen():
    g = peeked(*NEXT, seen={1: 3, 2: 1})
    assert_nothing_to_redraw(g, 1)
    worlds = [known(redrawn(g, 2, stream)) for stream in range(30)]
    assert {world[0] for world in worlds} == {NEXT[0]}
    assert len({tuple(world[1:]) for world in worlds}) > 20


def test_r_hidden_5_all_others_are_drawn_from_the_whole_deck_equally_likely():
    g = peeked("Time Loop").mission_deck("Ghost Ship", "Stowaway", "Lost World")
    draws = 400
    counts = Counter(known(redrawn(g, 0, stream))[0] for stream in range(draws))
    assert set(counts) == {"Time Loop", "Ghost Ship", "Stowaway", "Lost World"}
    assert sum((n - draws / 4) ** 2 / (draws / 4) for n in counts.values()) < 3 + 6 * 6**0.5


def test_r_hidden_6_a_dealt_mission_is_known_to_all():
    g = peeked(*NEXT, players=2).ships("I1").missions(I1="Stowaway").crew(ready="C C").send("C C")
    assert g.mission_at("O2") == NEXT[0]
    assert seen(g, 0)["mission_at"][g.place("O2")] == g.mission(NEXT[0]) + 1
    assert g.s["peeked"][:2].tolist() == [0, 2]
    assert [number for number in seen(g, 1)["next_missions"] if number] == [
        g.mission(name) + 1 for name in NEXT[1:]
    ]


def test_r_hidden_7_looking_a_second_time_shows_the_rest():
    """Of three known missions one was dealt; Gateway to the Stars shows another one then."""
    g = peeked(*NEXT[1:], seen={1: 2}, players=2).ships("I1").missions(I1="Gateway to the Stars")
    g.crew(ready="R C C").send("R C C").act("yes")
    assert g.s["peeked"][:2].tolist() == [3, 2]
    assert known(g)[:2] == list(NEXT[1:])
    assert len([number for number in seen(g, 1)["next_missions"] if number]) == 2
    assert len([number for number in seen(g, 0)["next_missions"] if number]) == 3


def test_r_hidden_8_fewer_missions_than_can_be_looked_at():
    g = Table(2).ships("I1").missions(I1="Gateway to the Stars").mission_deck("Ghost Ship", "Stowaway")
    g.crew(ready="R C C").send("R C C").act("yes")
    assert sorted(known(g)) == ["Ghost Ship", "Stowaway"]


def test_r_hidden_13_worlds_that_a_seat_cannot_tell_apart_stay_so():
    """Both take the same actions; as long as the seat sees the same they ask it the same and redraw alike."""
    rng = np.random.default_rng(0)
    compared = 0
    for trial in range(6):
        g = peeked(*NEXT, seen={1: 3, 2: 1}, players=3)
        g.ships("I1", "M1", "O1").turn_of(trial % 3)
        for seat in (0, 2):
            one, other = g.twin(), redrawn(g, seat, trial)
            other.s["rng"] = one.s["rng"]
            for move in range(40):
                common = sorted(set(one.game.legal_ids()) & set(other.game.legal_ids()))
                assert one.who() != seat or one.game.legal_ids() == other.game.legal_ids()
                action = int(rng.choice(common))
                one.game.act(action)
                other.game.act(action)
                if seen(one, seat) != seen(other, seat) or one.s["over"]:
                    break
                assert bytes_of(redrawn(one, seat, move)) == bytes_of(redrawn(other, seat, move))
                compared += bytes_of(one) != bytes_of(other)
    assert compared > 100


def test_r_hidden_14_a_redraw_changes_missions_that_the_seat_has_not_seen_and_nothing_else():
    g = peeked(*NEXT)
    for stream in range(6):
        twin = redrawn(g, 0, stream)
        fields = {name for name in GAME.state.names if (twin.s[name] != g.s[name]).any()}
        assert fields <= {"rng", "known_mission", "mission_pool"}
        assert set(known(twin)) | set(pool(twin)) == set(known(g)) | set(pool(g))


# Everything else


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_r_hidden_9_nothing_else_is_hidden_but_what_chance_will_bring(players):
    g = Table(players)
    for seat in range(players):
        assert_nothing_to_redraw(g, seat)


def test_r_hidden_10_cards_that_are_drawn_to_choose_from_are_open():
    g = Table(3).slots(0, s3="Omega Megacomputer").crew(ready="B").use("room 3")
    shown = [int(card) + 1 for card in g.s["drawn"]]
    assert [seen(g, seat)["drawn"] for seat in range(3)] == [shown] * 3


def test_r_hidden_11_the_tier_of_the_next_tech_and_the_betas_at_the_bottom_are_public():
    g = Table(3)
    g.s["tech_under"], g.s["tech_top"] = 2, st.BETA
    for seat in range(3):
        assert (seen(g, seat)["tech_under"], seen(g, seat)["tech_top"]) == (2, st.BETA + 1)


def test_r_hidden_12_the_card_of_the_round_is_not_known_before_it_is_drawn():
    g = Table(1).act("pass").skip()
    view = seen(g, 0)
    assert (view["action_new"], view["action_extra"], view["action_left"]) == (1, [1, 1, 1, 0], [1, 1, 1, 1])


def test_r_hidden_12_any_card_that_is_left_may_come():
    """Round 2: the unknown card is one of three kinds, equally likely."""
    found = Counter()
    g = Table(1).act("pass").skip()
    for stream in range(40):
        twin = redrawn(g, 0, stream).act("pass").skip()
        extra = twin.s["action_extra"].tolist()
        found[tuple(extra)] += 1
    assert set(found) == {(0, 1, 1, 0), (1, 0, 1, 0), (1, 1, 0, 0)}


def test_an_observation_tells_who_is_about_to_be_hurt():
    g = Table(2).pirates({"H-I2": "purple android"}).slots(0, s3="Hull Plating").cargo(0, "P")
    g.act("activate Weapons", "fight green")
    assert [g.game.observe(seat)["hurt_player"] for seat in (0, 1)] == [1, 2]


@pytest.mark.parametrize(
    ("tech", "how"), [("Thruster Dock", 0), ("Research Lab", 1), ("Omega Megacomputer", 3)]
)
def test_an_observation_tells_how_a_tech_is_taken(tech, how):
    g = Table(2).slots(0, s3=tech).act("room 3")
    assert g.game.observe(0)["how"] == how


def test_an_observation_tells_that_techs_were_drawn_to_choose_from():
    g = Table(2).missions(I1="Tincan Library").ships("I1").crew(ready="B C C").send("B C C").act("yes")
    assert g.game.observe(0)["how"] == 2
