"""SVG pictures: a small builder for the games' boards, and SVG text to pixels.

One bundled font (a DejaVu Sans subset) draws all text, so a picture is the same on every machine,
also on one without fonts, and the width of a text is known before it is drawn.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
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


def escape(text: object) -> str:
    """The text with markup characters escaped, for raw SVG; characters XML cannot hold become U+FFFD."""
    shown = "".join(c if c in "\t\n" or _in_xml(ord(c)) else "\ufffd" for c in str(text))
    return _escape(shown, {'"': "&quot;"})


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of the text in user units in the bundled font."""
    advances, missing = _advances(bold)
    return size * sum(advances.get(ord(c), missing) for c in text)


def to_png(svg: str, scale: float = 1.0) -> bytes:
    """The picture as PNG bytes."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
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


def to_rgb(svg: str, scale: float = 1.0) -> np.ndarray:
    """The picture as a uint8 array of shape (height, width, 3)."""
    from PIL import Image

    with Image.open(io.BytesIO(to_png(svg, scale))) as image:
        return np.array(image.convert("RGB"), dtype=np.uint8)


class Drawing:
    """A picture of the given size; every method appends one element, `svg()` gives the text."""

    def __init__(self, width: float, height: float, background: str | None = None) -> None:
        self.width, self.height = width, height
        self._parts: list[str] = []
        self._depth = 1
        if background is not None:
            self.rect(0, 0, width, height, fill=background)

    def svg(self) -> str:
        """The whole picture as SVG text."""
        w, h = _number(self.width), _number(self.height)
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" '
            f'font-family="{FONT_FAMILY}, sans-serif">'
        )
        return "\n".join([opening, *self._parts, "</svg>"]) + "\n"

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
        shown = " ".join(str(text).split())
        if width is not None:
            shown, size = fit(shown, width, size, 0.6 * size if min_size is None else min_size, bold)
        attributes = {"x": x, "y": y, "font_size": size, "fill": fill}
        if anchor != "start":
            attributes["text_anchor"] = anchor
        if bold:
            attributes["font_weight"] = "bold"
        self._put(f"<text{_attributes({**attributes, **attrs})}>{escape(shown)}</text>")

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
