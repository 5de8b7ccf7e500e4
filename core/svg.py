"""SVG pictures: a small builder for the games' boards, and SVG text to pixels.

One bundled font (a DejaVu Sans subset) draws all text, so a picture is the same on every machine,
also on one without fonts, and the width of a text is known before it is drawn.

A picture shows in light and in dark. What changes between them is a tone, a CSS custom property:

    INK = tone("ink", light="#1b2336", dark="#e8ecf4")

The reader's system chooses (`prefers-color-scheme`), or `data-theme="light"` or `"dark"` on the picture or on
anything around it. What a move can be about is a group with `data-at` and a name (`Drawing.place`). A table
is made of panels: side by side on a wide screen, one below the other on a narrow one (`compose`).
"""

from __future__ import annotations

import io
import math
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape as _escape

import numpy as np

FONT_FAMILY = "DejaVu Sans"
FONT_FILES = tuple(
    Path(__file__).parent / "fonts" / name for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
)
ELLIPSIS = "…"
LIGHT, DARK = THEMES = ("light", "dark")
NARROW = 700.0  # a picture shown narrower than this is a column of panels
GAP = 8.0  # between panels
FLOOR = 9.0  # the least text of a panel by itself
MAT = 280.0  # what is shown by itself is at least this wide
CSS_CLASS = "astrarium"

_TONES: dict[str, tuple[str, str]] = {}


def tone(name: str, light: str, dark: str) -> str:
    """A colour that is another one in the dark; for `fill` and `stroke`."""
    if not re.fullmatch(r"[a-z0-9-]+", name):
        raise ValueError(f"a tone's name is of lower-case letters, digits and hyphens, not {name!r}")
    if _TONES.setdefault(name, (light, dark)) != (light, dark):
        raise ValueError(f"the tone {name!r} is {' and '.join(_TONES[name])} already")
    return f"var(--{name}, {dark})"


# What every table is painted with.
INK = tone("ink", "#1b2336", "#e8ecf4")
DIM = tone("dim", "#55617a", "#97a4bc")
PAPER = tone("paper", "#e6ebf3", "#0b1020")
PANEL = tone("panel", "#f7f9fc", "#141c33")
LINE = tone("line", "#b4bfd3", "#33415f")
WELL = tone("well", "#dfe6f1", "#1c2744")  # a field in a panel
HOLLOW = tone("hollow", "#eef2f8", "#0e1528")  # an empty place
EDGE = tone("edge", "#7c8aa5", "#5b6a8a")  # the outline of a piece


def escape(text: object) -> str:
    """The text with markup characters escaped, for raw SVG; characters XML cannot hold become U+FFFD."""
    shown = "".join(c if c in "\t\n" or _in_xml(ord(c)) else "\ufffd" for c in str(text))
    return _escape(shown, {'"': "&quot;"})


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of the text in user units in the bundled font."""
    advances, missing = _advances(bold)
    return size * sum(advances.get(ord(c), missing) for c in text)


def themed(svg: str, theme: str) -> str:
    """The picture in plain colours, for programs that know no custom properties."""
    if theme not in THEMES:
        raise ValueError(f"a theme is {' or '.join(THEMES)}, not {theme!r}")
    rule = re.search(rf"\[data-theme={theme}\][^{{]*{{([^}}]*)}}", svg)
    tones = dict(re.findall(r"--([a-z0-9-]+):([^;]+);", rule[1])) if rule else {}
    plain = re.sub(r"var\(--([a-z0-9-]+), [^)]*\)", lambda found: tones[found[1]], svg)
    return re.sub(r"<style>.*?</style>\n?", "", plain, flags=re.DOTALL)


def round_step(least: float) -> float:
    """The smallest of 1, 2 or 5 times a power of ten that is at least so much."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * 0.999)


def ticks(low: float, high: float) -> list[float]:
    """A few round numbers for an axis from low to high."""
    step = round_step((high - low) / 5)
    first = math.ceil(low / step - 1e-6)
    return [round(k * step, 10) for k in range(first, first + 8) if k * step <= high + 1e-6 * step]


