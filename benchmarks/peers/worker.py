"""One measurement in one process: `python worker.py PEER GAME WAY SECONDS`, where only the peer is installed.

Prints a line when it is warm, waits for a line on stdin, plays, and prints the figures.
All times are of the processor: they leave out what other processes do on the same core.
"""

import importlib
import json
import sys
import time


def main() -> None:
    """Import, open the game, take a decision, wait, play."""
    peer, game, way, seconds = sys.argv[1:5]
    born = time.process_time()
    adapter = importlib.import_module(f"adapters.{peer}")
    if hasattr(adapter, "load"):  # a library that has a module for each game
        adapter.load(game)
    imported = time.process_time()
    table = adapter.open_game(game, way)
    table.first()
    first = time.process_time()
    table.play(float(seconds) / 10)  # caches warm, lazy parts loaded
    say({"import_seconds": imported - born, "first_seconds": first})
    sys.stdin.readline()
    clock, started = time.perf_counter(), time.process_time()
    decisions, games = table.play(float(seconds))
    spent, passed = time.process_time() - started, time.perf_counter() - clock
    figures = {"decisions": decisions, "games": games, "seconds": spent, "wall_seconds": passed}
    say({**figures, "memory": peak_memory(), "facts": table.facts(), "version": adapter.VERSION})


def peak_memory() -> int:
    """The most bytes that this program had; getrusage would count those of the process that it comes from."""
    with open("/proc/self/status", encoding="ascii") as status:
        found = next(line for line in status if line.startswith("VmHWM:"))
    return int(found.split()[1]) * 1024


def say(line: dict) -> None:
    """A line of JSON; libraries may print around it."""
    print("@" + json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
