"""The picture of a game's questions for its page: what is asked, in which words, and what is asked next.

A line for each question, a column for each one that may come next, both in the order of `flow.lines`. Where
they meet stands in percent how often: above if the same seat is asked, below if another one is.
"""

from __future__ import annotations

import re

import numpy as np

from .flow import BEGIN, END, OTHER_SEAT, SAME_SEAT, Flow, Line, lines
from .questions import Question
from .svg import DIM, INK, LINE, PANEL, PAPER, WELL, Drawing, text_width, tone, wrap

WIDTH = 1000.0  # wider where so many columns need it, narrower where they do not
MARGIN = 14.0
LEFT = 366.0  # where the columns begin
SHARE = 50.0  # room for the share of a question
LEAST_PITCH, MOST_PITCH = 15.0, 30.0  # of the columns
LEAST = 480.0  # the least width
INDENT = 17.0
TEXT, NAME, NUMBER = 11.5, 12.5, 11.0  # sizes of type
LEAD = 13.0  # from one line of text to the next
PAD = 4.0  # above and below the text of a line
MIDDLE = PAD + 7  # of the name
LEGEND_TOP, LEGEND_BOTTOM = 70.0, 166.0
MANY = 16  # lines, from which on the names of the columns stand at the foot too
OFTEN = 10  # percent

MAIN = tone("flow-main", "#1b2336", "#e8ecf4")
LONE = tone("flow-lone", "#66738c", "#93a1bb")
FAMILIES = (
    tone("flow-1", "#2b68ba", "#6aa5f2"),
    tone("flow-2", "#b45712", "#ee9a55"),
    tone("flow-3", "#237a4b", "#5cc48c"),
    tone("flow-4", "#7f42ac", "#bf8cea"),
    tone("flow-5", "#b03a47", "#f0828c"),
    tone("flow-6", "#0f7a85", "#4fc5d0"),
    tone("flow-7", "#7d6e0c", "#d0bd4a"),
    tone("flow-8", "#a33f87", "#ea8ccb"),
)


def questions_svg(flow: Flow) -> str:
    """The picture as SVG text; `question` and `question → question` are the names of the places in it."""
    return _Picture(flow).svg()


