"""`mcp`: games as tools for language models that speak the Model Context Protocol."""

from __future__ import annotations

import typer

from .commands import app


@app.command("mcp")
def mcp() -> None:
    """Serve games as tools of the Model Context Protocol, over standard input and output."""
    try:
        from astrarium.text.server import make_server

        server = make_server()
    except ImportError:
        raise typer.BadParameter("mcp needs the extra `llm`: pip install 'astrarium[llm]'") from None
    server.run()
