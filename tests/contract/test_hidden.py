"""Hidden information: a redraw (`determinize`) changes all that a seat cannot know, and nothing else.

A redraw is a function of what the seat knows and of a random stream. It must not see what it replaces, or a
search that plays in redrawn worlds would be cheating.
"""

import hashlib

import numpy as np
import pytest

from tests.contract.table import amount, bits, seats
from tests.toy import GAME as TOY

HEADER = ("moves", "num_players", "over")
OPEN = ("star_tycoon-1p", "starship_captains-1p")  # nothing is hidden but what the random stream will bring
RARE = ("starship_captains",)  # random games hardly ever come to hide something: the game's own tests do


def test_the_seat_sees_the_same_after_a_redraw(variant):
    """For every seat, not only the acting one; material and header are kept, the random stream is not."""
    kept = [*HEADER, *(option.name for option in variant.game.options)]
    for k, states in enumerate(variant.samples(30, seed=50)):
        for seat in seats(states):
            obs = variant.observe(states, seat)
            redrawn = variant.determinize(states, seat, k)
            different = np.flatnonzero(variant.observe(redrawn, seat) != obs)
            assert different.size == 0, (
                f"{variant}, seat {seat}: entries {different} of its observation changed"
            )
            assert not variant.broken(redrawn), f"{variant}, seat {seat}: {variant.broken(redrawn)}"
            assert (redrawn["rng"] != states["rng"]).any(), "the true future is kept"
            for name in kept:
                assert redrawn[name] == states[name], name
            mask = variant.mask(redrawn)
            assert mask.any()
            if seat == states["seat"][0]:  # others need not know who is asked
                assert redrawn["seat"] == seat
                assert (mask == variant.mask(states)).all()


def test_a_redraw_at_the_end_of_a_game(table):
    states = table.deal(3)
    for _ in table.walk(3, states):
        pass
    for seat in seats(states):
        redrawn = table.determinize(states, seat, 1)
        assert (table.observe(redrawn, seat) == table.observe(states, seat)).all()
        assert redrawn["over"] == states["over"]
        assert not table.broken(redrawn)


def test_a_redraw_depends_on_knowledge_and_stream_alone(variant):
    """A world redrawn for the seat is one that it cannot tell from the true one: both redraw alike."""
    for k, states in enumerate(variant.samples(24, seed=60)):
        for seat in seats(states):
            other = variant.determinize(states, seat, 7000 + k)
            assert_redraws_alike(variant, states, other, seat, k)


def assert_redraws_alike(table, states, other, seat, stream):
    ours, theirs = table.determinize(states, seat, stream), table.determinize(other, seat, stream)
    if bits(ours) != bits(theirs):
        fields = [name for name in states.dtype.names if (ours[name] != theirs[name]).any()]
        pytest.fail(
            f"{table}, seat {seat} after {states['moves'][0]} decisions: "
            f"the redraw shows what the seat cannot know, in {', '.join(fields)}"
        )


def test_worlds_that_a_seat_cannot_tell_apart_stay_so(variant):
    """Two such worlds take the same actions; as long as the seat sees the same, they redraw alike.

    So a trace that hidden things leave in the state (a secret count, a choice made unseen) is hidden too.
    """
    rng = np.random.default_rng(0)
    compared = 0
    for k, start in enumerate(variant.samples(16, seed=70)):
        for seat in seats(start):
            states, other = start.copy(), variant.determinize(start, seat, k)
            other["rng"] = states["rng"]
            for move in range(60):
                mask, twin = variant.mask(states), variant.mask(other)
                acting = states["seat"][0] == seat
                assert not acting or (mask == twin).all(), (
                    f"{variant}: the mask shows what seat {seat} cannot know"
                )
                common = np.flatnonzero(mask & twin)
                if common.size == 0:
                    break
                action = common[rng.integers(common.size)]
                variant.step(states, action)
                variant.step(other, action)
                if (variant.observe(states, seat) != variant.observe(other, seat)).any() or states["over"][0]:
                    break
                assert_redraws_alike(variant, states, other, seat, move)
                compared += 1
    assert compared


