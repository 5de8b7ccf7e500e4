"""Who may ask the server: a browser with its cookie, from this very page, with small requests."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import socket
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .entry import OPEN, SEAT, Entry, leading_to

MOST_BYTES = 64 * 1024  # of a request's body
PATIENCE = 10.0  # seconds in which each part of a body has to come
HOST = re.compile(r"(?P<name>[a-z0-9._-]+|\[[0-9a-f:.]+\])(:(?P<port>[0-9]{1,5}))?", re.ASCII | re.IGNORECASE)
ONCE = (b"host", b"origin", b"content-type", b"content-length", b"sec-fetch-site")  # headers
# Scripts and connections only to the server itself; pictures bring their own styles.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


GAMES = "/api/games/"


class TooLarge(Exception):
    """A body that is longer than it may be."""


class Guard:
    """Refuses requests before any of the page's own code sees them.

    Host is checked because a name of the internet may be made to point here, Origin because other pages can
    send requests here unasked.
    """

    def __init__(
        self,
        app: ASGIApp,
        entry: Entry,
        host: str,
        port: int,
        seats: Callable[[str], dict[str, int]] = lambda code: {},
    ) -> None:
        self.app, self.entry, self.host, self.port = app, entry, host, port
        self.seats = seats  # the games that a guest's code leads to, with the seats
        self._names = {"localhost", host.lower()}
        if not is_loopback(host):
            self._names |= {socket.gethostname().lower(), socket.getfqdn().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def answer(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        refused = self._refusal(scope)
        if refused:
            await _error(answer, *refused)
            return
        if scope["path"].startswith((OPEN, SEAT)):
            await self._enter(scope["path"], answer)
            return
        read, whole = 0, False

        async def bounded() -> Message:
            nonlocal read, whole
            message = await (receive() if whole else asyncio.wait_for(receive(), PATIENCE))
            read, whole = read + len(message.get("body", b"")), not message.get("more_body", False)
            if read > MOST_BYTES:
                raise TooLarge
            return message

        try:
            await self.app(scope, bounded, answer)
        except (TooLarge, TimeoutError) as error:
            if started:
                raise
            if isinstance(error, TooLarge):
                await _error(answer, 413, f"a request is at most {MOST_BYTES:,} bytes long")
            else:
                await _error(answer, 408, f"a request has to come within {PATIENCE:g} seconds")

    async def _enter(self, path: str, answer: Send) -> None:
        """Give the cookie for a link that has not been used, or that of a guest's seat."""
        cookie, onward = self.entry.cookie, "/"
        if path.startswith(SEAT):
            code = path.removeprefix(SEAT)
            found = self.seats(code)
            if not found:
                await _error(
                    answer, 403, "no seat has this link: the game is closed, or the link is not whole"
                )
                return
            cookie, onward = self.entry.seat_cookie(code), f"/#game/{next(iter(found))}"
        elif not self.entry.use(path):
            await _error(answer, 403, "this link was used already: the server has printed another")
            return
        headers = [(b"content-type", b"text/html; charset=utf-8"), (b"set-cookie", cookie.encode())]
        await answer({"type": "http.response.start", "status": 200, "headers": headers})
        await answer({"type": "http.response.body", "body": leading_to(onward).encode()})

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers: dict[bytes, str] = {}
        for name, value in scope["headers"]:
            if name in ONCE and name in headers:
                return 400, f"two headers {name.decode()}"
            headers[name] = value.decode("latin-1")
        if not self._known(headers.get(b"host", "")):
            return 403, "this server does not go by that name: use the address that it printed"
        origin = headers.get(b"origin")
        if origin is not None and origin.lower() != f"{scope['scheme']}://{headers[b'host']}".lower():
            return 403, "requests from other pages are not answered"
        entering = scope["path"].startswith((OPEN, SEAT)) and scope["method"] == "GET"
        if headers.get(b"sec-fetch-site", "none") not in ("none", "same-origin") and not entering:
            return 403, "requests from other pages are not answered"
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "expected GET or POST"
        kind = headers.get(b"content-type", "").partition(";")[0].strip().lower()
        if scope["method"] == "POST" and kind != "application/json":
            return 415, "expected a JSON body (content-type: application/json)"
        length = headers.get(b"content-length", "0")
        if not length.isascii() or not length.isdecimal() or len(length) > 9 or int(length) > MOST_BYTES:
            return 413, f"a request is at most {MOST_BYTES:,} bytes long"
        cookie = headers.get(b"cookie", "")
        return None if entering or self.entry.holds(cookie) else self._guest_refusal(scope, cookie)

    def _guest_refusal(self, scope: Scope, cookie: str) -> tuple[int, str] | None:
        """Why a browser without the server's cookie is refused; a guest may ask about the own game alone."""
        code = self.entry.seat_code(cookie)
        seats = self.seats(code) if code else {}
        if not seats:
            return 403, "this browser has no cookie of the server: use the link that it printed"
        scope["guest"] = seats
        path = scope["path"]
        if path in ("/", "/api/about") or path.startswith(("/static/", "/api/rules/")):
            return None
        if path.startswith(GAMES) and path.removeprefix(GAMES).partition("/")[0] in seats:
            return None
        return 403, "this browser has a seat at one game, and may not ask for this"

    def _known(self, given: str) -> bool:
        """Whether a Host header names this server and its port."""
        parts = HOST.fullmatch(given)
        if parts is None or int(parts["port"] or 80) != self.port:
            return False
        name = parts["name"].lower().strip("[]")
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        # A name of the internet can be made to point anywhere; a bare address cannot.
        return address.is_loopback if is_loopback(self.host) else True


def is_loopback(host: str) -> bool:
    """Whether an address to listen at is this machine's own."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def _error(send: Send, status: int, message: str) -> None:
    body = json.dumps({"error": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
