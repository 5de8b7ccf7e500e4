"""Connections of the server: those that say nothing are closed, and no client holds all of them."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SILENCE = 10.0  # seconds in which a request's headers have to come, and between requests
LEAST = 16 * 1024  # bytes of an answer that have to be taken in this time, while any are left
ROOM = 64 * 1024  # bytes that the system keeps of an answer: with more, one cannot see that they are taken
MOST_OF_ONE = 64  # connections of one address
MOST = 256


class Connection(H11Protocol):
    """A connection that ends when nothing is asked for a while, or others need the room.

    The clock runs while no request is being answered, and while an answer is not taken. Single bytes do not
    stop it.
    """

    _clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; where there are too many, the one that has been silent longest has to go."""
        super().connection_made(transport)
        made = transport.get_extra_info("socket")
        if made is not None:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
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
        self._stop_if_busy()

    def pause_writing(self) -> None:
        """An answer has to wait until more of it is taken."""
        super().pause_writing()
        self._wait()

    def resume_writing(self) -> None:
        """It was."""
        super().resume_writing()
        self._stop_if_busy()

    def on_response_complete(self) -> None:
        """A request is answered: wait for the next."""
        self._wait()
        super().on_response_complete()
        self._stop_if_busy()  # it was there already

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop()
        self._clock = self.loop.call_later(SILENCE, self._ring, self.transport.get_write_buffer_size())

    def _ring(self, before: int) -> None:
        """The time is over: who has taken enough of an answer meanwhile gets more of it."""
        left = self.transport.get_write_buffer_size()
        if left == 0 < before or before - left >= LEAST:
            self._wait()
        else:
            self._leave()

    def _stop_if_busy(self) -> None:
        """Stop the clock while the server itself has to do something."""
        if self.cycle is not None and not self.cycle.response_complete and not self.flow.write_paused:
            self._stop()

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _leave(self) -> None:
        self._stop()
        if not self.transport.is_closing():
            self.transport.abort()


KEYWORDS: dict[str, Any] = {"http": Connection, "timeout_keep_alive": SILENCE, "ws": "none"}