def test_redraws_change_what_is_hidden(table):
    """Whatever a seat cannot see does change, over many draws; where all is open nothing does."""
    changed = 0
    for states in table.samples(12, seed=80):
        for seat in seats(states):
            worlds = set()
            for stream in range(12):
                redrawn = table.determinize(states, seat, stream)
                redrawn["rng"] = 0
                worlds.add(bits(redrawn))
            changed += len(worlds) > 1
    if str(table) in OPEN:
        assert changed == 0
        return
    if changed == 0 and table.game.name in RARE:
        pytest.skip("no such position among the samples")
    assert changed > 0


def test_the_same_stream_redraws_the_same_world(table):
    for states in table.samples(6, seed=85):
        seat = int(states["seat"][0])
        assert bits(table.determinize(states, seat, 5)) == bits(table.determinize(states, seat, 5))
        assert bits(table.determinize(states, seat, 5)) != bits(table.determinize(states, seat, 6))


def test_redrawn_worlds_play_on_to_their_ends(table):
    for k, states in enumerate(table.samples(8, seed=90)):
        for seat in seats(states):
            world = table.determinize(states, seat, k)
            for _ in table.walk(k, world):
                pass
            assert not table.broken(world)
            assert world["moves"][0] <= table.game.max_moves


def test_equal_observations_come_with_equal_masks(variant):
    """The observation holds all that the acting seat needs: the pending choice included."""
    batch = variant.batch(32, seed=17)
    masks = {}
    for k in range(amount(120)):
        for i in range(batch.n):
            key = hashlib.blake2b(batch.obs[i].tobytes(), digest_size=16).digest()
            assert masks.setdefault(key, batch.mask[i].tobytes()) == batch.mask[i].tobytes(), (
                f"{variant}: two states look alike to the acting seat and allow different actions"
            )
        batch.step(batch.random_actions(k))


# Distributions. Scores above 6 happen once in 10^9 tries.


def deviation(statistic, freedom):
    """A chi-square statistic in standard deviations (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return ((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5


def difference(first, second):
    """How far two samples of byte values are from one distribution, in standard deviations."""
    a, b = np.bincount(first, minlength=256), np.bincount(second, minlength=256)
    order = np.argsort(-(a + b))
    a, b = a[order], b[order]
    few = a + b < 20
    a, b = np.append(a[~few], a[few].sum()), np.append(b[~few], b[few].sum())
    used = a + b > 0
    if used.sum() < 2:
        return 0.0
    statistic = ((a - b)[used] ** 2 / (a + b)[used]).sum()
    return deviation(statistic, used.sum() - 1)


def test_redraws_of_a_new_game_are_distributed_as_new_games(table):
    """Nobody has acted yet, so a redraw must give every byte of the state the distribution of a deal."""
    n = amount(3000)
    dealt = table.deal(seed=123, n=n)
    redrawn = table.deal(seed=456, n=n)
    for seat in seats(dealt):
        worlds = redrawn.copy()
        for i in range(n):
            worlds[i : i + 1] = table.determinize(redrawn[i : i + 1], seat, i)
        for name in dealt.dtype.names:
            if name == "rng":
                continue
            ours = np.ascontiguousarray(dealt[name]).view(np.uint8).reshape(n, -1)
            theirs = np.ascontiguousarray(worlds[name]).view(np.uint8).reshape(n, -1)
            for k in range(ours.shape[1]):
                found = difference(ours[:, k], theirs[:, k])
                assert found < 6, f"{table}, seat {seat}: {name}, byte {k}, is off by {found:.1f} deviations"


def test_the_test_game_redraws_hidden_cards_uniformly(pytestconfig):
    """Each hidden place holds each card that the seat cannot place equally often."""
    from tests.contract.table import Table

    table = Table(TOY, 3)
    n = amount(4000)
    for states in table.samples(6, seed=95, games=2):
        seat = int(states["seat"][0])
        worlds = np.concatenate([table.determinize(states, seat, stream) for stream in range(n)])
        for name in ("hand", "deck", "table"):
            cards = worlds[name].reshape(n, -1)
            for k in range(cards.shape[1]):
                values, counts = np.unique(cards[:, k], return_counts=True)
                if len(values) > 1:
                    expected = n / len(values)
                    statistic = ((counts - expected) ** 2 / expected).sum()
                    assert deviation(statistic, len(values) - 1) < 6, f"{name}, place {k}"
