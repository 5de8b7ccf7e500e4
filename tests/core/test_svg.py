"""SVG: escaping, fitting text to a width, and pixels that really hold the text."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrarium.core.svg import (
    FONT_FILES,
    GAP,
    INK,
    Drawing,
    Panel,
    compose,
    escape,
    fit,
    free_spot,
    heading,
    text_width,
    themed,
    to_png,
    to_rgb,
    tone,
    wrap,
)

SVG = "{http://www.w3.org/2000/svg}"


def texts(drawing: Drawing) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(drawing.svg()).iter(SVG + "text")]


def test_text_is_drawn_from_the_bundled_font_alone():
    blank, written = Drawing(120, 40, "#000"), Drawing(120, 40, "#000")
    written.text(10, 30, "Sol ★", size=24)
    assert to_rgb(blank.svg()).max() == 0
    assert (to_rgb(written.svg()) > 200).sum() > 300


def test_bold_text_has_more_ink():
    ink = []
    for bold in (False, True):
        drawing = Drawing(200, 40, "#000")
        drawing.text(10, 30, "Homeworld", size=24, bold=bold)
        ink.append(int(to_rgb(drawing.svg()).sum()))
    assert ink[1] > 1.2 * ink[0]


@pytest.mark.parametrize("bold", [False, True])
def test_text_width_is_the_width_of_the_pixels(bold):
    text, size = "|Wide systems, 42 credits|", 20
    drawing = Drawing(600, 40, "#000")
    drawing.text(20, 30, text, size=size, bold=bold)
    columns = np.flatnonzero(to_rgb(drawing.svg()).any(axis=(0, 2)))
    assert columns[-1] - columns[0] == pytest.approx(text_width(text, size, bold), abs=0.5 * size)


@pytest.mark.parametrize(("scale", "shape"), [(1, (30, 50, 3)), (2, (60, 100, 3)), (0.5, (15, 25, 3))])
def test_pixels_follow_the_scale(scale, shape):
    pixels = to_rgb(Drawing(50, 30, "#ff0000").svg(), scale)
    assert pixels.shape == shape
    assert pixels.dtype == np.uint8
    assert (pixels == (255, 0, 0)).all()


def test_a_picture_without_background_is_white():
    assert (to_rgb(Drawing(4, 4).svg()) == 255).all()


def test_png_has_its_signature():
    assert to_png(Drawing(4, 4).svg()).startswith(b"\x89PNG\r\n\x1a\n")


@given(st.text())
def test_any_text_can_be_drawn_and_read_back(text):
    drawing = Drawing(100, 20)
    drawing.text(0, 10, text, font_style=text)
    drawing.raw(f"<title>{escape(text)}</title>")
    ElementTree.fromstring(drawing.svg())


def test_short_text_keeps_its_size_long_text_shrinks_longer_is_cut():
    assert fit("Sol", 200, 14, 8) == ("Sol", 14)
    text, size = fit("Epsilon Eridani", 90, 14, 8)
    assert text == "Epsilon Eridani"
    assert 8 <= size < 14
    text, size = fit("Epsilon Eridani " * 4, 90, 14, 8)
    assert size == 8
    assert text.endswith("…")
    assert text_width(text, size) <= 90


@given(st.text(max_size=60), st.floats(20, 300), st.booleans())
def test_fitted_text_fits(text, width, bold):
    shown, size = fit(text, width, 14, 7, bold)
    assert text_width(shown, size, bold) <= width + 1e-6


@given(
    st.text(alphabet="abc WM\n", max_size=120), st.floats(20, 200), st.one_of(st.none(), st.integers(0, 4))
)
def test_wrapped_lines_fit_and_keep_to_their_number(text, width, lines):
    wrapped = wrap(text, width, 12, lines)
    assert all(text_width(line, 12) <= width for line in wrapped)
    assert lines is None or len(wrapped) <= lines


def test_wrap_keeps_every_word_where_there_is_room():
    text = "Draw two cards from a domain you control.\nGain one credit."
    assert " ".join(wrap(text, 100, 12)).split() == text.split()


def test_paragraph_returns_where_the_next_line_goes():
    drawing = Drawing(200, 100)
    assert drawing.paragraph(10, 20, "one\ntwo", 100, size=10, leading=1.5) == 50
    assert texts(drawing) == ["one", "two"]


def test_group_nests_and_shapes_carry_their_attributes():
    drawing = Drawing(100, 100)
    with drawing.group(transform="translate(5 5)"):
        drawing.rect(0, 0, 10, 10, fill="#123", stroke="#456", radius=2, stroke_dasharray="4 2")
        drawing.circle(5, 5, 2)
        drawing.line(0, 0, 1, 1)
        drawing.polygon([(0, 0), (1, 0), (0, 1)], fill="#fff")
        drawing.polyline([(0, 0), (1, 0)])
        drawing.path("M0 0 L1 1", stroke="#fff")
    group = ElementTree.fromstring(drawing.svg())[0]
    assert group.tag == SVG + "g"
    assert group.get("transform") == "translate(5 5)"
    assert [child.tag.removeprefix(SVG) for child in group] == [
        "rect", "circle", "line", "polygon", "polyline", "path",
    ]  # fmt: skip
    assert group[0].get("stroke-dasharray") == "4 2"
    assert group[0].get("rx") == "2"


def test_the_fonts_licence_lies_beside_them():
    assert (FONT_FILES[0].parent / "LICENSE.txt").is_file()
    assert all(path.is_file() for path in FONT_FILES)


# Light and dark

GRASS = tone("grass", "#00ff00", "#004400")


def test_a_tone_is_its_light_or_its_dark_colour():
    svg = Drawing(2, 2, GRASS).svg()
    assert (to_rgb(svg, theme="light") == (0, 255, 0)).all()
    assert (to_rgb(svg, theme="dark") == (0, 0x44, 0)).all()


def test_a_picture_carries_the_rules_of_the_tones_it_uses():
    svg = Drawing(2, 2, GRASS).svg()
    assert svg.count("--grass:#00ff00;") == 2  # unless told otherwise, and when light is asked for
    assert svg.count("--grass:#004400;") == 2  # when the system is dark, and when dark is asked for
    assert "prefers-color-scheme:dark" in svg
    assert "--ink:" not in svg
    assert "<style>" not in Drawing(2, 2, "#123456").svg()


def test_a_picture_in_plain_colours_has_no_properties_left():
    drawing = Drawing(90, 20, GRASS)
    drawing.text(2, 14, "var(--grass)", fill=INK)
    for theme in ("light", "dark"):
        plain = themed(drawing.svg(), theme)
        assert 'fill="var(' not in plain
        assert "<style>" not in plain
        assert texts(drawing) == ["var(--grass)"]


def test_an_unknown_theme_and_a_second_meaning_of_a_tone_are_refused():
    with pytest.raises(ValueError, match="light or dark"):
        themed("<svg/>", "grey")
    with pytest.raises(ValueError, match="already"):
        tone("grass", "#00ff00", "#005500")
    with pytest.raises(ValueError, match="lower-case"):
        tone("Blue Grass", "#000", "#fff")


# Places


def test_a_place_is_a_group_with_its_name_and_comes_once():
    drawing = Drawing(20, 20)
    with drawing.place("hand-3"):
        drawing.rect(0, 0, 9, 9)
    group = ElementTree.fromstring(drawing.svg())[0]
    assert group.attrib == {"data-at": "hand-3"}
    assert len(group) == 1
    with pytest.raises(ValueError, match="hand-3"), drawing.place("hand-3"):
        pass


# Panels


def drawn(boxes, **keywords):
    """A panel that notes the boxes it is drawn in."""
    return Panel("part", (GAP, GAP, 800, 400), lambda d, *box: boxes.append(box), **keywords)


def size_of(svg):
    return [float(n) for n in ElementTree.fromstring(svg).attrib["viewBox"].split()[2:]]


@pytest.mark.parametrize("width", [None, 900])
def test_panels_lie_on_the_table_as_they_are_placed(width):
    boxes = []
    svg = compose([drawn(boxes)], width)
    assert boxes == [(GAP, GAP, 800, 400)]
    assert size_of(svg) == [800 + 2 * GAP, 400 + 2 * GAP]


def test_a_narrow_picture_is_a_column_as_wide_as_it_is_shown():
    boxes = []
    svg = compose([drawn(boxes), drawn(boxes, height=lambda w: 50)], 416)
    assert boxes == [(GAP, GAP, 400, 200), (GAP, 2 * GAP + 200, 400, 50)]
    assert size_of(svg) == [416, 3 * GAP + 250]


def test_a_panel_that_cannot_be_so_narrow_is_made_smaller():
    boxes = []
    svg = compose([drawn(boxes, least=500)], 416)
    assert boxes == [(0, 0, 500, 250)]
    assert "scale(0.80000)" in svg
    assert size_of(svg) == [416, 2 * GAP + 200]


def test_no_picture_can_be_narrower_than_its_edges():
    with pytest.raises(ValueError, match="16"):
        compose([drawn([])], 16)


def test_the_heading_grows_with_its_words():
    few, many = (heading(800, "Game", "round 1", words, None, "an offer") for words in ("who?", "who? " * 40))
    assert many.height(300) > few.height(300)
    words = " ".join(ElementTree.fromstring(compose([many], 316)).itertext())
    assert words.count("who?") == 40
    assert 'data-at="offer"' in compose([few], 316)


def test_a_mark_on_a_line_keeps_off_boxes_and_other_marks():
    start, end = (0.0, 0.0), (100.0, 0.0)
    assert free_spot(start, end, []) == pytest.approx((50, 0))
    x, _ = free_spot(start, end, [(40.0, -5.0, 20.0, 10.0)], reach=5)
    assert abs(x - 50) >= 15
    x, _ = free_spot(start, end, [], taken=[(50.0, 0.0)], reach=5)
    assert abs(x - 50) >= 10
