"""The schema of the JSON view: published, and true of what seats see."""

import json
from itertools import islice

import pytest

import astrarium.envs
from astrarium.core import get
from astrarium.core.view import View
from astrarium.text import SeatTable
from astrarium.text.disguise import Disguise, DisguisedView
from astrarium.text.schema import FOLDER, view_schema
from tests.contract.table import default_tables
from tests.text.games import decisions
from tests.toy import GAME

jsonschema = pytest.importorskip("jsonschema")


def validator(schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("name", astrarium.envs.GAMES)
def test_the_published_schema_is_true_of_real_views(name):
    game = get(name)
    published = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert published == view_schema(game), (
        f"python -m astrarium.text.schema {name} > text/schemas/{name}.json"
    )
    disguise = Disguise(game, None, 3)
    plain, dressed = validator(published), validator(view_schema(game, disguise))
    for table in default_tables(game)[-1:]:
        for view in islice(decisions(table, 2, every=29), 5):
            told = json.loads(json.dumps(view.json))
            plain.validate(told)
            dressed.validate(json.loads(json.dumps(DisguisedView(view, disguise).json)))
            waiting = View(game, view.content, view._world, (view.seat + 1) % view.num_players)
            plain.validate(json.loads(json.dumps(waiting.json)))
            for wrong in spoilt(told):
                assert not plain.is_valid(wrong)


def spoilt(told):
    """A view with something wrong in it, in several ways."""
    yield {**told, "secret": 1}
    yield {key: value for key, value in told.items() if key != "legal"}
    yield {**told, "fields": {**told["fields"], "players": 99}}
    yield {**told, "fields": {**told["fields"], "players": [2]}}
    yield {**told, "fields": dict(islice(told["fields"].items(), 3))}
    yield {**told, "legal": [{"action": -1, "name": "no"}]}


def test_the_end_of_a_game_fits_its_schema():
    table = SeatTable(GAME, players=2, seed=1)
    check = validator(view_schema(GAME))
    while not table.over:
        check.validate(json.loads(json.dumps(table.view.json)))
        table.act(table.view.legal[0])
    told = json.loads(json.dumps(table.view.json))
    assert told["events"]
    assert told["scores"]
    check.validate(told)
    assert not check.is_valid({**told, "scores": "high"})
