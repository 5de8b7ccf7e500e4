"""Replies: what they mean is found, and nothing is guessed."""

import json
import string
import time
import unicodedata

import numpy as np
import pytest

import tests.toy
from astrarium.core import get
from astrarium.text import LIMIT, ReplyError, SeatTable, check, read_reply
from astrarium.text.check import check_names, check_replies
from astrarium.text.replies import plain
from tests.contract.table import Table
from tests.text.games import decisions
from tests.text.test_prompts import NAMES

TOY = Table(tests.toy.GAME, 3)


@pytest.fixture(scope="module")
def view():
    """A decision with several legal actions."""
    return next(view for view in decisions(TOY, 1) if len(view.legal) > 2)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_read_as_itself(name):
    found = check_names(get(name), 256, seed=8)
    assert found["positions"] == 256 < found["names"]
    assert found["decisions"] > 5
    assert 100 < found["most tokens"] < LIMIT or name == "toy"


@pytest.mark.parametrize(
    "form",
    [
        "{name}",
        "{number}",
        "{number}.",
        "#{number}",
        "{number}. {name}",
        "{number} ({name})",
        "Answer: {name}",
        "answer={number}",
        "**Answer:** **{name}**.",
        "> Final answer: `{name}`",
        "I think.\nAnswer: {number}",
        "Answer: 99\nNo, that was wrong.\nAnswer: {number}",
        "Answer:\n{name}",
        "```\n{name}\n```",
        "```text\nAnswer: {name}\n```",
        '{{"action": {number}}}',
        '{{"action": "{name}"}}',
        '```json\n{{"why": "best", "action": "{name}"}}\n```',
        'First {{"action": 99}}, or rather\n{{"action": {number}}}',
        "<think>Answer: 99</think>{name}",
        "Answer: “{name}”",
        "Answer:   {name}  !",
    ],
)
def test_forms_of_an_answer(view, form):
    for k, (action, name) in enumerate(zip(view.legal, view.names, strict=True), 1):
        for said in (name, name.upper(), name.replace(" ", "  ")):
            assert read_reply(form.format(name=said, number=k), view) == action


@pytest.mark.parametrize(
    ("reply", "kind", "why"),
    [
        ("", "format", "empty"),
        ("```\n```", "format", "empty"),
        ("Answer:", "format", "empty"),
        ("<think>hm, Answer: 1", "format", "ends before the thinking"),
        ("Answer: 0", "illegal", "numbered from 1"),
        ("Answer: 999", "illegal", "numbered from 1"),
        ("Answer: 1 or 2", "format", "no action is called"),
        ("1\n2", "format", "several lines"),
        ("Answer: abracadabra", "format", "no action is called"),
        ('{"action": true}', "format", "expected a number or a name"),
        ('{"action": null}', "format", "expected a number or a name"),
        ('{"action": 1.5}', "format", "expected a number or a name"),
        ('{"action": [1]}', "format", "expected a number or a name"),
        ('{"action": 1, "action": 2}', "format", "more than once"),
        ('{"move": 1}', "format", "no action is called"),
        ("Answer: -1", "format", "no action is called"),
        ("Answer: 1e0", "format", "no action is called"),
    ],
)
def test_what_is_refused(view, reply, kind, why):
    with pytest.raises(ReplyError, match=why) as refused:
        read_reply(reply, view)
    assert refused.value.kind == kind


def test_a_number_and_a_name_have_to_agree(view):
    with pytest.raises(ReplyError, match="do not fit together"):
        read_reply(f"Answer: 1. {view.names[1]}", view)


def test_numbers_need_a_list(view):
    assert read_reply(view.names[0], view, listed=False) == view.legal[0]
    with pytest.raises(ReplyError, match="not numbered"):
        read_reply("1", view, listed=False)


def test_an_action_that_is_not_legal_now_is_called_so(view):
    plainly = {plain(name) for name in view.names}
    others = [view.name(action) for action in range(view.game.num_actions)]
    name = next(name for name in others if plain(name) not in plainly)
    with pytest.raises(ReplyError, match="not legal now") as refused:
        read_reply(f"Answer: {name}", view)
    assert refused.value.kind == "illegal"
    assert view.question in str(refused.value)


@pytest.mark.parametrize("name", NAMES)
def test_noise_is_never_read_as_another_action(name):
    found = check_replies(get(name), 320, seed=5)
    assert found["understood"] > 120
    assert found["refused"] > 60


def test_the_check_finds_a_reader_that_guesses(monkeypatch):
    monkeypatch.setattr(check, "read_reply", lambda reply, view: view.legal[-1])
    monkeypatch.setattr(check, "read_answer", lambda answer, view: view.legal[-1])
    with pytest.raises(ValueError, match="is read as"):
        check_names(get("toy"), 64)
    with pytest.raises(ValueError, match="is read as"):
        check_replies(get("toy"), 640)


def test_the_check_goes_on_where_it_was_stopped(tmp_path, monkeypatch, capsys):
    state = tmp_path / "state.json"

    def run(positions, replies, *more):
        asked = ["check", "toy", "--positions", positions, "--replies", replies, "--state", state, *more]
        monkeypatch.setattr("sys.argv", list(map(str, asked)))
        check.main()
        return json.loads(state.read_text())["toy"]

    half = run(192, 64)
    assert half["positions"]["positions"] == 192
    whole = run(448, 256)
    game = get("toy")
    assert whole["positions"]["names"] == check_names(game, 448)["names"] > half["positions"]["names"]
    assert whole["replies"] == check_replies(game, 256)
    assert "positions 448" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="another seed"):
        run(448, 256, "--seed", 1)


