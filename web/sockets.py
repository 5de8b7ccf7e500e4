"""Connections of the server: those that say nothing are closed, and no client holds all of them."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SILENCE = 10.0  # seconds in which a request's headers have to come, and between requests
MOST_OF_ONE = 64  # connections of one address
MOST = 256


class Connection(H11Protocol):
    """A connection that ends when nothing is asked for a while, or others need the room.

    The clock runs while no request is being answered, and single bytes do not stop it.
    """

    _clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; where there are too many, the one that has been silent longest has to go."""
        super().connection_made(transport)
        self._wait()
        ours = [each for each in self.connections if isinstance(each, Connection)]
        mine = [each for each in ours if (each.client or ("",))[0] == (self.client or ("",))[0]]
        for those, most in (mine, MOST_OF_ONE), (ours, MOST):
            if len(those) > most:
                silent = [(each._clock.when(), each) for each in those if each._clock is not None]
                min(silent, key=lambda pair: pair[0], default=(0.0, self))[1]._leave()

    def data_received(self, data: bytes) -> None:
        """Bytes of a request: once it is whole up to its body, the clock stops."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop()

    def on_response_complete(self) -> None:
        """A request is answered: wait for the next."""
        self._wait()
        super().on_response_complete()
        if self.cycle is not None and not self.cycle.response_complete:  # it was there already
            self._stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop()
        self._clock = self.loop.call_later(SILENCE, self._leave)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _leave(self) -> None:
        self._stop()
        if not self.transport.is_closing():
            self.transport.abort()


KEYWORDS: dict[str, Any] = {"http": Connection, "timeout_keep_alive": SILENCE, "ws": "none"}
