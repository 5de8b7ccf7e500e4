"""Networks of other libraries as players: `sb3:FILE.zip` of Stable-Baselines3, `onnx:FILE` of any.

A network reads the acting seat's observation and gives a number for each action; of the legal ones the
highest is played, or one is drawn at a temperature.

A zip of Stable-Baselines3 is partly pickled: loading it runs code that is in the file. So it is refused until
`trust_files()` was called, as `--trust` does. An ONNX file is data: nothing in it is executed but arithmetic.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core import Content, Game

from .base import Agent, Kind, Positions, Thought, canonical, number, register_agent
from .policy import HEADER, PolicyError, check_policy

CHUNK = 32  # positions that a network sees at once: always as many, so that no batch changes a number
SCALED = "scaled"  # of an ONNX file's header: whether it reads observations in [-1, 1] instead of raw ones

_trusted = False


def trust_files(trusted: bool = True) -> None:
    """Let this process load files that run code."""
    global _trusted
    _trusted = trusted


Numbers = Callable[[np.ndarray, np.ndarray], np.ndarray]  # observations and masks to numbers of the actions


class ModelAgent:
    """Plays what a network likes best of the legal actions, or draws at a temperature."""

    def __init__(
        self,
        spec: str,
        game: Game,
        numbers: Numbers,
        scaled: bool,
        temperature: float = 0.0,
        players: tuple[int, ...] = (),
    ) -> None:
        self.spec, self.game, self.players = spec, game, players
        self._numbers, self._scaled, self._temperature = numbers, scaled, temperature

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position."""
        odds = self._odds(positions)
        if self._temperature == 0:
            return odds.argmax(axis=1)
        drawn = np.array([np.random.default_rng(int(key)).random() for key in positions.keys])
        return (odds.cumsum(axis=1) > drawn[:, None]).argmax(axis=1)

    def explain(self, positions: Positions, i: int) -> list[Thought]:
        """The probability of every legal action of position i, the likeliest first."""
        one = Positions(
            positions.game,
            positions.content,
            positions.states[[i]],
            positions.mask[[i]],
            positions.seat[[i]],
            positions.keys[[i]],
            sound=True,
        )
        odds = self._odds(one)[0]
        legal = np.flatnonzero(one.mask[0])
        order = legal[np.argsort(-odds[legal], kind="stable")]
        return [Thought(int(action), float(odds[action])) for action in order]

    def _odds(self, positions: Positions) -> np.ndarray:
        """The probability of each action, float64; at temperature 0 the favourite's is 1."""
        numbers = self.logits(positions.obs, positions.mask).astype(np.float64)
        if not np.isfinite(numbers[positions.mask != 0]).all():
            raise PolicyError(f"{self.spec} gives numbers that are not finite")
        numbers[positions.mask == 0] = -np.inf
        best = numbers.argmax(axis=1)[:, None]
        if self._temperature == 0:
            return (np.arange(numbers.shape[1]) == best).astype(np.float64)
        odds = np.exp((numbers - np.take_along_axis(numbers, best, 1)) / self._temperature)
        return odds / odds.sum(axis=1, keepdims=True)

    def logits(self, obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The network's number for each action, (n, actions)."""
        n = len(obs)
        room = -(-n // CHUNK) * CHUNK
        seen = np.zeros((room, obs.shape[1]), np.float32)
        seen[:n] = scale(self.game, obs) if self._scaled else obs
        legal = np.ones((room, mask.shape[1]), np.int8)
        legal[:n] = mask
        parts = [self._numbers(seen[k : k + CHUNK], legal[k : k + CHUNK]) for k in range(0, room, CHUNK)]
        return np.concatenate(parts)[:n]


def scale(game: Game, obs: np.ndarray) -> np.ndarray:
    """Observations as the environments scale them, float32 in [-1, 1]."""
    low, high = game.observation.low.astype(np.float64), game.observation.high.astype(np.float64)
    return (2.0 * (obs - low) / np.maximum(high - low, 1.0) - 1.0).astype(np.float32)


def digest_of_file(path: Path, id: str | None) -> str:
    """A short hash of a file; another than the one expected is refused."""
    if not path.is_file():
        raise PolicyError(f"there is no file {path}")
    found = blake2b(path.read_bytes(), digest_size=3).hexdigest()
    if id not in (None, found):
        raise PolicyError(f"{path} has changed: it is {found} now, not {id}")
    return found


# ---- Stable-Baselines3 ----------------------------------------------------------------------------


class Sb3Network:
    """The policy of a PPO or MaskablePPO model."""

    def __init__(self, policy: Any, mixed: bool) -> None:
        self.policy, self.mixed = policy, mixed  # mixed: it reads a dictionary with the mask in it

    def __call__(self, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The number of each action."""
        import torch

        given = {"observation": seen, "action_mask": mask} if self.mixed else seen
        with torch.no_grad():
            tensor, _ = self.policy.obs_to_tensor(given)
            return self.policy.get_distribution(tensor).distribution.logits.cpu().numpy()


def _load_sb3(path: Path) -> Any:
    """The model of a zip."""
    if find_spec("sb3_contrib") is None:
        raise PolicyError("sb3:FILE.zip needs Stable-Baselines3: pip install 'astrarium[train]'")
    import sb3_contrib
    import stable_baselines3

    try:
        with zipfile.ZipFile(path) as zipped:
            policy = json.loads(zipped.read("data"))["policy_class"]
        masked = "maskable" in str(policy.get("__module__", ""))
        kind = sb3_contrib.MaskablePPO if masked else stable_baselines3.PPO
        return kind.load(path, device="cpu")
    except Exception as error:  # whatever a foreign file may hold
        raise PolicyError(
            f"{path} is no model of MaskablePPO or PPO that can be loaded: {type(error).__name__}: {error}"
        ) from None


def _make_sb3(
    game: Game, content: Content, threads: int, argument: str, temperature: float = 0.0, id: str | None = None
) -> Agent:
    from gymnasium import spaces

    if not _trusted:
        raise PolicyError(
            f"sb3:{argument}: loading a model of Stable-Baselines3 runs code that is in the file. Give "
            "--trust if you trust it (in Python: astrarium.agents.models.trust_files())"
        )
    path = Path(argument)
    found = digest_of_file(path, id)
    model = _load_sb3(path)
    mixed = isinstance(model.observation_space, spaces.Dict)
    box = model.observation_space.get("observation") if mixed else model.observation_space
    reads, acts = getattr(box, "shape", None), getattr(model.action_space, "n", None)
    if reads != (game.observation.size,) or acts != game.num_actions:
        raise PolicyError(
            f"{path} reads observations of shape {reads} and has {acts} actions; "
            f"{game.title} has ({game.observation.size},) and {game.num_actions}"
        )
    model.policy.set_training_mode(False)
    scaled = np.issubdtype(box.dtype, np.floating)
    spec = canonical("sb3", argument, temperature=temperature or None, id=found)
    return ModelAgent(spec, game, Sb3Network(model.policy, mixed), scaled, temperature)


# ---- ONNX -----------------------------------------------------------------------------------------


class OnnxNetwork:
    """A network run by onnxruntime on one thread: observations in, numbers of the actions out.

    A second input is the mask. The first output counts.
    """

    def __init__(self, content: bytes) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.content = content
        self.session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        self.inputs = self.session.get_inputs()
        self.one = isinstance(self.inputs[0].shape[0], int)  # a fixed number of rows: they go one by one

    def __getstate__(self) -> dict[str, bytes]:
        return {"content": self.content}

    def __setstate__(self, state: dict[str, bytes]) -> None:
        self.__init__(state["content"])  # type: ignore[misc]

    def about(self) -> dict[str, Any]:
        """What the file says it is for; nothing if it does not."""
        text = self.session.get_modelmeta().custom_metadata_map.get(HEADER, "{}")
        try:
            about = json.loads(text)
        except (ValueError, RecursionError):
            raise PolicyError("its header is damaged") from None
        return about if isinstance(about, dict) else {}

    def __call__(self, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The number of each action."""
        step = 1 if self.one else len(seen)
        parts = [self._run(seen[k : k + step], mask[k : k + step]) for k in range(0, len(seen), step)]
        return np.concatenate(parts)

    def _run(self, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        kinds = {"tensor(float)": np.float32, "tensor(int8)": np.int8, "tensor(bool)": np.bool_}
        given: dict[str, np.ndarray] = {
            each.name: array.astype(kinds.get(each.type, np.float32))
            for each, array in zip(self.inputs, (seen, mask), strict=False)
        }
        return np.asarray(self.session.run(None, given)[0], np.float32).reshape(len(seen), -1)


def load_onnx(path: Path) -> OnnxNetwork:
    """Read an ONNX file."""
    if find_spec("onnxruntime") is None:
        raise PolicyError("onnx:FILE needs onnxruntime: pip install 'astrarium[onnx]'")
    try:
        network = OnnxNetwork(path.read_bytes())
    except Exception as error:  # onnxruntime has an exception for every sort of damage
        raise PolicyError(f"{path} is no ONNX file that can be run: {error}") from None
    if len(network.inputs) > 2:
        names = ", ".join(each.name for each in network.inputs)
        raise PolicyError(f"{path}: expected one input, the observation, and perhaps the mask; got {names}")
    return network


def _make_onnx(
    game: Game,
    content: Content,
    threads: int,
    argument: str,
    temperature: float = 0.0,
    scaled: bool | None = None,
    id: str | None = None,
) -> Agent:
    path = Path(argument)
    found = digest_of_file(path, id)
    network = load_onnx(path)
    about = network.about()
    if about:
        check_policy(about, game, content, argument)
    wanted = bool(about.get(SCALED, True)) if scaled is None else scaled
    players = tuple(about.get("players", ()))
    spec = canonical("onnx", argument, temperature=temperature or None, scaled=scaled, id=found)
    agent = ModelAgent(spec, game, network, wanted, temperature, players)
    try:
        shape = agent.logits(
            np.zeros((1, game.observation.size), np.int16), np.ones((1, game.num_actions), np.int8)
        ).shape
    except Exception as error:
        raise PolicyError(
            f"{path} cannot read an observation of {game.title}, {game.observation.size} numbers: {error}"
        ) from None
    if shape != (1, game.num_actions):
        raise PolicyError(f"{path} gives {shape[1]} numbers, and {game.title} has {game.num_actions} actions")
    return agent


def _yes(text: str) -> bool:
    if text not in ("0", "1"):
        raise ValueError("0 or 1")
    return text == "1"


register_agent(
    Kind(
        "sb3",
        "sb3:FILE.zip[,temperature=X]",
        "a model of Stable-Baselines3, MaskablePPO or PPO; runs code of the file, so it needs --trust",
        _make_sb3,
        argument=str,
        settings={"temperature": number(0, 100), "id": str},
        runs_code=True,
    )
)
register_agent(
    Kind(
        "onnx",
        "onnx:FILE[,temperature=X][,scaled=0|1]",
        "a network as an ONNX file: reads observations, in [-1, 1] unless scaled=0, gives action logits",
        _make_onnx,
        argument=str,
        settings={"temperature": number(0, 100), "scaled": _yes, "id": str},
    )
)