def to_png(svg: str, scale: float = 1.0, theme: str = DARK) -> bytes:
    """The picture as PNG bytes."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=themed(svg, theme),
            zoom=scale,
            background="#ffffff",
            skip_system_fonts=True,
            font_files=[str(path) for path in FONT_FILES],
            font_family=FONT_FAMILY,
            sans_serif_family=FONT_FAMILY,
            serif_family=FONT_FAMILY,
            monospace_family=FONT_FAMILY,
        )
    )


def to_rgb(svg: str, scale: float = 1.0, theme: str = DARK) -> np.ndarray:
    """The picture as a uint8 array of shape (height, width, 3)."""
    from PIL import Image

    with Image.open(io.BytesIO(to_png(svg, scale, theme))) as image:
        return np.array(image.convert("RGB"), dtype=np.uint8)


class Drawing:
    """A picture of the given size; every method appends one element, `svg()` gives the text."""

    def __init__(
        self, width: float, height: float, background: str | None = None, floor: float = 0.0
    ) -> None:
        self.width, self.height = width, height
        self.floor = floor  # no text is smaller: what does not fit is cut, and whole in its title
        self._parts: list[str] = []
        self._places: set[str] = set()
        self._depth = 1
        if background is not None:
            self.rect(0, 0, width, height, fill=background)

    def svg(self) -> str:
        """The whole picture as SVG text."""
        w, h = _number(self.width), _number(self.height)
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{CSS_CLASS}" width="{w}" height="{h}" '
            f'viewBox="0 0 {w} {h}" font-family="{FONT_FAMILY}, Verdana, sans-serif">'
        )
        body = "\n".join(self._parts)
        style = _style(dict.fromkeys(re.findall(r"var\(--([a-z0-9-]+),", body)))
        return "\n".join([opening, *style, body, "</svg>"]) + "\n"

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: str = "none",
        stroke: str = "none",
        stroke_width: float = 1,
        radius: float = 0,
        **attrs: Any,
    ) -> None:
        """A rectangle with corners of the given radius."""
        corner = {"rx": radius} if radius else {}
        self._shape(
            "rect", fill, stroke, stroke_width, {"x": x, "y": y, "width": w, "height": h, **corner, **attrs}
        )

    def circle(
        self,
        cx: float,
        cy: float,
        r: float,
        fill: str = "none",
        stroke: str = "none",
        stroke_width: float = 1,
        **attrs: Any,
    ) -> None:
        """A circle."""
        self._shape("circle", fill, stroke, stroke_width, {"cx": cx, "cy": cy, "r": r, **attrs})

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        stroke: str = "#ffffff",
        stroke_width: float = 1,
        **attrs: Any,
    ) -> None:
        """A straight line."""
        self._shape("line", "none", stroke, stroke_width, {"x1": x1, "y1": y1, "x2": x2, "y2": y2, **attrs})

    def polygon(
        self,
        points: Iterable[tuple[float, float]],
        fill: str = "none",
        stroke: str = "none",
        stroke_width: float = 1,
        **attrs: Any,
    ) -> None:
        """A closed outline."""
        self._shape("polygon", fill, stroke, stroke_width, {"points": _points(points), **attrs})

    def polyline(
        self,
        points: Iterable[tuple[float, float]],
        stroke: str = "#ffffff",
        stroke_width: float = 1,
        **attrs: Any,
    ) -> None:
        """An open line through the points."""
        self._shape("polyline", "none", stroke, stroke_width, {"points": _points(points), **attrs})

    def path(
        self,
        d: str,
        fill: str = "none",
        stroke: str = "none",
        stroke_width: float = 1,
        **attrs: Any,
    ) -> None:
        """A path in SVG's path language."""
        self._shape("path", fill, stroke, stroke_width, {"d": d, **attrs})

    def text(
        self,
        x: float,
        y: float,
        text: object,
        size: float = 14,
        fill: str = "#ffffff",
        anchor: str = "start",
        bold: bool = False,
        width: float | None = None,
        min_size: float | None = None,
        **attrs: Any,
    ) -> None:
        """One line of text on the baseline y; with `width` it shrinks to `min_size`, then is cut short."""
        shown = whole = " ".join(str(text).split())
        size = max(size, self.floor)
        if width is not None:
            least = max(0.6 * size if min_size is None else min_size, self.floor)
            shown, size = fit(shown, width, size, least, bold)
        attributes = {"x": x, "y": y, "font_size": size, "fill": fill}
        if anchor != "start":
            attributes["text_anchor"] = anchor
        if bold:
            attributes["font_weight"] = "bold"
        title = f"<title>{escape(whole)}</title>" if self.floor and shown != whole else ""
        self._put(f"<text{_attributes({**attributes, **attrs})}>{title}{escape(shown)}</text>")

    def paragraph(
        self,
        x: float,
        y: float,
        text: object,
        width: float,
        size: float = 12,
        lines: int | None = None,
        fill: str = "#ffffff",
        anchor: str = "start",
        bold: bool = False,
        leading: float = 1.25,
        **attrs: Any,
    ) -> float:
        """Text wrapped to the width, the first baseline at y; returns the baseline after the last line."""
        size = max(size, self.floor)
        for line in wrap(str(text), width, size, lines, bold):
            if line:
                self.text(x, y, line, size, fill, anchor, bold, **attrs)
            y += leading * size
        return y

    @contextmanager
    def group(self, **attrs: Any) -> Iterator[None]:
        """Elements drawn inside the `with` share these attributes (transform, opacity, id ...)."""
        self._put(f"<g{_attributes(attrs)}>")
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            self._put("</g>")

    @contextmanager
    def place(self, name: str, title: str = "") -> Iterator[None]:
        """What is drawn inside the `with` is the place, card or token of this name; once in a picture.

        Browsers show the title to a mouse that rests on it.
        """
        if name in self._places:
            raise ValueError(f"the picture has a place {name!r} already")
        self._places.add(name)
        with self.group(data_at=name):
            if title:
                self._put(f"<title>{escape(title)}</title>")
            yield

    def panel(self, x: float, y: float, w: float, h: float, edge: str = LINE, edge_width: float = 1) -> None:
        """The sheet on which the things of one panel lie."""
        self.rect(x, y, w, h, fill=PANEL, stroke=edge, stroke_width=edge_width, radius=8)

    def raw(self, markup: str) -> None:
        """Markup as it is."""
        self._put(markup)

    def _shape(self, tag: str, fill: str, stroke: str, stroke_width: float, attrs: dict[str, Any]) -> None:
        paint: dict[str, Any] = {"fill": fill}
        if stroke != "none":
            paint |= {"stroke": stroke, "stroke_width": stroke_width}
        self._put(f"<{tag}{_attributes({**attrs, **paint})}/>")

    def _put(self, markup: str) -> None:
        self._parts.append("  " * self._depth + markup)


