"""Connections that say nothing, or too slowly, do not keep others out."""

import socket
import time
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from astrarium.web import guard, sockets
from tests.web.conftest import SECRET, entry_of


@pytest.fixture
def where(address, monkeypatch):
    """The server's host and port; its patience is short."""
    monkeypatch.setattr(sockets, "SILENCE", 1.0)
    monkeypatch.setattr(guard, "PATIENCE", 1.0)
    parts = urlsplit(address[0])
    return parts.hostname, parts.port


def request(where, method="GET", path="/api/files", more="", body=""):
    """A request as it goes over the wire."""
    host = f"{where[0]}:{where[1]}"
    cookie = f"{entry_of(where[1]).name}={SECRET}"
    return f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n{more}\r\n{body}".encode()


def answered(where):
    """What a new connection is answered."""
    with socket.create_connection(where, timeout=20) as made:
        made.sendall(request(where))
        return made.recv(4096)


def ended(made, seconds=10.0):
    """What comes from a connection until the server ends it; None if it does not."""
    made.settimeout(seconds)
    read = b""
    try:
        while more := made.recv(4096):
            read += more
    except TimeoutError:
        return None
    except ConnectionError:
        pass
    return read


def test_silent_connections_keep_nobody_out(where):
    silent = [socket.create_connection(where, timeout=20) for _ in range(2 * sockets.MOST_OF_ONE)]
    try:
        for _ in range(5):
            assert answered(where).startswith(b"HTTP/1.1 200")
    finally:
        for each in silent:
            each.close()


@pytest.mark.parametrize("first", [b"", b"GET / HTTP/1.1\r\nHost: x"])
def test_a_connection_without_a_whole_request_is_closed(where, first):
    with socket.create_connection(where) as made:
        made.sendall(first)
        assert ended(made) == b""


def test_single_bytes_do_not_keep_a_connection_open(where):
    with socket.create_connection(where) as made:
        with suppress(ConnectionError):
            for byte in request(where, more="x" * 60):
                made.sendall(bytes([byte]))
                time.sleep(0.02)
        assert ended(made) == b""


def test_an_idle_connection_is_closed_after_its_answer(where):
    with socket.create_connection(where) as made:
        made.sendall(request(where) * 2)  # the second is there before the first is answered
        assert ended(made).count(b"HTTP/1.1 200") == 2


def test_a_body_that_does_not_come_is_not_waited_for(where):
    more = "Content-Type: application/json\r\nContent-Length: 100\r\n"
    with socket.create_connection(where) as made:
        made.sendall(request(where, "POST", "/api/games", more, "{"))
        assert ended(made).startswith(b"HTTP/1.1 408")
