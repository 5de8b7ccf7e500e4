"""Questions: kernels made of a table, asked until somebody has a choice, refused when the table is wrong."""

from types import SimpleNamespace

import numpy as np
import pytest

from astrarium.core import ActionTable, Answer, Block, Question, Questions, bind, kernel, state_dtype
from astrarium.core.jit import Bytes, States, Tables, driver
from astrarium.core.questions import HIDDEN, OPEN, SILENT

ACTIONS = ActionTable(
    Block("pass"), Block("card", card=5), Block("swap", give=2, take=3), Block("book", page=100), Block("end")
)
PASS, CARD, SWAP, BOOK, END = ACTIONS.offsets("pass", "card", "swap", "book", "end")
STATE = state_dtype(
    (),
    ("cards", "i8"),  # bits
    ("swaps", "i8", 2),
    ("pages", "i8", 4),
    ("may_pass", "i1"),
    ("next", "i1"),  # what is asked
    ("log", "i2", 8),
    ("logged", "i1"),
    ("kept", "i8"),
    ("kept_part", "i1"),
    ("asked", "i1"),  # how often go_on was called
)
st = SimpleNamespace(
    __name__="st",
    ASK_NOTHING=0,
    ASK_CARD=1,
    ASK_SWAP=2,
    ASK_BOOK=3,
    ASK_EITHER=4,
    ASK_STUCK=5,
    ASK_KEPT=6,
    ASK_WHOLE=7,
    ASK_CHOICE=8,
)


@kernel
def note(s, number):
    s.log[s.logged] = number
    s.logged += 1


@kernel
def go_on(t, s):
    s.asked += 1
    s.ask = s.next
    s.next = 4


@kernel
def cards(t, s):
    return s.cards


@kernel
def take_card(t, s, card):
    note(s, 10 + card)


@kernel
def swaps(t, s, give):
    return s.swaps[give]


@kernel
def all_swaps(t, s):
    return s.swaps[0] | s.swaps[1] << 3


@kernel
def swap(t, s, give, take):
    note(s, 100 + 10 * give + take)


@kernel
def pages(t, s, part):
    return s.pages[part]


@kernel
def read(t, s, page):
    note(s, 200 + page)


@kernel
def may_pass(t, s):
    return s.may_pass


@kernel
def stuck(t, s):
    note(s, 1)


@kernel
def finish(t, s):
    s.over = 1


QUESTIONS = Questions(
    st,
    ACTIONS,
    go_on,
    Question("card", "which card?", Answer("card", cards, take_card), Answer("pass", may_pass)),
    Question("swap", "swap?", Answer("swap", swaps, swap), Answer("pass", may_pass), seen=HIDDEN),
    Question("book", "which page?", Answer("book", pages, read, part=25), Answer("pass", may_pass)),
    Question("either", "?", Answer("card", then=take_card), Answer("end", then=finish)),
    Question("stuck", "?", Answer("card", cards, take_card), otherwise=stuck),
    Question("kept", "?", Answer("book", pages, read, part=25, seen=OPEN), keep=True, seen=SILENT),
    Question("whole", "?", Answer("swap", all_swaps, swap)),
    Question("choice", "?", Answer("card", cards, take_card), choice=True),
)


def legal(*args): ...


def step(*args): ...


@driver
def run(t: Tables, states: States, action: int, mask: Bytes) -> None:
    """Take an action, and write what is legal then."""
    step(t[0], states[0], action)
    legal(t[0], states[0], mask)


def bound():
    import numba
    from numba import types as nt

    from astrarium.core.jit import Kernel

    tables = np.dtype([("nothing", "i8")])
    t, s = numba.from_dtype(tables), numba.from_dtype(STATE)
    names = {
        "legal": Kernel("legal", QUESTIONS.legal, nt.none, t, s, nt.int8[::1]),
        "step": Kernel("step", QUESTIONS.step, nt.none, t, s, nt.int64),
        "TABLES": tables,
        "STATE": STATE,
    }
    return bind(run, "questions", **names), np.zeros(1, tables)


@pytest.fixture(scope="module")
def played():
    """A game of it: what is asked first, fields, actions -> what is legal now and what was done."""
    driver, tables = bound()

    def play(asked, *actions, **fields):
        states, mask = np.zeros(1, STATE), np.zeros(ACTIONS.size, np.int8)
        states["next"] = getattr(st, f"ASK_{asked.upper()}")
        for name, value in fields.items():
            states[name] = value
        for action in (-1, *actions):
            driver(tables, states, action, mask)
        return np.flatnonzero(mask).tolist(), states["log"][0][: states["logged"][0]].tolist(), states[0]

    return play


