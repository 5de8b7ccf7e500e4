"""Language models as players: `llm:MODEL`, at any endpoint that speaks OpenAI's chat completions.

The address and the key come from the environment, OPENAI_BASE_URL and OPENAI_API_KEY. They are written
nowhere.
Every reply is kept on disk: a run that was stopped goes on without asking again.
"""

from __future__ import annotations

import json
import math
import os
import threading
import time
from collections import Counter
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import platformdirs

from astrarium.agents.base import Agent, Kind, Positions, canonical, number, register_agent, whole
from astrarium.agents.players import PlayerError
from astrarium.agents.processes import Fault
from astrarium.agents.programs import RANDOM, Programs, Rules, fault_rule
from astrarium.core import Content, Game
from astrarium.core.files import atomic
from astrarium.core.view import View

from .disguise import Disguise, dressed
from .prompt import Template, messages
from .replies import FORMAT, ReplyError, read_reply
from .talk import Talk
from .tokens import count_tokens

BASE_URL, KEY = "OPENAI_BASE_URL", "OPENAI_API_KEY"
TIME, TOTAL = 60.0, 36000.0  # seconds a request, and a game
HARNESS, TIMEOUT = "harness", "timeout"
REQUESTS = 5  # for one reply: those that fail are repeated, later and later
PAUSE, LONGEST = 0.5, 30.0  # seconds before the first repetition, and at most
WORTH_REPEATING = {408, 409, 425, 429}  # and 500 and above
MAX_BYTES = 1 << 20  # of an answer


class Endpoint:
    """Asks a model. What fails on the way is repeated and counted; it costs the model nothing."""

    def __init__(self, model: str, settings: dict[str, Any], cache: Path, rate: float | None = None) -> None:
        self.model, self.settings, self.cache, self.rate = model, settings, cache, rate
        self.usage: Counter[str] = Counter()
        self.trouble: list[tuple[str, str]] = []
        self._next, self._lock = 0.0, threading.Lock()

    def reply(self, said: list[dict[str, str]], key: int, seconds: float) -> str:
        """The model's reply to messages; `key` tells decisions with the same messages apart."""
        body = {"model": self.model, "messages": said, **self.settings}
        name = blake2b(json.dumps([body, key], sort_keys=True).encode(), digest_size=16).hexdigest()
        file = self.cache / name[:2] / f"{name}.json"
        kept = _read(file)
        if kept is None:
            kept = self._asked(body, seconds)
            with atomic(file) as partial:
                partial.write_text(json.dumps(kept), encoding="utf-8")
        else:
            self._count(cached=1)
        if kept["cut"]:
            raise Fault(FORMAT, "the reply was cut off at the limit of tokens")
        return kept["text"]

    def _asked(self, body: dict[str, Any], seconds: float) -> dict[str, Any]:
        for attempt in range(REQUESTS):
            self._wait()
            status, found, pause = self._request(body, seconds)
            if status == 200 and (kept := _content(found)) is not None:
                said = "".join(each["content"] for each in body["messages"])
                self._count(
                    requests=1,
                    prompt_tokens=_amount(found, "prompt_tokens", said),
                    completion_tokens=_amount(found, "completion_tokens", kept["text"]),
                )
                return kept
            why = f"status {status}" if status != 200 else "an answer that is no chat completion"
            if status and 400 <= status < 500 and status not in WORTH_REPEATING:
                raise PlayerError(
                    f"the endpoint refuses to let {self.model} play: status {status}. "
                    f"Look at {BASE_URL}, {KEY} and the name of the model"
                )
            why = why if status else "no connection"
            with self._lock:
                self.trouble.append((HARNESS, why))
            time.sleep(min(pause if pause is not None else PAUSE * 2**attempt, LONGEST))
        look = "" if status else f"Does a server run at {BASE_URL}? "
        raise PlayerError(
            f"the endpoint of {self.model} failed {REQUESTS} times one after another, last with {why}. "
            f"{look}No move was made in its place: start the same run again to go on"
        )

    def _request(self, body: dict[str, Any], seconds: float) -> tuple[int, Any, float | None]:
        """Status (0 without a connection), the answer as JSON or None, and how long to wait if it says so."""
        httpx = _httpx()
        headers = {"Authorization": f"Bearer {_key()}"} if os.environ.get(KEY) else {}
        ends, found = time.monotonic() + seconds, b""
        try:
            address = f"{_base_url()}/chat/completions"
            with self._client.stream("POST", address, json=body, headers=headers, timeout=seconds) as answer:
                for part in answer.iter_bytes():
                    found += part
                    if time.monotonic() > ends:
                        raise httpx.ReadTimeout("")
                    if len(found) > MAX_BYTES:
                        return answer.status_code, None, None
        except httpx.ReadTimeout:
            raise Fault(TIMEOUT, f"no reply in {seconds:g} seconds") from None
        except (httpx.HTTPError, httpx.InvalidURL):  # its words could hold the address
            return 0, None, None
        try:
            return answer.status_code, json.loads(found), _pause(answer.headers.get("retry-after"))
        except (ValueError, RecursionError):
            return answer.status_code, None, _pause(answer.headers.get("retry-after"))

    @cached_property
    def _client(self) -> Any:
        return _httpx().Client()

    def _wait(self) -> None:
        """Keep to the rate: so many requests a minute."""
        if self.rate is None:
            return
        with self._lock:
            now = time.monotonic()
            start = max(now, self._next)
            self._next = start + 60 / self.rate
        time.sleep(start - now)

    def _count(self, **amounts: int) -> None:
        with self._lock:
            self.usage.update(amounts)


