"""The story of a game, followed: what is told of each decision makes the state after it of the one before."""

from collections import Counter

import numpy as np
import pytest

from astrarium.envs.star_commander import events as ev
from astrarium.envs.star_commander import state as st
from tests.envs.star_commander.table import GAME
from tests.story import decisions

IDLE = ("end_phase", "pass", "done", "no", "withdraw", "bank_sell", "offer")
DEVELOPED = {
    ev.GROWS: 0,
    ev.SHRINKS: 0,
    ev.FOUNDED: 1,
    ev.STRIPPED: 1,
    ev.CONQUERED: 1,
}  # where the cell is told
LEFT = {ev.GROWS: 1, ev.SHRINKS: 1, ev.FOUNDED: 2, ev.STRIPPED: 3}  # and where the developments are


@pytest.fixture(scope="module")
def busy_game():
    """Decisions of games in which players do much, but for those after which a player is gone."""
    found = []
    for players in (2, 3, 4):
        found += decisions(GAME, players, players, 500, IDLE)
    return [each for each in found if all(event.kind != ev.LEAVES_BOARD for event in each[3])]


def vessel(number):
    """Kind, player and cell of a vessel as it is told."""
    rest, kind = divmod(number, st.NUM_KINDS)
    cell, seat = divmod(rest, st.MAX_PLAYERS)
    return kind, seat, cell


def fleet(s):
    """How many vessels of each kind each player has in each system."""
    there = s["v_kind"] >= 0
    rows = zip(s["v_kind"][there], s["v_owner"][there], s["v_cell"][there], strict=True)
    return Counter(tuple(map(int, row)) for row in rows)


def test_vessels_are_where_the_story_brings_them(busy_game):
    found = Counter()
    for before, block, after, happened in busy_game:
        ships, end = fleet(before), -1
        for event in happened:
            kind, seat, cell = vessel(event.numbers[0])
            if event.kind == ev.BUILT:
                ships[kind, seat, cell] += 1
            elif event.kind in (ev.DESTROYED, ev.ABANDONED):
                ships[kind, seat, cell] -= 1
            elif event.kind == ev.CHANGES_HANDS:
                ships[kind, seat, cell] -= 1
                ships[kind, event.numbers[1], cell] += 1
            elif event.kind in (ev.JUMPS, ev.RETREATS, ev.PUSHED, ev.RIDES):
                end = end if event.kind == ev.RIDES else event.numbers[1]
                ships[kind, seat, cell] -= 1
                ships[kind, seat, end] += 1
            else:
                continue
            found[event.kind] += 1
            assert min(ships.values()) >= 0
        assert +ships == fleet(after), (block, before["moves"])
    assert found[ev.BUILT]
    assert found[ev.JUMPS]
    assert found[ev.DESTROYED]


def test_systems_have_the_players_and_developments_that_are_told(busy_game):
    for before, block, after, happened in busy_game:
        owner, developments = before["owner"].astype(int), before["developments"].astype(int)
        for event in happened:
            if event.kind in (ev.FOUNDED, ev.CONQUERED, ev.TAKEN_OVER):
                seat, cell, old = event.numbers[:3]
                assert event.kind == ev.FOUNDED or owner[cell] == old
                owner[cell] = seat
            if event.kind in DEVELOPED:
                cell = event.numbers[DEVELOPED[event.kind]]
                now = event.numbers[LEFT[event.kind]] if event.kind in LEFT else 1
                assert event.kind != ev.GROWS or now > developments[cell]
                assert event.kind != ev.SHRINKS or now < developments[cell]
                developments[cell] = now
            if event.kind == ev.STRIPPED:
                assert event.numbers[2] > 0
        held = after["developments"] > 0
        assert owner[held].tolist() == after["owner"][held].tolist(), (block, before["moves"])
        assert developments.tolist() == after["developments"].tolist(), (block, before["moves"])


def test_damage_is_told_with_what_there_is_then(busy_game):
    found = 0
    for before, block, _, happened in busy_game:
        for number, event in enumerate(happened):
            if event.kind == ev.DAMAGED:
                ship, damage, now, bound = event.numbers[:4]
                told = [other for other in happened[number + 1 :] if other.numbers[0] == ship]
                assert 0 < damage <= now
                if now >= bound:
                    assert any(other.kind == ev.DESTROYED for other in told), (block, before["moves"])
                found += 1
    assert found


def test_turns_and_locks_are_told(busy_game):
    for before, _, after, happened in busy_game:
        active, locked = int(before["active"]), before["locked"].astype(int)
        for event in happened:
            if event.kind in (ev.TURN, ev.EXTRA_TURN):
                assert event.numbers[0] <= after["round"]
                active = event.numbers[1]
            elif event.kind == ev.LOCKED:
                locked[event.numbers[0]] |= 1 << event.numbers[1]
            elif event.kind == ev.UNLOCKED:
                assert locked[event.numbers[0]] >> event.numbers[1] & 1
                locked[event.numbers[0]] &= ~(1 << event.numbers[1])
        assert active == after["active"]
        assert locked.tolist() == after["locked"].tolist()
        assert np.all(after["range2"] <= before["range2"]) or any(e.kind == ev.FAR_JUMPS for e in happened)
