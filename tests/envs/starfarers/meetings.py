"""Encounters to arrange: a ship away from everything, some cards in every hand, and a card to meet."""

import csv
import shutil

from astrarium.envs.starfarers import state as st
from astrarium.envs.starfarers.tables import DATA, SETS
from tests.envs.starfarers.table import ALL_CARDS, GAME, Table

FAR = "K16"
CARDS = {"ore": 2, "fuel": 2, "carbon": 1, "food": 1}


def meeting(number, players=4, **cards):
    """Seat 0 with a ship away from everything, some cards in every hand, and this encounter."""
    g = Table(players).no_ships().ship(0, FAR)
    g.give(0, **(cards or CARDS))
    for p in range(1, players):
        g.give(p, food=1, goods=1)
    return g.meet(number)


def gift(g, number, kind="ore"):
    """Give so many cards, of one kind first."""
    g.act(f"give {number} cards")
    for _ in range(number):
        if g.ask == st.ASK_GIVE:
            g.act(f"give {kind}" if g.can(f"give {kind}") else g.legal()[0])
    return g


def decide(g, action, won):
    """Take the action that leads to a contest, with this result."""
    return g.force(action, lambda s: (s["rolls"][0] >= s["rolls"][1]) == won and s["rolls"][0] >= 0)


def rolled(g, action, total):
    """Take the action that leads to a roll of the mother ship, with this total."""
    return g.force(action, lambda s: s["rolls"][0] == total)


def halted(g):
    """The first starship may not move."""
    return int(g.s["halted"]) == 1


def over(g):
    """The encounter is over and its card lies with the others."""
    return int(g.s["card"]) == -1 and int(g.s["discard"]) == ALL_CARDS


def placed(g):
    """The trade ship that was won stands at the spaceport."""
    if g.ask == st.ASK_TRANSPORTER:
        g.act(g.legal()[0])
    if g.ask == st.ASK_LAUNCH:
        g.act(g.legal()[0])
    return int((g.s["cargo"][0] == st.TRADE).sum()) == 1


def own_card(g, folder, number, part, steps):
    """From now on a part of this card has other steps, as in a content set of one's own."""
    own = shutil.copytree(DATA / SETS[0], folder / "own")
    with (own / "encounters.csv").open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    rows[number - 1][part] = steps
    with (own / "encounters.csv").open("w", newline="", encoding="utf-8") as lines:
        writer = csv.DictWriter(lines, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    g.game.__dict__["content"] = GAME.content(own)
    return g


def jump(g, place):
    """The ship that may jump goes to an intersection."""
    return g.act(f"jump to column {place[0]}", f"jump to row {place[1:]}")
