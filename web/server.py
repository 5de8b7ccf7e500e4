"""The server: a page of plain files, and a few answers in JSON about games at tables."""

from __future__ import annotations

import json
import logging
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from astrarium.agents import KINDS
from astrarium.core import Game, TableError, games, registry
from astrarium.core.records import RecordError, write_records
from astrarium.core.seeds import secret_seed
from astrarium.text.digest import digest, rules_with, things

from . import sockets
from .entry import Entry
from .errors import BadRequest
from .guard import Guard
from .guide import first_game
from .keeping import Keeper
from .library import Library
from .opponents import opponents
from .page import STATIC
from .pictures import Room, sentence
from .set_up import options
from .sides import Side
from .study import MOST_SPECS, checked_agent
from .tables import GUEST, PERSON, Setup, Table, Tables, table_of

WAIT = 10.0  # seconds that an answer may wait for the game to go on
POLL = 0.02
MOST_MOVES = 60  # in one request
WIDEST, NARROWEST = 4000, 280
HIGHEST = 10**9  # number of anything
GOAL = "\nGoal: "  # begins a line of a digest
log = logging.getLogger(__name__)


class JSON(JSONResponse):
    """JSON in ASCII: a text that came in with half a surrogate pair can be told back."""

    def render(self, content: Any) -> bytes:
        """The bytes."""
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode()


