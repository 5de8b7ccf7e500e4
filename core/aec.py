"""PettingZoo's view of a game: seats act one after another (AEC).

One class does what PettingZoo's classic games do in four: the rules, and the checks of its three
wrappers TerminateIllegal (an illegal action ends the game and the offender gets -1), AssertOutOfBounds
and OrderEnforcing, with their messages. A step is one compiled call; observations are written only when
somebody asks for them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from operator import index
from pathlib import Path
from typing import Annotated, Any, NoReturn

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable
from pettingzoo.utils.env_logger import EnvLogger

from . import drivers
from .arguments import PLAYERS, integer
from .batch import IllegalAction
from .drivers import legal, move, observe, pay, scale, score
from .game import Game
from .jit import Answer, Doubles, Features, Ints, Mask, Observation, OneState, Seat, Singles, Tables, driver
from .rng import as_int64
from .seeds import secret_seed
from .state import CUT
from .view import View

FRESH, PLAYING, LEAVING = (
    0,
    1,
    2,
)  # not reset yet; the game runs; it is over and the seats step off one by one
SEATS = 64  # `turn` answers over * SEATS + seat
BOOKKEEPING = {"rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"}
RENDER_MODES = ["human", "ansi", "rgb_array"]
ILLEGAL_REWARD = -1.0


@driver
def turn(t: Tables, states: OneState, mask: Mask, action: Answer) -> int:
    """Apply an action to the one game and write the next mask: over * SEATS + seat, or -1 if it is illegal.

    The action -1 only writes the mask.
    """
    s = states[0]
    if action >= 0:
        if mask[action] == 0:
            return -1
        move(t[0], s, action)
    legal(t[0], s, mask)
    return s.over * SEATS + s.seat


@driver
def look(t: Tables, states: OneState, seat: Seat, obs: Observation) -> None:
    """What a seat of the one game may know."""
    observe(t[0], states[0], seat, obs)


@driver
def look_scaled(
    t: Tables, states: OneState, seat: Seat, obs: Observation, low: Features, span: Features, scaled: Features
) -> None:
    """The same as float32 in [-1, 1]."""
    observe(t[0], states[0], seat, obs)
    scale(obs, low, span, scaled)


@driver
def settle(
    t: Tables,
    states: OneState,
    mode: int,
    scores: Annotated[Doubles, PLAYERS],
    ranks: Annotated[Ints, PLAYERS],
    rewards: Annotated[Singles, PLAYERS],
) -> None:
    """Scores, ranks and rewards of the one game."""
    score(t[0], states[0], scores, ranks)
    pay(mode, scores, ranks, rewards)


def chosen_content(
    cards: str | Path | None, tables: str | Path | None, content: str | Path | None
) -> str | Path | None:
    """The one content set given under any of its three names."""
    given = [which for which in (cards, tables, content) if which is not None]
    if len(given) > 1:
        raise ValueError("cards=, tables= and content= are names for the same thing: give one")
    return given[0] if given else None


def check_render_mode(render_mode: str | None) -> str | None:
    """The render mode, if there is such a one."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode is None or one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
    return render_mode


def observation_box(game: Game, scaled: bool) -> spaces.Box:
    """The space of a game's observation vector: int16 with true bounds, or float32 in [-1, 1]."""
    if scaled:
        return spaces.Box(-1.0, 1.0, (game.observation.size,), np.float32)
    return spaces.Box(game.observation.low, game.observation.high, dtype=np.int16)


def observation_dict(game: Game, scaled: bool) -> spaces.Dict:
    """The space of an observation with its action mask."""
    mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
    return spaces.Dict({"observation": observation_box(game, scaled), "action_mask": mask})


OWN = "own"  # as a view: the eyes of whoever is to act, or of the learner


def check_view(view: str | int | None, players: int) -> str | int | None:
    """Whose eyes a picture is for: a seat's, OWN, or None for all-seeing ones; player_1 is seat 1."""
    names = [f"player_{seat}" for seat in range(players)]
    if view in (None, OWN):
        return view
    if isinstance(view, str) and view in names:
        return names.index(view)
    if isinstance(view, str | bool) or not 0 <= index(view) < players:
        raise ValueError(f"view is None, {OWN!r}, or one of {', '.join(names)}, not {view!r}")
    return index(view)


