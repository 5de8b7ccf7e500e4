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


def unread(where, number=300):
    """A connection that asks for much and takes nothing."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(where)
    made.sendall(request(where, path="/static/view.js") * number)
    return made


def refused(made):
    """Whether a connection is closed by the server within some seconds, seen by writing to it alone."""
    for _ in range(100):
        try:
            made.sendall(b"GET")
        except ConnectionError:
            return True
        time.sleep(0.1)
    return False


def test_answers_that_nobody_takes_are_given_up(where):
    with unread(where) as made:
        assert refused(made)


def test_who_takes_an_answer_slowly_gets_all_of_it(where, monkeypatch):
    monkeypatch.setattr(sockets, "LEAST", 4096)
    with unread(where) as made:
        made.settimeout(10)
        whole, end = b"", time.monotonic() + 4
        while time.monotonic() < end:
            whole += made.recv(2048)
            time.sleep(0.02)
        while whole.count(b"HTTP/1.1 200") < 300:
            more = made.recv(1 << 16)
            assert more
            whole += more


def test_who_leaves_in_the_middle_of_a_request_is_no_mistake_of_the_server(where, caplog):
    more = "Content-Type: application/json\r\nContent-Length: 100\r\n"
    for _ in range(5):
        with socket.create_connection(where) as made:
            made.sendall(request(where, "POST", "/api/games", more, "{"))
            time.sleep(0.1)
    assert answered(where).startswith(b"HTTP/1.1 200")
    assert "a request failed" not in caplog.text