class _Picture:
    def __init__(self, flow: Flow) -> None:
        self.flow, self.rows = flow, flow.game.questions.rows
        self.total = int(flow.asked.sum())
        self.lines = lines(flow)
        self.columns = [line.question for line in self.lines] + [END]
        self.pitch = min(MOST_PITCH, max(LEAST_PITCH, (WIDTH - MARGIN - LEFT) / len(self.columns)))
        self.right = LEFT + self.pitch * len(self.columns)
        self._colour()
        self._place()

    def _colour(self) -> None:
        """A hue for each family of several questions."""
        members = [line.family for line in self.lines]
        several = [family for family in dict.fromkeys(members) if family and members.count(family) > 1]
        hues = {family: FAMILIES[k % len(FAMILIES)] for k, family in enumerate(several)}
        self.hue = {line.question: hues.get(line.family, LONE) for line in self.lines}
        self.hue |= {self.flow.main: MAIN, END: MAIN}
        self.families = [[k for k, member in enumerate(members) if member == family] for family in several]

    def _place(self) -> None:
        """Where each line begins, and how high it is."""
        self.names = 10 + max(text_width(self._name(q), TEXT, bold=True) for q in self.columns)
        self.head = max(LEGEND_BOTTOM, 54 + self.names)
        self.words: dict[int, list[str]] = {}
        self.top: dict[int, float] = {}
        self.height: dict[int, float] = {}
        y = self.head + 2 * PAD + LEAD
        for line in self.lines:
            q = line.question
            self.words[q] = wrap(_plain(self.rows[q - 1].words), LEFT - SHARE - _x(line), TEXT)
            self.top[q], self.height[q] = y, 2 * PAD + LEAD * (1 + len(self.words[q]))
            y += self.height[q]
        self.bottom = y

    def _name(self, question: int) -> str:
        return self.rows[question - 1].name if question else "the game ends"

    def svg(self) -> str:
        """The whole picture."""
        never = [row for number, row in enumerate(self.rows, 1) if number not in self.top]
        below = max(self.names if len(self.lines) > MANY else 0, 24 + 30 * len(never) if never else 0)
        d = Drawing(max(self.right, LEAST) + MARGIN, self.bottom + below + MARGIN, PAPER)
        d.panel(4, 4, d.width - 8, d.height - 8)
        self._heading(d)
        self._legend(d)
        self._grid(d)
        self._rails(d)
        d.text(MARGIN, self.head + PAD + 11, "the game begins", TEXT, DIM)
        self._marks(d, BEGIN, self.head, self.flow.first[None, :])
        for line in self.lines:
            self._line(d, line)
        if never:
            self._never_asked(d, never)
        return d.svg()

    # Around the lines

    def _heading(self, d: Drawing) -> None:
        game = self.flow.game
        d.text(MARGIN, 28, f"{game.title}: what is asked, and what is asked next", 16, INK, bold=True)
        fewest, most = min(game.players), max(game.players)
        players = f"{fewest} {'to' if most - fewest > 1 else 'or'} {most}" if most > fewest else f"{most}"
        told = f"{self.total:,} decisions of {self.flow.games:,} random games with {players} players"
        d.text(MARGIN, 46, told, TEXT, DIM)

    def _legend(self, d: Drawing) -> None:
        x, y = MARGIN, LEGEND_TOP
        d.text(x, y, "Each question, its share of the decisions, and in percent:", TEXT, DIM)
        for meaning, *samples in (
            ("the same seat is asked next", (420, SAME_SEAT), (40, SAME_SEAT)),
            ("another seat is asked next", (420, OTHER_SEAT), (40, OTHER_SEAT)),
            ("less than half a percent", (1, SAME_SEAT), (1, OTHER_SEAT)),
        ):
            for k, (part, seat) in enumerate(samples):
                self._mark(d, x + 22 * k, y + 5, 20, LONE, part, 1000, seat)
            d.text(x + 52, y + 15.5, meaning, TEXT, DIM)
            y += LEAD + 2
        d.text(x, y + 20, "Set in below a question: what only that one leads to, rare", TEXT, DIM)
        d.text(x, y + 20 + LEAD, "ways aside; the thicker the line, the more often.", TEXT, DIM)

    def _grid(self, d: Drawing) -> None:
        main = self.flow.main
        d.rect(5, self.top[main], self.right - 5, self.height[main], fill=WELL)
        for members in self.families:
            first, last = self.columns[members[0]], self.columns[members[-1]]
            x, y = LEFT + self.pitch * members[0], self.top[first]
            w, h = self.pitch * len(members), self.top[last] + self.height[last] - y
            d.rect(x, y, w, h, fill=self.hue[first], fill_opacity=0.1)
        for y in (self.head, *self.top.values(), self.bottom):
            d.line(MARGIN, y, self.right, y, stroke=LINE, stroke_width=0.5)
        for k in range(len(self.columns) + 1):
            x = LEFT + self.pitch * k
            d.line(x, self.head, x, self.bottom, stroke=LINE, stroke_width=0.5, stroke_opacity=0.7)
        for k, question in enumerate(self.columns):
            x = LEFT + self.pitch * (k + 0.5) + 4
            self._column_name(d, question, x, self.head - 6, "start")
            if len(self.lines) > MANY:
                self._column_name(d, question, x, self.bottom + 6, "end")

    def _column_name(self, d: Drawing, question: int, x: float, y: float, anchor: str) -> None:
        turned, bold = f"translate({x:.1f} {y:.1f}) rotate(-90)", question == self.flow.main
        d.text(0, 0, self._name(question), TEXT, self.hue[question], anchor, bold, transform=turned)

    def _rails(self, d: Drawing) -> None:
        """From each question down to those below it, the wider the more often one comes there."""
        below = [line for line in self.lines if line.question != self.flow.main]
        most = max((line.comes for line in below), default=1)
        for parent in dict.fromkeys(line.parent for line in below):
            children = [line for line in below if line.parent == parent]
            x, last = _x(children[0]) - INDENT - 9, self.top[children[-1].question] + MIDDLE
            start = self.top[parent] + MIDDLE if parent else self.top[children[0].question] - 3
            hue = LONE if parent in (BEGIN, self.flow.main) else self.hue[parent]
            d.line(x, start, x, last, stroke=hue, stroke_width=1.5)
        for line in below:
            x, y = _x(line) - INDENT - 9, self.top[line.question] + MIDDLE
            wide = 1.5 + 8.5 * line.comes / most
            d.line(x - 0.75, y, x + INDENT, y, stroke=self.hue[line.question], stroke_width=wide)

    # A line

    def _line(self, d: Drawing, line: Line) -> None:
        q, x, y = line.question, _x(line), self.top[line.question] + PAD + 11
        d.circle(x - 9, self.top[q] + MIDDLE, 4, fill=self.hue[q])
        with d.place(self._name(q)):
            d.text(x, y, self._name(q), NAME, self.hue[q], bold=True)
            if q == self.flow.main:
                d.text(x + 10 + text_width(self._name(q), NAME, bold=True), y, "a turn begins", TEXT, INK)
            d.text(LEFT - 8, y, f"{_percent(int(self.flow.asked[q]), self.total)} %", TEXT, INK, "end")
            for k, words in enumerate(self.words[q], 1):
                d.text(x, y + LEAD * k, words, TEXT, DIM)
        self._marks(d, q, self.top[q], self.flow.counts[q].sum(axis=0))

    def _marks(self, d: Drawing, question: int, top: float, counts: np.ndarray) -> None:
        """What was asked next, and as a title to the mouse with which actions it was answered."""
        whole = int(counts.sum())
        for k, after in enumerate(self.columns):
            parts = counts[:, after].tolist()
            if any(parts):
                way = f"{self._name(question) if question else 'the game begins'} → {self._name(after)}"
                title = f"{way}: {_percent(sum(parts), whole)} % of {whole:,}"
                if question:
                    title += f", answered with {', '.join(self.flow.blocks(question, after))}"
                with d.place(way, title):
                    for seat, part in enumerate(parts):
                        y = top + PAD - 1 + (LEAD + 1) * seat
                        self._mark(
                            d, LEFT + self.pitch * k, y, self.pitch, self.hue[after], part, whole, seat
                        )

    def _mark(
        self, d: Drawing, x: float, y: float, w: float, hue: str, part: int, whole: int, seat: int
    ) -> None:
        """A number: in a filled field for the same seat, outlined for another; a dot for less than half."""
        percent, same = (200 * part + whole) // (2 * whole), seat == SAME_SEAT
        often = percent >= OFTEN
        if not percent:
            if part:
                d.circle(x + w / 2, y + LEAD / 2, 1.6, fill=hue if same else "none", stroke=hue)
            return
        if same:
            d.rect(x + 0.25, y, w - 0.5, LEAD, fill=hue, fill_opacity=0.9 if often else 0.15, radius=2)
        elif often:
            d.rect(x + 0.5, y + 0.5, w - 1, LEAD - 1, fill=PANEL, stroke=hue, radius=2)
        number = "all" if part == whole else min(percent, 99)
        d.text(x + w / 2, y + 10.5, number, NUMBER, PANEL if same and often else INK, "middle")

    def _never_asked(self, d: Drawing, rows: list[Question]) -> None:
        x, y = MARGIN + 16, self.bottom + 20
        d.text(MARGIN, y, "never asked in these games:", TEXT, DIM)
        for row in rows:
            with d.place(row.name):
                d.text(x, y + 19, row.name, NAME, LONE, bold=True)
                d.text(x, y + 19 + LEAD, _plain(row.words), TEXT, DIM, width=LEFT - x - 8, min_size=NUMBER)
            y += 30


def _x(line: Line) -> float:
    """Where the text of a line begins."""
    return MARGIN + 16 + INDENT * line.depth


def _plain(words: str) -> str:
    """The words of a question, with the name of what each position fills in."""
    return re.sub(r"{(\w+)}", lambda found: f"‹{found[1].replace('_', ' ')}›", words)


def _percent(part: int, whole: int) -> str:
    """A share in percent, with one digit after the point."""
    tenths = (2000 * part + whole) // (2 * whole)
    return f"{tenths // 10}.{tenths % 10}" if tenths else "< 0.1"
