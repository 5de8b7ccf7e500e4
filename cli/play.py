"""`play`: a person in the terminal against the computer. Shows what the person's seat may know, no more."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.agents import Follows, Positions, make_agent
from astrarium.core import Batch
from astrarium.core.following import Past
from astrarium.core.records import record_of, write_records
from astrarium.core.transcript import Steps, Story, board_lines, result_lines, title_lines
from astrarium.core.undo import lasting

from .arguments import Setup
from .screen import console, say

HELP = """Type the number of a move, or its name, or any part of the name that no other move has.
  moves        list your moves again
  moves WORD   list only those with that word
  board        show the board again
  log          what has happened lately; log 50 shows more of it
  hint         what a search would do here, by what you may know
  undo         take back your last move, as long as it revealed nothing and nobody has moved since
  ?            this help
  quit, q      leave the game"""
COMMANDS = ("moves", "board", "log", "hint", "undo", "?", "help", "quit")
HINT = "ismcts:200"  # who is asked for a hint
HINTS = 3  # moves of it
LOGGED = 20  # lines of the log, unless told otherwise
ALONE = 60  # more moves than this are listed only when asked for


class Left(Exception):
    """The person has left the game."""


class TakeBack(Exception):
    """The person wants the last move back."""


def play_game(
    setup: Setup,
    agents: Sequence[str],
    seat: int,
    out: Path | None = None,
    ask: Callable[[str], str] | None = None,
) -> None:
    """One game: the person in one seat, the agents of the other seats in these."""
    game, cards = setup.game, setup.cards
    game.compile()  # now, not in the middle of the game
    batch = Batch(game, 1, **setup.keywords, auto_reset=False, observations=False)
    opponents = Opponents(setup, batch, agents, seat)
    view, asker, teller = View(setup, batch, seat), Asker(ask), Teller(setup, seat)
    undo = Undo(batch, seat)
    *title, seed = title_lines(game, cards, setup.players, setup.options, setup.seed)
    say(title)  # the seed would tell what is hidden
    say(f"You are {game.seat_names[seat]}. Type ? for help.")
    say(teller.story.opening(batch.states[0]))
    try:
        while not batch.states["over"][0]:
            if int(batch.seat[0]) == seat:
                try:
                    action = Decision(setup, batch, view, asker, teller).make()
                except TakeBack:
                    if undo.back():
                        teller.forget()
                        opponents.past.actions.pop()
                        view.stale = True
                    continue
                undo.note(action)
            else:
                action = opponents.act()
                undo.others_moved()
                view.stale = True
            before = batch.states[0].copy()
            batch.step([action])
            opponents.past.actions.append(action)
            teller.add(before, action, batch.states[0])
    except Left:
        say("You have left the game.")
    else:
        view.show()
    opponents.end()
    actions = [action for _, action in teller.decisions]
    over, (scores, ranks) = int(batch.states["over"][0]), batch.scores_now()
    say(seed)
    if over:
        say(result_lines(game, over, len(actions), scores[0].tolist(), ranks[0].tolist()))
    if out is not None:
        write_records(out, [record_of(game, actions, **setup.keywords)], names=True, content=setup.content)
        say(f"record: {out}")


class Teller:
    """Tells the person the steps of the game that the person's seat sees."""

    def __init__(self, setup: Setup, seat: int) -> None:
        self.story = Story(setup.game, setup.cards, seat)
        self.steps = Steps(setup.game, setup.cards, [seat])
        self.decisions: list[tuple[Any, int]] = []
        self.log: list[str] = []
        self._setup, self._seat, self._after = setup, seat, list[Any]()

    def forget(self) -> None:
        """The last decision was taken back."""
        kept = list(zip(self.decisions, self._after, strict=True))[:-1]
        self.__init__(self._setup, self._seat)  # type: ignore[misc]
        for (before, action), after in kept:
            self._tell(before, action, after)

    def add(self, before: Any, action: int, after: Any) -> None:
        """A decision is made: tell what can be told by now."""
        for lines in self._tell(before, action, after.copy()):
            say(lines)

    def _tell(self, before: Any, action: int, after: Any) -> list[list[str]]:
        told, found = len(self.steps.shown), []
        self.steps.add(before, action, after)
        self.decisions.append((before, action))
        self._after.append(after)
        for number in range(told, len(self.steps.shown)):
            first, end = self.steps.shown[number - 1 : number + 1]
            lines = self.story.step(self.decisions[first:end], number)
            found.append([lines] if isinstance(lines, str) else list(lines))
            self.log += found[-1]
        return found


