"""Several people at one table, each at an own browser: what each may ask for, see and do."""

import json
import re

import pytest
from starlette.testclient import TestClient

from astrarium.core import Batch, get
from astrarium.core.questions import SILENT
from astrarium.core.transcript import Story
from astrarium.web.entry import Entry
from astrarium.web.keeping import Keeper
from astrarium.web.library import Library
from astrarium.web.server import make_app
from astrarium.web.tables import GUEST, PERSON, Setup, Table
from tests.toy import GAME
from tests.web.conftest import PORT, Asker, enter, serving

HOST, OTHER = 0, 1  # seats
WISH = {"game": GAME.name, "players": 2, "seats": [PERSON, GUEST], "seed": "5"}


@pytest.fixture
def people(tmp_path):
    """Makes a server, and browsers: `people(None)` is that of who runs it, `people(link)` that of a guest."""
    apps, clients = [], []

    def make_server(together=True, keeper=None, agents=()):
        entry, library = Entry(PORT), Library([tmp_path], agents)
        app = make_app(entry, "127.0.0.1", PORT, library, together=together, keeper=keeper)
        apps[:] = [(app, entry)]

    def browser(link=None):
        app, entry = apps[0]
        client = TestClient(app, base_url=f"http://127.0.0.1:{PORT}", raise_server_exceptions=False)
        clients.append(client.__enter__())
        assert client.get(link or entry.link()).status_code == 200
        return Asker(client)

    browser.serve = make_server
    make_server()
    yield browser
    for client in clients:
        client.__exit__(None, None, None)


def sit_down(people, **wish):
    """A game of two people: their browsers, and its id."""
    home = people()
    facts = home.ready(home.post("api/games", {**WISH, **wish}))
    return home, people(facts["links"][str(OTHER)]), facts["id"]


def test_seats_for_guests_are_off_by_default(people):
    people.serve(together=False)
    home = people()
    assert "--together" in home.post("api/games", WISH, 400)["error"]
    assert not home.get("api/about")["together"]
    people.serve()
    assert (
        "one seat has to be a person's"
        in people().post("api/games", {**WISH, "seats": [GUEST] * 2}, 400)["error"]
    )


def test_a_guest_reaches_the_own_seat_and_nothing_else(people):
    home, guest, name = sit_down(people)
    other = home.post("api/games", {**WISH, "seats": [PERSON, "random"]})["id"]
    for path in ("games", "files", f"games/{other}", f"games/{other}/frames?view=0", f"games/{name}x/moves"):
        assert "may not ask" in guest.get(f"api/{path}", 403)["error"]
    assert "may not ask" in guest.post("api/games", WISH, 403)["error"]
    assert "may not ask" in guest.post("api/replays", {"file": "a"}, 403)["error"]
    about = guest.get("api/about")
    assert (about["guest"], about["folders"]) == (name, [])
    facts = guest.get(f"api/games/{name}")
    assert (facts["views"], facts["mine"], facts["seed"]) == ([OTHER], [OTHER], None)
    assert "links" not in facts
    assert [seat["title"] for seat in facts["seats"]] == ["a person", "you"]
    for asker, seat in ((guest, HOST), (home, OTHER)):
        for what in ("frames", "story", "scores", "moves"):
            for view in (seat, "all"):
                assert "not open" in asker.get(f"api/games/{name}/{what}?view={view}", 403)["error"]
        wrong = {"at": 0, "view": seat, "agents": ["greedy"]}
        assert "not open" in asker.post(f"api/games/{name}/study", wrong, 403)["error"]
        assert "when it is over" in asker.client.get(f"/api/games/{name}/record").json()["error"]


def test_a_guest_cannot_ask_for_files_or_for_code(people, tmp_path):
    (tmp_path / "notes.csv").write_text("private,words\n1,2\n")
    (tmp_path / "own.py").write_text("class Own:\n    def act(self, view):\n        return view.legal[0]\n")
    file, own = f"ppo:{tmp_path.name}/notes.csv", f"py:{tmp_path}/own.py:Own"
    people.serve(agents=[own])
    home, guest, name = sit_down(people)
    path = f"api/games/{name}/study"
    assert "is no policy" in home.post(path, {"at": 0, "view": HOST, "agents": [file]}, 400)["error"]
    assert home.post(path, {"at": 0, "view": HOST, "agents": [own]})["opinions"]
    assert "there is no file" in guest.post(path, {"at": 0, "view": OTHER, "agents": [file]}, 404)["error"]
    assert "runs code" in guest.post(path, {"at": 0, "view": OTHER, "agents": [own]}, 400)["error"]


def test_wrong_secrets_are_refused(people):
    home, guest, name = sit_down(people)
    link = home.get(f"api/games/{name}")["links"][str(OTHER)]
    for path in (link[:-1], link + "x", "/seat/", "/seat/%ff", link.swapcase()):
        assert guest.client.get(path).status_code == 403, path
    for cookie in ("", "x", link.rpartition("/")[2][:-1]):
        guest.client.cookies.clear()
        headers = {"cookie": f"astrarium-{PORT}-seat={cookie}"}
        assert guest.client.get(f"/api/games/{name}", headers=headers).status_code == 403


