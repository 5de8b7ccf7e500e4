"""The three functions that Kaggle's Game Arena asks of a game: legal moves, a prompt, a reader of replies."""

from __future__ import annotations

from astrarium.core.view import View

from .prompt import messages
from .replies import ReplyError, read_reply


def get_legal_moves(view: View) -> dict[int, str]:
    """The ids of the legal actions, with their names."""
    return dict(zip(view.legal, view.names, strict=True))


def generate_prompt(view: View, retry: str = "") -> str:
    """All that a model is told for one decision; `retry` says why the last reply was not taken."""
    return "\n\n".join(message["content"] for message in messages(view, retry=retry))


def parse_response(response: str, view: View) -> int | None:
    """The legal action of a reply; None where it is not clear."""
    try:
        return read_reply(response, view)
    except ReplyError:
        return None