class Site:
    """What the routes share: the tables, the folders, and threads for all that takes time."""

    def __init__(
        self,
        library: Library,
        most: int,
        threads: int,
        keeper: Keeper | None = None,
        together: bool = False,
    ) -> None:
        self.library, self.together = library, together
        self._again = threading.Lock()
        self.tables = Tables(most, threads, keeper)
        for name, given in keeper.running() if keeper else ():
            try:
                begun, codes = given.pop("actions"), given.pop("codes", {})
                codes = {int(seat): str(code) for seat, code in codes.items()}
                self.tables.add(self._new_table(given, begun, name, codes))
            except (BadRequest, KeyError, AttributeError, ValueError) as error:
                log.warning("the game %s does not go on: %s", name, getattr(error, "message", error))
        self.thinking = anyio.CapacityLimiter(threads)  # questions to agents that are answered at once
        self.closing: Callable[[], bool] = bool  # says when the server is about to stop

    # ---- about the games

    async def about(self, request: Request) -> Response:
        """The games and the agents to choose from."""
        return await _answer(self._about, request.scope.get("guest"), self._library(request))

    def _library(self, request: Request) -> Library:
        """The folders and agents that a browser may name: a guest none."""
        return self.library if request.scope.get("guest") is None else Library()

    def _about(self, guest: dict[str, int] | None, library: Library) -> dict[str, Any]:
        """What there is to choose from."""
        agents = [{"form": kind.form, "help": kind.help} for kind in KINDS.values() if not kind.runs_code]
        known = [_facts(games()[name], library) for name in games()]
        return {
            "games": known,
            "agents": agents,
            "folders": list(library.folders),
            "together": self.together,
            "guest": None if guest is None else next(iter(guest)),
        }

    async def rules(self, request: Request) -> Response:
        """The rules of a game: in short, one by one, and which of them are about what on the table."""
        game = _game(request.path_params["name"])
        return await _answer(_rules, game, request.query_params.get("cards") or game.contents[0])

    # ---- tables

    async def running(self, request: Request) -> Response:
        """The games at the tables, those looked at last first."""
        return await _answer(self._running)

    def _running(self) -> list[dict[str, Any]]:
        names = ("id", "game", "title", "seats", "people", "replay", "moves", "status")
        return [{name: table.home.about()[name] for name in names} for table in self.tables.all()]

    async def open(self, request: Request) -> Response:
        """A new game: to watch, or to play when a seat is a person's."""
        return await _answer(self._open, await _body(request))

    def _open(self, given: Mapping[str, Any]) -> dict[str, Any]:
        if given.get("guided"):
            _only(given, "game", "guided")
            guide = first_game(_game(given.get("game")))
            if guide is None:
                raise BadRequest("there is no guided game of this one")
            given = {**guide.wish, "guided": True}
        return self.tables.add(self._new_table(given)).home.about()

    def _new_table(
        self,
        given: Mapping[str, Any],
        begun: Sequence[int] = (),
        name: str = "",
        codes: Mapping[int, str] | None = None,
    ) -> Table:
        """The table that somebody wishes for, or one at which a game has begun."""
        _only(given, "game", "players", "seats", "options", "cards", "seed", "guided")
        game = _game(given.get("game"))
        cards = given.get("cards") or game.contents[0]
        if cards not in game.contents:
            raise BadRequest(f"the cards of {game.title} are {', '.join(game.contents)}, not {cards!r}")
        players = given.get("players", game.default_players)
        options = given.get("options", {})
        if type(players) is not int:
            raise BadRequest(f"players is a whole number, not {str(players)[:20]!r}")
        if not isinstance(options, dict) or not all(type(value) is int for value in options.values()):
            raise BadRequest("options are names with whole numbers")
        try:
            chosen = game.choose_options(options)
            game.blank(players, chosen)
            content = game.content(cards)
        except (ValueError, OSError, TableError) as error:
            raise BadRequest(str(error)) from None
        seats = given.get("seats", ["random"] * players)
        if not isinstance(seats, list) or len(seats) != players:
            raise BadRequest(f"seats names an agent, or {PERSON!r}, for each of the {players} seats")
        if GUEST in seats and not self.together:
            raise BadRequest("seats for people at other browsers: start the server with --together")
        if GUEST in seats and PERSON not in seats:
            raise BadRequest("who opens a table for guests plays as well: one seat has to be a person's")
        agents = {
            seat: checked_agent(spec, game, content, self.library)
            for seat, spec in enumerate(seats)
            if spec not in (PERSON, GUEST)
        }
        setup = Setup(game, content, cards, players, chosen, _seed(given.get("seed")), tuple(seats))
        guide = first_game(game) if given.get("guided") else None
        return Table(setup, agents, begun=begun, name=name, guide=guide, codes=codes)

    async def rematch(self, request: Request) -> Response:
        """The same people and agents once more, in the same seats; with `same`, with the same deal."""
        side, given = self._side(request), await _body(request)
        _only(given, "same")
        if type(given.get("same", False)) is not bool:
            raise BadRequest("same is true or false")
        if request.scope.get("guest") is not None:
            raise BadRequest("who opened the table begins a new game", 403)
        return await _answer(self._rematch, side.table, given.get("same", False))

    def _rematch(self, table: Table, same: bool) -> dict[str, Any]:
        setup = table.setup
        if table.replayed is not None or table.home.status != "over":
            raise BadRequest("a rematch is for a game that was played here and is over", 409)
        with self._again:  # two clicks begin one game
            begun = [each.home for each in self.tables.all() if each.id == table.next]
            if begun and begun[0].status != "over":
                return begun[0].about()
            wish = {
                "game": setup.game.name,
                "players": setup.players,
                "seats": list(setup.seats),
                "options": dict(setup.options),
                "cards": setup.content,
                **({"seed": setup.seed} if same else {}),
            }
            new = self.tables.add(self._new_table(wish, codes=table.codes))
            table.next = new.id
        return new.home.about()

    async def state(self, request: Request) -> Response:
        """How a game stands; waits a while for it to differ from what the page knows."""
        side = self._side(request)
        known, status = _number(request, "after", -1), request.query_params.get("status")
        await self._wait(side, known, status, _number(request, "undone", side.undone))
        return JSON(side.about())

    async def _wait(
        self, side: Side, known: int, status: str | None = None, undone: int | None = None
    ) -> None:
        """Wait a while for a game to differ from what the page knows: in its positions, or its status."""
        end = time.monotonic() + WAIT
        while side.count == known and status in (None, side.status) and time.monotonic() < end:
            if self.closing() or side.table.error or undone not in (None, side.undone):
                break
            await anyio.sleep(POLL)
            self.tables.get(side.table.id)

    async def frames(self, request: Request) -> Response:
        """Pictures and decisions."""
        side, view, first = self._side(request), _view(request), _number(request, "from", 0)
        wide, high, beside = (
            _number(request, name, int(getattr(Room, name)), WIDEST) for name in ("width", "height", "beside")
        )
        room = Room(max(wide, NARROWEST), max(high, NARROWEST), max(beside, NARROWEST))
        return await _answer(side.frames, first, _number(request, "to", first + 1), view, room)

    async def story(self, request: Request) -> Response:
        """Decisions in words."""
        side, first = self._side(request), _number(request, "from", 0)
        return await _answer(side.story, first, _number(request, "to", first + 1), _view(request))

    async def scores(self, request: Request) -> Response:
        """Scores over time."""
        return await _answer(self._side(request).scores, _view(request))

    async def moves(self, request: Request) -> Response:
        """The legal moves of the person whose turn it is."""
        side = self._side(request)
        return await _answer(side.moves, side.check_view(_view(request)))

    async def move(self, request: Request) -> Response:
        """A person's move, or several that answer one question step by step.

        The first must be legal. The others are made as long as they are, and as the same question is asked;
        with `across`, as long as those questions are asked that the person could foresee.
        """
        side, given = self._side(request), await _body(request)
        _only(given, "actions", "after", "across")
        actions, after, across = given.get("actions"), given.get("after"), given.get("across", False)
        if not isinstance(actions, list) or not 1 <= len(actions) <= MOST_MOVES:
            raise BadRequest(f"actions is a list of 1 to {MOST_MOVES} moves")
        if type(across) is not bool:
            raise BadRequest(f"across is true or false, not {str(across)[:20]!r}")
        asked = side.asked()
        foreseen = await anyio.to_thread.run_sync(side.foreseen, actions) if across else []
        for k, action in enumerate(actions):
            known = side.count
            if k and across:  # with other answers than were foreseen the person is asked
                expected = foreseen[k - 1] if k <= len(foreseen) else None
                if expected is None or side.asked() != expected:
                    break
            elif k and (side.asked() or ())[:2] != (asked or ())[:2]:
                break
            try:
                await anyio.to_thread.run_sync(partial(side.move, action, known if k else after))
            except BadRequest:
                if k == 0:
                    raise
                break
            self.tables.keep(side.table)
            self.tables.wake(side.table)
            await self._wait(side, known)
        return JSON(side.about())

    async def lasting(self, request: Request) -> Response:
        """Whether moves could be taken back, before they are made."""
        side, given = self._side(request), await _body(request)
        _only(given, "actions")
        actions = _moves(given.get("actions"), side.game.num_actions)

        def work() -> dict[str, str]:
            return {"why": side.irrevocable(actions)}

        return await _answer(work)

    async def undo(self, request: Request) -> Response:
        """Take the last move back."""
        side, given = self._side(request), await _body(request)
        _only(given, "after", "to")
        why = await anyio.to_thread.run_sync(partial(side.undo, given.get("after"), given.get("to")))
        self.tables.keep(side.table)
        return JSON({**side.about(), "stays": why})

    async def trial(self, request: Request) -> Response:
        """Whether the moves of a form can be made, and what would be sent."""
        side, given = self._side(request), await _body(request)
        _only(given, "actions", "end")
        actions, end = _moves(given.get("actions"), side.game.num_actions, 0), given.get("end")
        if end is not None:
            _moves([end], side.game.num_actions)
        return await _answer(side.tried, actions, end)

    async def study(self, request: Request) -> Response:
        """What agents would do in a position."""
        side, given = self._side(request), await _body(request)
        _only(given, "at", "view", "agents")
        specs, at = given.get("agents"), given.get("at")
        if not isinstance(specs, list) or not 1 <= len(specs) <= MOST_SPECS:
            raise BadRequest(f"agents is a list of 1 to {MOST_SPECS} agents")
        if type(at) is not int:
            raise BadRequest(f"at is the number of a position, not {str(at)[:20]!r}")
        view = _as_view(given.get("view"))
        library = self._library(request)

        def ask() -> dict[str, Any]:
            game, cards = side.setup.game, side.setup.cards
            return side.study(at, view, [checked_agent(spec, game, cards, library) for spec in specs])

        return await self._thought(request, ask)

    async def explain(self, request: Request) -> Response:
        """What the agent thought that made a move."""
        side, at, view = self._side(request), _number(request, "at", 0), _view(request)

        def ask() -> dict[str, Any]:
            setup = side.setup
            agent = checked_agent(side.mover(at, view), setup.game, setup.cards, self.library)
            return side.explain(at, view, agent)

        return await self._thought(request, ask)

    async def review(self, request: Request) -> Response:
        """What decisions of a finished game gave away: some at a time."""
        side, first = self._side(request), _number(request, "from", 0)
        return await self._thought(request, partial(side.review, first))

    async def _thought(self, request: Request, ask: Callable[[], Any]) -> Response:
        """What agents say when it is their turn, unless whoever asked has left meanwhile."""
        async with self.thinking:
            if await request.is_disconnected():
                return Response(status_code=204)
            return await _answer(ask)

    async def record(self, request: Request) -> Response:
        """The game as a file of records."""
        side = self._side(request)
        made = await anyio.to_thread.run_sync(side.record)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "game.jsonl")
            await anyio.to_thread.run_sync(partial(write_records, path, [made], names=True))
            body = path.read_bytes()
        name = f"{side.setup.game.name}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(body, media_type="application/jsonl", headers=headers)

    def _side(self, request: Request) -> Side:
        """The side from which a browser sees a game."""
        table, guest = self.tables.get(request.path_params["id"]), request.scope.get("guest")
        side = table.home if guest is None else table.side_of(guest[table.id])
        side.looked = time.monotonic()
        return side

    # ---- files

    async def files(self, request: Request) -> Response:
        """The files of records in the folders."""
        return await _answer(self.library.files)

    async def games(self, request: Request) -> Response:
        """Games of a file."""
        name, first = request.query_params.get("file", ""), _number(request, "from", 1)
        return await _answer(self.library.games, name, max(first, 1))

    async def replay(self, request: Request) -> Response:
        """Open a game of a file."""
        given = await _body(request)
        _only(given, "file", "number")
        name, number = given.get("file"), given.get("number", 1)
        if not isinstance(name, str) or type(number) is not int or not 1 <= number <= HIGHEST:
            raise BadRequest("expected file, a file's name, and number, a game counted from 1")

        def read() -> dict[str, Any]:
            try:
                return self.tables.add(table_of(self.library.record(name, number))).home.about()
            except (RecordError, TableError) as error:
                raise BadRequest(str(error), 422) from None

        return await _answer(read)


