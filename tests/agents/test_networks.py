"""Networks as files, and a search that plays with one."""

from dataclasses import replace

import numpy as np
import pytest

from astrarium.agents import Positions, make_agent
from astrarium.agents.arena import run_arena
from astrarium.agents.networks import Network, about_network, load_network, no_network, save_network, tempered
from astrarium.agents.policy import PolicyError
from astrarium.core import Batch, games, get
from tests.agents.positions import some_positions
from tests.toy import GAME
from tests.training.judging import judge_all


def made(size=0.5, seed=3):
    network = no_network(GAME)
    rng = np.random.default_rng(seed)
    for name in ("rows", "bias", "out"):
        network[name] = rng.normal(0, size, network[name].shape)
    network["rows"] = network["rows"].astype(np.float16)  # as files keep it
    features = GAME.observation.size
    network["rows"][0, features * len(network["bias"][0]) :] = 0
    network["scale"][0, :features], network["on"] = 1.0, 1
    return Network(about_network(GAME, GAME.content(), [2], "first"), network)


@pytest.fixture
def path(tmp_path):
    save_network(tmp_path / "net.safetensors", made(), GAME)
    return tmp_path / "net.safetensors"


def test_a_network_survives_its_file(path):
    loaded = load_network(path, GAME, GAME.content())
    assert loaded.record.tobytes() == made().record.tobytes()
    assert loaded.weights == "first"


def test_a_network_changes_what_a_search_thinks(path):
    where = some_positions(GAME, 2, 8)
    plain, with_it = (make_agent(f"ismcts:40{more}", GAME) for more in ("", f",network={path}"))
    thoughts = [[each.value for each in agent.explain(where, 0)] for agent in (plain, with_it)]
    assert thoughts[0] != thoughts[1]


def test_a_network_that_corrects_nothing_changes_nothing(tmp_path):
    save_network(tmp_path / "zero.safetensors", made(size=0.0), GAME)
    where = some_positions(GAME, 2, 8)
    specs = "ismcts:1,weights=first", f"ismcts:1,network={tmp_path / 'zero.safetensors'}"
    plain, with_it = (make_agent(spec, GAME).explain(where, 0)[0] for spec in specs)
    assert plain.value == pytest.approx(with_it.value)


def leads(record, where):
    values = np.zeros(len(where))
    seats = where.seat.astype(np.int64)
    GAME.bound(judge_all)(GAME.content().tables, where.states, seats, record.copy(), values)
    return values / (1 - abs(values))


def test_a_tempered_network_corrects_by_a_share():
    where = some_positions(GAME, 2, 8)
    none, half, whole = (leads(tempered(made(size=0.1).record, trust), where) for trust in (0.0, 0.5, 1.0))
    assert abs(whole - none).max() > 0.01
    assert half - none == pytest.approx((whole - none) / 2, abs=1e-5)


def test_the_name_says_which_file_it_was(path):
    agent = make_agent(f"ismcts:40,network={path}", GAME)
    assert make_agent(agent.spec, GAME).spec == agent.spec
    save_network(path, made(seed=4), GAME)
    with pytest.raises(PolicyError, match="has changed"):
        make_agent(agent.spec, GAME)


def test_what_is_no_network_for_the_game_is_refused(path, tmp_path):
    def refused(file, said, game=GAME):
        with pytest.raises(PolicyError, match=said):
            load_network(file, game, game.content())

    refused(tmp_path / "none", "there is no file")
    (tmp_path / "text").write_text("hello", encoding="utf-8")
    refused(tmp_path / "text", "is no network")
    refused(path, "plays toy, not star_tycoon", get("star_tycoon"))
    broken = made()
    broken.record["bias"][0, 3] = np.inf
    with pytest.raises(PolicyError, match="not finite"):
        save_network(tmp_path / "inf", broken, GAME)
    other = Network({**made().about, "weights": "mine"}, made().record)
    save_network(tmp_path / "other", other, GAME)
    refused(tmp_path / "other", "corrects weights 'mine'")
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    refused(path, "is no network")
    with pytest.raises(ValueError, match="leave weights= out"):
        make_agent(f"ismcts:40,weights=first,network={tmp_path / 'other'}", GAME)


def test_the_search_with_a_network_plays_the_same_on_any_threads(path):
    specs = [f"ismcts:20,network={path}", "ismcts:20"]
    one, two = (run_arena(GAME, specs, games=8, players=2, seed=1, threads=n) for n in (1, 2))
    assert [list(each.actions) for each in one.records()] == [list(each.actions) for each in two.records()]


@pytest.mark.parametrize("name", [name for name in games() if name != GAME.name])
def test_every_game_has_a_champion_for_all_its_tables(name):
    game = get(name)
    for players in game.players:
        where = some_positions(game, players, 2)
        agent = make_agent("champion:20", game)
        actions = agent.act(where)
        assert where.mask[np.arange(len(actions)), actions].all()
        assert make_agent(agent.spec, game).act(where).tolist() == actions.tolist()


@pytest.mark.parametrize("name", [name for name in games() if name != GAME.name])
def test_a_champion_moves_by_what_its_seat_may_know(name):
    game = get(name)
    batch = Batch(game, 8, game.default_players, seed=3)
    for k in range(40):
        batch.step(batch.random_actions(k))
    where, agent = Positions.of_batch(batch), make_agent("champion:20", game)
    redealt = np.concatenate([batch.determinize(i, int(batch.seat[i]), stream=99) for i in range(batch.n)])
    assert (redealt != where.states).any()
    assert (agent.act(replace(where, states=redealt)) == agent.act(where)).all()


def test_a_champion_without_a_network_is_the_plain_search():
    where = some_positions(GAME, 2)
    champion, plain = (make_agent(spec, GAME) for spec in ("champion:40", "ismcts:40"))
    assert champion.spec == "champion:40"
    assert champion.act(where).tolist() == plain.act(where).tolist()
