"""Transcripts: a game told as text, the same for the same record, and never more than a seat may know."""

import dataclasses

import numpy as np
import pytest

from astrarium.core.records import play_records, read_records, record_of, replay, write_records
from astrarium.core.state import state_dtype
from astrarium.core.transcript import SECRET, Story, board_lines, result_lines, transcript, transcript_lines
from tests.toy import GAME
from tests.toy.state import CALL, PEEK

CARDS = GAME.content()


@pytest.fixture(scope="module")
def record():
    return next(play_records(GAME, 1, num_players=3, seed=3))


def told(record, seat=None):
    """The lines of each decision, for one seat's eyes."""
    states, story = replay(record), Story(GAME, CARDS, seat)
    return [story.decision(states[k], int(a), states[k + 1]) for k, a in enumerate(record.actions)]


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
        assert lines[0].split(maxsplit=2) == [str(k + 1), seat, GAME.action_name(action)]
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


def test_lines_that_tell_a_hidden_card_are_left_out(record):
    """A game whose narration names the whole hand of the acting seat."""

    def narrate(content, before, action, after):
        hand = " ".join(content.labels["card"][c] for c in before["hand"][int(before["seat"])] if c >= 0)
        return ["a public line", f"holds {hand}"]

    talkative = dataclasses.replace(GAME, narrate=narrate)
    states, story = replay(record), Story(talkative, CARDS, 0)
    for k in range(3):
        lines = story.decision(states[k], int(record.actions[k]), states[k + 1])
        own = states[k]["seat"] == 0
        assert any("holds" in line for line in lines) == own
        assert any("a public line" in line for line in lines)


def test_headings_of_the_narration_stand_at_the_margin(record):
    game = dataclasses.replace(GAME, narrate=lambda *_: ["before", "# round 2, turn of Blue", "after"])
    states = replay(record)
    lines = Story(game, CARDS).decision(states[0], int(record.actions[0]), states[1])
    assert [line.strip() for line in lines[1:]] == ["before", "", "round 2, turn of Blue", "after"]
    assert lines[3] == "round 2, turn of Blue"


def test_without_headings_the_turn_fields_of_the_state_give_them():
    kind = state_dtype((), ("round", "i2"), ("active", "i1"))
    game = dataclasses.replace(GAME, state=kind, narrate=lambda *_: [])
    states = np.zeros(3, kind)
    states["round"], states["active"] = [1, 1, 2], [0, 0, 1]
    story = Story(game, CARDS)
    assert story.opening(states[0]) == ["", "round 1, turn of player_0"]
    assert len(story.decision(states[0], 0, states[1])) == 1
    assert story.decision(states[1], 0, states[2])[1:] == ["", "round 2, turn of player_1"]


def test_a_transcript_from_a_file_is_the_same(record, tmp_path):
    for name in ("game.jsonl", "game.parquet"):
        write_records(tmp_path / name, [record])
        assert transcript(next(read_records(tmp_path / name))) == transcript(record)