def test_what_may_be_answered_is_legal(played):
    assert played("card", cards=0b10110, may_pass=1)[0] == [PASS, CARD + 1, CARD + 2, CARD + 4]
    assert played("swap", swaps=(0b101, 0b010))[0] == [SWAP, SWAP + 2, SWAP + 4]
    assert played("book", pages=(0, 0b11, 0, 1 << 24))[0] == [BOOK + 25, BOOK + 26, BOOK + 99]


def test_an_answer_comes_as_its_places(played):
    assert played("card", CARD + 2, cards=0b10110)[1] == [12]
    assert played("swap", SWAP + 5, swaps=(0b101, 0b110))[1] == [112]
    assert played("book", BOOK + 99, pages=(1, 0, 0, 1 << 24))[1] == [299]


def test_one_answer_answers_itself(played):
    assert played("card", cards=0b100)[1] == [12]
    assert played("swap", swaps=(0, 0b010))[1] == [111]
    assert played("book", pages=(0, 0, 1 << 3, 0))[1] == [253]
    asked, done, state = played("card", may_pass=1)
    assert (done, int(state["ask"])) == ([], st.ASK_EITHER)
    assert asked == [*range(CARD, CARD + 5), END]


def test_two_answers_are_a_choice(played):
    for fields in ({"cards": 1, "may_pass": 1}, {"cards": 3}):
        assert played("card", **fields)[1] == []
        assert played("card", **fields)[2]["ask"] == st.ASK_CARD


def test_where_nothing_can_be_answered_something_else_happens(played):
    assert played("stuck")[1] == [1]
    assert played("stuck", cards=0b1000)[1] == [13]
    assert played("stuck", CARD, cards=0b1001)[1] == [10]


def test_nothing_is_legal_and_nobody_is_asked_when_the_game_is_over(played):
    asked, _, state = played("either", END)
    assert asked == []
    assert state["ask"] == st.ASK_NOTHING


def test_kept_bits_stay_from_asking_on(played):
    asked, _, state = played("kept", pages=(0, 0, 0b101, 0))
    assert asked == [BOOK + 50, BOOK + 52]
    assert (state["kept"], state["kept_part"]) == (0b101, 2)


def test_a_block_of_two_dimensions_can_be_asked_for_at_once(played):
    assert played("whole", swaps=(0b101, 0b010))[0] == [SWAP, SWAP + 2, SWAP + 4]
    assert played("whole", SWAP + 5, swaps=(0b101, 0b110))[1] == [112]
    assert played("whole", swaps=(0, 0b010))[1] == [111]


def test_what_is_always_a_choice_is_not_looked_at(played):
    asked, done, state = played("choice", cards=0b100)
    assert (asked, done, int(state["ask"])) == ([CARD + 2], [], st.ASK_CHOICE)


def test_who_sees_an_answer_is_said_by_the_question_or_the_answer():
    assert QUESTIONS.at(st.ASK_CARD).sight("card") == OPEN
    assert QUESTIONS.at(st.ASK_SWAP).sight("pass") == HIDDEN
    assert QUESTIONS.at(st.ASK_KEPT).sight("book") == OPEN
    assert QUESTIONS.at(0) is None


def refused(*rows, numbers=None, match):
    state = SimpleNamespace(__name__="st", ASK_NOTHING=0, **(numbers or {"ASK_CARD": 1}))
    with pytest.raises(ValueError, match=match):
        Questions(state, ACTIONS, go_on, *rows)


def test_a_wrong_table_is_refused():
    good = Answer("card", cards, take_card)
    refused(Question("card", "?", good), numbers={"ASK_CARD": 2}, match="differ in card")
    refused(Question("other", "?", good), match="differ in card, other")
    refused(Question("card", "?", Answer("cards", cards, take_card)), match="no block 'cards'")
    refused(Question("card", "?", Answer("card", swaps, take_card)), match="when=swaps takes 1 places")
    refused(
        Question("card", "?", Answer("card", cards, swap)), match="then=swap takes 2 places .* expected 1"
    )
    refused(Question("card", "?", Answer("book", cards, read)), match="more than 62 places")
    refused(Question("card", "?", Answer("pass", may_pass), keep=True), match="can be kept")
    refused(Question("card", "?", good, keep=True, choice=True), match="always a choice")
