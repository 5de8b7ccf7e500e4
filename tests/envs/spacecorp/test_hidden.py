"""Who knows what: observations, and redraws of what a seat cannot know."""

from collections import Counter

import numpy as np
import pytest

from astrarium.envs.spacecorp import state as st
from astrarium.envs.spacecorp.questions import ANNOUNCED
from tests.arrange import arrange
from tests.envs.spacecorp.table import GAME, Table
from tests.hidden import assert_alike, redrawn, seen

SPEC = GAME.observation


def held(players=3):
    """Three hands: seat 0 to act."""
    g = Table(players=players).give(0, "Solar Sail", "Heavy Lifter", "Cargo Pod", "Chemical Drive")
    return g.give(1, "Ion Drive", "Regolith Printer").give(2, "Orbital Lab").ready()


# The point of view


def test_h1_players_are_counted_from_the_own_seat():
    g = Table(players=3).profits(5, 6, 7).give(0, "Chemical Drive").ready()
    assert [seen(g, seat)["profit"] for seat in range(3)] == [[5, 6, 7, 0], [6, 7, 5, 0], [7, 5, 6, 0]]
    assert [seen(g, seat)["active"] for seat in range(3)] == [0, 2, 1]
    assert [seen(g, seat)["deciding"] for seat in range(3)] == [1, 3, 2]


def test_h1_owners_and_used_hqs_are_counted_from_the_own_seat():
    g = (
        Table(players=3)
        .explored("Luna", "Water")
        .base(1, "Luna", "Research base")
        .give(0, "Chemical Drive")
        .ready()
    )
    luna = g.site("Luna")
    assert [seen(g, seat)["owner"][luna] for seat in range(3)] == [2, 1, 3]


def test_h2_only_the_acting_seat_is_told_the_question():
    g = held()
    assert seen(g, 0)["ask"][0] == 1  # "type"
    assert sum(seen(g, 1)["ask"]) == sum(seen(g, 2)["ask"]) == 0


# Hands


def test_h3_a_hand_is_seen_by_its_owner_others_see_its_size():
    g = held()
    assert sum(seen(g, 0)["hand"]) == 4
    assert seen(g, 1)["hand"][g.card("Ion Drive")] == 1
    assert seen(g, 0)["hand_size"] == [4, 2, 1, 0]
    other = g.twin()
    for seat, old, new in ((1, "Ion Drive", "Nuclear Thermal Drive"), (2, "Orbital Lab", "Research Grant")):
        other.s["hand"][seat, other.card(old)] -= 1
        other.s["deck"][other.card(old)] += 1
        other.give(seat, new)
    assert_alike(g, other.ready(), 0)


def test_h4_offers_taken_are_known_to_all_until_they_are_played():
    g = Table(players=3).offer("Ion Drive", "Solar Sail").give(0, "Heavy Lifter")
    g.do("Research", "use own", "take offer 1", "take offer 2")
    third_clockwise = 2  # seat 0 as seat 1 counts
    assert seen(g, 1)["known"][third_clockwise][g.card("Ion Drive")] == 1
    g.turn_of(0).do("Upgrade", "card Ion Drive", "Infra slot 2")
    assert seen(g, 1)["known"][2][g.card("Ion Drive")] == 0


def test_h5_drawn_cards_are_known_to_the_drawer_alone():
    g = Table(players=3).offer("Ion Drive").give(0, "Heavy Lifter")
    g.do("Research", "use own", "take the top card of the deck")
    assert sum(seen(g, 0)["hand"]) == 2
    assert sum(seen(g, 1)["known"][2]) == 0


def test_h6_start_cards_in_a_hand_are_counted_by_all():
    g = held()
    assert seen(g, 1)["hand_start"] == [0, 0, 2, 0]  # Cargo Pod and Chemical Drive of seat 0
    for stream in range(20):
        cards = redrawn(g, 1, stream).hand(0)
        assert sum(name in ("Chemical Drive", "Cargo Pod", "Science Module") for name in cards) == 2


def test_h7_a_redraw_keeps_own_hand_known_cards_and_sizes():
    g = held()
    g.s["known"][2, g.card("Orbital Lab")] = 1
    for stream in range(10):
        world = redrawn(g, 0, stream)
        assert world.hand(0) == g.hand(0)
        assert world.hand(2) == ["Orbital Lab"]
        assert len(world.hand(1)) == 2


def test_h8_hidden_cards_are_redrawn_in_proportion_to_the_copies_left():
    g = Table(players=2).give(0, "Chemical Drive").give(1, "Orbital Lab").ready()
    drawn = Counter(redrawn(g, 0, stream).hand(1)[0] for stream in range(600))
    others = set(drawn)
    assert {"Orbital Lab", "Research Grant", "Launch Window"} <= others
    assert not {"Chemical Drive", "Cargo Pod", "Science Module"} & others
    assert drawn["Research Grant"] > drawn["Launch Window"]


@pytest.mark.parametrize("seat", [0, 1])
def test_h14_a_card_removed_by_incompatible_is_known_to_all(seat):
    def crashed(name):
        g = Table("Starfarers", start_era=3).give(0, "Fusion Booster", "Evo Accelerators")
        g.give(1, "System Crash").infra(1, 1, name).ready(edges=True).act("Edge Incompatible")
        assert g.s["infra"][1].tolist() == [-1, -1, -1]
        return seen(g, seat)

    torch, scouts = crashed("Antimatter Torch"), crashed("Von Neumann Scouts")
    assert sum(torch["purged"]) == sum(scouts["purged"]) == 1
    assert torch["purged"] != scouts["purged"]


# Announcements


