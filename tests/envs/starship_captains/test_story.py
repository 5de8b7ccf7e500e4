"""The story of a game, followed: what is told of each decision makes the state after it of the one before."""

import numpy as np
import pytest

from astrarium.envs.starship_captains import events as ev
from astrarium.envs.starship_captains import state as st
from tests.envs.starship_captains.table import GAME
from tests.story import decisions

IDLE = ("pass", "done", "no")
FOLLOWED = [
    "round", "first", "active", "passed", "medals", "position", "trophy", "event", "sharing", "pirate_on",
    "mission_at", "number_at", "tile_round", "slot", "shadow_at", "artifacts", "pirates",
]  # fmt: skip


def follow(s, kind, seen):
    """Let an event happen to the fields that are followed."""
    if kind == ev.ROUND:
        s["round"], s["first"] = np.array(seen[0]), np.array(seen[1])
        s["passed"][:] = 0
    elif kind == ev.TURN:
        assert s["round"] == seen[0]
        s["active"] = np.array(seen[1])
    elif kind == ev.PASSES:
        s["passed"][seen[0]] = 1
    elif kind in (ev.ADVANCES, ev.GOES_BACK):
        s["position"][seen[0], seen[1]] = seen[2]
    elif kind == ev.TROPHY:
        s["trophy"][seen[1]] = seen[0]
    elif kind in (ev.EVENT, ev.EVENT_GONE):
        assert seen[0] in s["event"]
        s["event"][s["event"] == seen[0]] = -1
    elif kind == ev.SHARED:
        s["sharing"] = np.array(1)
    elif kind in (ev.MEDALS, ev.ARTIFACT, ev.PIRATE_TOKEN, ev.SPENDS, ev.OVERBOARD):
        tokens(s, kind, *seen[: 3 if kind == ev.SPENDS else 2])
    elif kind in (ev.TILE_USED, ev.TILE_WAITS, ev.TILE_THERE):
        s["tile_round"][seen[0]] = 0 if kind == ev.TILE_THERE else s["round"] + 1
    elif kind in (ev.INSTALLS, ev.DISCARDS):
        slots(s, kind, *seen[: 3 if kind == ev.INSTALLS else 2])
    elif kind in (ev.APPEARS, ev.LEAVES, ev.DEFEATS, ev.SHADOW_DRIVES_OFF):
        pirates(s, kind, *seen[: 3 if kind == ev.DEFEATS else 2])
    else:
        missions(s, kind, seen)


def tokens(s, kind, seat, token, left=None):
    """Medals, artifacts and pirates of a player; of medals their number is told."""
    if kind == ev.MEDALS:
        s["medals"][seat] += token
    elif kind == ev.ARTIFACT:
        s["artifacts"][seat, token] += 1
    elif kind == ev.PIRATE_TOKEN:
        s["pirates"][seat] += 1
    elif token == st.TOKEN_MEDAL:
        s["medals"][seat] -= 1
        assert s["medals"][seat] == left
    elif token == st.TOKEN_PIRATE:
        s["pirates"][seat] -= 1
        assert left in (None, s["pirates"][seat])
    elif token != st.TOKEN_ANDROID:
        s["artifacts"][seat, token] -= 1
        assert left in (None, s["artifacts"][seat, token])


def slots(s, kind, seat, card, slot=-1):
    if kind == ev.INSTALLS:
        assert s["slot"][seat, slot] < 0
        s["slot"][seat, slot] = card
    else:
        assert card in s["slot"][seat]
        s["slot"][seat][s["slot"][seat] == card] = -1


def pirates(s, kind, *seen):
    pirate, route = seen[-2:]
    assert s["pirate_on"][route] == (-1 if kind == ev.APPEARS else pirate)
    s["pirate_on"][route] = pirate if kind == ev.APPEARS else -1
    if kind == ev.DEFEATS:
        s["pirates"][seen[0]] += 1


