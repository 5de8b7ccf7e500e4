"""What is told: everything that happens, in the order of events, to those who may know it."""

import numpy as np
import pytest

from astrarium.core.transcript import Story
from astrarium.envs.starfarers import actions as act
from astrarium.envs.starfarers import events as ev
from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.meetings import meeting
from tests.envs.starfarers.table import END, GAME, LABELS, Table, launch_of, reseed
from tests.story import decisions, numbers

FAR = "K16"


def told(g, action, seat=None):
    """What is told of an action that is then taken."""
    before = g.game.states[0].copy()
    chosen = next(a for a in g.game.legal_ids() if g.game.name(a) == action)
    g.game.act(chosen)
    return GAME.told(g.game.content, before, chosen, seat, sound=True)


def told_when(g, action, wanted, seat=None):
    """The same with a random stream that brings what is wanted about."""
    for seed in range(3000):
        twin = g.twin()
        reseed(twin.game.states, seed)
        lines = told(twin, action, seat)
        if wanted(twin.s):
            return lines
    raise AssertionError("what is wanted does not happen")


def test_a_founded_colony_is_told():
    g = Table().plain("S1").ship(0, launch_of("S1 ore+fuel", 0)).flight().fly("S1 ore+fuel")
    lines = told(g, "found a colony")
    assert lines[0] == "Red has a colony at S1 ore+fuel"
    assert lines[1].startswith("the chip of S1 ore is turned up")


def test_the_next_turn_is_told_with_its_dice():
    g = Table().no_ships().give(0, ore=1)
    lines = told_when(g, END, lambda s: s["dice"].sum() == 8)
    assert lines[:2] == [
        "# round 1, turn of Blue (points: Red 4, Blue 4, Yellow 4, White 4)",
        "Blue rolls 8",
    ]
    assert "Yellow gets 1 ore" in lines


def test_nobody_is_told_of_points_of_an_empty_chair():
    g = Table(3).no_ships().give(0, ore=1)
    lines = "\n".join(told(g, END))
    assert "points: Red 4, Blue 4, Yellow 4" in lines
    assert "White" not in lines


def test_a_new_reserve_pile_is_told_kind_by_kind():
    g = Table().pile(fuel=1).stock(ore=5, fuel=4, carbon=3, food=2, goods=1)
    line = "a new reserve pile is formed: 5 ore, 4 fuel, 3 carbon, 2 food, 1 goods"
    assert line in told(g, "draw supplies from Earth")


@pytest.mark.parametrize(
    ("number", "line"), [(14, "Red wins 1 fame ring (2 now)"), (20, "Red loses 1 fame ring (0 now)")]
)
def test_fame_is_told(number, line):
    assert line in told(meeting(number), "no")


def test_a_seven_is_told_with_what_everybody_owes():
    g = Table().no_ships().give(2, ore=4, fuel=4)
    lines = told_when(g, END, lambda s: s["dice"].sum() == 7)
    assert lines[1:] == ["Blue rolls a seven: Earth demands tribute", "Yellow has to return 4 cards"]


def test_cards_given_without_asking_are_told():
    g = Table().no_ships().give(0, ore=1).give(2, ore=8)
    lines = told_when(g, END, lambda s: s["dice"].sum() == 7)
    assert [line for line in lines if "to Earth" in line] == [
        "Yellow returns 1 ore to Earth, 3 more to go",
        "Yellow returns 1 ore to Earth, 2 more to go",
        "Yellow returns 1 ore to Earth, 1 more to go",
        "Yellow returns 1 ore to Earth",
    ]
    g = Table().no_ships().ship(0, FAR).give(0, ore=2, fuel=1).meet(29).act("give 2 cards", "give fuel")
    assert int(g.s["hand"][0, 0]) == 1
    g = Table().no_ships().ship(0, FAR).give(0, ore=2).meet(29)
    assert told(g, "give 2 cards")[:2] == ["Red gives 1 ore", "Red gives 1 ore"]


def test_one_card_is_one_card():
    g = Table().give(0, ore=1).give(1, food=2).next_roll(7)
    assert g.ask == st.ASK_THEFT
    assert told(g, "choose the third player") == ["Blue takes 1 ore from Red, who has 0 cards left"]
    g = Table().give(0, ore=1, fuel=1).no_ships().ship(0, FAR).meet(29)
    names = [GAME.action_name(a, g.game.content, g.s) for a in g.game.legal_ids()]
    assert names == ["give 0 cards", "give 1 card", "give 2 cards"]


