"""`list` and `info`: the games and what they are made of."""

from __future__ import annotations

from astrarium.core import Game, games

from .screen import say, show, table


def show_games() -> None:
    """One line a game."""
    shown = table("name", "title", "players", "actions", "features", "moves", "bytes", left=3)
    for name in sorted(games()):
        game = games()[name]
        numbers = (game.num_actions, game.observation.size, game.max_moves, game.state.itemsize)
        shown.add_row(name, game.title, _players(game), *(f"{number:,}" for number in numbers))
    show(shown)
    say("astrarium info GAME tells more; astrarium play GAME plays it.")


def show_info(game: Game, actions: bool, observation: bool) -> None:
    """A page about one game."""
    say(f"{game.title} ({game.env_id})")
    facts = {
        "import": f"from astrarium.envs import {game.env_id}",
        "players": f"{_players(game)}, {game.default_players} unless told otherwise",
        "seats": ", ".join(game.seat_names),
        "actions": f"{game.num_actions} in {len(game.actions.blocks)} blocks",
        "observation": f"{game.observation.size} features in {len(game.observation.fields)} fields, int16",
        "most decisions": f"{game.max_moves:,} in a game",
        "state": f"{game.state.itemsize:,} bytes a game",
        "cards": ", ".join(f"{name} ({game.content(name).digest[:12]})" for name in game.contents),
    }
    for name, fact in facts.items():
        say(f"  {name:<16}{fact}")
    if game.options:
        say("")
        shown = table("option", "values", "default", "meaning", left=4)
        for option in game.options:
            values = ", ".join(map(str, option.values))
            shown.add_row(option.name, values, str(option.default), option.help)
        show(shown)
    if actions:
        shown = table("ids", "block", "action", "choices", left=4)
        for block in game.actions.blocks:
            first = game.actions.offset(block.name)
            ids = str(first) if block.size == 1 else f"{first}-{first + block.size - 1}"
            shown.add_row(ids, block.name, game.action_name(first), " x ".join(map(str, block.shape)))
        show(shown)
    if observation:
        shown = table("field", "shape", "low", "high", "meaning", left=5)
        for field in game.observation.fields:
            shape = " x ".join(map(str, field.dims)) or "1"
            shown.add_row(field.name, shape, str(field.low), str(field.high), field.text)
        show(shown)


def _players(game: Game) -> str:
    first, last = min(game.players), max(game.players)
    if game.players == tuple(range(first, last + 1)) and first < last:
        return f"{first}-{last}"
    return ", ".join(map(str, game.players))