def picture(
    game: Game, content: Any, state: Any, mode: str | None, seat: int | None = None
) -> str | np.ndarray | None:
    """A state as render() shows it: printed for "human", a string for "ansi", pixels for "rgb_array".

    With a seat, as that seat sees it.
    """
    if mode is None:
        gymnasium.logger.warn("You are calling render method without specifying any render mode.")
        return None
    if mode == "rgb_array":
        from .svg import to_rgb

        return to_rgb(drawn(game, content, state, seat))
    if seat is None:
        text = game.render_text(content, state, None)
    else:
        text = View(game, content, _alone(game, state), seat, sound=True).text
    if mode == "ansi":
        return text
    print(text)
    return None


def drawn(game: Game, content: Any, state: Any, seat: int | None) -> str:
    """A state as SVG, as a seat sees it, or with every hand open."""
    if seat is None:
        return game.render_svg(content, state, None)
    return View(game, content, _alone(game, state), seat, sound=True).svg


def _alone(game: Game, state: Any) -> np.ndarray:
    states = np.zeros(1, game.state)
    states[0] = state
    return states


def direct(bound: Any) -> Callable:
    """A bound driver without the check of its arguments, for arrays that are always the same."""
    return getattr(bound, "unchecked", bound)


class Turns(AECIterable):
    """What `agent_iter` loops over: the acting agent, until all have left."""

    def __iter__(self) -> Iterator[str]:
        env, left = self.env, self.max_iter
        while left > 0 and env.agents:
            if env.checked:
                assert env._has_updated, "need to call step() or reset() in a loop over `agent_iter`"
                env._has_updated = False
            left -= 1
            yield env.agent_selection


