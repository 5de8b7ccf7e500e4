"""A dataset for PyTorch: an `IterableDataset` of whole batches.

decisions = TorchDecisions("data/first", batch=1024, shuffle=1 << 15)
for batch in torch.utils.data.DataLoader(decisions, batch_size=None, num_workers=2):
    batch["observation"], batch["mask"], batch["action"], batch["return_to_go"]
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from torch.utils.data import IterableDataset, get_worker_info

from .reader import Reader


class TorchDecisions(IterableDataset):
    """Batches of decisions as tensors by name; the workers of a DataLoader share the files out among them.

    `settings` are those of `Reader`. Iterating again is another pass, in another order. The workers of a
    DataLoader begin each time with a copy of this object as it is here, unless they are persistent: say which
    pass it is with `set_pass`.
    """

    def __init__(self, path: str | Path, **settings: Any) -> None:
        super().__init__()
        self.path, self.settings, self.passes = path, settings, 0
        # What is wrong with the dataset shows here, not in a worker.
        self.game = Reader(path, **settings).game

    def set_pass(self, number: int) -> None:
        """The next iteration is this pass over the data."""
        self.passes = number

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        worker = get_worker_info()
        share = {} if worker is None else {"part": worker.id, "parts": worker.num_workers}
        reader = Reader(self.path, **{**self.settings, **share})
        reader.passes = self.passes
        self.passes += 1
        return ({name: torch.from_numpy(array) for name, array in batch.arrays().items()} for batch in reader)
