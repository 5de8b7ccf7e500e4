"""The server's answers, and what it refuses."""

import json
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")

from starlette.testclient import TestClient

from astrarium.core.records import play_records, read_records, write_records
from astrarium.web import library
from astrarium.web.entry import Entry
from astrarium.web.guard import MOST_BYTES, Guard
from astrarium.web.library import Library
from astrarium.web.server import make_app
from astrarium.web.sides import Side
from astrarium.web.tables import Setup, Table, Tables
from tests.toy import GAME
from tests.web.conftest import PORT, SECRET, entry_of

JSON = {"content-type": "application/json"}
PLAY = {"game": "toy", "players": 3, "seats": ["person", "greedy", "random"], "seed": 5}
WATCH = {"game": "toy", "players": 2, "seats": ["greedy", "ismcts:20"], "seed": 5}


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """A folder with a file of three games."""
    folder = tmp_path_factory.mktemp("games")
    write_records(folder / "three.parquet", play_records(GAME, 3, num_players=2, seed=1))
    return folder


def play_on(ask, facts):
    """Play a game to its end, always the first move."""
    facts = ask.ready(facts)
    while facts["status"] == "person":
        groups = ask.get(f"api/games/{facts['id']}/moves?view={facts['seat']}")["groups"]
        action = groups[0]["moves"][0]["action"]
        facts = ask.ready(
            ask.post(f"api/games/{facts['id']}/move", {"actions": [action], "after": facts["moves"]})
        )
    return facts


def legal_moves(ask, facts):
    """The legal moves of the person who is to decide."""
    asked = ask.get(f"api/games/{facts['id']}/moves?view={facts['seat']}")
    return {each["action"] for group in asked["groups"] for each in group["moves"]}


# ---- games


def test_a_game_of_agents_can_be_seen_from_every_side(asker):
    ask = asker()
    facts = ask.ready(ask.post("api/games", WATCH))
    assert facts["status"] == "over"
    assert facts["views"] == [None, 0, 1]
    path = f"api/games/{facts['id']}"
    for view in ("all", "0", "1"):
        frames = ask.get(f"{path}/frames?from=0&to=3&view={view}")
        assert [frame["at"] for frame in frames] == [0, 1, 2]
        assert all(part["svg"].startswith("<svg") for frame in frames for part in frame["parts"])
        assert len(ask.get(f"{path}/scores?view={view}")) == facts["moves"] + 1
        told = ask.get(f"{path}/story?from=1&to=4&view={view}")
        assert [each["at"] for each in told] == [1, 2, 3]
    assert ask.get(f"{path}/scores?view=all")[-1] == facts["result"]["scores"]


def test_a_person_plays_and_sees_only_the_own_seat_until_the_end(asker):
    ask = asker()
    facts = ask.ready(ask.post("api/games", PLAY))
    path = f"api/games/{facts['id']}"
    assert facts["views"] == [0]
    assert facts["seed"] is None
    for view in ("all", "1", "2"):
        for what in ("frames", "story", "scores", "moves"):
            assert "point of view" in ask.get(f"{path}/{what}?view={view}", 403)["error"]
    assert "when it is over" in ask.get(f"{path}/record", 403)["error"]
    done = play_on(ask, facts)
    assert done["views"] == [None, 0, 1, 2]
    assert done["seed"] == "5"


def test_the_record_of_a_game_can_be_saved_and_replays(asker, tmp_path):
    ask = asker()
    facts = ask.ready(ask.post("api/games", WATCH))
    saved = ask.client.get(f"/api/games/{facts['id']}/record")
    path = tmp_path / "game.jsonl"
    path.write_bytes(saved.content)
    (record,) = read_records(path)
    assert len(record.actions) == facts["moves"]
    assert list(record.scores) == facts["result"]["scores"]


