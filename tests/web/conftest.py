"""A server of the page: one that is asked directly, and one that a browser can reach."""

import json
import socket
import threading
import time
from contextlib import contextmanager
from functools import cache
from urllib.parse import urlsplit

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")

from starlette.testclient import TestClient

from astrarium.web.entry import Entry
from astrarium.web.library import Library
from astrarium.web.screenshots import find_browser, launch
from astrarium.web.server import make_app, make_server

PORT = 8765
SECRET = "a-secret-for-tests"


@cache
def entry_of(port):
    """The way into a server, with a secret that is known here."""
    made = Entry(port)
    made.secret = SECRET
    return made


def enter(context, url):
    """Give a browser the cookie of the server at an address."""
    context.add_cookies([{"name": entry_of(urlsplit(url).port).name, "value": SECRET, "url": url}])


class Asker:
    """Asks a server as the page does."""

    def __init__(self, client):
        self.client = client

    def get(self, path, status=200, **headers):
        """The JSON of an answer that must have this status."""
        return self._checked(self.client.get(f"/{path}", headers=headers), status)

    def post(self, path, body, status=200, **headers):
        """The JSON of the answer to a JSON body."""
        headers = {"content-type": "application/json", **headers}
        made = self.client.post(f"/{path}", content=json.dumps(body).encode(), headers=headers)
        return self._checked(made, status)

    def ready(self, facts):
        """Wait until a game waits for a person or is over."""
        end = time.monotonic() + 120
        while facts["status"] in ("preparing", "agent") and time.monotonic() < end:
            facts = self.get(f"api/games/{facts['id']}?after={facts['moves']}&status={facts['status']}")
        assert facts["status"] in ("person", "over"), facts
        return facts

    @staticmethod
    def _checked(response, status):
        assert response.status_code == status, response.text
        return response.json()


@pytest.fixture
def asker():
    """A server with these folders, asked directly; its `client` asks anything."""
    clients = []

    def make(*folders, most=4, agents=(), keeper=None):
        entry = entry_of(PORT)
        app = make_app(entry, "127.0.0.1", PORT, Library(folders, agents), most, keeper=keeper)
        client = TestClient(app, base_url=f"http://127.0.0.1:{PORT}", raise_server_exceptions=False)
        client.headers["cookie"] = f"{entry.name}={SECRET}"  # whatever the host is called
        clients.append(client.__enter__())
        return Asker(client)

    yield make
    for client in clients:
        client.__exit__(None, None, None)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of a running server; `records` in its folder holds what tests put there."""
    folder = tmp_path_factory.mktemp("served") / "records"
    folder.mkdir()
    with serving(Library([folder])) as (url, _):
        yield url, folder


@pytest.fixture(scope="module")
def site():
    """The address of a running server, and its tables."""
    with serving(Library()) as served:
        yield served


@contextmanager
def serving(library, together=False):
    """A server that a browser can reach: its address, and its tables."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    app = make_app(entry_of(port), "127.0.0.1", port, library, most=40, together=together)
    server = make_server(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{port}/", app.state.site.tables
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def chromium():
    """The machine's own browser, driven from outside."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    sync_api.expect.set_options(timeout=60_000)
    path = find_browser()
    if path is None:
        pytest.skip("no chromium on the PATH: `make browser` says how to get it")
    with sync_api.sync_playwright() as play:
        browser = launch(play, path)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium, address):
    """A page of a wide screen; anything on its console fails the test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    enter(context, address[0])
    made = context.new_page()
    said = []
    made.on("console", lambda message: said.append(f"{message.type}: {message.text} {message.location}"))
    made.on("pageerror", lambda error: said.append(str(error)))
    made.set_default_timeout(60_000)
    yield made
    context.close()
    assert not said