def test_each_decides_and_takes_back_only_in_the_own_turn(people):
    home, guest, name = sit_down(people)
    sides = {HOST: home, OTHER: guest}
    path = f"api/games/{name}"
    seen = set()
    while (facts := {seat: asker.get(path) for seat, asker in sides.items()})[HOST]["status"] != "over":
        asked = [seat for seat in sides if facts[seat]["status"] == "person"]
        if not asked:  # the next position is not to be seen yet
            continue
        (mine,) = asked
        seen.add(mine)
        other = 1 - mine
        after = facts[other]["moves"]
        assert facts[other]["status"] == "agent"
        assert sides[other].get(f"{path}/moves?view={other}") == {}
        assert (
            "not your turn"
            in sides[other].post(f"{path}/move", {"actions": [0], "after": after}, 409)["error"]
        )
        assert "not your turn" in sides[other].post(f"{path}/undo", {"after": after}, 409)["error"]
        asked = sides[mine].get(f"{path}/moves?view={mine}")
        action = asked["groups"][0]["moves"][0]["action"]
        sides[mine].post(f"{path}/move", {"actions": [action], "after": facts[mine]["moves"]})
    assert seen == {HOST, OTHER}
    assert None in facts[OTHER]["views"]


def test_who_left_comes_back_by_the_link_even_after_a_restart(people, tmp_path):
    people.serve(keeper=Keeper(tmp_path))
    home, guest, name = sit_down(people)
    link = home.get(f"api/games/{name}")["links"][str(OTHER)]
    assert home.get(f"api/games/{name}")["seats"][OTHER]["here"] is False
    guest.get(f"api/games/{name}")
    assert home.get(f"api/games/{name}")["seats"][OTHER]["here"] is True
    again = people(link)
    assert again.get(f"api/games/{name}")["mine"] == [OTHER]
    people.serve(keeper=Keeper(tmp_path))
    back = people(link)
    assert back.get(f"api/games/{name}")["mine"] == [OTHER]


def dealt(asker, facts):
    """Wait until a game is on the table."""
    while facts["status"] == "preparing":
        facts = asker.get(f"api/games/{facts['id']}?after=0&status=preparing")
    return facts


def play_on(sides, name):
    """Play a game to its end, everybody by the first move offered."""
    path = f"api/games/{name}"
    while (facts := {seat: asker.get(path) for seat, asker in sides.items()})[HOST]["status"] != "over":
        for seat, asker in sides.items():
            if facts[seat]["status"] == "person":
                action = asker.get(f"{path}/moves?view={seat}")["groups"][0]["moves"][0]["action"]
                asker.post(f"{path}/move", {"actions": [action], "after": facts[seat]["moves"]})
    return facts


def test_in_a_rematch_guests_have_their_seats_and_links_and_see_no_more_than_these(people):
    home, guest, name = sit_down(people)
    link = home.get(f"api/games/{name}")["links"][str(OTHER)]
    assert "is over" in home.post(f"api/games/{name}/rematch", {}, 409)["error"]
    play_on({HOST: home, OTHER: guest}, name)
    assert "who opened the table" in guest.post(f"api/games/{name}/rematch", {}, 403)["error"]
    assert "true or false" in home.post(f"api/games/{name}/rematch", {"same": 1}, 400)["error"]
    home.post(f"api/games/{name}/rematch", {"seed": "1"}, 400)
    facts = dealt(home, home.post(f"api/games/{name}/rematch", {}))
    new = facts["id"]
    assert home.post(f"api/games/{name}/rematch", {})["id"] == new != name
    assert facts["links"] == {str(OTHER): link}
    assert guest.get("api/about")["guest"] == new
    seen = guest.get(f"api/games/{new}")
    assert (seen["mine"], seen["views"], seen["seed"]) == ([OTHER], [OTHER], None)
    assert "links" not in seen
    for asker, seat in ((guest, HOST), (home, OTHER)):
        for what in ("frames", "story", "scores", "moves"):
            for view in (seat, "all"):
                assert "not open" in asker.get(f"api/games/{new}/{what}?view={view}", 403)["error"]
    assert guest.get(f"api/games/{name}")["status"] == "over"
    other = home.post("api/games", WISH)["id"]
    assert "may not ask" in guest.get(f"api/games/{other}", 403)["error"]
    again = people(link)
    assert again.get("api/about")["guest"] == new
    play_on({HOST: home, OTHER: again}, new)
    third = dealt(home, home.post(f"api/games/{new}/rematch", {"same": True}))
    assert home.get(f"api/games/{new}")["seed"] is not None
    assert third["seed"] is None
    assert guest.get("api/about")["guest"] == third["id"]


def sent(side, view):
    """All that the page of a seat can ask for, but what changes from table to table."""
    last = side.count
    facts = {name: fact for name, fact in side.about().items() if name not in ("id", "links")}
    return json.dumps([
        facts, side.frames(last, last + 1, view, None), side.moves(view), side.scores(view),
        side.story(0, last + 1, view),
    ])  # fmt: skip


