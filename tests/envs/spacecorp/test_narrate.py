"""Stories: what happens is told where and when it happens, to those who may know it."""

import numpy as np
import pytest

from astrarium.core.transcript import Story
from astrarium.envs.spacecorp import events as ev
from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import GAME, Table
from tests.story import decisions, numbers


def told(g, action, seat=None):
    """What a seat is told of an action; the action is taken."""
    g.ready()
    before = g.game.states[0].copy()
    number = next(a for a in g.game.legal_ids() if g.game.name(a) == action)
    g.act(action)
    return GAME.told(g.game.content, before, number, seat)


def planets():
    """Seat 0 in Planeteers with plenty of profit."""
    return Table("Planeteers", start_era=2).profits(20, 20)


def story(g, *actions, seat=None):
    """What is told of those of the actions that are asked for."""
    return [each for action in actions if g.can(action) for each in told(g, action, seat)]


def line(g, action, seat):
    """The line of the action itself as a seat sees it; the action is not taken."""
    g.ready()
    number = next(a for a in g.game.legal_ids() if g.game.name(a) == action)
    return Story(GAME, g.game.content, seat).tell(g.s, number)[1]


def test_a_move_is_told_with_its_cards():
    g = Table().give(0, "Solar Sail", "Heavy Lifter", "Cargo Pod")
    g.do("Move", "team 1", "site Luna", "use own", "card Solar Sail")
    lines = told(g, "done")
    assert lines[:3] == [
        "Blue conducts Move",
        "Blue plays Solar Sail",
        "Blue's team 1 goes from Earth to Luna",
    ]
    assert lines[-1].endswith("turn of Yellow")


def test_exploring_building_and_claims_are_told():
    g = Table().teams(0, "Mars South").give(0, "Spectral Array", "Cargo Pod")
    g.do("Explore", "card Spectral Array", "done")
    assert g.tiles_at("Mars South")
    lines = told(g, "yes")
    assert lines[0].startswith("Blue fulfills contract 2")
    assert "for 2T (now" in lines[0]


def test_an_edge_is_told():
    g = Table().give(0, "Chemical Drive", "Cargo Pod").give(1, "Survey Rover").ready(edges=True)
    assert "Yellow plays the Edge of Survey Rover: Sabotage" in told(g, "Edge Sabotage")


def test_cards_drawn_from_the_deck_have_no_name():
    g = Table().offer("Ion Drive").give(0, "Heavy Lifter").do("Research", "use own")
    twin = g.twin()
    assert told(twin, "take the top card of the deck", seat=1) == ["Blue draws a card"]
    drawn = told(g, "take the top card of the deck", seat=0)
    assert drawn[0].startswith("Blue draws ")
    assert drawn != ["Blue draws a card"]
    assert "Blue takes Ion Drive from the offers" in told(g, "take offer 1", seat=1)


def test_the_end_is_told():
    g = Table(end_era=1).give(0, "Chemical Drive").only()
    lines = told(g, "pass")
    assert lines[-1].startswith("the game is over; profit: Blue")


def chartered(seat, players):
    """A table of Starfarers with an empty deck; a seat owns the colony that claims at the end."""
    g = Table("Starfarers", players=players, start_era=3).profits(*[20] * players)
    g.explored("Wolf 359", "Habitable World").base(seat, "Wolf 359", "Bio Lab")
    for player in (0, 1):
        g.give(player, "Von Neumann Scouts")
    return g.colonized("Wolf 359", "Charter").only()


def claims(lines):
    """Who is told to fulfill a contract."""
    return [told.partition(" fulfills")[0] for told in lines if "fulfills contract" in told]


def test_a_colony_claims_for_its_owner_whoever_took_the_last_turn():
    g = chartered(0, players=2).act("pass")
    assert g.s["active"] == 1
    assert claims(told(g, "pass")) == ["Blue"]
    assert g.s["over"] == 1


@pytest.mark.parametrize(("answer", "who"), [("yes", ["Blue", "Yellow"]), ("no", ["Yellow"])])
def test_the_last_claim_of_a_turn_and_that_of_a_colony_have_their_own_names(answer, who):
    g = chartered(1, players=3).set(counting=1, last=0b001)
    for site in ("Luhman 16", "Sirius", "Alpha Centauri"):
        g.explored(site, "Marginal World").base(0, site, "Secure")
    g.do("Upgrade", "Infra slot 3")
    assert g.can(answer)
    assert claims(told(g, answer)) == who
    assert g.s["over"] == 1


def test_a_card_of_an_earlier_era_that_is_replaced_leaves_the_game():
    g = planets().infra(0, 3, "Spectral Array", era="Mariners").give(0, "Sensor Web")
    lines = story(g, "Upgrade", "card Sensor Web", "Infra slot 3")
    assert "Spectral Array leaves the game" in lines


@pytest.mark.parametrize("kind", ["Genetics", "Revelation"])
def test_an_award_that_is_lost_is_told(kind):
    if kind == "Genetics":
        g = planets().owns(0, "Radiation Resistance", "Low-G Physiology", "Sensory Focus")
        g.owns(0, "Cooperative Empathy", "Extended Lifespan").set(genetics=[3, 0, 0, 0]).give(
            0, "Gene Editor"
        )
        lost, card = "no Adaptation is left for Blue", "Gene Editor"
    else:
        g = planets().owns(0, "Probe Network", "Molecular Assembly").set(revelation=[3, 0, 0, 0])
        lost, card = "no Breakthrough is left for Blue", "Dark Matter Lab"
        g.give(0, card)
    assert lost in story(g, kind, f"card {card}", "done", "spend 0T")


