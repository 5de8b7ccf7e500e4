"""Games for language models: rules in short, decisions as prompts, and replies read as actions."""

from .digest import rules
from .prompt import LIMIT, Template, decision_text, messages
from .replies import ReplyError, read_reply
from .table import SeatTable
from .tokens import count_tokens

__all__ = [
    "LIMIT",
    "ReplyError",
    "SeatTable",
    "Template",
    "count_tokens",
    "decision_text",
    "messages",
    "read_reply",
    "rules",
]
