"""The page of training: its table of settings is the code's, its links lead somewhere."""

import re
from pathlib import Path

from astrarium.training.search import settings_table
from astrarium.training.settings import Settings, markdown, settings_for

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "training" / "README.md").read_text(encoding="utf-8")


def test_the_table_of_settings_is_current():
    assert f"<!-- settings -->\n{markdown()}\n<!-- /settings -->" in PAGE


def test_the_table_of_the_search_s_settings_is_current():
    assert f"<!-- search settings -->\n{settings_table()}\n<!-- /search settings -->" in PAGE


def test_its_links_lead_somewhere():
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", PAGE):
        assert (ROOT / "training" / target).exists(), target


def test_settings_survive_json():
    settings = settings_for("toy", hidden=(8, 4), baselines={"random": 0.5})
    assert Settings.of_json(settings.json()) == settings