def missions(s, kind, seen):
    if kind in (ev.SENDS, ev.SHADOW_COMPLETES):
        mission = seen[1] if kind == ev.SENDS else seen[0]
        s["mission_at"][s["mission_at"] == mission] = -1
    elif kind == ev.NEW_MISSION:
        s["mission_at"][seen[1]] = seen[0]
    elif kind == ev.NUMBER_MOVES:
        s["number_at"][s["number_at"] == seen[0]] = 0
        s["number_at"][seen[1]] = seen[0]
    elif kind == ev.SHADOW_FLIES:
        assert s["shadow_at"] != seen[0]
        s["shadow_at"] = np.array(seen[0])


def fields(s):
    found = {name: s[name].astype(int) for name in FOLLOWED}
    return found | {"pirates": found["pirates"].sum(axis=1)}


@pytest.fixture(scope="module", params=[1, 2, 3, 4])
def busy_game(request):
    """Decisions of games in which players do much."""
    players = request.param
    options = {"passenger": 3} if players == 1 else {}
    return list(decisions(GAME, players, players, 600, IDLE, **options))


def test_the_state_is_what_has_been_told(busy_game):
    for before, block, after, happened in busy_game:
        s, wanted = fields(before), fields(after)
        for event in happened:
            follow(s, event.kind, event.numbers)
        spent = [
            2 if e.kind == ev.PAIR_WORKS else 1
            for e in happened
            if e.kind in (ev.PAIR_WORKS, ev.CROWDSOURCES)
        ]
        if spent:  # it is not told which artifacts
            for each in s, wanted:
                each["artifacts"] = each["artifacts"].sum(axis=1)
            s["artifacts"][happened[0].numbers[0]] -= sum(spent)
        if after["mission"] >= 0:  # its crew is being chosen, or has been sent
            for each in s, wanted:
                each["mission_at"][after["mission_place"]] = -1
        for name, value in s.items():
            assert value.tolist() == wanted[name].tolist(), (name, block, before["moves"])


def test_a_reserved_planet_is_told_with_its_holder(busy_game):
    for before, block, after, happened in busy_game:
        told = {}
        for event in happened:
            if event.kind == ev.RESERVED:
                told[event.numbers[0]] = event.numbers[1]
            elif event.kind == ev.NOT_RESERVED:
                told[event.numbers[0]] = -1
        planets = [place for place in range(st.NUM_LOCATIONS) if after["station_at"][place] < 0]
        changed = [place for place in planets if before["holder"][place] != after["holder"][place]]
        new = {place for place in changed if after["holder"][place] >= 0}
        lost = {place for place in changed if (after["location"] == place).sum() > 1} - new
        assert new | lost <= set(told) <= set(planets), (block, before["moves"])
        assert all(after["holder"][place] == seat for place, seat in told.items()), (block, before["moves"])


def test_new_techs_and_those_that_leave_are_told(busy_game):
    found = 0
    for before, block, after, happened in busy_game:
        board = before["tech_board"].astype(int)
        gone = []
        for event in happened:
            if event.kind == ev.NEW_TECH:
                board[event.numbers[1]] = event.numbers[0]
            elif event.kind == ev.TECH_LEAVES:
                assert event.numbers[0] in board
                gone.append(event.numbers[0])
        changed = board != after["tech_board"]  # these were taken, or left without a card in their place
        assert (after["tech_board"][changed] == -1).all(), (block, before["moves"])
        assert not set(gone) & set(after["tech_board"].tolist())
        found += len(gone)
    assert found or before["num_players"] > 1


def test_damage_is_told_with_what_there_is_then(busy_game):
    for before, block, after, happened in busy_game:
        damage = before["damage"].astype(int)
        for event in happened:
            if event.kind == ev.DAMAGE:
                seat, number, now = event.numbers[:3]
                assert number > 0
                assert now <= damage[seat] + number
                damage[seat] = now
        assert (after["damage"] <= damage).all(), (block, before["moves"])


def test_completed_missions_are_told(busy_game):
    for before, _, after, happened in busy_game:
        new = {
            (seat, mission)
            for seat in range(st.MAX_PLAYERS)
            for mission in range(st.NUM_MISSIONS)
            if (int(after["completed"][seat]) & ~int(before["completed"][seat])) >> mission & 1
        }
        assert {event.numbers[:2] for event in happened if event.kind == ev.COMPLETES} == new