def test_h9_an_announcement_is_seen_when_it_is_complete():
    g = held()
    fresh = seen(g, 1)
    g.act("Move").do("team 1")
    assert seen(g, 1) == fresh
    g.act("site Luna").do("use own").act("card Solar Sail")
    assert seen(g, 1) == fresh
    assert seen(g, 0)["act"] == st.MOVE + 1
    g.act("done")
    assert seen(g, 1)["team_site"][2][0] == g.site("Luna") + 1
    assert seen(g, 1)["discard"][g.card("Solar Sail")] == 1


def test_h9_being_asked_about_a_time_card_does_not_betray_it():
    g = Table(players=3).give(0, "Solar Sail", "Cargo Pod", "Time").ready()
    fresh = seen(g, 1)
    g.do("Move", "team 1", "site Luna", "use own", "card Solar Sail", "done")
    assert g.s["ask"] == st.ASK_TIME
    assert seen(g, 1) == fresh
    g.act("Time: not used")
    assert seen(g, 1)["discard"][g.card("Solar Sail")] == 1
    assert seen(g, 1)["known"][2][st.TIME] == 0


@pytest.mark.parametrize("start_era", [1, 2, 3])
def test_h9_nobody_else_decides_while_an_action_is_announced(start_era):
    rng = np.random.default_rng(start_era)
    game = arrange(GAME, players=3, seed=start_era, start_era=start_era)
    steps = 0
    for _ in range(400):
        if game.over:
            break
        s = game.states[0]
        if ANNOUNCED >> int(s["ask"]) & 1 and not s["second"]:
            assert s["seat"] == s["active"]
            steps += 1
        game.act(int(rng.choice(game.legal_ids())))
    assert steps


def test_h9_a_redraw_takes_an_unfinished_announcement_back():
    g = held()
    g.act("Move").do("team 1").act("site Luna").do("use own").act("card Solar Sail")
    world = redrawn(g, 1)
    assert (world.s["ask"], world.s["act"], int(world.s["played"].sum())) == (st.ASK_ACTION, -1, 0)
    assert len(world.hand(0)) == 4
    own = redrawn(g, 0)
    assert (own.s["ask"], own.hand(0)) == (g.s["ask"], g.hand(0))


def test_h9_two_different_announcements_look_alike():
    g = held()
    other = g.twin()
    g.act("Move").do("team 1").act("site Luna").do("use own").act("card Solar Sail")
    other.act("Upgrade").do("card Chemical Drive")
    other.s["moves"] = g.s["moves"]
    assert_alike(g, other, 1, 2)


def test_h10_the_second_team_is_announced_in_the_open():
    g = Table(players=3).teams(0, "Earth", "Earth").give(0, "Solar Sail", "Cargo Pod", "Time")
    g.do("Move", "team 1", "site Luna", "use own", "card Solar Sail", "done", "Time: two teams")
    assert g.s["step"] == st.S_SECOND_TEAM
    view = seen(g, 1)
    assert (view["act"], view["second"], view["deciding"]) == (st.MOVE + 1, 1, 3)


# Edges


def edged():
    """Seat 1 is asked for an Edge at the start of seat 0's turn."""
    g = Table(players=3).give(0, "Chemical Drive", "Cargo Pod").give(1, "Survey Rover").give(2, "Orbital Lab")
    g.ready(edges=True)
    assert (g.s["seat"], g.s["window"]) == (1, st.AT_START)
    return g


def test_h11_nobody_else_sees_who_is_asked_about_an_edge():
    g = edged()
    assert [seen(g, seat)["deciding"] for seat in range(3)] == [0, 1, 0]
    asked = {int(redrawn(g, 2, stream).s["seat"]) for stream in range(60)}
    assert asked == {0, 1}  # not seat 2 itself


def test_h11_declining_an_edge_leaves_no_trace():
    g = edged().act("done")
    plain = (
        Table(players=3)
        .give(0, "Chemical Drive", "Cargo Pod")
        .give(1, "Inflatable Habitat")
        .give(2, "Orbital Lab")
    )
    plain.ready(edges=True)
    assert g.typing()
    assert plain.typing()
    assert seen(g, 2) == seen(plain, 2)


def test_h12_a_played_edge_is_open_and_so_is_its_choice():
    g = edged().act("Edge Sabotage")
    view = seen(g, 2)
    assert (view["edge"], view["edge_player"], view["deciding"]) == (st.SABOTAGE + 1, 3, 3)
    g.act("Move")
    assert seen(g, 2)["sabotaged"][st.MOVE] == 1


def test_h11_a_seat_that_has_declined_knows_it():
    g = (
        Table(players=3)
        .give(0, "Chemical Drive")
        .give(1, "Survey Rover")
        .give(2, "Survey Rover")
        .ready(edges=True)
    )
    assert g.s["seat"] == 1
    g.act("done")
    assert g.s["seat"] == 2
    assert [seen(g, seat)["declined"] for seat in range(3)] == [0, 1, 0]
    assert {int(redrawn(g, 1, stream).s["seat"]) for stream in range(30)} == {2}


# Bounds


@pytest.mark.parametrize("players", [2, 4])
def test_r1_3_large_numbers_stay_within_the_bounds(players):
    g = (
        Table("Starfarers", players=players, start_era=3)
        .profits(*[30000] * players)
        .give(0, "Alliance")
        .ready()
    )
    g.s["genetics"][0] = 120
    for seat in range(players):
        obs = np.concatenate([np.ravel(value) for value in seen(g, seat).values()])
        assert (obs >= SPEC.low).all()
        assert (obs <= SPEC.high).all()


def test_h13_tiles_and_deck_are_counts_that_everybody_can_work_out():
    g = held()
    assert sum(seen(g, 2)["stack"]) == 9
    assert seen(g, 2)["deck_size"] == int(g.s["deck_size"])
