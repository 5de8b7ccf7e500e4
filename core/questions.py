"""The questions of a game: what a seat can be asked, in which words, what may be answered, and what takes it.

A game declares every question once, in a table:

    QUESTIONS = Questions(
        st,
        ACTIONS,
        go_on,
        Question(
            "fly",
            "fly on, or stop here",
            Answer("fly", ways_on, fly),  # a block of one dimension: a bitset of its places
            Answer("stop", may_stop, stop),  # a single action: yes or no
            Answer("end_flight", then=end_flight),  # may always be answered
        ),
    )

and core makes `legal` and `step` of it. All games flow alike: an answer is taken; `go_on` moves the game on,
one step at a time, until it asks somebody (`s.seat`, `s.ask`) or the game is over; a question with one answer
answers itself, and so on, until somebody has a choice.

The kernels of an answer, for a block without, with one, and with two dimensions:

    when(t, s) -> yes or no      then(t, s)
    when(t, s) -> bits           then(t, s, place)
    when(t, s, i) -> bits        then(t, s, i, j)      bits of the second dimension
    when(t, s) -> bits           then(t, s, i, j)      bits of the whole block, row by row

A bitset holds 62 places. A longer block is asked in parts: with `part=31`, `when(t, s, k)` gives the bits of
the places from 31 * k on; `then` gets the place. Actions are taken apart here and nowhere else.
"""

from __future__ import annotations

import inspect
import linecache
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from .actions import ActionTable, Block
from .bits import lowest, set_bits
from .jit import kernel
from .rows import clear

NOTHING = 0  # the number of no question: nobody is asked
MOST_BITS = 62
SEVERAL, NONE = -1, -2  # instead of the only legal action
KEEP_PART = ["if bits or i == 0:", "    s.kept = bits", "    s.kept_part = i"]
# Who sees an answer besides the seat that gives it. SILENT: not even that the seat was asked.
OPEN, HIDDEN, SILENT = "open", "hidden", "silent"


@dataclass(frozen=True)
class Answer:
    """One block of actions that can answer a question: when its actions are legal, and what takes them."""

    block: str
    when: Callable | None = None  # None: always
    then: Callable | None = None  # None: nothing happens but the going on
    part: int = 0  # places asked for at a time, of a block that is too long for one bitset
    seen: str | None = None  # None: as the question says


class Question:
    """One question: its name, the words it is asked in, and its answers.

    The words are a format over what the game's `Words` knows of a position, such as "who works in {room}?".
    `otherwise` is what happens where nothing can be answered. `choice` says that there are always two answers
    or more, so that core need not look. With `keep`, the bits of the first answer stay in the state's fields
    `kept` and `kept_part` from asking on: for bits that take long to work out.
    """

    def __init__(
        self,
        name: str,
        words: str,
        *answers: Answer,
        otherwise: Callable | None = None,
        seen: str = OPEN,
        choice: bool = False,
        keep: bool = False,
    ) -> None:
        self.name, self.words, self.answers = name, words, answers
        self.otherwise, self.seen, self.choice, self.keep = otherwise, seen, choice, keep

    def sight(self, block: str) -> str:
        """Who sees an answer of this block: OPEN, HIDDEN or SILENT."""
        found = next((answer.seen for answer in self.answers if answer.block == block), None)
        return found or self.seen


class Questions:
    """The questions of a game in the order of their numbers, and the kernels made of them."""

    def __init__(self, state: ModuleType, actions: ActionTable, go_on: Callable, *rows: Question) -> None:
        self.rows = rows
        self._check(state, actions)
        module = sys._getframe(1).f_globals["__name__"]
        source = _Source(actions, rows, go_on)
        self.source = source.text
        self.legal, self.step = source.kernels(module)

    def __iter__(self) -> Iterator[Question]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def at(self, ask: int) -> Question | None:
        """The question of a number; None for no question."""
        return self.rows[int(ask) - 1] if ask else None

    def _check(self, state: ModuleType, actions: ActionTable) -> None:
        """The numbers are those of the module that declares the state; kernels take what they will get."""
        names = [row.name for row in self.rows]
        told = {
            name.removeprefix("ASK_").lower(): number
            for name, number in vars(state).items()
            if name.startswith("ASK_")
        }
        wanted = {name: number for number, name in enumerate(["nothing", *names])}
        if told != wanted:
            wrong = sorted(name for name, _ in set(told.items()) ^ set(wanted.items()))
            raise ValueError(
                f"questions and {state.__name__}.ASK_... differ in {', '.join(wrong)}: "
                f"expected ASK_NOTHING = 0 and a number for each question, in the order of the table"
            )
        blocks = {block.name: block for block in actions.blocks}
        for row in self.rows:
            for answer in row.answers:
                if answer.block not in blocks:
                    raise ValueError(f"question {row.name!r}: there is no block {answer.block!r}")
                _check_answer(row, answer, blocks[answer.block])
            if row.keep and (row.answers[0].when is None or not blocks[row.answers[0].block].shape):
                raise ValueError(f"question {row.name!r}: only the bits of its first answer can be kept")
            if row.choice and (row.keep or row.otherwise is not None):
                raise ValueError(f"question {row.name!r}: core does not look at what is always a choice")


