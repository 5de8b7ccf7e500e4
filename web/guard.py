"""Who may ask the server: the right address with its token, from this very page, with small requests."""

from __future__ import annotations

import ipaddress
import json
import secrets
import socket
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 64 * 1024  # of a request's body
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


class TooLarge(Exception):
    """A body that is longer than it may be."""


class Guard:
    """Refuses requests before any of the page's own code sees them.

    The token stands in the path, so that no other page can guess an address. Host is checked because a name
    of the internet may be made to point here, Origin because other pages can send requests here unasked.
    """

    def __init__(self, app: ASGIApp, token: str, host: str, port: int) -> None:
        self.app, self.token, self.host, self.port = app, token, host, port
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
        read = 0

        async def bounded() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MOST_BYTES:
                raise TooLarge
            return message

        try:
            await self.app(scope, bounded, answer)
        except TooLarge:
            if started:
                raise
            await _error(answer, 413, f"a request is at most {MOST_BYTES:,} bytes long")

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers: dict[bytes, str] = {}
        for name, value in scope["headers"]:
            if name in (b"host", b"origin") and name in headers:
                return 400, f"two headers {name.decode()}"
            headers[name] = value.decode("latin-1")
        if not self._known(headers.get(b"host", "")):
            return 403, "this server does not go by that name: use the address that it printed"
        origin = headers.get(b"origin")
        if origin is not None and origin.lower() != f"{scope['scheme']}://{headers[b'host']}".lower():
            return 403, "requests from other pages are not answered"
        if headers.get(b"sec-fetch-site", "none") not in ("none", "same-origin"):
            return 403, "requests from other pages are not answered"
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "expected GET or POST"
        if scope["method"] == "POST" and "application/json" not in headers.get(b"content-type", ""):
            return 415, "expected a JSON body (content-type: application/json)"
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > MOST_BYTES:
            return 413, f"a request is at most {MOST_BYTES:,} bytes long"
        first = scope["path"].split("/", 2)[1:2]
        if not first or not secrets.compare_digest(first[0].encode(), self.token.encode()):
            return 403, "the address has no valid token: use the address that the server printed"
        return None

    def _known(self, given: str) -> bool:
        """Whether a Host header names this server and its port."""
        try:
            parts = urlsplit(f"//{given}")
            name, port = (parts.hostname or "").lower(), parts.port or 80
        except ValueError:
            return False
        if port != self.port or parts.path or parts.username is not None:
            return False
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