def test_moves_that_are_not_allowed_change_nothing(asker):
    ask = asker()
    facts = ask.ready(ask.post("api/games", PLAY))
    path = f"api/games/{facts['id']}"
    legal = legal_moves(ask, facts)
    wrong = min(set(range(GAME.num_actions)) - legal)
    after = facts["moves"]
    ask.post(f"{path}/move", {"actions": [wrong], "after": after}, 409)
    ask.post(f"{path}/move", {"actions": [min(legal)], "after": after + 1}, 409)
    for bad in (-1, GAME.num_actions, "0", None, True, 1.5, [0], 10**30):
        ask.post(f"{path}/move", {"actions": [bad], "after": after}, 400)
    for bad in (None, [], 0, [min(legal)] * 100):
        ask.post(f"{path}/move", {"actions": bad, "after": after}, 400)
    ask.post(f"{path}/move", {"actions": [min(legal)], "after": after, "seat": 1}, 400)
    assert ask.get(path)["moves"] == after
    ask.post(f"{path}/move", {"actions": [min(legal)], "after": after})
    ask.post(f"{path}/move", {"actions": [min(legal)], "after": after}, 409)


def test_agents_say_what_they_think(asker):
    ask = asker()
    facts = ask.ready(ask.post("api/games", WATCH))
    path = f"api/games/{facts['id']}"
    told = ask.post(f"{path}/study", {"at": 0, "view": None, "agents": ["greedy", "ismcts:50", "rollout:20"]})
    greedy, search, rollout = told["opinions"]
    assert sum(row["visits"] for row in search["rows"]) == 50 or search["left_out"]
    assert greedy["rows"][0]["name"] == greedy["choice"]
    assert not rollout["explains"]
    by = ask.get(f"{path}/frames?from=1&view=all")[0]["by"]
    why = ask.get(f"{path}/explain?at=1&view=all")
    assert why["seat"] == by
    assert why["opinions"][0]["agent"] == facts["seats"][by]["agent"]
    made = [row for row in why["opinions"][0]["rows"] if row["made"]]
    assert made == [row for row in why["opinions"][0]["rows"] if row["choice"]]


def test_old_games_are_dropped_when_there_are_too_many(asker):
    ask = asker(most=2)
    first, *others = [ask.post("api/games", WATCH) for _ in range(3)]
    assert "keeps the 2 last" in ask.get(f"api/games/{first['id']}", 404)["error"]
    for facts in others:
        ask.ready(facts)


def test_no_time_is_spent_on_games_that_were_dropped_before_they_began():
    tables, begun = Tables(most=1, threads=1), []
    busy, going = threading.Event(), threading.Event()

    class Waiting(Table):
        def prepare(self):
            begun.append(self)
            busy.set()
            going.wait(60)

    setup = Setup(GAME, GAME.content(), None, 2, GAME.choose_options(), 1, ("random", "random"))
    first = tables.add(Waiting(setup, {}))
    busy.wait(60)
    others = [tables.add(Waiting(setup, {})) for _ in range(4)]
    going.set()
    tables._pool.shutdown()
    assert begun == [first, others[-1]]


def test_the_page_is_answered_while_many_ask_what_agents_think(asker, monkeypatch):
    ask, going = asker(), threading.Event()
    facts = ask.ready(ask.post("api/games", PLAY))
    path = f"api/games/{facts['id']}"
    monkeypatch.setattr(Side, "study", lambda *_: {"waited": going.wait(60)})
    with ThreadPoolExecutor(61) as pool:
        body = {"at": 0, "view": 0, "agents": ["greedy"]}
        asked = [pool.submit(ask.post, f"{path}/study", body) for _ in range(60)]
        try:
            shown = pool.submit(ask.get, f"{path}/frames?from=0&view=0")
            assert len(shown.result(20)) == 1
        finally:
            going.set()
        assert all(each.result()["waited"] for each in asked)


