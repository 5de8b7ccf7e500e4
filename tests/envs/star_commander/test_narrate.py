"""What is told: everything that happens, in the order of events, to those who may know it."""

import numpy as np
import pytest

from astrarium.core.transcript import Story
from astrarium.envs.star_commander import events as ev
from tests.arrange import arrange
from tests.envs.star_commander.table import GAME, Table
from tests.story import decisions, numbers


def told(g, *actions, seat=None):
    """The lines told about the last of the actions."""
    for action in actions[:-1]:
        g.act(action)
    number = next(a for a in g.game.legal_ids() if g.game.name(a) == actions[-1])
    lines = GAME.told(g.game.content, g.s, number, seat)
    g.act(actions[-1])
    return lines


def line(g, action, seat):
    """The line of a decision for a seat's eyes, without what came of it."""
    number = next(a for a in g.game.legal_ids() if g.game.name(a) == action)
    by, name, _ = Story(GAME, g.game.content, seat).tell(g.s, number)
    return by, name


# The turn


def test_a_new_turn_is_a_heading_with_its_credits_and_draws():
    g = Table().own("A2", 1, 2, "Trade World").deck("Industry", "Ram")
    assert told(g, "end the command phase") == [
        "# round 1, turn of Blue",
        "Blue gains 5 credits (now 5)",
        "Blue draws Ram (Industry, 29 left)",
    ]


def test_a_free_development_of_the_start_is_told_after_the_draw():
    g = Table().own("A2", 1, 2, "Trade World").deck("Industry", "Ram")
    g.put(1, "Orbital Habitat", "A2")
    assert told(g, "end the command phase")[-2:] == [
        "Blue draws Ram (Industry, 29 left)",
        "Trade World (A2) grows to 3 of 6",
    ]


def test_an_extra_turn_is_told_when_it_is_won_and_when_it_begins():
    g = Table().give(0, "Filibuster")
    assert told(g, "play Filibuster") == ["Filibuster resolves", "Red will have an extra turn after this one"]
    assert told(g, "end the command phase")[0] == "# round 1, extra turn of Red"


def test_the_end_is_told():
    g = Table().no_scouts()
    g.put(0, "Corvette", "A1")
    assert told(g, "end the command phase") == [
        "Red takes 1 development of Homeworld (A1): 0 left",
        "Red conquers Homeworld (A1) from Blue",
        "Blue has lost the Homeworld and is out",
        "Blue's vessels and developments leave the board",
        "the game is over; developments: Red 2, Blue 0",
    ]


def test_the_last_card_is_told():
    g = Table().own("C2", 0, 1, "Pulsar System").credits(3).deck("Industry", "Ram", size=1)
    assert told(g, "pay the bank for a card of Industry")[1:] == [
        "Red draws Ram (Industry, 0 left)",
        "the last card of Industry is drawn",
        "the game is over; developments: Red 2, Blue 1",
    ]


def test_the_last_round_is_told():
    g = Table()
    g.s["turns"], g.s["round"] = 80, 40
    assert told(g, "end the command phase") == [
        "round 40 was the last",
        "the game is over; developments: Red 1, Blue 1",
    ]


# Credits and cards


def test_a_drawn_card_is_named_to_its_player_alone():
    g = Table().own("C2", 0, 1, "Pulsar System").credits(3).deck("Industry", "Ram")
    action = "pay the bank for a card of Industry"
    lines = [told(g.twin(), action, seat=seat) for seat in (0, 1)]
    assert lines[0] == ["Red pays 3 credits (now 0)", "Red draws Ram (Industry, 29 left)"]
    assert lines[1] == ["Red pays 3 credits (now 0)", "Red draws a card of Industry (29 left)"]


def test_both_cards_of_a_sale_are_named():
    g = Table().give(0, "Ram", "Evasion")
    assert told(g, "sell two cards to the bank", "choose Ram") == [
        "Red sells Ram to the bank",
        "Red sells Evasion to the bank",
        "Red gains 3 credits (now 3)",
    ]


