"""The command line: one module a group of commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from . import (  # noqa: F401  they add their commands
    arena,
    arguments,
    balance,
    check,
    dataset,
    exploit,
    export,
    ladder,
    llm_bench,
    mcp,
    review,
    train,
    tune,
    votes,
)
from .arguments import complete_ray, message_of
from .commands import app
from .screen import plain

__all__ = ["app", "main"]

BAD_INPUT, INTERRUPTED = 2, 130


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run one command; bad input ends in one line that says what was expected."""
    arguments.own_process = True
    given = list(sys.argv[1:] if args is None else args)
    sys.exit(run(given or ["--help"]))


def run(args: list[str]) -> int:
    """The exit code of a command."""
    try:
        code = int(app(args=complete_ray(args), prog_name="astrarium", standalone_mode=False) or 0)
        sys.stdout.flush()
        if code == INTERRUPTED:  # what newer versions of typer make of Ctrl-C
            print("\nstopped", file=sys.stderr)
        return code
    except BrokenPipeError:  # the reader of a pipe, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, EOFError):
        print("\nstopped", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:  # a disk that is full, a folder that may not be written
        print(f"astrarium: {plain(message_of(error))}", file=sys.stderr)
        return BAD_INPUT
    except Exception as error:
        told = getattr(error, "format_message", None)  # typer's errors for people have it
        if told is None:
            if type(error).__name__ == "Abort":
                print("\nstopped", file=sys.stderr)
                return INTERRUPTED
            raise
        first, *others = told().removeprefix("Invalid value: ").rstrip().splitlines() or [""]
        print("\n".join([f"astrarium: {plain(first)}", *map(plain, others)]), file=sys.stderr)
        return BAD_INPUT