def test_no_agent_is_asked_for_a_page_that_has_left(address, monkeypatch):
    """While it waited for its turn."""
    parts, begun, going = urlsplit(address[0]), [], threading.Event()

    def ask(path, body=None):
        asked = HTTPConnection(parts.hostname, parts.port, timeout=60)
        content = None if body is None else json.dumps(body)
        headers = {"content-type": "application/json", "cookie": f"{entry_of(parts.port).name}={SECRET}"}
        asked.request("GET" if body is None else "POST", f"{parts.path}{path}", content, headers)
        return asked

    facts = json.load(ask("api/games", PLAY).getresponse())
    while facts["status"] == "preparing":
        facts = json.load(ask(f"api/games/{facts['id']}?after=0&status=preparing").getresponse())

    def study(table, at, view, agents):
        begun.append(agents[0].spec)
        going.wait(60)
        return {}

    monkeypatch.setattr(Side, "study", study)
    path = f"api/games/{facts['id']}/study"
    stay = [ask(path, {"at": 0, "view": 0, "agents": ["greedy"]}) for _ in range(2)]
    while len(begun) < 2:
        time.sleep(0.01)
    leaves = ask(path, {"at": 0, "view": 0, "agents": ["random"]})
    ask("api/files").getresponse().read()  # by now the server has read what was asked before
    leaves.close()
    ask("api/files").getresponse().read()
    stay.append(ask(path, {"at": 0, "view": 0, "agents": ["greedy:samples=2"]}))
    going.set()
    assert [each.getresponse().status for each in stay] == [200] * 3
    assert begun == ["greedy", "greedy", "greedy:samples=2"]


# ---- files


def test_games_of_files_are_listed_and_opened(asker, records):
    ask = asker(records)
    (file,) = ask.get("api/files")["files"]
    assert file["file"] == f"{records.name}/three.parquet"
    listed = ask.get(f"api/files/games?file={file['file']}")
    assert [game["number"] for game in listed] == [1, 2, 3]
    facts = ask.ready(ask.post("api/replays", {"file": file["file"], "number": 2}))
    assert facts["moves"] == listed[1]["moves"]
    assert facts["result"]["scores"] == listed[1]["scores"]
    assert "no game 4" in ask.post("api/replays", {"file": file["file"], "number": 4}, 404)["error"]
    for wrong in (0, -1, 10**30, "1", 1.5, True, None):
        ask.post("api/replays", {"file": file["file"], "number": wrong}, 400)


def test_no_file_outside_of_the_folders_is_read(asker, records, tmp_path):
    secret = tmp_path / "secret.parquet"
    secret.write_bytes((records / "three.parquet").read_bytes())
    (records / "link.parquet").symlink_to(secret)
    ask = asker(records)
    name = records.name
    assert [file["file"] for file in ask.get("api/files")["files"]] == [f"{name}/three.parquet"]
    for wrong in (
        str(secret),
        f"{name}/link.parquet",
        f"{name}/../{tmp_path.name}/secret.parquet",
        f"{name}//{secret}",
        "three.parquet",
        f"{name}/",
        f"{name}/\0",
        f"{name}/\ud800",
        f"{name}/{'x' * 5000}",
        "",
    ):
        error = ask.post("api/replays", {"file": wrong, "number": 1}, 404)["error"]
        assert "in the folders" in error
        seats = [f"ppo:{wrong[:99] or 'x'}", "random"]
        body = ask.post("api/games", {"game": "toy", "players": 2, "seats": seats}, 404)
        assert "in the folders" in body["error"]
    for setting in ("network", "weights"):
        seats = [f"ismcts:20,{setting}={secret}", "random"]
        body = ask.post("api/games", {"game": "toy", "players": 2, "seats": seats}, 404)
        assert "in the folders" in body["error"]
    for path in ("static/../server.py", "static/%2e%2e/server.py", "static/..%2fserver.py"):
        assert ask.client.get(f"/{path}").status_code == 404


