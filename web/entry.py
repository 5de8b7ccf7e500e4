"""How a browser comes in: a link that works once gives it a cookie, and the cookie opens everything else.

A link stands in terminals, in a browser's history and in lists of processes. Once used it is worth nothing.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from starlette.requests import cookie_parser

OPEN = "/open/"  # begins the path of a link
SEAT = "/seat/"  # and that of a link to one seat of one game, which can be used again


def leading_to(address: str) -> str:
    """A page that leads on to an address.

    Not a redirect: one that began on another page is not sent a cookie of SameSite=Strict.
    """
    onward = f'<meta http-equiv="refresh" content="0;url={address}">'
    head = f'<meta charset="utf-8"><link rel="icon" href="data:,">{onward}'
    return f"<!DOCTYPE html>{head}<title>Astrarium</title>"


class Entry:
    """The links of a server that have not been used, and the cookie that they give."""

    def __init__(self, port: int, told: Callable[[], None] = lambda: None) -> None:
        self.name, self.secret = f"astrarium-{port}", secrets.token_urlsafe(24)  # ports share their cookies
        self.told = told  # is called when a link was used
        self._links: set[str] = set()

    @property
    def cookie(self) -> str:
        """What the browser is to keep."""
        return f"{self.name}={self.secret}; Path=/; HttpOnly; SameSite=Strict"

    def link(self) -> str:
        """The path of a new link."""
        code = secrets.token_urlsafe(18)
        self._links.add(code)
        return f"{OPEN}{code}"

    def use(self, path: str) -> bool:
        """Whether this is the path of a link; it is none afterwards."""
        code = path.removeprefix(OPEN)
        if not path.startswith(OPEN) or code not in self._links:
            return False
        self._links.remove(code)
        self.told()
        return True

    def holds(self, header: str) -> bool:
        """Whether a Cookie header has the cookie."""
        return secrets.compare_digest(_kept(header, self.name).encode(), self.secret.encode())

    def seat_cookie(self, code: str) -> str:
        """What the browser of a guest is to keep."""
        return f"{self.name}-seat={code}; Path=/; HttpOnly; SameSite=Strict"

    def seat_code(self, header: str) -> str:
        """The code of a guest's seat in a Cookie header; "" without one."""
        return _kept(header, f"{self.name}-seat")


def _kept(header: str, name: str) -> str:
    """The value of a cookie; "" without it."""
    return cookie_parser(header).get(name, "")  # whatever pages at other ports have put beside it


def private_page(address: str) -> Path:
    """A file that only this user can read, and that leads a browser to an address.

    What a browser is started with can be read by everybody on the machine.
    """
    with tempfile.NamedTemporaryFile("w", prefix="astrarium-", suffix=".html", delete=False) as file:
        file.write(leading_to(address))
    return Path(file.name)