async def _answer(work: Callable[..., Any], *args: Any) -> Response:
    """What some work gives, made in a thread of its own: others are answered meanwhile."""
    return JSON(await anyio.to_thread.run_sync(partial(work, *args)))


async def _body(request: Request) -> dict[str, Any]:
    try:
        given = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise BadRequest("the body is not JSON") from None
    if not isinstance(given, dict):
        raise BadRequest("the body is not a JSON object")
    return given


def _moves(given: Any, most: int, least: int = 1) -> list[int]:
    if not isinstance(given, list) or not least <= len(given) <= MOST_MOVES:
        raise BadRequest(f"actions is a list of {least} to {MOST_MOVES} moves")
    if not all(type(action) is int and 0 <= action < most for action in given):
        raise BadRequest(f"an action is a whole number from 0 to {most - 1}")
    return given


def _only(given: Mapping[str, Any], *known: str) -> None:
    unknown = [name for name in given if name not in known]
    if unknown:
        raise BadRequest(f"unknown: {unknown[0][:40]!r}; expected {', '.join(known)}")


def _number(request: Request, name: str, default: int, high: int = HIGHEST) -> int:
    text = request.query_params.get(name)
    if text is None:
        return default
    if not text.isascii() or not text.isdecimal() or len(text) > 10 or int(text) > high:
        raise BadRequest(f"{name} is a whole number from 0 to {high}, not {text[:20]!r}")
    return int(text)


