"""The table of a game as a picture: SVG that shows in light and dark, or PNG.

python examples/draw_table.py --game starfarers --players 4 --agent greedy --at 0.7 --out table.png
python examples/draw_table.py --game starfarers --seat 0 --width 390 --out phone.svg
"""

import argparse
from pathlib import Path

import astrarium.envs  # noqa: F401  registers the games
from astrarium.agents.match import play_seated
from astrarium.core import get
from astrarium.core.records import replay
from astrarium.core.svg import THEMES, to_png


def main() -> None:
    """Play a game, stop it somewhere, draw it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", default="star_commander")
    parser.add_argument("--players", type=int, help="as the game comes, if not given")
    parser.add_argument("--agent", default="random", help="plays all seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", type=float, default=0.5, help="how far into the game: 0 start, 1 end")
    parser.add_argument("--seat", type=int, help="what this seat sees; all hands are open if not given")
    parser.add_argument("--width", type=float, help="to be shown so wide: a column of panels when narrow")
    parser.add_argument("--theme", choices=THEMES, default="dark", help="of a PNG; an SVG has both")
    parser.add_argument("--out", type=Path, default=Path("table.png"), help="a .png or .svg file")
    args = parser.parse_args()
    game = get(args.game)
    players = args.players or game.default_players
    record = next(play_seated(game, [args.agent] * players, 1, num_players=players, seed=args.seed))
    states = replay(record)
    state = states[round(args.at * (len(states) - 1))]
    svg = game.render_svg(game.content(), state, args.seat, args.width)
    if args.out.suffix == ".svg":
        args.out.write_text(svg, encoding="utf-8")
    elif args.out.suffix == ".png":
        args.out.write_bytes(to_png(svg, theme=args.theme))
    else:
        parser.error(f"--out is a .png or .svg file, not {args.out.name}")
    print(f"{args.out}: {game.title} after {int(state['moves'])} of {len(states) - 1} decisions")


if __name__ == "__main__":
    main()