def test_effects_are_told_in_the_order_of_time():
    """Each base with what it brings, before the next base."""
    g = Table("Starfarers", start_era=3).profits(20, 20).teams(0, "Lacaille 9352")
    g.explored("Lacaille 9352", "Habitable World", "Rings").give(0, *["Orbital Foundry"] * 3)
    g.explored("Epsilon Indi", "Marginal World").base(1, "Epsilon Indi", "Research base")
    lines = story(g, "Build", "base Bio Lab", "base Secure", "use own", *["card Orbital Foundry"] * 3, "done")
    first = lines.index("Blue builds a Bio Lab at Lacaille 9352")
    assert lines[first + 1 : first + 4] == [
        "Blue's genetics marker advances to 3",
        "Blue builds a Secure base at Lacaille 9352",
        f"Blue gains 1T from the base (now {g.profit()}T)",
    ]


def test_what_is_paid_and_gained_in_one_decision_is_told_apart():
    g = Table("Starfarers", start_era=3).profits(20, 0).teams(0, "Wolf 359").explored("Wolf 359", "Gas Giant")
    g.give(0, "Orbital Foundry").explored("Sirius", "Rings")
    lines = story(g, "Build", "base Exploiter", "use own", "card Orbital Foundry", "done")
    money = [each for each in lines if "(now " in each]
    assert money[0].startswith("Blue pays 3T for radiation")
    assert money[-1].startswith("Blue gains 3T from the base")


def test_an_empty_deck_is_told_after_its_last_card():
    g = Table().give(0, *["Heavy Lifter"] * 3, "Cargo Pod").offer("Solar Sail", "Orbital Lab")
    g.only("Ion Drive")
    lines = story(g, "Research", "use own", "take the top card of the deck")
    near = lines.index("the end of the era is near: the deck is empty")
    assert lines[near - 1] == "Blue draws Ion Drive"


def test_who_declines_an_edge_is_not_told():
    g = Table(players=3).give(0, "Chemical Drive", "Cargo Pod").give(1, "Survey Rover").ready(edges=True)
    assert int(g.s["seat"]) == 1
    assert [line(g, "done", seat) for seat in (0, 1, 2)] == ["", "keep Sabotage", ""]
    assert [line(g, "Edge Sabotage", seat) for seat in (0, 1, 2)] == [
        "play Sabotage: forbid an action this turn"
    ] * 3
    assert told(g, "done", seat=0) == []


def test_an_announcement_is_told_when_it_is_complete():
    g = Table().give(0, "Solar Sail", "Heavy Lifter", "Cargo Pod")
    for action in ("Move", "site Luna", "use own", "card Solar Sail"):
        if g.can(action):
            assert line(g, action, 1) == ""
            assert told(g, action, seat=1) == []
    assert line(g, "done", 1) == ""
    assert "Blue conducts Move" in told(g, "done", seat=1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_change_of_profit_is_told(players):
    """What is told of profit adds up to what the state says, over whole games."""
    rng = np.random.default_rng(players)
    g = Table.dealt(players=players, seed=players)
    while not g.s["over"]:
        before = g.game.states[0].copy()
        action = int(rng.choice(g.game.legal_ids()))
        lines = GAME.told(g.game.content, before, action, sound=True)
        g.game.act(action)
        for seat in range(players):
            name = GAME.seat_names[seat]
            last = [each for each in lines if each.startswith(f"{name} ") and "(now " in each]
            if int(before["profit"][seat]) != int(g.s["profit"][seat]):
                assert last[-1].endswith(f"(now {g.s['profit'][seat]}T)")


# The story and the state agree


def games_of(era):
    """Decisions of a random game that begins in an era, with what is told of them."""
    return decisions(GAME, 3, era, 400, start_era=era)


@pytest.mark.parametrize("era", [1, 2, 3])
def test_profit_is_told_to_the_last_t(era):
    for before, _, after, happened in games_of(era):
        profit = before["profit"].astype(int)
        signs = {ev.GAINS: 1, ev.PAYS: -1, ev.FULFILLS: 1}
        for event in happened:
            if event.kind in signs:
                at = 2 if event.kind == ev.FULFILLS else 1
                profit[event.numbers[0]] += signs[event.kind] * event.numbers[at]
                assert profit[event.numbers[0]] == event.numbers[at + 1]
        assert profit.tolist() == after["profit"].tolist()


@pytest.mark.parametrize(("kind", "field"), [(ev.GENETICS, "genetics"), (ev.REVELATION, "revelation")])
def test_markers_that_advance_are_told(kind, field):
    advanced = 0
    for before, _, after, happened in games_of(3):
        spaces = dict(each[:2] for each in numbers(happened, kind))
        moved = {p: int(after[field][p]) for p in range(3) if after[field][p] != before[field][p]}
        assert spaces == moved
        advanced += len(moved)
    assert advanced


def test_progress_cards_bases_and_colonies_are_told():
    found = {ev.TITLE: 0, ev.BUILDS: 0, ev.FOUNDS: 0}
    for before, _, after, happened in games_of(3):
        if before["era"] != after["era"]:
            continue
        new = [int(after["progress"][p]) & ~int(before["progress"][p]) for p in range(3)]
        titles = [(p, k) for p in range(3) for k in range(st.NUM_TITLES) if new[p] >> k & 1]
        assert sorted(each[:2] for each in numbers(happened, ev.TITLE)) == titles
        built = int((after["base"] >= 0).sum() - (before["base"] >= 0).sum())
        assert len(numbers(happened, ev.BUILDS)) == built
        founded = after["colony"][(after["colony"] >= 0) & (before["colony"] < 0)].tolist()
        assert [each[1] for each in numbers(happened, ev.FOUNDS)] == founded
        for kind, n in zip(found, (len(titles), built, len(founded)), strict=True):
            found[kind] += n
    assert all(found.values())