Box = tuple[float, float, float, float]  # x, y, width, height


def free_spot(
    start: tuple[float, float],
    end: tuple[float, float],
    boxes: Sequence[Box],
    taken: Sequence[tuple[float, float]] = (),
    reach: float = 12.0,
) -> tuple[float, float]:
    """A place for a mark on a line, away from boxes and other marks, as near the middle as can be."""

    def room(at: float) -> float:
        cx, cy = start[0] + at * (end[0] - start[0]), start[1] + at * (end[1] - start[1])
        apart = [max(left - cx, cx - left - w, top - cy, cy - top - h) - reach for left, top, w, h in boxes]
        apart += [max(abs(cx - x), abs(cy - y)) - 2 * reach for x, y in taken]
        return min(apart, default=0.0)

    shares = sorted((0.02 * k for k in range(4, 47)), key=lambda share: abs(share - 0.5))
    at = next((share for share in shares if room(share) >= 0), max(shares, key=room))
    return start[0] + at * (end[0] - start[0]), start[1] + at * (end[1] - start[1])


@dataclass(frozen=True)
class Panel:
    """A part of a table that can stand for itself: where it lies on the wide table, and how it is drawn.

    In a column it is as wide as the column, and as high as `height` says or as its shape asks for. Below the
    width `least` it is drawn at that width and made smaller.

    A page shows panels apart: the board large, the own mat always, the other mats when asked for.
    """

    name: str
    box: Box
    draw: Callable[[Drawing, float, float, float, float], None]  # (drawing, x, y, width, height)
    height: Callable[[float], float] | None = None
    least: float = 0.0
    part: str = "market"  # "heading", "board", "market" or "mat"
    seat: int | None = None  # whose mat it is
    words: str = ""  # what it says in short
    room: tuple[float, float] | None = None  # least size in any shape; None: it keeps the shape of its box

    def alone(self, width: float, height: float | None = None, text: float = 12.0) -> Alone:
        """The panel by itself for so many pixels, no text in it smaller than `text`.

        A board has a height to fill. Where there is not enough room the picture is larger.
        """
        _, _, w, h = self.box
        shaped = height is not None and self.room is None
        scale = min(width / w, (height or h) / h) if shaped else text / FLOOR
        for _ in range(4):
            if not shaped:
                w, h = self._size(width / scale, None if height is None else height / scale)
            d = Drawing(w, h, floor=FLOOR)
            self.draw(d, 0, 0, w, h)
            svg = d.svg()
            smallest = min(map(float, re.findall(r'<text[^>]* font-size="([\d.]+)"', svg)), default=text)
            if smallest * scale >= text - 0.01:
                break
            scale = text / smallest
        return Alone(svg, w * scale, h * scale)

    def _size(self, width: float, height: float | None) -> tuple[float, float]:
        _, _, w, h = self.box
        if height is None:
            wide = max(width, min(self.least, MAT))
            return wide, self.height(wide) if self.height else h * wide / w
        assert self.room is not None
        return max(width, self.room[0]), max(height, self.room[1])

    def stacked(self, width: float) -> tuple[float, float, float]:
        """Width and height it is drawn at in a column of that width, and the scale it is shown at."""
        wide = max(width, self.least)
        _, _, w, h = self.box
        return wide, self.height(wide) if self.height else h * wide / w, width / wide


