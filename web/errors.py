"""What is wrong with a request, in words for the person who made it."""

from __future__ import annotations


class BadRequest(Exception):
    """A request that cannot be answered; nothing has changed because of it."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.message, self.status = message, status
