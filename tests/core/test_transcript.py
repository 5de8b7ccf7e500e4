"""Transcripts: a game told as text, the same for the same record, and never more than a seat may know."""

import dataclasses

import numpy as np
import pytest

from astrarium.core import Sentence
from astrarium.core.questions import SILENT, Answer, Question
from astrarium.core.records import play_records, read_records, record_of, replay, write_records
from astrarium.core.transcript import SECRET, Story, board_lines, result_lines, transcript, transcript_lines
from astrarium.core.words import number_of
from tests.toy import GAME
from tests.toy import events as ev
from tests.toy.words import LanternWords

CARDS = GAME.content()
CALL, PEEK = GAME.actions.offsets("call", "peek")


@pytest.fixture(scope="module")
def record():
    return next(play_records(GAME, 1, num_players=3, seed=3))


def told(record, seat=None):
    """The lines of each decision, for one seat's eyes."""
    states, story = replay(record), Story(GAME, CARDS, seat)
    return [story.decision(states[k], int(a)) for k, a in enumerate(record.actions)]


def test_a_transcript_is_the_same_every_time(record):
    assert transcript(record) == transcript(record)


def test_the_header_says_what_was_played(record):
    lines = transcript(record).splitlines()
    assert lines[0] == "Lanterns (toy_v0), 3 players"
    assert lines[1] == "seats: player_0, player_1, player_2"
    assert lines[2] == "options: peeking 1, hand_size 3"
    assert lines[3] == f"cards: plain ({CARDS.digest[:12]})"
    assert lines[4] == "seed 3, game 0, episode 0"


def test_each_decision_has_a_line_with_number_seat_and_name(record):
    states = replay(record)
    for k, (lines, action) in enumerate(zip(told(record), record.actions, strict=True)):
        seat = GAME.seat_names[states[k]["seat"]]
        assert lines[0].split(maxsplit=2) == [str(k + 1), seat, GAME.action_name(action, CARDS, states[k])]
        assert all(line.startswith("                ") for line in lines[1:])


def test_the_result_stands_at_the_end(record):
    last = transcript(record).splitlines()[-5:]
    assert last[0] == f"The game ended by the rules after {len(record.actions)} decisions."
    assert [line.split() for line in last[2:]] == [
        [GAME.seat_names[p], f"{record.scores[p]:g}", str(record.ranks[p] + 1)] for p in range(3)
    ]


def test_boards_can_be_left_out(record):
    states = replay(record)
    short, whole = transcript(record, boards=False), transcript(record)
    board = "\n".join(board_lines(GAME, CARDS, states[0]))
    assert board in whole
    assert board not in short


def test_no_line_ends_in_blanks(record):
    assert all(line == line.rstrip() for line in transcript_lines(record))


def test_an_unfinished_game_says_so(record):
    part = record_of(GAME, record.actions[:1], num_players=3, seed=3)
    assert "The game is unfinished after 1 decision." in transcript(part)


def test_scores_show_fractions_only_where_there_are_any():
    lines = result_lines(GAME, 1, 9, (12.0, 3.5), (0, 1))
    assert [line.split()[1] for line in lines[2:]] == ["12", "3.5"]


@pytest.mark.parametrize("seat", range(3))
def test_secret_calls_of_others_stay_secret(record, seat):
    states = replay(record)
    for k, lines in enumerate(told(record, seat)):
        if record.actions[k] < PEEK:
            if states[k]["seat"] == seat:
                assert lines[0].endswith(GAME.action_name(record.actions[k]))
            else:
                assert lines[0].endswith(f"  {SECRET}")
                assert len(lines) == 1


def test_what_is_told_to_a_seat_does_not_depend_on_what_it_cannot_know(record):
    """Another secret call by seat 2, all else the same, reads the same to seat 0."""
    states = replay(record)
    k = next(k for k in range(3) if states[k]["seat"] == 2)
    versions = set()
    for suit in range(4):
        actions = record.actions[: k + 1].copy()
        actions[k] = CALL + suit
        other = record_of(GAME, actions, num_players=3, seed=3)
        versions.add("\n".join(map(str, told(other, 0)[k])))
    assert len(versions) == 1


def peeks(record):
    """The decisions of a game in which somebody peeks."""
    states = replay(record)
    return [(states[k], int(a)) for k, a in enumerate(record.actions) if a == PEEK]


def test_who_may_not_know_an_event_is_told_the_rest_of_it(record):
    for before, action in peeks(record):
        for seat in range(3):
            lines = GAME.told(CARDS, before, action, seat)
            assert ("sees" in lines[0]) == (seat == before["seat"])
            assert ("looks at the top of the deck" in lines[0]) == (seat != before["seat"])
    assert peeks(record)


def test_without_words_for_the_others_they_are_told_nothing(record):
    short = dataclasses.replace(GAME, sentences={**GAME.sentences, ev.PEEKS: "{0:seat} sees {1:card}"})
    before, action = peeks(record)[0]
    seat = int(before["seat"])
    assert short.told(CARDS, before, action, seat)
    assert short.told(CARDS, before, action, (seat + 1) % 3) == []


def test_a_decision_in_silence_has_no_line_for_others(record):
    class Silent:
        """The questions of the game, all of them asked in silence."""

        def at(self, ask):
            return Question("play", "", *(Answer(block.name) for block in GAME.actions.blocks), seen=SILENT)

    game = dataclasses.replace(GAME, questions=Silent())
    before, action = replay(record)[0], int(record.actions[0])
    seat = int(before["seat"])
    for eyes in range(3):
        story = Story(game, CARDS, eyes)
        game._bound.update(GAME._bound)
        assert bool(story.tell(before, action)[1]) == (eyes == seat)
        assert (story.actor(before) is None) == (eyes != seat)


def test_headings_stand_at_the_margin(record):
    headed = Sentence("# round 2, turn of {0:seat}")
    game = dataclasses.replace(GAME, sentences={**GAME.sentences, ev.SHOWS: headed})
    game._bound.update(GAME._bound)
    states = replay(record)
    k = next(k for k in range(len(states) - 1) if states[k]["rounds"] != states[k + 1]["rounds"])
    lines = Story(game, CARDS).decision(states[k], int(record.actions[k]))
    assert "round 2, turn of player_0" in lines
    assert lines[lines.index("round 2, turn of player_0") - 1] == ""


def test_the_first_heading_comes_from_the_fields_of_the_state(record):
    state = np.zeros(1, [("round", "i2"), ("active", "i1")])[0]
    state["round"], state["active"] = 1, 2
    assert LanternWords(CARDS, state).opening() == "round 1, turn of player_2"
    assert Story(GAME, CARDS).opening(replay(record)[0]) == [""]


def test_numbers_take_their_nouns():
    assert [number_of(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert number_of(2, "box", "boxes") == "2 boxes"


def test_a_transcript_from_a_file_is_the_same(record, tmp_path):
    for name in ("game.jsonl", "game.parquet"):
        write_records(tmp_path / name, [record])
        assert transcript(next(read_records(tmp_path / name))) == transcript(record)