class GameAEC(AECEnv):
    """A game as a PettingZoo AEC environment.

    Keywords: num_players; the game's options by name; cards (or tables): a content set's name or a
    directory; reward: "win", "rank" or "score"; scaled: observations as float32 in [-1, 1];
    render_mode; view: whose eyes render() has, an agent's, "own" for whoever is to act, or all-seeing
    ones (None). Without `checked` an illegal action raises IllegalAction and the order of calls is not
    watched. `reset(seed)` deals the game that index 0 of a Batch with that seed gets; `reset()` deals
    the next of its episodes.
    """

    def __init__(
        self,
        game: Game,
        *,
        num_players: int | None = None,
        cards: str | Path | None = None,
        tables: str | Path | None = None,
        content: str | Path | None = None,
        reward: str = "win",
        scaled: bool = False,
        render_mode: str | None = None,
        view: str | int | None = None,
        checked: bool = True,
        **options: int,
    ) -> None:
        super().__init__()
        if reward not in drivers.REWARDS:
            raise ValueError(f"reward is one of {', '.join(drivers.REWARDS)}, not {reward!r}")
        self.game, self.checked, self.scaled = game, checked, scaled
        self.render_mode = check_render_mode(render_mode)
        self.content = game.content(chosen_content(cards, tables, content))
        self.options = game.choose_options(options)
        self._blank = game.blank(num_players, options)
        self.num_players = int(self._blank["num_players"][0])
        self.possible_agents = [f"player_{seat}" for seat in range(self.num_players)]
        self._eyes = check_view(view, self.num_players)
        self.metadata = {
            "name": game.env_id,
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self._mode = drivers.REWARDS[reward]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed: int | None = None
        self._episode = np.zeros(1, np.int64)
        self._states = self._blank.copy()
        self._mask = np.zeros(game.num_actions, np.int8)
        self._low = game.observation.low.astype(np.float32)
        self._span = np.maximum(game.observation.high.astype(np.float32) - self._low, 1)
        self._observation_spaces: dict[str, spaces.Space] = {}
        self._action_spaces: dict[str, spaces.Space] = {}
        self._phase = FRESH
        self._has_updated = False
        self._human = render_mode == "human"
        self._tables, self._num_actions = self.content.tables, game.num_actions
        self._features = game.observation.size
        self._turn: Any = None

    def _bind(self) -> None:
        """Compile, or load what was compiled: at the first reset, not at construction."""
        self._turn, self._look = direct(self.game.bound(turn)), direct(self.game.bound(look))

    # Spaces and names

    @property
    def observation_spec(self) -> Any:
        """The named fields of an observation."""
        return self.game.observation

    def observation_space(self, agent: str) -> spaces.Space:
        """The observation and the action mask of an agent."""
        if agent not in self._observation_spaces:
            self._seat_of[agent]
            self._observation_spaces[agent] = observation_dict(self.game, self.scaled)
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The action ids of an agent."""
        if agent not in self._action_spaces:
            self._seat_of[agent]
            self._action_spaces[agent] = spaces.Discrete(self._num_actions)
        return self._action_spaces[agent]

    @property
    def observation_spaces(self) -> dict[str, spaces.Space]:
        """The observation space of every agent."""
        return {agent: self.observation_space(agent) for agent in self.possible_agents}

    @property
    def action_spaces(self) -> dict[str, spaces.Space]:
        """The action space of every agent."""
        return {agent: self.action_space(agent) for agent in self.possible_agents}

    def action_name(self, action: int) -> str:
        """What an action is called, in the words of the cards in play."""
        return self.game.action_name(action, self.content)

    # Play

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; `options` is accepted for the API's sake and has no effect."""
        if seed is not None:
            self._seed, self._episode[0] = index(seed), 0
        elif self._seed is None:
            self._seed = secret_seed()
        else:
            self._episode[0] += 1
        if self._turn is None:
            self._bind()
        deal = direct(self.game.bound(drivers.reset))
        deal(self._tables, self._blank, self._states, as_int64(self._seed), 0, self._episode, 0, 1)
        seat = self._turn(self._tables, self._states, self._mask, -1) % SEATS
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.agent_selection = agents[seat]
        self._skip_agent_selection = None
        self._phase = PLAYING
        self._has_updated = True
        if self._human:
            self.render()

    def step(self, action: Any) -> None:
        """Take the acting agent's action; None from an agent whose game is over."""
        self._has_updated = True
        if self._phase != PLAYING:
            self._step_off(action)
            return
        kind = type(action)
        a = index(action) if kind is int or kind is np.int64 else integer(action)  # the usual ones fast
        if a is None or not 0 <= a < self._num_actions:
            self._refuse(action)
        code = self._turn(self._tables, self._states, self._mask, a)
        if 0 <= code < SEATS:
            self.agent_selection = self.possible_agents[code]
        elif code < 0:
            self._foul(a)
        else:
            self._finish(code // SEATS, code % SEATS)
        if self._human:
            self.render()

    def _refuse(self, action: Any) -> NoReturn:
        if self.checked:
            raise AssertionError("action is not in action space")
        raise IllegalAction(0, int(self._states["seat"][0]), action, "no such action")

    def _foul(self, action: int) -> None:
        """An illegal action: the game ends, the offender loses."""
        offender = self.agent_selection
        if not self.checked:
            raise IllegalAction(0, self._seat_of[offender], action, self.action_name(action))
        EnvLogger.warn_on_illegal_move()
        self._mask[:] = 0
        for agent in self.agents:
            self.terminations[agent] = self.truncations[agent] = True
        self.rewards[offender] = self._cumulative_rewards[offender] = ILLEGAL_REWARD
        self._phase = LEAVING
        self._deads_step_first()

    def _finish(self, over: int, seat: int) -> None:
        """The end of the game: rewards, scores, and every seat is done at once."""
        players = self.num_players
        scores, ranks = np.zeros(players), np.zeros(players, np.int64)
        rewards = np.zeros(players, np.float32)
        direct(self.game.bound(settle))(self._tables, self._states, self._mode, scores, ranks, rewards)
        ended = self.truncations if over == CUT else self.terminations
        for agent, reward in zip(self.agents, rewards.tolist(), strict=True):
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            ended[agent] = True
            self.infos[agent] = {"scores": scores.tolist(), "ranks": ranks.tolist()}
        self.agent_selection = self.possible_agents[seat]
        self._phase = LEAVING
        self._deads_step_first()

    def _step_off(self, action: Any) -> None:
        """A step outside a running game: before the first reset, or of an agent that is done."""
        if self._phase == FRESH:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if self.checked and action is not None:
            assert self.action_space(self.agent_selection).contains(action), "action is not in action space"
        self._was_dead_step(action)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent may know now, and its legal actions: none unless it is to act."""
        if self._phase == FRESH:
            EnvLogger.error_observe_before_reset()
        obs = np.empty(self._features, np.int16)
        if self.scaled:
            raw, obs = obs, np.empty(self._features, np.float32)
            look = direct(self.game.bound(look_scaled))
            look(self._tables, self._states, self._seat_of[agent], raw, self._low, self._span, obs)
        else:
            self._look(self._tables, self._states, self._seat_of[agent], obs)
        mask = self._mask.copy() if agent == self.agent_selection else np.zeros(self._num_actions, np.int8)
        return {"observation": obs, "action_mask": mask}

    def agent_iter(self, max_iter: int = 2**63) -> Turns:
        """Loop over the acting agents; step once in each round."""
        if self._phase == FRESH and self.checked:
            EnvLogger.error_agent_iter_before_reset()
        return Turns(self, max_iter)

    # The whole state

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state()`."""
        return spaces.Box(np.iinfo(np.int64).min, np.iinfo(np.int64).max, self._flat_state().shape, np.int64)

    def state(self) -> np.ndarray:
        """Every field of the state but the random stream, flat, as int64: for centralised critics."""
        if self._phase == FRESH:
            EnvLogger.error_state_before_reset()
        return self._flat_state()

    def _flat_state(self) -> np.ndarray:
        names = [name for name in self.game.state.names or () if name != "rng"]
        return np.concatenate([self._states[name].ravel().astype(np.int64) for name in names])

    # Pictures, copies

    def render(self) -> str | np.ndarray | None:
        """The state in the render mode chosen: printed, as text, or as pixels."""
        if self._phase == FRESH:
            EnvLogger.error_render_before_reset()
        return picture(self.game, self.content, self._states[0], self.render_mode, self._looking())

    def _looking(self) -> int | None:
        """The seat whose eyes render() has."""
        own = self._eyes == OWN
        return int(self._states["seat"][0]) if own else self._eyes  # type: ignore[return-value]

    def _repr_svg_(self) -> str | None:
        """The table as a notebook shows it, with the eyes of render(); nothing before a reset."""
        if self._phase == FRESH:
            return None
        return drawn(self.game, self.content, self._states[0], self._looking())

    def view(self, agent: str | None = None, key: int = 0) -> View:
        """What an agent sees, the acting one unless named; `key` is its random stream."""
        if self._phase == FRESH:
            EnvLogger.error_observe_before_reset()
        seat = self._seat_of[agent or self.agent_selection]
        return View(self.game, self.content, self._states, seat, key, sound=True)

    def text(self, agent: str | None = None) -> str:
        """The table as text, as an agent sees it, the acting one unless named."""
        return self.view(agent).text

    def describe(self, agent: str | None = None) -> dict[str, Any]:
        """What an agent sees as plain values: question, legal actions, named fields, text."""
        return self.view(agent).json

    def close(self) -> None:
        """Nothing to release; here because the API asks for it."""

    def __getattr__(self, name: str) -> Any:
        if name in BOOKKEEPING and self.__dict__.get("checked"):
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getstate__(self) -> dict[str, Any]:
        return {
            name: value for name, value in self.__dict__.items() if name not in ("_turn", "_look", "_tables")
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _turn=None, _tables=state["content"].tables)
        if self._phase != FRESH:
            self._bind()

    def __deepcopy__(self, memo: dict[int, Any]) -> GameAEC:
        memo[id(self.game)], memo[id(self.content)] = self.game, self.content
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        twin.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return twin


def constructors(game: Game) -> tuple[Callable[..., GameAEC], Callable[..., GameAEC]]:
    """The functions `env` and `raw_env` of a game's PettingZoo module."""

    def env(**kwargs: Any) -> GameAEC:
        return GameAEC(game, **kwargs)

    def raw_env(**kwargs: Any) -> GameAEC:
        return GameAEC(game, checked=False, **kwargs)

    env.__doc__ = f"{game.title} as a PettingZoo AEC environment that checks how it is used."
    raw_env.__doc__ = f"{game.title} without these checks: an illegal action raises IllegalAction."
    return env, raw_env