class Undo:
    """The person's moves since anybody else decided, and whether they may be taken back."""

    def __init__(self, batch: Batch, seat: int) -> None:
        self.batch, self.seat = batch, seat
        self._moves: list[tuple[Any, str]] = []  # the game before each, and why it stays
        self._why = "You have made no move yet."

    def note(self, action: int) -> None:
        """The person is about to move."""
        batch = self.batch
        why = lasting(batch.game, batch.content, batch.states[0], action, self.seat)
        self._moves.append((batch.save(), why))

    def others_moved(self) -> None:
        """What was before that stays."""
        if self._moves:
            self._moves, self._why = [], "Others have moved since your last move: it stays."

    def back(self) -> bool:
        """Take the last move back, or say why not."""
        if not self._moves:
            say(self._why)
            return False
        before, why = self._moves[-1]
        if why:
            say(f"{why} It stays.")
            return False
        self._moves.pop()
        self.batch.load(before)
        say("Taken back.")
        return True


class Opponents:
    """The agents of the other seats."""

    def __init__(self, setup: Setup, batch: Batch, specs: Sequence[str], seat: int) -> None:
        self.setup, self.batch, self.specs = setup, batch, specs
        playing = {spec for k, spec in enumerate(specs) if k != seat}
        self.agents = {spec: make_agent(spec, setup.game, setup.cards) for spec in playing}
        self.past = Past((setup.seed, 0, 0), batch.states.copy())
        for agent in self.agents.values():
            agent.act(Positions.of_batch(batch))  # compiles, now

    def act(self) -> int:
        """The action of the seat whose turn it is."""
        agent = self.agents[self.specs[int(self.batch.seat[0])]]
        return int(agent.act(Positions.of_batch(self.batch, self.setup.seed, pasts=[self.past]))[0])

    def end(self) -> None:
        """The game is over, or the person has left it."""
        for agent in self.agents.values():
            if isinstance(agent, Follows):
                if self.batch.states["over"][0]:
                    agent.ended(self.past, self.batch.states.copy())
                agent.close()


class View:
    """The board as the person has last seen it."""

    def __init__(self, setup: Setup, batch: Batch, seat: int) -> None:
        self.setup, self.batch, self.seat = setup, batch, seat
        self.stale = True  # others have acted since
        self._seen: list[str] = []

    def lines(self) -> list[str]:
        """The board now."""
        return board_lines(self.setup.game, self.setup.cards, self.batch.states[0], self.seat)

    def show(self) -> None:
        """The whole board."""
        self._seen, self.stale = self.lines(), False
        say(["", *self._seen, ""])

    def update(self) -> None:
        """The whole board after others have acted; after an own decision only the lines that have changed."""
        now = self.lines()
        changed = [line for line in now if line and line not in self._seen]
        if self.stale or len(changed) > len(now) // 2:
            self.show()
            return
        self._seen = now
        if changed:
            say([f"    | {line}" for line in changed])