def _view(request: Request) -> int | None:
    text = request.query_params.get("view", "all")
    return None if text == "all" else _number(request, "view", 0)


def _as_view(given: Any) -> int | None:
    if given is not None and type(given) is not int:
        raise BadRequest(f"view is a seat's number, or null for all-seeing eyes, not {str(given)[:20]!r}")
    return given


def _seed(given: Any) -> int:
    if given is None or given == "":
        return secret_seed()
    if not isinstance(given, int | str) or isinstance(given, bool):
        raise BadRequest("the seed is a whole number")
    text = str(given)
    if not text.isascii() or not text.isdecimal() or len(text) > 19 or int(text) >= 2**63:
        raise BadRequest(f"the seed is a whole number from 0 to 2**63 - 1, not {text[:30]!r}")
    return int(text)


def _game(name: Any) -> Game:
    if not isinstance(name, str):
        raise BadRequest("game is the name of a game")
    try:
        return registry.get(name)
    except KeyError as error:
        raise BadRequest(str(error.args[0])) from None


def _facts(game: Game, library: Library) -> dict[str, Any]:
    """A game as the form for a new one needs it."""
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.players),
        "default_players": game.default_players,
        "seats": list(game.seat_names),
        "cards": list(game.contents),
        "goal": _goal(game),
        "guided": first_game(game) is not None,
        "agents": [{"spec": spec, "name": name} for spec, name in opponents(game, library).items()],
        "options": options(game),
    }


