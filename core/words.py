"""A position in words: the question that is asked, and the actions as one would name them there.

A game derives its own Words and adds what its texts need: "{room}" in a question is the method `room()`,
"{0:card}" in a sentence the method `card(number)`. An action is named by the method `action_<block>(places)`
where the game has one; else by the text of its block, with the labels that `the_<dimension>(place)` gives
where the game has that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from .actions import ActionTable, Block
    from .questions import Questions
    from .tables import Content
    from .telling import Event


class Words:
    """The words of one position of a game."""

    actions: ClassVar[ActionTable]
    questions: ClassVar[Questions]
    seat_names: ClassVar[tuple[str, ...]]
    headings: ClassVar[Mapping[str, str]] = {}  # of the actions of a block, where its text does not give one

    def __init__(self, content: Content, state: Any) -> None:
        self.content, self.state = content, state

    def __getitem__(self, name: str) -> str:
        """What stands for {name} in a question."""
        return str(getattr(self, name)())

    def question(self) -> str:
        """The question that the acting seat is asked; "" when the game is over."""
        asked = self.questions.at(self.state["ask"])
        return "" if asked is None else asked.words.format_map(self)

    def wanted(self) -> tuple[int, int] | None:
        """How many single answers the question takes in all, at least and at most; None: nobody says."""
        return None

    def opening(self) -> str:
        """The heading before the first decision: the round and whose turn it is, if the state tells them."""
        fields = self.state.dtype.names
        words = [f"round {int(self.state['round'])}"] if "round" in fields else []
        words += [f"turn of {self.seat(self.state['active'])}"] if "active" in fields else []
        return ", ".join(words)

    def action(self, action: int) -> str:
        """What an action is called in this position."""
        block, places = self.actions.block(action)
        own = getattr(self, f"action_{block.name}", None)
        if own is not None:
            return str(own(*places))
        return block.describe(places, self.content.labels, self._labels(block, places))

    def destination(self, action: int) -> str:
        """What a way of several steps is called that ends with this one."""
        return self.action(action)

    def heading(self, block: Block) -> str:
        """What stands over the actions of a block where they are listed; "" over a single action."""
        if block.name in self.headings:
            return self.headings[block.name]
        if not block.dims:
            return ""
        words = (block.text or block.name.replace("_", " ")).partition("{")[0].strip(" :,")
        words = re.sub(r"( (a|an|the|for|from|with|at|to|in))+$", "", words)
        return words[:1].upper() + words[1:]

    def points_of(self, seat: int, told: Sequence[Event]) -> dict[str, float]:
        """The score of a seat by what it is for; `told` is all that happened in the game. {}: not known."""
        return {}

    def does(self, action: int) -> str:
        """What an action does, where its name does not say: a page says it beside the name."""
        return ""

    def offers(self, action: int, told: Sequence[Event], answers: Sequence[int]) -> str:
        """What there is to choose from after an action, by the answers to what it asks, or what comes of it.

        A page says it beside the name, if nothing of it is chosen yet.
        """
        return ""

    def always(self, action: int) -> str:
        """What somebody wants who has this action made by itself; "" where it is to be asked."""
        return self.action(action)

    def usual(self, action: int) -> bool:
        """Whether an action is what one does here if one wants nothing special: a page puts it first."""
        return False

    def takes(self, action: int, told: Sequence[Event]) -> dict[str, int]:
        """What an action takes from the acting seat by what it brings about, such as profit and cards.

        In words with the place {} for how much, and that number: {"pay {}T for radiation": 2}. A page says it
        before the action is taken.
        """
        return {}

    def _labels(self, block: Block, places: tuple[int, ...]) -> dict[str, str]:
        found = {dim: getattr(self, f"the_{dim}", None) for dim in block.dims}
        return {
            dim: str(put(place))
            for (dim, put), place in zip(found.items(), places, strict=True)
            if put is not None
        }

    def seat(self, seat: int) -> str:
        """A player's name."""
        return self.seat_names[int(seat)]

    def player(self, place: int) -> str:
        """The player so many places behind the acting seat's left neighbour."""
        return self.seat((int(self.state["seat"]) + 1 + int(place)) % int(self.state["num_players"]))


def number_of(count: int, thing: str, things: str | None = None) -> str:
    """A number with its noun: 1 card, 3 cards."""
    return f"{count} {thing if abs(count) == 1 else things or thing + 's'}"