class Decision:
    """One decision of the person: shows the moves, understands the answer."""

    def __init__(self, setup: Setup, batch: Batch, view: View, asker: Asker, teller: Teller) -> None:
        self.view, self.asker, self.teller = view, asker, teller
        self.setup, self.batch = setup, batch
        self.prompt = f"{setup.game.seat_names[view.seat]}> "
        self.actions = np.flatnonzero(batch.mask[0]).tolist()
        state = batch.states[0]
        self.question = setup.game.question(setup.cards, state)
        self.names = [setup.game.action_name(action, setup.cards, state) for action in self.actions]

    def make(self) -> int:
        """Ask until there is a legal answer; the action."""
        self.view.update()
        say(self.question)
        if len(self.names) <= ALONE:
            self.show_moves()
        else:
            say(f"{len(self.names)} moves; `moves` lists them, `moves WORD` those with that word")
        while True:
            action = self.understand(self.asker.ask(self.prompt, self.names))
            if action is not None:
                return action

    def understand(self, answer: str) -> int | None:
        """The action that an answer means; None after a command, or when it means none."""
        word, _, rest = answer.strip().partition(" ")
        word = word.lower()
        if not word:
            return None
        if word in ("?", "help"):
            say(HELP)
        elif word == "board":
            self.view.show()
        elif word == "moves":
            self.show_moves(rest.strip())
        elif word == "log":
            self.show_log(rest.strip())
        elif word == "hint":
            self.show_hint()
        elif word == "undo":
            raise TakeBack
        elif word in ("quit", "exit", "q"):
            raise Left
        else:
            return self.match(answer.strip())
        return None

    def match(self, answer: str) -> int | None:
        """A move by number, by name, or by a part of the name that no other move has."""
        if answer.isdecimal():
            if 1 <= int(answer) <= len(self.actions):
                return self.actions[int(answer) - 1]
            say(f"The moves are numbered from 1 to {len(self.actions)}.")
            return None
        wanted = " ".join(answer.lower().split())
        lower = [name.lower() for name in self.names]
        for fits in (str.__eq__, str.startswith, str.__contains__):
            found = [k for k, name in enumerate(lower) if fits(name, wanted)]
            if len(found) == 1:
                return self.actions[found[0]]
            if found:
                say([f"{len(found)} moves fit {answer!r}:", *self._listed(found)])
                return None
        near = [lower.index(name) for name in difflib.get_close_matches(wanted, lower, n=3, cutoff=0.5)]
        say(
            [
                f"No move is called {answer!r}." + (" Near:" if near else " Type ? for help."),
                *self._listed(near),
            ]
        )
        return None

    def show_log(self, count: str) -> None:
        """The last lines of what was told."""
        lines = int(count) if count.isdecimal() and int(count) > 0 else LOGGED
        say(self.teller.log[-lines:] or "Nothing has happened yet.")

    def show_hint(self) -> None:
        """The moves that a search likes best, with what it gives for them."""
        positions = Positions.of_batch(self.batch, self.setup.seed)
        agent: Any = make_agent(HINT, self.setup.game, self.setup.cards)
        thoughts = agent.explain(positions, 0)[:HINTS]
        names = dict(zip(self.actions, self.names, strict=True))
        numbers = {action: k + 1 for k, action in enumerate(self.actions)}
        say(f"{HINT} would play, with the share of its search:")
        say([f"{numbers[t.action]:>4}  {names[t.action]}  {t.weight:.0%}" for t in thoughts])

    def show_moves(self, word: str = "") -> None:
        chosen = [k for k, name in enumerate(self.names) if word.lower() in name.lower()]
        say(self._columns(self._listed(chosen)) if chosen else f"No move has {word!r} in its name.")

    def _listed(self, chosen: list[int]) -> list[str]:
        return [f"{k + 1:>4}  {self.names[k]}" for k in chosen]

    @staticmethod
    def _columns(entries: list[str]) -> list[str]:
        """Long lists in columns, read downwards."""
        width = max(map(len, entries)) + 2
        columns = max(1, min(console.width // width, -(-len(entries) // 8)))
        height = -(-len(entries) // columns)
        return [
            "".join(f"{entry:<{width}}" for entry in entries[row::height]).rstrip() for row in range(height)
        ]


class Asker:
    """Reads a line: with completion in a terminal, plainly otherwise."""

    def __init__(self, ask: Callable[[str], str] | None = None) -> None:
        self._plain = ask
        self._session: Any = None
        if ask is None and sys.stdin.isatty() and sys.stdout.isatty():
            from prompt_toolkit import PromptSession

            self._session = PromptSession()

    def ask(self, prompt: str, names: list[str]) -> str:
        """One line of input; the end of the input leaves the game."""
        try:
            if self._session is not None:
                from prompt_toolkit.completion import WordCompleter

                words = WordCompleter([*names, *COMMANDS], ignore_case=True, sentence=True, match_middle=True)
                return self._session.prompt(prompt, completer=words, complete_while_typing=True)
            if self._plain is not None:
                return self._plain(prompt)
            print(prompt, end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            return line
        except (EOFError, KeyboardInterrupt):
            raise Left from None