def _goal(game: Game) -> str:
    """What one plays for, in the words of the digest; nothing where it does not say so."""
    _, _, goal = digest(game).partition(GOAL)
    first, stop, _ = goal.partition("\n")[0].partition(". ")
    return sentence(first) + stop.strip()


def _rules(game: Game, cards: str) -> dict[str, Any]:
    known = rules_with(game, cards)
    ids = {rule.id for rule in known}
    return {
        "title": game.title,
        "digest": digest(game),
        "rules": [{"id": rule.id, "section": rule.section, "words": rule.words} for rule in known],
        "things": [
            {
                "places": thing.places,
                "name": thing.name,
                "rules": [each for each in thing.rules if each in ids],
            }
            for thing in things(game)
        ],
    }


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, BadRequest)
    return JSON({"error": error.message}, error.status)


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSON({"error": f"{request.url.path}: {error.detail}"}, error.status_code)


async def _broken(request: Request, error: Exception) -> Response:
    log.error("a request failed: %s", request.url.path, exc_info=error)
    return JSON({"error": "the server has made a mistake; it is in its log"}, 500)


async def _gone(request: Request, error: Exception) -> Response:
    return JSON({"error": "the request was not whole"}, 400)  # nobody reads it any more


async def _home(request: Request) -> Response:
    return FileResponse(STATIC / "index.html")


def make_server(app: Starlette) -> uvicorn.Server:
    """What runs the application, once it is given a socket."""
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            **sockets.KEYWORDS,
        )
    )
    app.state.site.closing = lambda: server.should_exit
    return server


def make_app(
    entry: Entry,
    host: str,
    port: int,
    library: Library | None = None,
    most: int = 12,
    threads: int = 2,
    keeper: Keeper | None = None,
    together: bool = False,
) -> Starlette:
    """The whole server as an ASGI application, for browsers that came in by a link of `entry`."""
    site = Site(library or Library(), most, threads, keeper, together)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> Any:
        yield
        site.tables.close()

    game = "/api/games/{id}"
    routes = [
        Route("/", _home),
        Route("/api/about", site.about),
        Route("/api/rules/{name}", site.rules),
        Route("/api/games", site.running),
        Route("/api/games", site.open, methods=["POST"]),
        Route(game, site.state),
        Route(f"{game}/rematch", site.rematch, methods=["POST"]),
        Route(f"{game}/frames", site.frames),
        Route(f"{game}/story", site.story),
        Route(f"{game}/scores", site.scores),
        Route(f"{game}/moves", site.moves),
        Route(f"{game}/move", site.move, methods=["POST"]),
        Route(f"{game}/lasting", site.lasting, methods=["POST"]),
        Route(f"{game}/trial", site.trial, methods=["POST"]),
        Route(f"{game}/undo", site.undo, methods=["POST"]),
        Route(f"{game}/study", site.study, methods=["POST"]),
        Route(f"{game}/explain", site.explain),
        Route(f"{game}/review", site.review),
        Route(f"{game}/record", site.record),
        Route("/api/files", site.files),
        Route("/api/files/games", site.games),
        Route("/api/replays", site.replay, methods=["POST"]),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(Guard, entry=entry, host=host, port=port, seats=site.tables.seats),
            Middleware(GZipMiddleware, minimum_size=2000, compresslevel=3),
        ],
        exception_handlers={
            BadRequest: _refused,
            HTTPException: _not_found,
            ClientDisconnect: _gone,
            Exception: _broken,
        },
        lifespan=lifespan,
    )
    app.state.site = site
    return app
