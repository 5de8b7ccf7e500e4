"""Variants: the same values on other cards of like strength."""

import csv
import sys
from collections import Counter

import numpy as np
import pytest

import astrarium.envs
import tests.toy
from astrarium.core import get
from astrarium.text import check, schema, variant
from astrarium.text.variant import Exchange, VariantError, compare, exchanges_of, make_variant


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.parametrize("name", astrarium.envs.GAMES)
def test_values_change_places_among_cards_that_are_alike(name, tmp_path):
    game = get(name)
    source, folder = game.content().source, make_variant(game, tmp_path / "new" / "cards", seed=3)
    for exchange in exchanges_of(game):
        old, new = rows_of(source / exchange.file), rows_of(folder / exchange.file)
        groups = [Counter(), Counter()]
        for rows, group in zip((old, new), groups, strict=True):
            for row, like in zip(rows, old, strict=True):
                alike = tuple(variant._key(like, key) for key in exchange.alike)
                group[alike, tuple(row[column] for column in exchange.columns)] += 1
        assert groups[0] == groups[1]
        assert Counter(row["name"] for row in old if "name" in row) == Counter(
            row["name"] for row in new if "name" in row
        )
    files = {exchange.file for exchange in exchanges_of(game)}
    changed = sum(a != b for file in files for a, b in both(source, folder, file))
    assert changed > 10
    same = {path.name for path in source.glob("*.csv")} - files
    assert all((source / file).read_bytes() == (folder / file).read_bytes() for file in same)
    assert game.content(folder).digest != game.content().digest


def both(source, folder, file):
    return zip(rows_of(source / file), rows_of(folder / file), strict=True)


def test_the_same_seed_gives_the_same_cards(tmp_path):
    game = get("starfarers")
    one, again, other = (make_variant(game, tmp_path / str(k), seed) for k, seed in enumerate((1, 1, 2)))
    assert game.content(one).digest == game.content(again).digest != game.content(other).digest


def test_rows_that_differ_in_strength_keep_their_values():
    rows = [{"cost": cost, "name": str(k)} for k, cost in enumerate(["1S 1M", "2G", "5E", "1F 1R"])]
    swapped = Exchange("x.csv", ("cost",), ("cost#",))
    for seed in range(20):
        swapped(rows, np.random.default_rng(seed))
        assert rows[2]["cost"] == "5E"
        assert sorted(row["cost"] for row in rows) == ["1F 1R", "1S 1M", "2G", "5E"]
    assert [row["name"] for row in rows] == ["0", "1", "2", "3"]


def test_what_is_refused(tmp_path):
    with pytest.raises(VariantError, match=r"has no variant\.csv"):
        make_variant(tests.toy.GAME, tmp_path / "toy")
    (tmp_path / "there").mkdir()
    with pytest.raises(VariantError, match="is there already"):
        make_variant(get("starfarers"), tmp_path / "there")
    assert not (tmp_path / "toy").exists()


def test_two_sets_are_compared():
    figures = {figure.name: figure for figure in compare(tests.toy.GAME, None, None, 60, players=2)}
    assert set(figures) == {"wins of seat 1", "wins of seat 2", "decisions", "score"}
    wins = figures["wins of seat 1"]
    assert wins.first + figures["wins of seat 2"].first == pytest.approx(1)
    assert 0 < wins.wide < 0.3
    assert abs(wins.first - wins.second) < 2 * wins.wide
    assert "difference" in str(wins)


@pytest.mark.parametrize("module", [check, schema, variant])
def test_commands_of_modules_say_which_games_there_are(module, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(
        sys, "argv", ["x", "nosuch", *(["--out", str(tmp_path)] if module is variant else [])]
    )
    with pytest.raises(SystemExit, match="2"):
        module.main()
    assert "no game is called 'nosuch' (known: " in capsys.readouterr().err


def test_the_command_checks_the_players_before_it_writes_cards(monkeypatch, tmp_path):
    monkeypatch.setattr(
        sys, "argv", ["x", "starfarers", "--out", str(tmp_path / "v"), "--compare", "2", "--players", "9"]
    )
    with pytest.raises(SystemExit, match="players"):
        variant.main()
    assert not (tmp_path / "v").exists()