def test_a_theft_is_told():
    g = Table().give(0, "Spy Network").give(1, "Ram", "Evasion")
    assert told(g, "play Spy Network") == [
        "Red plays Spy Network: Blue",
    ]
    assert told(g, "pass") == ["Spy Network resolves", "Blue shows the hand: Ram, Evasion"]
    assert told(g, "choose Ram") == ["Red takes Ram from Blue"]


# The stack


def test_a_card_on_the_stack_and_its_end_are_told():
    g = Table().own("C2", 0, 3, "Trade World").give(0, "Trade Envoy").give(1, "Evasion")
    assert told(g, "play Trade Envoy", "choose C2") == ["Red plays Trade Envoy: Trade World (C2)"]
    assert told(g, "pass") == ["Trade Envoy resolves", "Red gains 3 credits (now 3)"]


def test_a_card_that_nobody_can_answer_is_told_with_what_it_names_and_resolves():
    g = Table().no_scouts().give(0, "Evasion")
    g.put(0, "Corvette", "C3")
    assert told(g, "play Evasion") == [
        "Red plays Evasion: Red's Corvette at C3",
        "Evasion resolves",
        "Red's Corvette at C3 takes no damage this turn",
    ]


def test_a_countered_card_is_told():
    g = Table().own("C2", 0, 3, "Trade World").give(0, "Trade Envoy").give(1, "Intercept Orders")
    g.play("Trade Envoy", "choose C2")
    assert told(g, "play Intercept Orders") == [
        "Blue plays Intercept Orders: Trade Envoy",
        "Intercept Orders resolves",
        "Trade Envoy is countered",
        "Trade Envoy does nothing: it was countered",
    ]


def test_a_card_whose_target_is_gone_says_so():
    g = Table().no_scouts().reveal("C2", "Trade World").give(0, "Evasion").give(1, "Sabotage")
    g.put(0, "Corvette", "C2")
    g.put(1, "Defense Station", "C2")
    g.play("Evasion", "choose own Corvette")
    lines = told(g, "play Sabotage", "choose next player's Corvette")
    assert lines[:4] == [
        "Blue plays Sabotage: Trade World (C2), Red's Corvette at C2",
        "Sabotage resolves",
        "Red's Corvette at C2 is destroyed",
        "Evasion has lost its target: nothing happens",
    ]


def test_a_push_is_no_jump():
    g = Table().no_scouts().reveal("B2", "Trade World").reveal("B1", "Core World").give(0, "Bribery")
    g.put(1, "Corvette", "B2")
    assert told(g, "play Bribery", "choose B1")[:3] == [
        "Red plays Bribery: Blue's Corvette at B2, Core World (B1)",
        "Bribery resolves",
        "Blue's Corvette at B2 is pushed to Core World (B1)",
    ]


def test_a_vessel_that_was_pushed_away_is_no_target_any_more():
    g = Table().no_scouts().reveal("B2", "Trade World").reveal("B1", "Core World")
    g.give(0, "Sabotage", "Bribery")
    g.put(0, "Corvette", "B2")
    g.put(1, "Corvette", "B2")
    g.play("Sabotage", "choose next player's Corvette")
    lines = told(g, "play Bribery", "choose B1")
    assert "Sabotage has lost its target: nothing happens" in lines
    assert g.at("B1", 1) == ["Corvette"]


def test_a_discarded_cost_is_told():
    g = Table().no_scouts().tech(0, "Experimental Shields").give(0, "Ram")
    g.put(0, "Corvette", "C3")
    assert told(g, "activate Experimental Shields") == [
        "Red discards Ram",
        "Red uses Experimental Shields: discarding Ram, Red's Corvette at C3",
        "Experimental Shields resolves",
        "Red's Corvette at C3 takes no damage this turn",
        "Red's Corvette at C3 cannot be targeted this turn",
    ]


# Vessels, combat, systems