def test_one_odd_file_does_not_spoil_the_list(asker, records):
    """Links in a circle and names that are no text are left out."""
    (records / "circle.parquet").symlink_to("circle.parquet")
    (records / "around").symlink_to(records)
    (records / "lost.jsonl").symlink_to("nowhere.jsonl")
    Path(os.fsdecode(os.fsencode(records) + b"/\xff\xfe.jsonl")).write_text("")
    ask, name = asker(records), records.name
    assert [file["file"] for file in ask.get("api/files")["files"]] == [f"{name}/three.parquet"]
    for wrong in (f"{name}/circle.parquet", f"{name}/lost.jsonl"):
        assert "in the folders" in ask.post("api/replays", {"file": wrong, "number": 1}, 404)["error"]


@pytest.mark.parametrize(
    "change",
    [
        {"game": "\ud800"},
        {"cards": "\udfff"},
        {"seats": ["\ud800", "random", "random"]},
        {"seats": ["ppo:\ud800", "random", "random"]},
        {"options": {"\ud800": 1}},
        {"seed": "\ud800"},
        {"\ud800": 1},
    ],
    ids=ascii,
)
def test_half_a_surrogate_pair_is_answered_in_words(asker, change):
    response = asker().client.post("/api/games", content=json.dumps({**PLAY, **change}), headers=JSON)
    assert response.status_code in (400, 404)
    assert response.json()["error"]


def test_a_list_of_files_says_when_there_are_more(asker, tmp_path, monkeypatch):
    monkeypatch.setattr(library, "MOST_FILES", 2)
    ask = asker(tmp_path)
    for name, more in (("a", False), ("b", False), ("c", True)):
        (tmp_path / f"{name}.jsonl").write_text("")
        found = ask.get("api/files")
        assert found["more"] == more
    assert len(found["files"]) == 2


def test_damaged_files_are_refused_in_words(asker, tmp_path):
    (tmp_path / "bad.jsonl").write_text("{nonsense\n")
    (tmp_path / "bad.parquet").write_bytes(b"PAR1")
    ask = asker(tmp_path)
    for name in ("bad.jsonl", "bad.parquet"):
        error = ask.get(f"api/files/games?file={tmp_path.name}/{name}", 422)["error"]
        assert name in error
        assert str(tmp_path) not in error


def test_no_answer_names_a_path_of_the_machine(asker, tmp_path):
    """Files have the names of their folders."""
    folder = tmp_path / "with,comma" / "served"
    folder.mkdir(parents=True)
    (folder / "bad.safetensors").write_bytes(b"nonsense")
    ask = asker(folder)
    seats = ["ppo:served/bad.safetensors,temperature=0", "random"]
    error = ask.post("api/games", {"game": "toy", "players": 2, "seats": seats}, 400)["error"]
    assert "served/bad.safetensors is no policy" in error
    assert str(tmp_path) not in error


def test_a_folder_must_be_one(tmp_path):
    with pytest.raises(FileNotFoundError):
        Library([tmp_path / "missing"])
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(NotADirectoryError):
        Library([file])


# ---- bad requests


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"game": "toi"}, "did you mean toy"),
        ({"game": None}, "name of a game"),
        ({"players": 9}, "is for 1, 2, 3, 4 players"),
        ({"players": "3"}, "whole number"),
        ({"seats": ["random"]}, "each of the 3 seats"),
        ({"seats": "random"}, "each of the 3 seats"),
        ({"seats": ["person", "grady", "random"]}, "did you mean greedy"),
        ({"seats": ["person", 7, "random"]}, "an agent is a text"),
        ({"seats": ["person", "x" * 500, "random"]}, "an agent is a text"),
        ({"seats": ["person", "ismcts:900000", "random"]}, "at most 20,000"),
        ({"seats": ["person", "ismcts:ms=60000", "random"]}, "at most 5,000"),
        ({"seats": ["person", "greedy:samples=5000", "random"]}, "at most 64"),
        ({"seats": ["person", "ppo:baseline,redeals=5000", "random"]}, "at most 64"),
        ({"options": {"peeking": 7}}, "is one of (0, 1)"),
        ({"options": {"peek": 1}}, "did you mean peeking"),
        ({"options": [1]}, "names with whole numbers"),
        ({"options": {"peeking": "1"}}, "names with whole numbers"),
        ({"cards": "/etc"}, "the cards of Lanterns are"),
        ({"seed": -1}, "from 0 to"),
        ({"seed": 2**63}, "from 0 to"),
        ({"seed": [1]}, "whole number"),
        ({"more": 1}, "unknown: 'more'"),
    ],
)
def test_a_wrong_wish_for_a_game_is_answered_in_words(asker, change, expected):
    assert expected in asker().post("api/games", {**PLAY, **change}, 400)["error"]


