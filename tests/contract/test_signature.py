"""The signature of a game: one hash over many random games, of every choice that there was and every result.

Decisions with one legal action do not count, nor do words: the signature changes when the rules do.
"""

import json
from pathlib import Path

import numpy as np

from astrarium.core import Batch

FILE = Path(__file__).parents[1] / "golden" / "signatures.json"
GAMES, SEED = 200, 7
MIX, SHIFT, SPREAD = np.uint64(0x9E3779B97F4A7C15), np.uint64(29), np.uint64(11)


def signature(game, players):
    """Play random games side by side; each goes by the hash of all that could be done in it so far."""
    batch = Batch(game, GAMES, num_players=players, seed=SEED, auto_reset=False, observations=False)
    weights = np.random.default_rng(1).integers(1, 2**63, game.num_actions, dtype=np.uint64) | np.uint64(1)
    hashes = np.arange(GAMES, dtype=np.uint64)
    with np.errstate(over="ignore"):
        while batch.mask.any():
            count = batch.mask.sum(axis=1)
            choice = count > 1
            seen = (batch.mask.astype(np.uint64) * weights).sum(axis=1) + batch.seat.astype(np.uint64)
            hashes[choice] = (hashes[choice] ^ seen[choice]) * MIX
            hashes[choice] ^= hashes[choice] >> SHIFT
            nth = (hashes >> SPREAD) % np.maximum(count, 1).astype(np.uint64)
            nth = np.where(choice, nth, 0).astype(np.int64)
            action = np.argmax(np.cumsum(batch.mask, axis=1, dtype=np.int64) > nth[:, None], axis=1)
            batch.step(np.where(count > 0, action, -1))
        for scores in batch.scores.astype(np.int64).astype(np.uint64).T:
            hashes = (hashes ^ scores) * MIX
    return f"{int(np.bitwise_xor.reduce(hashes)):016x}"


def test_random_games_take_the_course_they_took(env_game, request):
    """A change of rules raises the game's version and rewrites the file: --regenerate-golden."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    game = env_game
    found = {str(players): signature(game, players) for players in game.players}
    if request.config.getoption("--regenerate-golden"):
        known[game.env_id] = found
        kept = {name: value for name, value in sorted(known.items()) if not is_older(name, game)}
        FILE.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
        return
    assert known.get(game.env_id) == found


def is_older(name, game):
    """Whether a name is of another version of the game."""
    return name.rpartition("_v")[0] == game.name and name != game.env_id
