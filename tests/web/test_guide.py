"""Guided first games: fixed deals, in which whoever plays sensibly comes to all ten hints."""

import pytest

from astrarium.agents import Positions, make_agent
from astrarium.core import Batch, get
from astrarium.web.guide import SEAT, first_game
from tests.web.test_help import NAMES

STEPS = 10


def hints_met(guide):
    """The hints of a game in which all play greedily, in their order, with the decisions before each."""
    game, wish = guide.game, guide.wish
    cards = game.content()
    batch = Batch(
        game, 1, wish["players"], wish["seed"], game.choose_options(wish["options"]), auto_reset=False
    )
    agent, told, at = make_agent("greedy", game, cards), [], []
    while not batch.done[0]:
        hint = guide.next(cards, batch.states[0], told)
        if hint is not None:
            told.append(hint)
            at.append(int(batch.states["moves"][0]))
        batch.step(agent.act(Positions.of_batch(batch, wish["seed"])))
    return told, at


@pytest.mark.parametrize("name", NAMES)
def test_all_ten_steps_are_reached(name):
    guide = first_game(get(name))
    assert len(guide.hints) == STEPS
    told, _ = hints_met(guide)
    assert sorted(told) == list(range(STEPS))


@pytest.mark.parametrize("name", NAMES)
def test_hints_name_questions_and_moves_of_the_game_in_few_words(name):
    guide = first_game(get(name))
    asked = {
        question.name: {answer.block for answer in question.answers} for question in guide.game.questions
    }
    for hint in guide.hints:
        assert hint.question in asked
        assert not hint.move or hint.move in asked[hint.question]
        assert len(hint.words) <= 220


def test_a_guided_game_goes_on_after_a_move_and_an_undo(asker):
    ask = asker()
    facts = ask.ready(ask.post("api/games", {"game": "starship_captains", "guided": True}))
    assert facts["guided"]
    first = ask.get(f"api/games/{facts['id']}/moves?view={SEAT}")
    assert first["hints"]["here"]
    assert len(first["hints"]["told"]) == 1
    room = next(move for group in first["groups"] for move in group["moves"] if "activate" in move["name"])
    after = ask.post(f"api/games/{facts['id']}/move", {"actions": [room["action"]], "after": facts["moves"]})
    second = ask.get(f"api/games/{facts['id']}/moves?view={SEAT}")
    assert len(second["hints"]["told"]) == 2
    ask.post(f"api/games/{facts['id']}/undo", {"after": after["moves"]})
    assert ask.get(f"api/games/{facts['id']}/moves?view={SEAT}")["hints"] == first["hints"]


def test_a_guided_game_takes_no_other_wishes(asker):
    ask = asker()
    assert "unknown" in ask.post("api/games", {"game": "starfarers", "guided": True, "seed": 3}, 400)["error"]
    assert "no guided game" in ask.post("api/games", {"game": "toy", "guided": True}, 400)["error"]


def test_the_page_shows_the_steps(page, address):
    page.goto(f"{address[0]}#play")
    page.select_option("#game-name", "star_tycoon")
    page.click("#guided")
    page.wait_for_selector("#hint")
    assert "Step 1 of 10" in page.inner_text("#hint")
    page.locator(".moves button.move").first.click()
    page.wait_for_selector("#hint >> text=Step 2 of 10")
    assert "Earlier steps: 1 of 10" in page.inner_text("#guide")
