"""What is drawn where in a picture: boxes of texts and shapes, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from astrarium.core.svg import ELLIPSIS, text_width

SLACK = 1.6  # units a text may stick out of what it stands on, or into its neighbour


@dataclass(frozen=True)
class Mark:
    """A text or a filled shape as it is shown."""

    what: str  # the words, or "" for a shape
    tag: str
    left: float
    top: float
    right: float
    bottom: float
    size: float = 0.0  # of a text

    def meets(self, other: Mark, slack: float = SLACK) -> bool:
        """Whether the two share more than a sliver."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > slack and down > slack

    def holds(self, other: Mark, slack: float = SLACK) -> bool:
        """Whether the other lies inside."""
        return (
            self.left - slack <= other.left
            and self.right + slack >= other.right
            and self.top - slack <= other.top
            and self.bottom + slack >= other.bottom
        )

    def under(self, other: Mark) -> bool:
        """Whether the middle of the other lies inside."""
        x, y = (other.left + other.right) / 2, (other.top + other.bottom) / 2
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def places_of(svg: str) -> list[str]:
    """The names of the places in a picture."""
    return re.findall(r'data-at="([^"]*)"', svg)


def marks_of(svg: str) -> list[Mark]:
    """Texts and filled shapes in the order they are painted."""
    return list(_walk(ElementTree.fromstring(svg), 0.0, 0.0, 1.0))


def _walk(node: ElementTree.Element, dx: float, dy: float, scale: float) -> Iterator[Mark]:
    at = node.attrib
    move = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)", at.get("transform", ""))
    if move:
        x, y, factor = map(float, move.groups())
        dx, dy, scale = dx + scale * x, dy + scale * y, scale * factor
    tag = node.tag.rpartition("}")[2]
    faint = float(at.get("opacity", 1)) < 0.5
    if tag == "g" and faint:
        return
    box = None if faint else _box(tag, node)
    if box:
        words = " ".join("".join(node.itertext()).split()) if tag == "text" else ""
        left, top, right, bottom = box
        size = scale * float(at.get("font-size", 0))
        shown = (dx + scale * left, dy + scale * top, dx + scale * right, dy + scale * bottom)
        yield Mark(words, tag, *shown, size)
    for child in node:
        yield from _walk(child, dx, dy, scale)


def _box(tag: str, node: ElementTree.Element) -> tuple[float, float, float, float] | None:
    at = node.attrib
    if tag == "text":
        words = "".join(node.itertext())
        size, x, y = float(at["font-size"]), float(at["x"]), float(at["y"])
        width = text_width(words, size, at.get("font-weight") == "bold")
        x -= {"middle": width / 2, "end": width}.get(at.get("text-anchor", "start"), 0.0)
        return x, y - 0.73 * size, x + width, y
    if at.get("fill", "none") == "none":
        return None
    if tag == "rect":
        x, y = float(at.get("x", 0)), float(at.get("y", 0))
        return x, y, x + float(at["width"]), y + float(at["height"])
    if tag == "circle":  # the square inside
        x, y, r = float(at["cx"]), float(at["cy"]), 0.7 * float(at["r"])
        return x - r, y - r, x + r, y + r
    return None


def flaws(svg: str, least: float) -> list[str]:
    """Texts that are cut, stick out, meet one another, are painted over, or are smaller than `least`."""
    width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
    sheet = Mark("", "rect", 0, 0, width, height)
    marks = marks_of(svg)
    found = []
    for k, mark in enumerate(marks):
        if not sheet.holds(mark, 0.5):
            found.append(f"{mark.what or mark.tag!r} sticks out of the picture")
        if mark.tag != "text":
            continue
        if mark.size < least:
            found.append(f"{mark.what!r} is {mark.size:.1f} high")
        if ELLIPSIS in mark.what:
            found.append(f"{mark.what!r} is cut short")
        below = next((m for m in reversed(marks[:k]) if m.tag == "rect" and m.under(mark)), sheet)
        if not below.holds(mark):
            found.append(f"{mark.what!r} sticks out of what it stands on")
        for other in marks[k + 1 :]:
            if mark.meets(other):
                found.append(f"{other.what or other.tag!r} is painted over {mark.what!r}")
    return found