def test_wrong_questions_are_answered_in_words_and_break_no_game(asker):
    ask = asker()
    facts = ask.ready(ask.post("api/games", PLAY))
    path = f"api/games/{facts['id']}"
    for query in ("from=-1", "from=x", "from=99999999999999", "from=5000", "view=-1", "view=99", "width=1e9"):
        assert ask.client.get(f"/{path}/frames?view=0&{query}").status_code in (400, 403)
    assert ask.get(f"{path}/story?view=0&from=5000") == []  # a page may ask for what was taken back just now
    for body in ({}, {"at": 0, "view": 0, "agents": []}, {"at": "0", "view": 0, "agents": ["greedy"]}):
        ask.post(f"{path}/study", body, 400)
    ask.post(f"{path}/study", {"at": 0, "view": None, "agents": ["greedy"]}, 403)
    ask.post(f"{path}/study", {"at": 0, "view": 0, "agents": ["greedy"] * 50}, 400)
    assert "error" in ask.get("api/games/nothing", 404)
    assert "error" in ask.get("api/nothing", 404)
    assert ask.get(path) == facts
    assert play_on(ask, facts)["status"] == "over"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"7", b"\xff\xfe", b"[" * 5000])
def test_a_body_that_is_no_json_object_is_refused(asker, body):
    headers = {"content-type": "application/json"}
    response = asker().client.post("/api/games", content=body, headers=headers)
    assert response.status_code == 400
    assert "JSON" in response.json()["error"]


