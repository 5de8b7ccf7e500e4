"""What is asked after what: the counts, the order of the questions, and the picture."""

import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace

import numpy as np
import pytest

from astrarium.core import Batch, flow
from astrarium.core.flow import END, OTHER_SEAT, SAME_SEAT, Flow, count, lines
from astrarium.core.flow_svg import questions_svg
from tests.toy import GAME
from tests.toy.state import ASK_CALL, ASK_PLAY

SVG = "{http://www.w3.org/2000/svg}"
BLOCKS = [block.name for block in GAME.actions.blocks]


@pytest.fixture(scope="module")
def lanterns():
    return count(GAME, decisions=800)


def flow_of(ways, first="main", never=()):
    """A flow from (asked, asked next): how often; all of the same seat, but for the one named main."""
    names = sorted({name for way in ways for name in way} - {"end"} | set(never))
    number = {name: k for k, name in enumerate(names, 1)} | {"end": END}
    counts = np.zeros((len(names) + 1, 1, 2, len(names) + 1), np.int64)
    for (asked, after), often in ways.items():
        counts[number[asked], 0, OTHER_SEAT if after == "main" else SAME_SEAT, number[after]] = often
    rows = [SimpleNamespace(name=name, words=f"what of {name}?") for name in names]
    game = SimpleNamespace(
        title="Ways",
        players=(2,),
        questions=SimpleNamespace(rows=rows),
        actions=SimpleNamespace(blocks=[SimpleNamespace(name="answer")]),
    )
    begun = np.zeros(len(names) + 1, np.int64)
    begun[number[first]] = 1
    return Flow(game, 1, begun, counts)


def order(ways, **keywords):
    """Names in their order, set in by two blanks for each question that they stand below."""
    asked = flow_of(ways, **keywords)
    return [
        f"{'  ' * line.depth}{asked.game.questions.rows[line.question - 1].name}" for line in lines(asked)
    ]


def places(picture):
    """The names of all places of a picture."""
    return [
        each.attrib["data-at"] for each in ElementTree.fromstring(picture).iter() if "data-at" in each.attrib
    ]


def texts(picture):
    return [element.text for element in ElementTree.fromstring(picture).iter(SVG + "text")]


# Counting


@pytest.mark.parametrize("players", GAME.players)
def test_every_decision_is_counted_once(players):
    batch = Batch(GAME, 20, players, auto_reset=False, observations=False)
    first, counts = np.zeros(3, np.int64), np.zeros((3, len(BLOCKS), 2, 3), np.int64)
    flow._play(batch, first, counts)
    assert first.sum() == 20
    assert counts.sum() == batch.moves.sum() > 0
    assert counts[..., END].sum() == 20


def test_what_comes_after_is_asked_itself(lanterns):
    arrived = lanterns.follows.sum(axis=0) + lanterns.first
    assert arrived[1:].tolist() == lanterns.asked[1:].tolist()
    assert arrived[END] == lanterns.games


def test_every_table_and_every_option_is_played(monkeypatch):
    played = []
    monkeypatch.setattr(
        flow, "_play", lambda batch, first, counts: (played.append(batch), counts.__iadd__(1))
    )
    count(GAME, decisions=1)
    tables = [(batch.num_players, batch.options, batch.content.name) for batch in played]
    default = GAME.choose_options()
    assert tables == [
        *((players, default, "plain") for players in GAME.players),
        (4, default | {"peeking": 0}, "plain"),
        (4, default | {"hand_size": 2}, "plain"),
        (4, default, "dark"),
    ]
    indices = [batch.first_index for batch in played]
    assert indices == np.cumsum([0, *(batch.n for batch in played[:-1])]).tolist()


def test_the_block_and_the_next_seat_are_counted(lanterns):
    peek, play = BLOCKS.index("peek"), BLOCKS.index("play")
    assert lanterns.counts[ASK_PLAY, peek, SAME_SEAT, ASK_PLAY] > 0
    assert lanterns.counts[ASK_PLAY, peek].sum() == lanterns.counts[ASK_PLAY, peek, SAME_SEAT, ASK_PLAY]
    assert lanterns.counts[ASK_PLAY, play, OTHER_SEAT, ASK_PLAY] > 0
    assert lanterns.counts[ASK_CALL, :, :, END].sum() == 0
    assert lanterns.blocks(ASK_CALL, ASK_PLAY) == ["call"]
    assert lanterns.blocks(ASK_PLAY, END) == ["play"]


def test_the_same_games_give_the_same_picture(lanterns):
    assert questions_svg(count(GAME, decisions=800)) == questions_svg(lanterns)
    assert questions_svg(count(GAME, decisions=800, seed=2)) != questions_svg(lanterns)


# The order