def test_a_duel_is_told_though_the_turn_ends_with_it():
    g = Table().no_ships().ship(0, FAR).give(0, ore=1)  # too poor to pay the pirates of card 10, and halted
    g.top_card(10)
    lines = told_when(g, END, lambda s: s["active"] == 1)
    fight = next(i for i, line in enumerate(lines) if line.startswith("Red loses the fight with"))
    assert lines[fight + 1] == "Red's colony ship may not move in this turn"
    assert lines.index("Red has too few cards to say yes") < fight
    assert fight < next(i for i, line in enumerate(lines) if line.startswith("# round 1, turn of Blue"))


def test_cards_without_a_question_are_named():
    g = Table().no_ships().ship(0, FAR).give(0, ore=1).top_card(32)
    for p in range(4):
        g.expand(p, freight=p + 4, cannons=3)
    lines = told_when(g, END, lambda s: s["ask"] == st.ASK_WEAR and s["card"] == 31)
    assert lines[-1] == "this is encounter card 32 (wear and tear)"
    g = Table().no_ships().ship(0, FAR).give(0, ore=1).top_card(31)
    lines = told_when(g, END, lambda s: s["card"] == 21, 2)
    named = lines.index("this is encounter card 31 (wear and tear)")
    assert lines[named + 1 :] == [
        "all encounter cards are shuffled",
        "another encounter card is drawn",
        "encounter: ship under attack: help?",
    ]


def test_an_encounter_is_told_with_its_number_to_the_reader_alone():
    g = Table().give(0, ore=1).top_card(22)
    for seat, number in ((0, False), (1, True), (2, False)):
        lines = told_when(g, END, lambda s: s["card"] == 21, seat)
        assert ("encounter card 22 (rescue): ship under attack: help?" in lines) == number
        assert ("encounter: ship under attack: help?" in lines) != number
    assert "this is encounter card 22 (rescue)" in told(g.meet(22), "no")


def test_a_look_is_told_with_the_face_to_the_looker_alone():
    g = Table().chip("S1 ore", "12")
    planet, t = LABELS["planet"].index("S1 ore"), g.t
    away, way = next(
        (node, way)
        for node in range(st.NUM_NODES)
        for way, to in enumerate(t["neighbour"][node])
        if to >= 0 and planet not in t["node_planet"][node] and sorted(t["node_planet"][to]) == [-1, planet]
    )
    g.ship(0, LABELS["node"][away]).flight(5).take_off()
    lines = [told(g.twin(), f"fly {act.DIRECTIONS[way]}", seat) for seat in (0, 1)]
    assert lines == [["Red looks at the chip of S1 ore: 12"], ["Red looks at the chip of S1 ore"]]


def test_a_deal_is_told():
    g = Table().give(0, ore=1).give(1, food=1).act("open an offer", "give ore", "want food")
    assert GAME.action_name(g.game.game.actions.offset("send"), g.game.content, g.s) == (
        "send the offer: 1 ore for 1 food"
    )
    g.act("send the offer", "accept")
    assert told(g, "choose the next player")[0] == "Red gives Blue 1 ore for 1 food"


def test_a_begged_card_is_named_to_the_two_alone():
    g = Table().no_ships().ship(0, FAR).give(1, food=1, ore=1).give(0, ore=1).meet(1).act("give 0 cards")
    assert (g.ask, g.seat) == (st.ASK_BEG, 1)
    before = g.game.states[0].copy()
    action = next(a for a in g.game.legal_ids() if g.game.name(a) == "give food")
    lines = [Story(GAME, g.game.content, seat).tell(before, action)[1:] for seat in range(3)]
    assert lines[0] == ("", [*lines[1][1]])  # who has one kind of card is not asked: to be asked would tell
    assert lines[1][0] == "give food to Red"
    assert lines[1][1][0] == "Red takes 1 food from Blue, who has 1 card left"
    assert lines[2] == ("", ["Red takes a card from Blue, who has 1 card left", *lines[1][1][1:]])


def test_a_win_is_told():
    g = Table().fame(20).give(0, carbon=3, food=2)
    assert told(g, "build a spaceport at Gamma ore+food")[-1] == "Red has 15 victory points and wins"


