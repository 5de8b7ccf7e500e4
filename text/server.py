"""`astrarium mcp`: games as tools of the Model Context Protocol, over standard input and output."""

from __future__ import annotations

from itertools import count
from typing import Any

from astrarium.agents import parse_spec
from astrarium.core import games, get

from .digest import rules as rules_of
from .prompt import decision_text, listing
from .replies import ReplyError
from .table import SeatTable

OPPONENTS = "greedy"
FILES = {"network", "weights"}  # settings of agents that name files
MOST = {"N": 20_000, "ms": 5_000, "samples": 64, "depth": 8}  # of a decision
ABOUT = (
    "Board games to play to the end. Begin a game, read the rules, then look and act until it is over. "
    "Other seats are played by the computer."
)


class Tables:
    """The games that a client has begun, by number."""

    def __init__(self) -> None:
        self.tables: dict[int, SeatTable] = {}
        self._numbers = count(1)

    def list_games(self) -> str:
        """The games that can be played, with their numbers of players."""
        known = [get(name) for name in sorted(games())]
        return "\n".join(
            f"{game.name}: {game.title}, {game.players[0]} to {game.players[-1]} players" for game in known
        )

    def begin(
        self, game: str, players: int | None = None, seat: int = 0, opponents: str = OPPONENTS
    ) -> dict[str, Any]:
        """Begin a game, see the first decision. `opponents`: random, greedy or champion play the others."""
        _check_opponents(opponents)
        table = SeatTable(get(game), players, seat, opponents)
        number = next(self._numbers)
        self.tables[number] = table
        return {"table": number, **self.look(number)}

    def look(self, table: int) -> dict[str, Any]:
        """The table as your seat sees it, what happened since your last decision, question, legal actions."""
        found = self._find(table)
        view = found.view
        if found.over:
            return {"over": True, "text": view.text, "scores": view.scores, "ranks": view.ranks}
        return {"over": False, "text": decision_text(view)}

    def moves(self, table: int) -> str:
        """The legal actions with their numbers."""
        found = self._find(table)
        return "The game is over." if found.over else listing(found.view)

    def act(self, table: int, action: str) -> dict[str, Any]:
        """Make a move: the number or the full name of a legal action. You then see your next decision."""
        found = self._find(table)
        if found.over:
            raise ValueError("the game is over")
        try:
            found.reply(str(action))
        except ReplyError as error:
            return {"over": False, "refused": error.kind, "why": str(error)}
        return self.look(table)

    def review(self, table: int, decision: int | None = None) -> dict[str, Any]:
        """What a decision that you made gave away: your last one, or number `decision` of yours from 1.

        A search looks for the best action from what you could know then. Win probability is from 0 to 1.
        """
        return self._find(table).review(decision)

    def rules(self, game: str, cards: bool = False, whole: bool = False) -> str:
        """The rules of a game in short; with all `cards` as tables, or with the `whole` list of its rules."""
        return rules_of(get(game), None, cards, whole)

    def _find(self, table: int) -> SeatTable:
        if table not in self.tables:
            raise ValueError(f"there is no table {table}; begun: {sorted(self.tables) or 'none'}")
        return self.tables[table]


def _check_opponents(spec: str) -> None:
    """Refuse agents that run code, name files, or think for very long: a client may ask for anything."""
    kind, argument, settings = parse_spec(spec)
    if kind.name not in ("random", "greedy", "champion", "ismcts"):
        raise ValueError(f"opponents: expected random, greedy, champion or ismcts:N, got {spec!r}")
    if FILES & settings.keys():
        raise ValueError(f"opponents: {' and '.join(sorted(FILES))} name files, and are not taken here")
    for name, most in MOST.items():
        if ({"N": argument or 0} | settings).get(name, 0) > most:
            raise ValueError(f"opponents: {name} is at most {most:,} here, got {spec!r}")


def make_server() -> Any:
    """The server with its tools, of the official SDK."""
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

    server, tables = MCPServer("astrarium", instructions=ABOUT), Tables()

    def plainly(method: Any) -> Any:
        """Errors of input as words for the client."""
        from functools import wraps

        @wraps(method)
        def call(*args: Any, **kwargs: Any) -> Any:
            try:
                return method(*args, **kwargs)
            except (ValueError, LookupError, TypeError) as error:
                raise ToolError(str(error)) from None

        return call

    tools = (tables.list_games, tables.begin, tables.look, tables.moves, tables.act, tables.review)
    for method in (*tools, tables.rules):
        server.tool(name=method.__name__, description=method.__doc__)(plainly(method))
    return server