def _check_answer(row: Question, answer: Answer, block: Block) -> None:
    dims = len(block.shape)
    where = f"question {row.name!r}, block {block.name!r}"
    if dims > 2:
        raise ValueError(f"{where}: a block has two dimensions at most, this has {dims}")
    whens = {1} if answer.part else {dims - 1, 0} if dims == 2 else {0}
    for what, fn, places in ("when", answer.when, whens), ("then", answer.then, {dims}):
        if fn is not None and _places_taken(fn) not in places:
            name, wanted = getattr(fn, "__name__", fn), " or ".join(map(str, sorted(places)))
            raise ValueError(
                f"{where}: {what}={name} takes {_places_taken(fn)} places after t and s, expected {wanted}"
            )
    if answer.when is not None and block.shape and _steps(answer, block)[0] > MOST_BITS:
        raise ValueError(f"{where}: more than {MOST_BITS} places; give the answer a part=")


def _places_taken(fn: Callable) -> int:
    """How many arguments a kernel takes besides t and s."""
    return len(inspect.signature(getattr(fn, "py_func", fn)).parameters) - 2


@kernel
def narrow(found, first, bits):
    """The only action found so far: none, this one, or several; `first` is the action of bit 0."""
    if bits == 0:
        return found
    if found != NONE or bits & (bits - 1):
        return SEVERAL
    return first + lowest(bits)


