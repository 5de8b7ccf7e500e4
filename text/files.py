"""Files that several threads and processes may write at once."""

from __future__ import annotations

import os
import threading
from pathlib import Path


def write_whole(file: Path, text: str) -> None:
    """Whole or not at all: a run may be stopped at any moment."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)