# ---- who may ask


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": f"localhost:{PORT}"}, 200),
        ({"host": f"[::1]:{PORT}"}, 200),
        ({"host": "127.0.0.1"}, 403),
        ({"host": f"127.0.0.1:{PORT + 1}"}, 403),
        ({"host": f"games.example:{PORT}"}, 403),
        ({"host": f"127.0.0.1.example:{PORT}"}, 403),
        ({"host": f"localhost@games.example:{PORT}"}, 403),
        ({"host": ""}, 403),
        ({"host": "127.0.0.1:port"}, 403),
        ({"host": f"127.0.0.1:{PORT}?x"}, 403),
        ({"host": f"127.0.0.1:{PORT}#x"}, 403),
        ({"host": f"127.0.0.1:+{PORT}"}, 403),
        ({"host": f"127.0.0.1:0{PORT}0"}, 403),
        ({"host": f"127.0.0.1 :{PORT}"}, 403),
        ({"host": f"127.0.0.1\\:{PORT}"}, 403),
        ({"host": f"[::1:{PORT}"}, 403),
        ({"host": f"2130706433:{PORT}"}, 403),
        ({"host": f"LOCALHOST:{PORT}"}, 200),
        ({"origin": f"http://127.0.0.1:{PORT}"}, 200),
        ({"origin": "http://games.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
        ({"origin": f"https://127.0.0.1:{PORT}"}, 403),
        ({"origin": f"http://127.0.0.1:{PORT + 1}"}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_only_the_page_itself_is_answered(asker, headers, status):
    response = asker().client.get("/api/files", headers=headers)
    assert response.status_code == status
    assert status == 200 or "error" in response.json()
    assert "default-src 'none'" in response.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/", "/api/files", "/static/app.js", "/open", "//", ""])
@pytest.mark.parametrize(
    "cookie", ["", f"astrarium-{PORT}=", f"astrarium-{PORT}={SECRET}x", f"a={SECRET}", "\xff;;=,"]
)
def test_without_the_cookie_nothing_is_answered(asker, path, cookie):
    response = asker().client.get(path, headers={"cookie": cookie.encode("latin-1")})
    assert response.status_code == 403
    assert "cookie" in response.json()["error"]


@pytest.mark.parametrize("beside", ['x={"a": 1}', "alone", "a@b=1", 'x="open', "x=\xe9", "="])
def test_odd_cookies_of_other_pages_do_not_shut_the_browser_out(asker, beside):
    cookie = f"{beside}; astrarium-{PORT}={SECRET}"
    response = asker().client.get("/api/games", headers={"cookie": cookie.encode("latin-1")})
    assert response.status_code == 200


def test_a_link_gives_the_cookie_once():
    said = []
    entry = Entry(PORT, lambda: said.append("used"))
    with TestClient(make_app(entry, "127.0.0.1", PORT), base_url=f"http://127.0.0.1:{PORT}") as client:
        assert client.get("/open/guessed").status_code == 403
        link = entry.link()
        assert client.head(link).status_code == 403
        entered = client.get(link, headers={"sec-fetch-site": "cross-site"})
        assert entered.status_code == 200
        assert "HttpOnly; SameSite=Strict" in entered.headers["set-cookie"]
        assert said == ["used"]
        assert "<title>Astrarium</title>" in client.get("/").text
        client.cookies.clear()
        assert "used already" in client.get(link).json()["error"]
        assert client.get("/").status_code == 403


def test_requests_are_small_and_of_the_right_kind(asker):
    client = asker().client
    path, kind = "/api/games", {"content-type": "application/json"}
    large = b'{"game": "' + b"x" * MOST_BYTES + b'"}'
    assert client.post(path, content=large, headers=kind).status_code == 413
    assert client.post(path, content=iter([large]), headers=kind).status_code == 413
    for length in ("9" * 5000, "-1", "ten"):
        assert client.get("/api/files", headers={"content-length": length}).status_code == 413
    for odd in (
        "text/plain",
        "text/plain; x=application/json",
        "application/jsonx",
        "",
        "multipart/form-data",
    ):
        assert client.post(path, content=b"{}", headers={"content-type": odd}).status_code == 415
    for fine in ("application/json; charset=utf-8", "Application/JSON ;x=y"):
        assert client.post(path, content=b"{}", headers={"content-type": fine}).status_code == 400
    assert client.delete(path).status_code == 405
    assert client.post("/api/files", json={}).status_code == 405


@pytest.mark.parametrize(
    ("host", "given", "known"),
    [
        ("0.0.0.0", "192.168.1.7:80", True),
        ("0.0.0.0", "games.example:80", False),
        ("192.168.1.7", "192.168.1.7", True),
        ("127.0.0.1", "192.168.1.7:80", False),
    ],
)
def test_a_server_for_others_goes_by_its_addresses(host, given, known):
    assert Guard(None, entry_of(80), host, 80)._known(given) == known


def test_the_front_end_needs_nothing_from_elsewhere():
    folder = Path(__file__).parents[2] / "web" / "static"
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text, path.name
        assert "https://" not in text, path.name


def test_code_runs_only_if_the_server_was_started_with_it(asker, tmp_path):
    (tmp_path / "bot.py").write_text("def first(view):\n    return view.legal[0]\n")
    spec = f"py:{tmp_path}/bot.py:first"
    wish = {**PLAY, "seats": [PLAY["seats"][0], *[spec] * (len(PLAY["seats"]) - 1)]}
    for agent in (spec, "exec:touch x", "py:os:system"):
        refused = asker().post("api/games", {**wish, "seats": [agent for _ in wish["seats"]]}, 400)
        assert "only if it was started with it" in refused["error"]
    ask = asker(agents=[spec])
    assert spec in [each["spec"] for each in ask.get("api/about")["games"][0]["agents"]]
    assert ask.ready(ask.post("api/games", wish))["status"] in ("person", "over")
    watched = ask.ready(ask.post("api/games", {**wish, "seats": [spec for _ in wish["seats"]]}))
    assert watched["status"] == "over"