class _Source:
    """The text of the kernels that core makes of a table of questions."""

    def __init__(self, actions: ActionTable, rows: tuple[Question, ...], go_on: Callable) -> None:
        self.actions, self.rows = actions, rows
        self.blocks = {block.name: block for block in actions.blocks}
        self.names: dict[str, Any] = {
            "go_on": go_on,
            "clear": clear,
            "set_bits": set_bits,
            "narrow": narrow,
            "kernel": kernel,
        }
        self.text = "\n\n".join((self._legal(), self._sole(), self._take(), STEP))

    def kernels(self, module: str) -> tuple[Any, Any]:
        """legal(t, s, mask) and step(t, s, action); step with -1 only goes on to the next question."""
        file = f"<questions of {module}>"
        linecache.cache[file] = (len(self.text), None, self.text.splitlines(True), file)
        space = {**self.names, "__name__": module}
        exec(compile(self.text, file, "exec"), space)
        return space["legal"], space["step"]

    def _name(self, row: Question, answer: Answer | None, what: str, fn: Callable) -> str:
        """A name in the text for a kernel of the game."""
        name = f"{row.name}__{answer.block}__{what}" if answer else f"{row.name}__{what}"
        self.names[name] = fn
        return name

    def _ladder(self, body: Callable[[Question], list[str]]) -> list[str]:
        """Lines for each question; the compiler makes one jump of the comparisons."""
        lines = []
        for number, row in enumerate(self.rows, 1):
            lines.append(f"    {'if' if number == 1 else 'elif'} ask == {number}:  # {row.name}")
            lines += [f"        {line}" for line in body(row) or ["pass"]]
        return lines

    # What is legal

    def _legal(self) -> str:
        head = ["@kernel", "def legal(t, s, mask):", "    clear(mask)", "    if s.over:", "        return"]
        return "\n".join([*head, "    ask = s.ask", *self._ladder(self._legal_lines)])

    def _legal_lines(self, row: Question) -> list[str]:
        lines = []
        for k, answer in enumerate(row.answers):
            block, first = self.blocks[answer.block], self.actions.offset(answer.block)
            if row.keep and k == 0:
                start = f"{first} + {answer.part} * s.kept_part" if answer.part else str(first)
                lines.append(f"set_bits(mask, {start}, s.kept)")
            elif answer.when is None:
                lines.append(
                    f"mask[{first} : {first + block.size}] = 1" if block.shape else f"mask[{first}] = 1"
                )
            elif not block.shape:
                name = self._name(row, answer, "when", answer.when)
                lines += [f"if {name}(t, s):", f"    mask[{first}] = 1"]
            else:
                name = self._name(row, answer, "when", answer.when)
                step, times = _steps(answer, block)
                if times == 0:
                    lines.append(f"set_bits(mask, {first}, {name}(t, s))")
                else:
                    lines.append(f"for i in range({times}):")
                    lines.append(f"    set_bits(mask, {first} + {step} * i, {name}(t, s, i))")
        return lines

    # The only answer

    def _sole(self) -> str:
        """The only legal action; SEVERAL; with an `otherwise` and no action, their number."""
        head = ["@kernel", "def sole(t, s):", "    ask = s.ask", f"    found = {NONE}"]
        lines = self._ladder(self._sole_lines)
        return "\n".join([*head, *lines, "    return found"])

    def _sole_lines(self, row: Question) -> list[str]:
        always = [answer for answer in row.answers if answer.when is None]
        sure = sum(self.blocks[answer.block].size for answer in always)
        if row.choice or (sure > 1 and not row.keep):
            return [f"return {SEVERAL}"]
        lines = [f"found = {self.actions.offset(always[0].block)}"] if sure == 1 else []
        for k, answer in enumerate(row.answers):
            if answer.when is not None:
                lines += self._sole_answer(row, answer, row.keep and k == 0)
        if sure > 1:
            lines.append(f"return {SEVERAL}")
        elif sure == 0 and row.otherwise is not None:
            lines += [f"if found == {NONE}:", f"    return {self.actions.size}"]
        return lines

    def _sole_answer(self, row: Question, answer: Answer, keep: bool) -> list[str]:
        block, first = self.blocks[answer.block], self.actions.offset(answer.block)
        name = self._name(row, answer, "when", answer.when)  # type: ignore[arg-type]
        step, times = _steps(answer, block) if block.shape else (1, 0)
        bits, start = (
            (f"{name}(t, s)", str(first)) if times == 0 else (f"{name}(t, s, i)", f"{first} + {step} * i")
        )
        lines = []
        if keep:
            lines += [f"bits = int({bits})", *(KEEP_PART if times else ["s.kept = bits"])]
            bits = "bits"
        lines += [f"found = narrow(found, {start}, {bits})", f"if found == {SEVERAL}:", "    return found"]
        return [f"for i in range({times}):", *(f"    {line}" for line in lines)] if times else lines

    # Taking an answer

    def _take(self) -> str:
        head = ["@kernel", "def take(t, s, action):", "    ask = s.ask", "    s.ask = 0"]
        return "\n".join([*head, *self._ladder(self._take_lines)])

    def _take_lines(self, row: Question) -> list[str]:
        lines = []
        if row.otherwise is not None:
            name = self._name(row, None, "otherwise", row.otherwise)
            lines += [f"if action == {self.actions.size}:", f"    {name}(t, s)", "    return"]
        ordered = sorted(row.answers, key=lambda answer: self.actions.offset(answer.block))
        for k, answer in enumerate(ordered):
            block, first = self.blocks[answer.block], self.actions.offset(answer.block)
            call = "pass"
            if answer.then is not None:
                call = f"{self._name(row, answer, 'then', answer.then)}(t, s{_places(block, first)})"
            if len(ordered) == 1:
                lines.append(call)
            elif k == len(ordered) - 1:
                lines += ["else:", f"    {call}"]
            else:
                lines += [f"{'if' if k == 0 else 'elif'} action < {first + block.size}:", f"    {call}"]
        return lines


def _steps(answer: Answer, block: Block) -> tuple[int, int]:
    """How many places are asked for at a time, and how often; 0 times: once, for all, with no place given."""
    if answer.part:
        return answer.part, -(-block.size // answer.part)
    if answer.when is None or _places_taken(answer.when) == 0:
        return block.size, 0
    return block.shape[-1], block.size // block.shape[-1]


def _places(block: Block, first: int) -> str:
    if not block.shape:
        return ""
    place = f"action - {first}" if first else "action"
    if len(block.shape) == 1:
        return f", {place}"
    return f", ({place}) // {block.shape[1]}, ({place}) % {block.shape[1]}"


STEP = """\
@kernel
def step(t, s, action):
    while True:
        if action >= 0:
            take(t, s, action)
        while s.ask == 0 and not s.over:
            go_on(t, s)
        if s.over:
            s.ask = 0
            return
        action = sole(t, s)
        if action < 0:
            return
"""
