"""Pictures of the page for the games' own pages: envs/<game>/page.png.

    python -m astrarium.web.screenshots

Each shows a game in which a person is to move, as Debian's chromium (or another one on the PATH) draws it.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from astrarium.agents import Positions, make_agent
from astrarium.core import Game, games

from .entry import Entry
from .server import make_app, make_server
from .tables import PERSON, Setup, Table, Tables

SIZE = {"width": 1280, "height": 800}
OTHERS = "greedy"
DECISIONS = 60  # of the game, or somewhat more until the person has a choice
CHOICE = 4  # moves at least
MOST_BYTES = 150_000
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str | None:
    """The path of a chromium on this machine."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def launch(playwright: Any, path: str) -> Any:
    """The browser, driven from outside; its sandbox does not work for the superuser."""
    superuser = hasattr(os, "geteuid") and os.geteuid() == 0
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox"] if superuser else [])


def begun_game(tables: Tables, game: Game, seed: int) -> Table:
    """A table in the middle of a game, the person in the first seat to move: an agent has moved so far."""
    cards, players = game.content(), max(2, game.default_players)
    seats = (PERSON, *[OTHERS] * (players - 1))
    agents = {seat: make_agent(OTHERS, game, cards) for seat in range(1, players)}
    setup = Setup(game, cards, game.contents[0], players, game.choose_options(), seed, seats)
    table = tables.add(Table(setup, agents))
    person = make_agent(OTHERS, game, cards)
    while table.home.status not in ("over", "failed"):
        tables.get(table.id)
        if table.home.status != "person":
            time.sleep(0.01)
            continue
        position = Positions.of_batch(table._batch, seed)
        if len(table.actions) >= DECISIONS and np.count_nonzero(position.mask) >= CHOICE:
            return table
        table.home.move(int(person.act(position)[0]), table.home.count)
    raise RuntimeError(f"{game.title}: no decision of a person after {DECISIONS} decisions: {table.error}")


def small_png(data: bytes) -> bytes:
    """The picture with as many colours as the size allows."""
    with Image.open(io.BytesIO(data)) as image:
        for colours in (256, 128, 64, 32, 16):
            out = io.BytesIO()
            image.convert("RGB").quantize(colours).save(out, "PNG", optimize=True)
            if out.tell() <= MOST_BYTES:
                break
    return out.getvalue()


def take(names: list[str], folder: Path, seed: int) -> None:
    """A picture of the page of each game."""
    from playwright.sync_api import sync_playwright

    path = find_browser()
    if path is None:
        sys.exit(f"no browser: put one of {', '.join(BROWSERS)} on the PATH (`make browser` on Debian)")
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    entry = Entry(port)
    app = make_app(entry, "127.0.0.1", port)
    server = make_server(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright, path)
            for name in names:
                table = begun_game(app.state.site.tables, games()[name], seed)
                page = browser.new_page(viewport=SIZE, color_scheme="light")
                page.goto(f"http://127.0.0.1:{port}{entry.link()}")
                page.wait_for_selector("#start")  # the link leads there
                page.goto(f"http://127.0.0.1:{port}/#game/{table.id}")
                page.wait_for_selector(".moves .group button", timeout=60_000)
                page.wait_for_timeout(1000)  # words and scores follow the picture
                out = folder / name / "page.png"
                out.write_bytes(small_png(page.screenshot()))
                print(f"{out} {out.stat().st_size:,} bytes")
                page.close()
            browser.close()
    finally:
        server.should_exit = True
        thread.join()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Write envs/<game>/page.png for each game.")
    parser.add_argument("names", nargs="*", metavar="GAME", help="all games unless named")
    parser.add_argument("--folder", type=Path, default=Path("envs"), help="the folder of the games")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same pictures")
    given = parser.parse_args()
    names = given.names or [name for name in games() if (given.folder / name).is_dir()]
    for name in names:
        if not (given.folder / name).is_dir():
            parser.error(f"there is no folder {given.folder / name}: give --folder, and the name of a game")
    take(names, given.folder, given.seed)


if __name__ == "__main__":
    main()