@dataclass(frozen=True)
class Alone:
    """A panel by itself, and the pixels it is to be shown at."""

    svg: str
    width: float
    height: float


def compose(panels: Sequence[Panel], shown: float | None = None) -> str:
    """The panels as one picture: as they lie on the table, or in a column for a narrow screen."""
    if shown is not None and shown <= 2 * GAP:
        raise ValueError(f"a picture cannot be {shown} wide")
    if shown is None or shown >= NARROW:
        right = max(x + w for x, _, w, _ in (panel.box for panel in panels))
        bottom = max(y + h for _, y, _, h in (panel.box for panel in panels))
        d = Drawing(right + GAP, bottom + GAP, background=PAPER)
        for panel in panels:
            with d.group(data_panel=panel.name):
                panel.draw(d, *panel.box)
        return d.svg()
    inner = shown - 2 * GAP
    sizes = [panel.stacked(inner) for panel in panels]
    d = Drawing(shown, GAP + sum(h * scale + GAP for _, h, scale in sizes), background=PAPER)
    y = GAP
    for panel, (w, h, scale) in zip(panels, sizes, strict=True):
        if scale == 1:
            with d.group(data_panel=panel.name):
                panel.draw(d, GAP, y, w, h)
        else:
            move = f"translate({_number(GAP)} {_number(y)}) scale({scale:.5f})"
            with d.group(data_panel=panel.name, transform=move):
                panel.draw(d, 0, 0, w, h)
        y += h * scale + GAP
    return d.svg()


def heading(
    width: float, title: str, headline: str, question: str, seat_colour: str | None, offer: str = ""
) -> Panel:
    """The panel on top: the game, where it stands, what is asked of whom, and an offer if there is one."""
    indent = 6.0 if seat_colour is None else 24.0

    def draw(d: Drawing, x: float, y: float, w: float, h: float) -> None:
        d.text(x + 6, y + 18, title, size=16, bold=True, fill=INK, width=w - 12)
        top, room = y + 44, w - 6 - indent
        if w > NARROW:
            half = room * (0.4 if offer else 1)
            d.text(x + w - 6, y + 18, headline, 15, INK, "end", width=w - text_width(title, 16, True) - 40)
            d.text(x + indent, top, question, size=14, bold=True, fill=INK, width=half, min_size=9)
        else:
            top = d.paragraph(x + 6, y + 36, headline, w - 12, size=12, fill=INK) + 5
            after = d.paragraph(x + indent, top, question, room, size=12.5, bold=True, fill=INK)
        if seat_colour is not None:
            d.circle(x + 13, top - 5, 6, fill=seat_colour, stroke=EDGE)
        if offer:
            with d.place("offer"):
                if w > NARROW:
                    d.text(x + w - 6, top, offer, 13, INK, "end", width=0.58 * room, min_size=8)
                else:
                    d.paragraph(x + 6, after, offer, w - 12, size=12, fill=INK)

    def height(w: float) -> float:
        lines = 15 * len(wrap(headline, w - 12, 12)) + (15 * len(wrap(offer, w - 12, 12)) if offer else 0)
        return 32 + lines + 15.7 * len(wrap(question, w - 6 - indent, 12.5, bold=True))

    words = f"{headline}\n{offer}" if offer else headline
    return Panel("heading", (GAP, GAP, width, 46), draw, height, part="heading", words=words)