class Models(Programs):
    """A language model as an agent: what goes wrong is judged as it is with programs."""

    def __init__(
        self,
        spec: str,
        game: Game,
        content: Content,
        endpoint: Endpoint,
        template: Template,
        listed: bool,
        turns: int,
        disguise: int | None,
        rules: Rules,
    ) -> None:
        self.endpoint, self.template, self.listed, self.turns = endpoint, template, listed, turns
        self.disguise = None if disguise is None else Disguise(game, content, disguise)
        self._talks: WeakKeyDictionary[Any, Talk] = WeakKeyDictionary()
        super().__init__(spec, game, content, spec, ".", rules)

    def __reduce__(self) -> tuple[Any, ...]:
        end = self.endpoint
        made = end.model, end.settings, end.cache, end.rate
        seed = None if self.disguise is None else self.disguise.seed
        shown = self.template, self.listed, self.turns, seed
        return _restored, (self.spec, self.game, self.content, made, *shown, self.rules)

    @property
    def usage(self) -> Counter[str]:
        """Requests and tokens so far."""
        return self.endpoint.usage

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position."""
        actions = super().act(positions)
        for kind, why in self.endpoint.trouble:
            self.faults[kind] += 1
            self.examples.setdefault(kind, why)
        self.endpoint.trouble.clear()
        return actions

    def talk(self, table: Any) -> Talk | None:
        """The conversation at a table; None if every decision is told as a whole."""
        if not self.turns:
            return None
        if table not in self._talks:
            self._talks[table] = Talk(self.endpoint.cache, self.spec, table.past, table.seat, self.turns)
        return self._talks[table]

    def _new_copy(self) -> Any:
        return _Line(self)


class _Line:
    """One conversation at a time with the model, in the place of a copy of a program."""

    errors = ""

    def __init__(self, owner: Models) -> None:
        self.owner = owner

    def choose(self, table: Any, view: View, rules: Rules, why: str) -> int:
        owner = self.owner
        view = dressed(view, owner.disguise)
        system, user = messages(view, owner.template, owner.listed, why)
        talk = owner.talk(table)
        said = [system, *(talk.before() if talk else ()), user]
        started = time.monotonic()
        try:
            text = owner.endpoint.reply(said, table.key, min(rules.time, table.left))
        finally:
            table.left -= time.monotonic() - started
        try:
            action = read_reply(text, view, owner.listed)
        except ReplyError as error:
            raise Fault(error.kind, str(error)) from None
        if talk:
            talk.add(user["content"], text)
        return action

    def tell(self, table: Any, message: Any) -> None:
        """What happened is told with the decisions."""

    def recover(self, fault: Fault) -> None:
        """The next request is a new one."""

    def stop(self, kill: bool = False) -> None:
        """Nothing runs."""


def _httpx() -> Any:
    try:
        import httpx
    except ImportError:
        raise PlayerError("llm: needs httpx: pip install 'astrarium[llm]'") from None
    return httpx


def _base_url() -> str:
    address = os.environ.get(BASE_URL, "")
    if not address.startswith(("http://", "https://")):
        raise PlayerError(
            f"llm: needs the address of an endpoint in the environment: {BASE_URL}=http://localhost:8000/v1"
        )
    return address.rstrip("/")


def _key() -> str:
    key = os.environ[KEY].strip()
    if not key.isascii() or not key.isprintable():
        raise PlayerError(f"{KEY} is no key: expected ASCII letters and signs")
    return key


def _content(found: Any) -> dict[str, Any] | None:
    """The text of a chat completion, and whether it was cut off; None if it is no chat completion."""
    try:
        choice = found["choices"][0]
        text = choice["message"]["content"]
        cut = choice.get("finish_reason") == "length"
    except (LookupError, TypeError, AttributeError):
        return None
    if text is None:  # a refusal, or nothing but thoughts
        text = ""
    if not isinstance(text, str):
        return None
    return {"text": text.encode(errors="replace").decode(), "cut": cut}  # without halves of surrogate pairs


def _amount(found: dict[str, Any], name: str, text: str) -> int:
    """The tokens that an answer says were used, or those of the text where it does not say."""
    used = found.get("usage")
    said = used.get(name) if isinstance(used, dict) else None
    return said if type(said) is int and said >= 0 else count_tokens(text)


def _pause(header: str | None) -> float | None:
    try:
        seconds = float(header or "")
    except ValueError:
        return None
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _read(file: Path) -> dict[str, Any] | None:
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    whole = isinstance(kept, dict) and isinstance(kept.get("text"), str) and isinstance(kept.get("cut"), bool)
    return kept if whole else None


# ---- specs ----------------------------------------------------------------------------------------


def _make(
    game: Game,
    content: Content,
    threads: int,
    argument: str,
    time: float | None = None,
    total: float | None = None,
    copies: int | None = None,
    fault: str | None = None,
    temperature: float | None = None,
    tokens: int | None = None,
    list: int | None = None,
    turns: int | None = None,
    disguise: int | None = None,
    template: str | None = None,
    rate: float | None = None,
    cache: str | None = None,
    id: str | None = None,
) -> Agent:
    _httpx()
    _base_url()
    try:
        words = Template.read(template)
    except ValueError as error:
        raise PlayerError(str(error)) from None
    if id not in (None, words.digest):
        raise PlayerError(f"the template has changed: it is {words.digest} now, not {id}")
    spec = canonical(
        "llm",
        argument,
        time=time,
        total=total,
        fault=fault,
        temperature=temperature,
        tokens=tokens,
        list=list,
        turns=turns,
        disguise=disguise,
        template=template,
        id=words.digest,
    )
    asked = {"temperature": temperature, "max_tokens": tokens}
    settings = {name: value for name, value in asked.items() if value is not None}
    folder = Path(cache) if cache else Path(platformdirs.user_cache_dir("astrarium", False)) / "llm"
    rules = Rules(time or TIME, total or TOTAL, copies=copies or threads, fault=fault or RANDOM)
    endpoint = Endpoint(argument, settings, folder, rate)
    return Models(spec, game, content, endpoint, words, list != 0, turns or 0, disguise, rules)


def _restored(
    spec: str,
    game: Game,
    content: Content,
    made: Any,
    template: Template,
    listed: bool,
    turns: int,
    disguise: int | None,
    rules: Rules,
) -> Models:
    return Models(spec, game, content, Endpoint(*made), template, listed, turns, disguise, rules)


register_agent(
    Kind(
        "llm",
        "llm:MODEL[,time=S][,fault=random|forfeit][,list=0|1][,turns=N][,disguise=SEED][,temperature=T][,tokens=N][,template=FILE]",
        f"a language model at {BASE_URL} (extra `llm`)",
        _make,
        argument=str,
        settings={
            "time": number(0.01, 86400),
            "total": number(0.01, 8640000),
            "copies": whole(1, 64),
            "fault": fault_rule,
            "temperature": number(0, 10),
            "tokens": whole(1, 10**6),
            "list": whole(0, 1),
            "turns": whole(0, 1000),
            "disguise": whole(0, 2**31),
            "template": str,
            "rate": number(0.01, 10**6),
            "cache": str,
            "id": str,
        },
        runs_code=True,
    )
)
