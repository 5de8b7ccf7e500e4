"""Games, their content sets, and the registry."""

import copy
import dataclasses
import pickle
import shutil
import sys

import pytest

from astrarium.core import TableError, games, get, registry
from tests.process import run
from tests.toy import DATA, GAME


def test_a_game_is_found_by_name():
    assert get("toy") is GAME
    assert games()["toy"] is GAME
    assert "toy" in games()
    assert "toy" in list(games())
    assert len(games()) == len(list(games()))


def test_a_wrong_name_suggests_near_ones():
    with pytest.raises(KeyError, match=r"no game is called 'toi'; did you mean toy"):
        get("toi")


def test_a_second_game_of_a_name_is_refused():
    registry.register(GAME)
    with pytest.raises(ValueError, match="another game is registered as 'toy'"):
        registry.register(dataclasses.replace(GAME, title="Twin"))


def test_a_lazy_game_is_imported_when_asked_for(tmp_path):
    (tmp_path / "late.py").write_text(
        "import dataclasses\nfrom tests import toy\nGAME = dataclasses.replace(toy.GAME, name='late')\n"
    )
    code = """
import sys
from astrarium.core import games, get, registry
registry.register_lazy("late", "late")
assert "late" in games() and "late" not in sys.modules
print(get("late").name, "late" in sys.modules, get("late") is get("late"))
"""
    assert run(code, tmp_path)[0] == "late True True\n"


def test_installed_games_are_known_without_importing_them():
    code = "import sys; from astrarium.core import games; list(games()); print('torch' in sys.modules)"
    assert run(code)[0] == "False\n"


def test_names_and_sizes():
    assert GAME.env_id == "toy_v0"
    assert GAME.num_actions == GAME.actions.size
    assert GAME.max_players == 4
    assert GAME.action_name(0) == "call amber"
    assert GAME.action_name(0, GAME.content("dark")) == "call ash"


def test_copies_and_pickles_are_the_game_itself():
    assert copy.deepcopy(GAME) is GAME
    assert pickle.loads(pickle.dumps(GAME)) is GAME
    code = "import pickle, sys; print(pickle.loads(bytes.fromhex(sys.argv[1])).name)"
    code = code.replace("sys.argv[1]", repr(pickle.dumps(GAME).hex()))
    assert run(code)[0] == "toy\n"


def test_content_is_read_once_by_name_or_from_a_directory(tmp_path):
    assert GAME.content() is GAME.content("plain")
    assert GAME.content("dark").digest != GAME.content().digest
    own = tmp_path / "own"
    shutil.copytree(DATA / "plain", own)
    content = GAME.content(own)
    assert content.digest == GAME.content().digest
    assert content.source == own
    cards = own / "cards.csv"
    cards.write_text(cards.read_text().replace(",jade,", ",jaed,", 1))
    shutil.copytree(own, tmp_path / "bad")
    with pytest.raises(TableError, match=r"cards.csv, row 3, column 'suit': expected one of"):
        GAME.content(tmp_path / "bad")


def test_options_are_completed_and_checked():
    assert GAME.choose_options() == {"peeking": 1, "hand_size": 3}
    assert GAME.choose_options({"hand_size": 2}) == {"peeking": 1, "hand_size": 2}


def test_a_blank_state_holds_players_and_options():
    blank = GAME.blank(2, {"hand_size": 2})
    assert blank.shape == (1,)
    assert (blank["num_players"][0], blank["hand_size"][0], blank["peeking"][0]) == (2, 2, 1)
    assert GAME.blank()["num_players"][0] == GAME.default_players


def test_compile_ahead_says_so_once_and_leaves_nothing_to_compile(tmp_path):
    code = """
from astrarium.core import drivers
from tests.toy import GAME
GAME.compile([drivers.legal_one, drivers.check_one])
print(GAME.bound(drivers.legal_one).is_stored(), GAME.bound(drivers.step_one).is_stored())
"""
    env = {"ASTRARIUM_CACHE_DIR": tmp_path, "NUMBA_DISABLE_JIT": 0}
    out, err = run(code, **env)
    assert (out, err) == ("True False\n", "compiling toy (first run only)\n")
    assert run(code, **env) == ("True False\n", "")


def test_the_pictures_of_a_state():
    from astrarium.core import Batch

    batch = Batch(GAME, 1, num_players=2)
    state, content = batch.states[0], batch.content
    assert "seat 0" in GAME.render_text(content, state, None)
    assert "?" in GAME.render_text(content, state, 0)
    assert "?" not in GAME.render_text(content, state, None)
    assert GAME.render_svg(content, state, 0).startswith("<svg")
    assert sys.modules["tests.toy"].GAME is GAME
