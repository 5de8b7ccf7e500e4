"""A first policy from a teacher's games: what it chose, and how its games ended."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import torch
from torch.nn import functional

from .budget import Left
from .scaling import Played

Told = Callable[[int, int, float], None]  # steps done, steps in all, loss


class Kept(Protocol):
    """Where an imitation keeps what is learnt so far."""

    def keep(self, net: Any, optimizer: Any, epochs: int) -> None:
        """After so many whole epochs."""
        ...

    def restore(self, net: Any, optimizer: Any) -> int:
        """What was kept last; the epochs it was kept after, 0 if nothing was."""
        ...


def imitate(
    net: Any,
    games: Played,
    epochs: int = 4,
    batch: int = 1024,
    learning_rate: float = 1e-3,
    seed: int = 0,
    told: Told | None = None,
    left: Left = lambda: math.inf,
    kept: Kept | None = None,
) -> float:
    """Teach a MaskablePPO policy the choices of the teacher and what it led to; the last loss.

    Positions with one legal action teach nothing and are left out. When no time is `left` (in seconds) it is
    enough; the learning rate falls by then. `kept` takes what is learnt after every epoch, to go on from.
    """
    rows = np.flatnonzero(games.mask.sum(axis=1) > 1)
    rng = np.random.default_rng(seed)
    optimizer = torch.optim.Adam(net.parameters(), lr=learning_rate, eps=1e-5)
    a_pass = -(-len(rows) // batch)
    steps, whole, last = epochs * a_pass, left(), float("nan")
    before = kept.restore(net, optimizer) if kept is not None else 0
    done, over = before * a_pass, False
    net.set_training_mode(True)
    for epoch in range(epochs):
        order = rng.permutation(rows)
        if epoch < before or over:
            continue
        for lo in range(0, len(order), batch):
            used = done / steps if whole == math.inf else max(done / steps, 1 - left() / max(whole, 1e-9))
            if used >= 1:
                over = True
                break
            for group in optimizer.param_groups:
                group["lr"] = learning_rate * (1 - 0.9 * used)
            loss = _loss(net, games, order[lo : lo + batch])
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
            done, last = done + 1, float(loss.item())
            if told is not None:
                told(done, steps, last)
        if kept is not None and not over:
            kept.keep(net, optimizer, epoch + 1)
    return last


def sharpen(net: Any, factor: float) -> None:
    """Make a policy surer of itself: as if it were played at a temperature of one over the factor.

    A policy that imitates is as unsure as it cannot foresee its teacher, and plays the worse for it.
    """
    with torch.no_grad():
        for parameter in net.action_net.parameters():
            parameter.mul_(factor)


def _loss(net: Any, games: Played, chosen: np.ndarray) -> torch.Tensor:
    obs = torch.from_numpy(games.obs[chosen])
    actions, returns = (torch.from_numpy(each[chosen]) for each in (games.action, games.return_to_go))
    values, log_prob, _ = net.evaluate_actions(obs, actions, action_masks=games.mask[chosen].astype(np.bool_))
    known = ~torch.isnan(returns)
    value_loss = functional.mse_loss(values.flatten()[known], returns[known]) if known.any() else 0.0
    return -log_prob.mean() + 0.5 * value_loss