def test_a_jump_and_what_it_finds_are_told():
    g = Table().place("C2", "Trade World")
    assert told(g, "jump a ship from C3", "choose C2") == [
        "Red's Scout at C3 jumps to Trade World (C2)",
        "explored C2: Trade World (Industry, maximum 4; +2 credits a turn)",
    ]


def test_founding_is_told():
    g = Table().reveal("C2", "Trade World").credits(1)
    g.scout_to(0, "C2")
    assert told(g, "develop C2")[:2] == [
        "Red pays 1 credit (now 0)",
        "Red founds a colony on Trade World (C2): 1 of 4",
    ]


def test_building_is_told():
    g = Table().home(0, 2).credits(1)
    assert told(g, "build in C3")[:2] == ["Red pays 1 credit (now 0)", "Red's Strike Fighter at C3 is built"]


def test_combat_is_told():
    g = Table().no_scouts().reveal("B2", "Trade World")
    g.put(0, "Cruiser", "B2")
    g.put(1, "Destroyer", "B2")
    assert told(g, "end the command phase", "yes") == ["combat begins in Trade World (B2)"]
    assert told(g, "choose own Cruiser") == ["Red's Cruiser at B2 aims 5 at Blue's Destroyer at B2"]
    lines = told(g, "choose own Destroyer")
    assert lines[:4] == [
        "Blue's Destroyer at B2 aims 4 at Red's Cruiser at B2",
        "Red's Cruiser at B2 takes 4 damage (4 of 7)",
        "Blue's Destroyer at B2 takes 5 damage (5 of 5)",
        "Blue's Destroyer at B2 is destroyed",
    ]


def test_peace_is_told():
    g = Table().no_scouts().reveal("B2", "Trade World")
    g.put(0, "Cruiser", "B2")
    g.put(1, "Destroyer", "B2")
    assert told(g, "end the command phase", "no") == []
    assert told(g, "no")[0] == "nobody fights in Trade World (B2)"


def test_a_conquest_and_the_station_that_goes_with_it_are_told():
    g = Table().no_scouts().own("B1", 1, 1, "Trade World")
    g.put(0, "Corvette", "B1")
    g.put(1, "Refinery", "B1")
    assert told(g, "end the command phase", "no", "no")[:4] == [
        "nobody fights in Trade World (B1)",
        "Red takes 1 development of Trade World (B1): 0 left",
        "Red conquers Trade World (B1) from Blue",
        "Blue's Refinery at B1 passes to Red",
    ]


# Offers and silence


def test_trade_is_told():
    g = Table().credits(4, 0).give(1, "Barrage", shown=True)
    g.act("open an offer", "offer 1 credit", "ask for a shown card")
    assert told(g, "send the offer") == ["Red offers Blue 1 credit for Barrage"]
    assert told(g, "yes")[:3] == [
        "the offer is carried out",
        "Red pays 1 credit (now 3)",
        "Blue gains 1 credit (now 1)",
    ]


def test_a_refused_offer_is_told():
    g = Table().credits(4, 4).give(1, "Barrage", shown=True)
    g.act("open an offer", "offer 1 credit", "ask for a shown card", "send the offer")
    assert told(g, "no") == ["nobody takes the offer"]


def test_an_offer_is_told_to_nobody_before_it_is_sent():
    g = Table().credits(5, 5).give(0, "Ram").act("open an offer")
    assert line(g, "offer a hand card", 0) == (0, "offer a hand card")
    assert line(g, "offer a hand card", 1) == (None, "")  # nor how many things are in it
    lines = [told(g.twin(), "offer a hand card", seat=seat) for seat in (0, 1)]
    assert lines == [["so far Red offers Blue Ram for nothing"], []]


def test_a_vessel_of_an_unsent_offer_is_a_secret():
    g = Table().credits(5, 5)
    g.put(0, "Corvette", "C3")
    g.act("open an offer", "offer a vessel")
    assert line(g, "choose own Corvette", 1) == (None, "")