def test_a_seat_is_not_told_what_another_draws():
    g = Table().give(1, ore=1)
    twin = g.twin()
    drawn = told(g, "draw supplies from Earth", 0)[0]
    assert drawn.startswith("Red draws 1 ")
    assert drawn.endswith("from the reserve pile (47 left)")
    assert told(twin, "draw supplies from Earth", 1) == ["Red draws a card from the reserve pile (47 left)"]


def test_what_is_told_of_a_jump():
    g = Table().no_ships().ship(0, FAR).give(0, ore=2).meet(28).act("give 2 cards")
    assert g.ask == st.ASK_COLUMN
    g.act("jump to column K")
    assert told(g, "jump to row 18")[0] == "Red's colony ship jumps to K18"


# The story and the state agree

IDLE = ("end_building", "open_offer", "drop", "counter", "no", "nobody", "stay", "end_flight", "stop")
SAYS_IT = (
    "bank",
    "expand",
    "colony_ship",
    "trade_ship",
    "spaceport",
    "buy_fame",
    "help",
)  # what cards are paid for


@pytest.fixture(scope="module")
def busy_games():
    """Decisions of games in which players do much."""
    return [each for seed in (0, 1) for each in decisions(GAME, 3, seed, 1500, IDLE, advanced=seed)]


def bundle(packed):
    """Cards with three bits a resource."""
    return np.array([packed >> 3 * resource & 7 for resource in range(st.NUM_RESOURCES)])


def book(hand, event):
    """Write what an event tells of cards into everybody's hands."""
    kind, (seat, second, third, fourth, *_) = event.kind, event.numbers
    if kind == ev.GETS:
        hand[seat, second] += third
    elif kind == ev.LOSES:
        hand[seat, second] -= third
    elif kind in (ev.GIVES, ev.TRIBUTE):
        hand[seat, second] -= 1
    elif kind in (ev.TAKES, ev.RELIEF, ev.SUPPLY):
        hand[seat, second] += 1
    elif kind == ev.SLIPS:
        hand[[seat, second], third] += (-1, 1)
    elif kind == ev.DEAL:
        hand[seat] += bundle(fourth) - bundle(third)
        hand[second] -= bundle(fourth) - bundle(third)


def test_cards_are_told_to_the_last_one(busy_games):
    for before, block, after, happened in busy_games:
        hand = before["hand"].astype(int)
        for event in happened:
            book(hand, event)
        if block not in SAYS_IT:
            assert hand.tolist() == after["hand"].tolist(), (block, happened)


def test_rings_expansions_colonies_and_ships_are_told(busy_games):
    found = dict.fromkeys((ev.FAME, ev.ADDS, ev.REMOVES, ev.COLONY, ev.LAUNCH, ev.PORT, ev.PILE), 0)
    for before, _, after, happened in busy_games:
        rings = {seat: now for seat, _, now in (each[:3] for each in numbers(happened, ev.FAME))}
        changed = np.flatnonzero(before["fame"] != after["fame"]).tolist()
        assert rings == {seat: int(after["fame"][seat]) for seat in changed}
        for seat, expansion, now in (each[:3] for each in numbers(happened, ev.ADDS, ev.REMOVES)):
            assert after["expansion"][seat, expansion] == now
        told = {(each[0], each[1]) for each in numbers(happened, ev.ADDS, ev.REMOVES)}
        assert set(zip(*np.nonzero(before["expansion"] != after["expansion"]), strict=True)) == told
        new = [(seat, int(after["colonies"][seat] & ~before["colonies"][seat])) for seat in range(3)]
        assert [each[:2] for each in numbers(happened, ev.COLONY)] == [
            (seat, sites.bit_length() - 1) for seat, sites in new if sites
        ]
        ports = [(seat, int(after["ports"][seat] & ~before["ports"][seat])) for seat in range(3)]
        assert [each[:2] for each in numbers(happened, ev.PORT)] == [
            (seat, sites.bit_length() - 1) for seat, sites in ports if sites
        ]
        if after["pile_size"] > before["pile_size"]:
            assert [list(each[:5]) for each in numbers(happened, ev.PILE)] == [after["pile"].tolist()]
        for seat, ship, _, node in (each[:4] for each in numbers(happened, ev.LAUNCH)):
            assert after["ship_node"][seat, ship] == node
        for kind in found:
            found[kind] += len(numbers(happened, kind))
    assert all(found.values()), found
