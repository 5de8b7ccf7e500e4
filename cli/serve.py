"""`serve`: a local page for watching, replaying, playing and studying games."""

from __future__ import annotations

import logging
import socket
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import typer

from .arguments import plainly
from .screen import notes, say


def serve_page(
    folders: Sequence[Path],
    host: str,
    port: int,
    browser: bool,
    most: int,
    threads: int,
    agents: Sequence[str] = (),
    keep: Path | None = None,
    together: bool = False,
) -> None:
    """Serve until interrupted; the address is printed, and opened in a browser when asked for."""
    try:
        from astrarium.agents import parse_spec
        from astrarium.web.entry import Entry, private_page
        from astrarium.web.guard import is_loopback
        from astrarium.web.keeping import Keeper
        from astrarium.web.library import Library
        from astrarium.web.server import make_app, make_server
    except ImportError as error:
        raise typer.BadParameter(f"{error.name} is missing: pip install 'astrarium[web]'") from None
    with plainly(OSError, ValueError):
        keeper = Keeper(keep) if keep is not None else None
        library = Library([*folders, *([keep] if keep is not None else [])], agents)
        for spec in agents:
            parse_spec(spec)
    listening = listen(host, port)
    port = listening.getsockname()[1]
    address = f"http://{shown_host(host)}:{port}"
    entry = Entry(port, lambda: say(f"For another browser: {address}{entry.link()}"))
    logging.basicConfig(level=logging.WARNING)
    app = make_app(entry, host, port, library, most, threads, keeper, together)
    say(f"Astrarium is at {address}{entry.link()}")
    notes.print("The link works once: then the browser has a cookie, and the address alone will do.")
    for line in exposed(host, port, together, list(library.folders), is_loopback(host)):
        notes.print(line)
    notes.print("Ctrl-C stops it.")
    page = private_page(f"{address}{entry.link()}") if browser else None
    if page is not None:
        threading.Timer(0.5, webbrowser.open, (page.as_uri(),)).start()
    try:
        make_server(app).run(sockets=[listening])
    finally:
        if page is not None:
            page.unlink(missing_ok=True)


def exposed(host: str, port: int, together: bool, folders: Sequence[str], local: bool) -> list[str]:
    """What others can reach, in words."""
    lines = []
    if not local:
        names = f", the files in {', '.join(folders)}" if folders else ""
        lines = [
            f"--host {host}: everybody who can reach port {port} of this machine can ask; without a link "
            "they get nothing.",
            f"A link printed here opens everything: all games{names}, new games, searches on this machine.",
            "It is plain HTTP: whoever is on the way can read it. Use it in networks that you trust.",
        ]
    if together:
        lines.append("The link of a guest, shown at a table, opens one seat of one game, and nothing else.")
        if local:
            lines.append("Only browsers on this machine can come: other machines need --host.")
    return lines


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at the address; port 0 takes a free one."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.socket(family, kind, protocol)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(where)
        made.listen(128)
        return made
    except OSError as error:
        raise typer.BadParameter(
            f"cannot listen at {host} port {port}: {error.strerror or error}. "
            "Another --port may be free; --port 0 takes any"
        ) from None


def shown_host(host: str) -> str:
    """The host as it stands in an address."""
    if host in ("0.0.0.0", "::"):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