@pytest.mark.parametrize("name", ["spacecorp", "star_commander"])
def test_a_silent_question_to_a_person_is_not_seen_by_others(name):
    """In one world a guest is asked in silence, in the other not yet anybody: the page of the host is one."""
    game, found = get(name), 0
    setup = Setup(game, game.content(), None, 3, game.choose_options(), 3, (PERSON, GUEST, GUEST))
    for state, action, after in silent_questions(game):
        asked_of = int(after["seat"])
        table, before = Table(setup, {}), Table(setup, {})
        table.lay([state, after], [action])
        before.lay([state])
        assert table.side_of(asked_of).status == "person"
        for seat in {HOST, 1, 2} - {asked_of}:
            side = table.side_of(seat)
            assert (side.status, side.count) == ("agent", 0)
            assert side.about()["seat"] != asked_of or int(state["seat"]) == asked_of
            if int(state["seat"]) != seat:
                assert sent(side, seat) == sent(before.side_of(seat), seat)
        found += 1
        if found == 3:
            return
    raise AssertionError(f"{found} such questions")


def silent_questions(game):
    """Decisions that all see, with the states around them, after which a guest is asked in silence."""
    for seed in range(2, 12):
        batch = Batch(game, 1, num_players=3, seed=seed, auto_reset=False)
        story = Story(game, game.content(), HOST)
        for move in range(500):
            state, action = batch.states[0].copy(), int(batch.random_actions(move)[0])
            batch.step([action])
            asked = game.questions.at(batch.states["ask"][0])
            if batch.states["over"][0]:
                break
            if asked.seen == SILENT and int(batch.seat[0]) != HOST and story.sees_next(state):
                yield state, action, batch.states[0].copy()


def test_moves_that_nobody_saw_are_taken_back_unseen():
    """Steps of an offer are silent: to take one back tells others nothing."""
    game = get("star_commander")
    batch = Batch(game, 1, num_players=2, seed=2, auto_reset=False)
    setup = Setup(game, game.content(), None, 2, game.choose_options(), 2, (PERSON, GUEST))
    offer = game.actions.offset("offer")
    for move in range(500):
        if batch.mask[0, offer] and int(batch.seat[0]) == HOST:
            break
        batch.step(batch.random_actions(move))
    table = Table(setup, {})
    table.lay([batch.states[0].copy()])
    back = table._batch.save()
    back.states[0] = batch.states[0]
    table._batch.load(back)
    guest = table.side_of(OTHER)
    table.home.move(offer, 0)
    known = guest.count, guest.undone, len(guest.steps.shown)
    silent = int(table._batch.mask[0].argmax())
    table.home.due = [0.0] * len(table.home.due)
    table.home.move(silent, table.home.count)
    table.home.due = [0.0] * len(table.home.due)
    count = table.home.count
    table.home.undo(count)
    assert table.home.undone == 1
    assert table.home.count == count - 1
    assert (guest.count, guest.undone, len(guest.steps.shown)) == known


def test_two_people_play_a_game_in_two_browsers(chromium):
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    with serving(Library(), together=True) as (url, _):
        contexts = [chromium.new_context(viewport={"width": 1280, "height": 800}) for _ in range(2)]
        said = []
        enter(contexts[0], url)
        home, guest = (context.new_page() for context in contexts)
        for page in (home, guest):
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda error: said.append(str(error)))
        home.goto(f"{url}#play")
        home.select_option("#game-name", "toy")
        home.select_option("#players", "2")
        home.select_option("#seat-1", "guest")
        home.click("#start")
        link, first = home.input_value("#invitations input"), home.url.rpartition("/")[2]
        guest.goto(link)
        for page in (home, guest):
            page.wait_for_selector("#now")
            page.locator("#speed").select_option("0")
        assert guest.locator(".bar nav a[href='#play']").is_hidden()
        moved, left = {home: 0, guest: 0}, False
        while "over" not in home.inner_text("#now"):
            for page in (home, guest):
                moves = page.locator(".moves button.move")
                if moves.count():
                    moves.first.click()
                    moved[page] += 1
                    page.wait_for_timeout(150)
            if moved[guest] and not left:
                guest.goto("about:blank")
                guest.goto(url)  # the cookie leads back to the seat
                sync_api.expect(guest.locator("#now")).not_to_have_text("")
                left = True
            home.wait_for_timeout(100)
        guest.wait_for_selector("#result:visible")
        assert all(moved.values())
        assert guest.locator("#rematch").count() == 0
        home.click("#rematch")
        home.wait_for_url(re.compile("#game/(?!" + re.escape(first) + ")"))
        guest.wait_for_url(home.url)  # taken along
        sync_api.expect(guest.locator("#now")).to_have_text(re.compile("Your turn|thinking"))
        assert home.input_value("#invitations input") == link
        for context in contexts:
            context.close()
        assert not said
