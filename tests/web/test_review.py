"""The end of a game: which of one's own decisions gave most away."""

import pytest

from astrarium.core.records import play_records, write_records
from astrarium.web import sides, tables
from tests.toy import GAME


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Less to think, and one decision an answer."""
    monkeypatch.setattr(tables, "REVIEWER", "ismcts:32")
    monkeypatch.setattr(sides, "REVIEWED", 0.0)


def whole_review(ask, path):
    """All that the page would find."""
    found, next_, total = [], 0, None
    while next_ != total:
        answer = ask.get(f"{path}/review?from={next_}")
        assert len(answer["decisions"]) == (1 if next_ < answer["total"] else 0)
        found += answer["decisions"]
        next_, total = answer["next"], answer["total"]
    return found


def test_own_decisions_are_judged_when_the_game_is_over(asker):
    ask = asker()
    wish = {"game": "toy", "players": 2, "seats": ["greedy", "person"], "seed": 5}
    facts = ask.ready(ask.post("api/games", wish))
    path = f"api/games/{facts['id']}"
    assert "when it is over" in ask.get(f"{path}/review", 403)["error"]
    chosen = 0
    while facts["status"] == "person":
        moves = [move for group in ask.get(f"{path}/moves?view=1")["groups"] for move in group["moves"]]
        chosen += len(moves) > 1
        body = {"actions": [moves[-1]["action"]], "after": facts["moves"]}
        facts = ask.ready(ask.post(f"{path}/move", body))
    found = whole_review(ask, path)
    assert len(found) == chosen > 0
    for each in found:
        assert each["seat"] == 1
        assert 0 <= each["at"] < facts["moves"]
        (frame,) = ask.get(f"{path}/frames?from={each['at']}&view=all")
        assert frame["seat"] == 1
        (told,) = ask.get(f"{path}/story?from={each['at'] + 1}&view=all")
        assert each["name"] == told["name"]
        assert each["loss"] <= each["chance"] <= 1
    assert ask.get(f"{path}/review?from=9999")["decisions"] == []
    ask.get(f"{path}/review?from=-1", 400)


def test_everybody_is_judged_where_nobody_played_at_the_page(asker, tmp_path):
    (record,) = play_records(GAME, 1, 2, seed=3)
    write_records(tmp_path / "games.jsonl", [record])
    ask = asker(tmp_path)
    name = ask.get("api/files")["files"][0]["file"]
    facts = ask.ready(ask.post("api/replays", {"file": name, "number": 1}))
    assert {each["seat"] for each in whole_review(ask, f"api/games/{facts['id']}")} == {0, 1}
