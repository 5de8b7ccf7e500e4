"""Why an action is not legal: the rules of the game's ledger that decide it, found by the kernels they name.

A question names, for each block of actions, the kernel that says which are legal. A row of `rules.csv`
names the kernels that carry the rule out. Where the two meet, or meet in a kernel that the first one calls,
the row is a reason. The rows that share most words with the name of the action come first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import Any

from astrarium.core import Game
from astrarium.core.view import View

from .digest import Rule, ledger_rules
from .disguise import in_words_of

MOST = 2  # rules that a refusal names
DEEP = 1  # calls between the kernel of a question and the one that a rule names
SHORT = 4  # words of fewer letters tell nothing


@cache
def rules_by_kernel(game: Game) -> dict[str, list[Rule]]:
    """The rows of a game's ledger by the kernels that they name."""
    found: dict[str, list[Rule]] = defaultdict(list)
    for rule in ledger_rules(game):
        for kernel in rule.kernels:
            found[kernel].append(rule)
    return dict(found)


def forbidding(view: View, action: int) -> list[Rule]:
    """The rules that decide whether an action answers the question of a view; none if it is no answer to it.

    The action is one that is not legal in the view.
    """
    asked, (block, _) = view.asked, view.game.actions.block(action)
    answers = asked.answers if asked is not None else ()
    when = next((answer.when for answer in answers if answer.block == block.name), None)
    if when is None:
        return []
    words = _words(f"{View.name(view, action)} {block.name.replace('_', ' ')}")
    found = list(dict.fromkeys(_near(view.game, when)))

    def rank(rule: Rule) -> tuple[int, bool]:
        return -len(words & _words(rule.words)), rule.ruling

    return sorted(found, key=rank)[:MOST]


def reason(view: View, action: int) -> str:
    """Why an action is not legal, as far as the ledger tells, and what is asked."""
    rules = forbidding(view, action)
    told = "".join(f" {str(rule)[0].upper()}{str(rule)[1:].rstrip('.')}." for rule in rules)
    return f"{in_words_of(view, told)} The question is: {view.question}"


def _near(game: Game, kernel: Callable) -> Iterator[Rule]:
    """The rules of a kernel; if it has none, those of the kernels that it calls."""
    level, known = [kernel], rules_by_kernel(game)
    for _ in range(DEEP + 1):
        found = [rule for each in level for rule in known.get(_name(each), ())]
        if found:
            yield from found
            return
        level = [called for each in level for called in _calls(each)]


def _calls(kernel: Callable) -> Iterator[Callable]:
    """The kernels of the same game that a kernel names."""
    plain = _plain(kernel)
    package = plain.__module__.rpartition(".")[0]
    for name in plain.__code__.co_names:
        other = plain.__globals__.get(name)
        if isinstance(_plain(other), FunctionType) and _plain(other).__module__.startswith(f"{package}."):
            yield other


def _name(kernel: Callable) -> str:
    plain = _plain(kernel)
    return f"{plain.__module__.rpartition('.')[2]}.{plain.__name__}"


def _plain(kernel: Any) -> Any:
    return getattr(kernel, "py_func", kernel)


def _words(text: str) -> set[str]:
    """The words of a text, without an ending for more than one."""
    return {word.rstrip("s") for word in re.findall(r"[a-z]+", text.casefold()) if len(word) >= SHORT}
