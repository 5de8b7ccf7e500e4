"""Requests at random: each is answered, none with a mistake of the server, and a game goes on."""

import json
import random

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")

from starlette.testclient import TestClient

from astrarium.web.entry import Entry
from astrarium.web.server import make_app
from tests.contract.table import amount
from tests.toy import GAME

PORT = 8765
PLAY = {"game": GAME.name, "players": 2, "seats": ["person", "random"], "options": {"peeking": 1}, "seed": 5}
ODD = (
    *(None, True, -1, 0, 1, 1.5, 2**31, 2**64, 10**400, 1e308, [], [[]], {}),
    *("", "7", "\ud800", "\x00", "../..", "x" * 999),
)
PATHS = ("", "/frames", "/story", "/scores", "/moves", "/move", "/study", "/explain", "/record", "/none")
OTHERS = ("/", "/open/x", "/api/about", "/api/files", "/api/files/games", "/api/games", "/api/replays")
QUERY = ("from", "to", "view", "width", "at", "after", "status", "file", "x")
HEADERS = ("host", "origin", "cookie", "content-type", "content-length", "sec-fetch-site", "accept-encoding")


def text_of(value):
    """A value as it stands in a header or an address."""
    return str(value).encode("ascii", "replace").decode()[:3000]


def wish(rng):
    """The body of a request for a game, or for a move or a study in one, with something odd."""
    body = dict(rng.choice([PLAY, {"action": 0, "after": 0}, {"at": 0, "view": 0, "agents": ["greedy"]}]))
    for name in rng.sample(sorted(body), rng.randrange(len(body) + 1)):
        body[name] = rng.choice(ODD)
    return body


def ask(client, rng, table):
    """One request."""
    path = rng.choice(OTHERS)
    if rng.random() < 0.6:
        path = f"/api/games/{table}{rng.choice(PATHS)}"
    query = {rng.choice(QUERY): text_of(rng.choice(ODD)) for _ in range(rng.randrange(3))}
    odd = rng.random() < 0.2
    headers = {rng.choice(HEADERS): text_of(rng.choice(ODD)).replace("\x00", "")} if odd else {}
    if rng.random() < 0.5:
        return client.get(path, params=query, headers=headers)
    body = json.dumps(wish(rng)).encode()
    if rng.random() < 0.2:
        body = bytes(rng.randrange(256) if rng.random() < 0.1 else byte for byte in body)
    headers = {"content-type": "application/json", **headers}
    return client.post(path, params=query, content=body, headers=headers)


def test_requests_at_random_are_answered(monkeypatch):
    monkeypatch.setattr("astrarium.web.server.WAIT", 0.05)
    rng, entry = random.Random(3), Entry(PORT)
    app = make_app(entry, "127.0.0.1", PORT)
    with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", raise_server_exceptions=False) as client:
        client.headers["cookie"] = f"{entry.name}={entry.secret}"
        table = client.post("/api/games", json=PLAY).json()["id"]
        for _ in range(amount(120)):
            response = ask(client, rng, table)
            assert response.status_code < 500, (response.request.url, response.request.content, response.text)
            if response.status_code >= 400:
                assert response.json()["error"]
            if client.get(f"/api/games/{table}").status_code == 404:  # others were opened since
                table = client.post("/api/games", json=PLAY).json()["id"]
        assert client.get(f"/api/games/{table}").json()["status"] in ("preparing", "person", "agent", "over")