def fit(text: str, width: float, size: float, min_size: float, bold: bool = False) -> tuple[str, float]:
    """The text and the size at which it fits the width: smaller first, then cut with an ellipsis."""
    natural = text_width(text, size, bold)
    if natural <= width:
        return text, size
    smaller = size * width / natural
    if smaller >= min_size:
        return text, smaller
    return _cut(text, width, min_size, bold), min_size


def wrap(text: str, width: float, size: float, lines: int | None = None, bold: bool = False) -> list[str]:
    """Lines of at most the width, broken at blanks; a word too long for a line is cut."""
    done: list[str] = []
    for part in text.split("\n"):
        line = ""
        for word in part.split():
            longer = f"{line} {word}" if line else word
            if line and text_width(longer, size, bold) > width:
                done.append(line)
                line = word
            else:
                line = longer
        done.append(line)
    if lines is not None and len(done) > lines:
        done = [*done[: lines - 1], " ".join(done[lines - 1 :])] if lines > 0 else []
    return [_cut(line, width, size, bold) for line in done]


def _cut(text: str, width: float, size: float, bold: bool) -> str:
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + ELLIPSIS, size, bold) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def _style(names: Iterable[str]) -> list[str]:
    """Rules that give the tones their values: as the reader's system says, unless `data-theme` says it."""
    values = ["".join(f"--{name}:{_TONES[name][theme]};" for name in names) for theme in range(len(THEMES))]
    if not values[0]:
        return []
    dark = f"@media (prefers-color-scheme:dark){{.{CSS_CLASS}{{{values[1]}}}}}"
    chosen = [
        f"[data-theme={theme}] .{CSS_CLASS},.{CSS_CLASS}[data-theme={theme}]{{{value}}}"
        for theme, value in zip(THEMES, values, strict=True)
    ]
    return ["<style>", f".{CSS_CLASS}{{{values[0]}}}", dark, *chosen, "</style>"]


def _attributes(attrs: dict[str, Any]) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for name, value in attrs.items()
        if value is not None
    )


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: Any) -> str:
    if isinstance(value, str):
        return value
    return f"{round(float(value), 2):g}" if abs(float(value)) < 1e4 else f"{float(value):.0f}"


def _in_xml(code: int) -> bool:
    return 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or code >= 0x10000


@cache
def _advances(bold: bool) -> tuple[dict[int, float], float]:
    """Width of each character in ems, and the width of a missing one, read from the font's tables."""
    data = FONT_FILES[bold].read_bytes()
    tables = {
        data[at : at + 4]: struct.unpack_from(">II", data, at + 8)[0]
        for at in range(12, 12 + 16 * _u2(data, 4)[0], 16)
    }
    em = _u2(data, tables[b"head"] + 18)[0]
    measured = _u2(data, tables[b"hhea"] + 34)[0]
    widths = [w / em for w in _u2(data, tables[b"hmtx"], 2 * measured)[::2]]
    glyphs = _characters(data, tables[b"cmap"])
    return {char: widths[min(glyph, measured - 1)] for char, glyph in glyphs.items()}, widths[0]


def _characters(data: bytes, cmap: int) -> dict[int, int]:
    """Character -> glyph, from the font's Unicode map (format 4)."""
    for at in range(cmap + 4, cmap + 4 + 8 * _u2(data, cmap + 2)[0], 8):
        table = cmap + struct.unpack_from(">I", data, at + 4)[0]
        if _u2(data, table)[0] == 4:
            break
    else:
        raise ValueError("the bundled font has no character map of format 4")
    n = _u2(data, table + 6)[0] // 2
    ends, starts = _u2(data, table + 14, n), _u2(data, table + 16 + 2 * n, n)
    deltas, ranges_at = _u2(data, table + 16 + 4 * n, n), table + 16 + 6 * n
    glyphs = {}
    for i, (start, end, delta, offset) in enumerate(
        zip(starts, ends, deltas, _u2(data, ranges_at, n), strict=True)
    ):
        for char in range(start, min(end, 0xFFFE) + 1):
            glyph = char
            if offset:
                glyph = _u2(data, ranges_at + 2 * i + offset + 2 * (char - start))[0]
            if glyph or not offset:
                glyphs[char] = (glyph + delta) & 0xFFFF
    return glyphs


def _u2(data: bytes, at: int, count: int = 1) -> Sequence[int]:
    return struct.unpack_from(f">{count}H", data, at)