def test_the_check_finds_names_that_tell_hidden_things(monkeypatch):
    monkeypatch.setattr(check.Glance, "name", lambda view, action: f"name {action}")
    with pytest.raises(ValueError, match="what the seat cannot know"):
        check_names(get("toy"), 64)


# Each form with the number of the action that it means, and another one; None where nothing is clear.
TRICKY = [
    ("Answer: {number}²", None),  # a footnote, not a digit
    ("Answer: {number}₁", None),
    ("Answer: {number}①", None),
    ("Answer: {number}½", None),
    ("{number}\u200b{other}", None),
    ("Answer: \u202e{number}", None),
    ("Answer: {wide}", "number"),
    ("Answer: {number}) {name}", "number"),
    ("Answer: {number}) {another}", None),
    ("Answer: {number}, {other}", None),
    ("Answer: {number} then {other}", None),
    ("Answer: {number} (not {other})", None),
    ("Answer: {number}\n{other}", None),
    ("Answer: {number}. {name}\n{other}. {another}", None),
    ("Final answer:\n{number}. {name}\n{other}. {another}", None),
    ("Answer:\n{number}\n{other}", None),
    ("Answer: {number}\n1. It is cheap.\n2. It is good.", "number"),
    ("Answer: {other}\nAnswer: {number}", "number"),
    ('[{{"action": {number}}}, {{"action": {other}}}]', None),  # a plan of two moves
    ('[\n {{"action": {number}}},\n {{"action": {other}}}\n]', None),
    ('{{"action": {number}}} or {{"action": {other}}}', None),
    ('[{{"action": {number}}}]', "number"),
    ('Answer: {number} {{"action": {other}}}', None),
    ('Answer: {{"action": {number}}}', "number"),
    ('{{"action": {other}}}\nNo.\n{{"action": {number}}}', "number"),
    ('{{"action": {number}, "instead": {{"action": {other}}}}}', "number"),
    ('{{\n "action": {number},\n "instead": {{\n  "action": {other}\n }}\n}}', "number"),
    ('{{\n "action": {number},\n "action": {other}\n}}', None),
    ('{{\n "action": {number},\n "move": {other}\n}}', "number"),
    ('{{\n "action": {number},\n "why": so,\n "instead": {{\n  "action": {other}\n }}\n}}', None),
    ('{{"action": {number}, "instead": {{"action": {other}}}', None),  # not closed
    ('{{"plan": [\n{{"action": {number}}},\n{{\n"action": {other}\n}}\n]}}', None),
    ('{{"action": "{{\\"action\\": {number}}}"}}', None),
    ('{{"action": {{"action": {number}}}}}', None),
    ('{{"action": "{number}"}}', "number"),
    ("<thinking>\nAnswer: {other}\n</thinking>\nAnswer: {number}", "number"),
    ("<thinking>\nAnswer: {number}\nBut", None),  # cut off
    ("<Think>\nAnswer: {number}\nBut", None),
    ("<reasoning>Answer: {number}</reasoning>", None),
    ("<think>{other}</think><think>Answer: {other}</think>\n{number}", "number"),
    ('<think>{{"action": {other}</think>{{"action": {number}}}', "number"),
]


@pytest.mark.parametrize(("form", "means"), TRICKY)
def test_tricky_forms(form, means):
    view = SeatTable(get("starship_captains"), players=2, seed=3).view
    assert len(view.legal) == 14  # so that 12 is a number too
    for k, other in ((1, 2), (2, 1), (1, len(view.legal))):
        told = {"number": k, "other": other, "name": view.names[k - 1], "another": view.names[other - 1]}
        reply = form.format(**told, wide="".join(chr(ord(digit) + 0xFEE0) for digit in str(k)))
        if means:
            assert read_reply(reply, view) == view.legal[k - 1]
        else:
            with pytest.raises(ReplyError):
                read_reply(reply, view)


def test_a_sign_more_never_makes_another_action():
    view, rng = SeatTable(get("starship_captains"), players=2, seed=3).view, np.random.default_rng(4)
    signs = [chr(k) for k in range(0x3400) if not chr(k).isalpha() and unicodedata.category(chr(k)) != "Nd"]
    forms = [
        "Answer: {number}",
        "{number}",
        "Answer: {number}. {name}",
        '{{"action": {number}}}',
        "Answer:\n{name}",
    ]
    understood = 0
    for _ in range(2000):
        k = int(rng.integers(9, 14))  # with two digits
        reply = str(rng.choice(forms)).format(number=k + 1, name=view.names[k])
        at = int(rng.integers(len(reply) + 1))
        sign = str(rng.choice(signs if rng.random() < 0.5 else list(string.punctuation + " \n\t")))
        reply = reply[:at] + sign + reply[at:]
        try:
            assert read_reply(reply, view) == view.legal[k], repr(reply)
            understood += 1
        except ReplyError:
            pass
    assert 150 < understood < 1850


def test_a_huge_reply_is_read_in_no_time():
    view = SeatTable(get("starship_captains"), players=2, seed=3).view
    begun = time.perf_counter()
    for part in (
        '{"a":',
        "{",
        "[",
        '{"a":[',
        "Answer:",
        "\n",
        "<think>",
        "<",
        "> ",
        "1",
        "{x}",
        '{"x}',
        '{"a":1}',
    ):
        with pytest.raises(ReplyError):
            read_reply(part * (1_000_000 // len(part)), view)
    assert time.perf_counter() - begun < 30