def test_lanterns_opens_with_calls_and_goes_on_with_play(lanterns):
    assert lanterns.main == ASK_PLAY
    assert [(line.question, line.depth) for line in lines(lanterns)] == [(ASK_CALL, 1), (ASK_PLAY, 0)]


def test_without_another_seat_the_main_question_is_the_one_asked_most():
    assert flow_of({("a", "b"): 5, ("b", "b"): 9, ("b", "end"): 1}, first="a").main == 2


def test_a_question_stands_below_the_one_that_all_ways_to_it_pass():
    ways = {("main", "build"): 9, ("build", "site"): 6, ("build", "price"): 3, ("price", "site"): 3}
    assert order(ways | {("site", "main"): 8, ("site", "end"): 1}) == [
        "main",
        "  build",
        "    price",
        "    site",
    ]


def test_a_question_with_ways_from_two_others_stands_below_neither():
    ways = {
        ("main", "buy"): 5,
        ("main", "sell"): 5,
        ("buy", "pay"): 5,
        ("sell", "pay"): 5,
        ("pay", "main"): 9,
    }
    assert order(ways | {("pay", "end"): 1}) == ["main", "  buy", "  pay", "  sell"]


@pytest.mark.parametrize(("often", "place"), [(1, "    pay"), (2, "  pay")])
def test_ways_seldom_taken_do_not_count(often, place):
    ways = {("main", "buy"): 9, ("buy", "pay"): 10, ("main", "pay"): often, ("pay", "main"): 9}
    assert order(ways | {("pay", "pay"): 99, ("pay", "end"): 1}) == ["main", "  buy", place]


def test_a_loop_that_is_seldom_entered_stands_where_it_is_entered():
    ways = {("main", "deal"): 9, ("deal", "main"): 8, ("deal", "offer"): 1, ("answer", "main"): 1}
    loop = {("offer", "answer"): 50, ("answer", "offer"): 50}
    assert order(ways | loop | {("main", "end"): 1}) == ["main", "  deal", "    offer", "      answer"]


def test_how_often_one_comes_to_a_question_leaves_out_what_stands_below_it():
    ways = {("main", "offer"): 4, ("offer", "offer"): 7, ("offer", "card"): 9, ("card", "offer"): 9}
    asked = flow_of(ways | {("offer", "main"): 3, ("offer", "end"): 1})
    comes = {asked.game.questions.rows[line.question - 1].name: line.comes for line in lines(asked)}
    assert comes == {"main": 1, "offer": 4, "card": 9}  # a game begins with main


# The picture


def test_every_question_is_in_the_picture_in_its_words(lanterns):
    picture = questions_svg(lanterns)
    assert {row.name for row in GAME.questions} <= set(places(picture))
    assert {"which suit do you call in secret?", "play a card (you called ‹called›)"} <= set(texts(picture))


def test_what_was_never_asked_is_in_the_picture_too():
    picture = questions_svg(flow_of({("main", "end"): 1}, never=["dream"]))
    assert "dream" in places(picture)
    assert {"never asked in these games:", "what of dream?"} <= set(texts(picture))


def test_what_followed_is_drawn_and_nothing_else(lanterns):
    shown = [place for place in places(questions_svg(lanterns)) if "→" in place]
    assert sorted(shown) == [
        "call → call",
        "call → play",
        "play → play",
        "play → the game ends",
        "the game begins → call",
    ]


def test_numbers_are_percent_of_what_was_asked():
    ways = {
        ("main", "a"): 875,
        ("main", "b"): 124,
        ("main", "end"): 1,
        ("a", "main"): 875,
        ("b", "main"): 399,
    }
    picture = questions_svg(flow_of(ways | {("b", "a"): 1}))
    marks = {
        each.attrib["data-at"]: (each[0].text, [child.text for child in each.iter(SVG + "text")])
        for each in ElementTree.fromstring(picture).iter()
        if "→" in each.attrib.get("data-at", "")
    }
    assert marks["main → a"] == ("main → a: 87.5 % of 1,000, answered with answer", ["88"])
    assert marks["main → the game ends"] == ("main → the game ends: 0.1 % of 1,000, answered with answer", [])
    assert marks["a → main"][1] == ["all"]
    assert marks["b → main"][1] == ["99"]  # 399 of 400 are not all


def test_no_text_is_smaller_than_eleven():
    many = {("main", f"question_{k}"): k + 1 for k in range(44)}
    back = {(name, "main"): often for (_, name), often in many.items()}
    picture = ElementTree.fromstring(questions_svg(flow_of(many | back | {("main", "end"): 1})))
    assert min(float(element.attrib["font-size"]) for element in picture.iter(SVG + "text")) >= 11
    assert 900 <= float(picture.attrib["width"]) <= 1100