def test_who_passes_is_not_told():
    g = Table(3).give(0, "Filibuster").give(1, "Evasion").play("Filibuster")
    assert line(g, "pass", 1) == (1, "pass")
    assert line(g, "pass", 2) == (None, "")


def test_who_answers_a_card_is_told():
    g = Table(3).give(0, "Filibuster").give(1, "Evasion").play("Filibuster")
    assert line(g, "play Evasion", 2) == (1, "play Evasion")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("content", ["0.9.5", "0.9.4"])
def test_every_move_of_a_game_can_be_told(players, content):
    game = arrange(GAME, players=players, seed=players, content=content)
    rng = np.random.default_rng(players)
    while not game.over and game.moves < 300:
        action = int(rng.choice(game.legal_ids()))
        for words in GAME.told(game.content, game.states[0], action, sound=True):
            assert words
            assert "-1" not in words
        game.act(action)


# The story and the state agree

IDLE = ("end_phase", "pass", "done", "no", "withdraw", "bank_sell", "offer")


@pytest.fixture(scope="module")
def busy_game():
    """Decisions of a game in which players do much."""
    return [each for seed in (1, 2) for each in decisions(GAME, 3, seed, 500, IDLE)]


def test_credits_are_told_to_the_last_one(busy_game):
    for before, _, after, happened in busy_game:
        credits = before["credits"].astype(int)
        for event in happened:
            if event.kind in (ev.GAINS, ev.PAYS):
                seat, number, now = event.numbers[:3]
                credits[seat] += number if event.kind == ev.GAINS else -number
                assert credits[seat] == now
        assert credits.tolist() == after["credits"].tolist()


def test_drawn_cards_explored_systems_and_rows_are_told(busy_game):
    found = [0, 0, 0]
    for before, _, after, happened in busy_game:
        drawn = before["deck_size"].astype(int) - after["deck_size"]
        told = [
            sum(each[2] == domain for each in numbers(happened, ev.DRAWS)) for domain in range(len(drawn))
        ]
        assert told == drawn.tolist()
        explored = np.flatnonzero(after["face_up"].astype(int) - before["face_up"])
        assert sorted(each[0] for each in numbers(happened, ev.EXPLORED)) == explored.tolist()
        rows = after["technology"].astype(int) - before["technology"]
        for kind, sign in ((ev.JOINS_ROW, -1), (ev.LEAVES_ROW, 1)):
            for card, seat in (each[:2] for each in numbers(happened, kind)):
                rows[seat, card] += sign
        assert not rows.any()
        for k, n in enumerate((drawn.sum(), len(explored), len(numbers(happened, ev.JOINS_ROW)))):
            found[k] += n
    assert all(found)


def test_vessels_and_developments_that_come_and_go_are_told(busy_game):
    found = [0, 0]
    for before, _, after, happened in busy_game:
        if numbers(happened, ev.LEAVES_BOARD):
            continue  # a player's pieces go with the player
        new = int((after["v_kind"] >= 0).sum()) - int((before["v_kind"] >= 0).sum())
        built = len(numbers(happened, ev.BUILT))
        assert built - len(numbers(happened, ev.DESTROYED, ev.ABANDONED)) == new
        changed = np.flatnonzero(before["developments"] != after["developments"])
        told = {each[0] for each in numbers(happened, ev.GROWS, ev.SHRINKS)}
        told |= {each[1] for each in numbers(happened, ev.FOUNDED, ev.STRIPPED, ev.CONQUERED, ev.TAKEN_OVER)}
        assert set(changed.tolist()) <= told
        found[0] += built
        found[1] += len(changed)
    assert all(found)


def test_a_draft_is_known_to_who_makes_it_alone(busy_game):
    drafted = 0
    for before, _, _, happened in busy_game:
        for event in happened:
            if event.kind == ev.DRAFTED:
                assert (event.numbers[0], event.knowers) == (before["active"], 1 << int(before["active"]))
                drafted += 1
    assert drafted
