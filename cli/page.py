"""A game as one HTML page: boards turn by turn, with every decision in words. It needs no other file."""

from __future__ import annotations

import json
from pathlib import Path

from astrarium.core import get
from astrarium.core.records import Record, atomic, replay
from astrarium.core.svg import escape
from astrarium.core.transcript import Story, result_lines

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ margin: 0; font: 15px/1.45 system-ui, sans-serif; color: #1c2333; background: #f5f7fa; }}
header {{ padding: 12px 20px; background: #fff; border-bottom: 1px solid #d5dae3; }}
h1 {{ font-size: 19px; margin: 0 0 4px; }}
main {{ display: flex; gap: 16px; padding: 16px 20px; align-items: flex-start; flex-wrap: wrap; }}
#board {{ flex: 3 1 560px; }}
#board svg {{ width: 100%; height: auto; }}
#told {{ flex: 1 1 320px; white-space: pre-wrap; font: 13px/1.5 ui-monospace, monospace; }}
button {{ font: inherit; padding: 3px 14px; }}
input {{ width: 40%; vertical-align: middle; }}
</style></head><body>
<header><h1>{title}</h1><div>{facts}</div>
<p><button id="back">back</button> <input id="at" type="range" min="0" max="{last}" value="0">
<button id="on">on</button> <span id="count"></span></p></header>
<main><div id="board"></div><div id="told"></div></main>
<script id="frames" type="application/json">{frames}</script>
<script>
const frames = JSON.parse(document.getElementById("frames").textContent);
const at = document.getElementById("at");
function show(k) {{
  k = Math.max(0, Math.min(frames.length - 1, k));
  at.value = k;
  document.getElementById("board").innerHTML = frames[k][0];
  document.getElementById("told").textContent = frames[k][1];
  document.getElementById("count").textContent = (k + 1) + " of " + frames.length + " (arrow keys)";
}}
at.oninput = () => show(+at.value);
document.getElementById("back").onclick = () => show(+at.value - 1);
document.getElementById("on").onclick = () => show(+at.value + 1);
document.onkeydown = (e) => {{
  if (e.target !== at && e.key === "ArrowLeft") show(+at.value - 1);
  if (e.target !== at && e.key === "ArrowRight") show(+at.value + 1);
}};
show(0);
</script></body></html>
"""


def frames_of(record: Record, content: str | None = None) -> list[tuple[str, str]]:
    """A picture and the words before it for the start, each turn and the end."""
    game = get(record.header.game)
    cards = game.content(content)
    states = replay(record, content)
    story = Story(game, cards)
    lines = story.opening(states[0])
    frames = [(game.render_svg(cards, states[0], None), "\n".join(lines).strip())]
    lines = []
    for k, action in enumerate(record.actions):
        told = story.decision(states[k], int(action), states[k + 1])
        lines += told
        if "" in told and k + 1 < len(record.actions):  # a heading: a new turn
            frames.append((game.render_svg(cards, states[k + 1], None), "\n".join(lines).strip()))
            lines = []
    ending = result_lines(game, record.over, len(record.actions), record.scores, record.ranks)
    words = "\n".join([*lines, "", *ending]).strip()
    frames.append((game.render_svg(cards, states[-1], None), words))
    return frames


def write_page(path: Path, record: Record, agents: list[str], content: str | None = None) -> None:
    """The page of a game, with the names of the agents in its seats."""
    game = get(record.header.game)
    seats = zip(game.seat_names, agents, strict=False)
    frames = frames_of(record, content)
    text = PAGE.format(
        title=escape(f"{game.title}: a game of {len(record.actions)} decisions"),
        facts=escape(", ".join(f"{seat}: {agent}" for seat, agent in seats)),
        last=len(frames) - 1,
        frames=json.dumps(frames).replace("</", "<\\/"),
    )
    with atomic(path) as partial:
        partial.write_text(text, encoding="utf-8")
