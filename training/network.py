"""The network that learns, as MaskablePPO wants it, and its way to and from a policy file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from astrarium.agents.policy import CLIP, Layers, Policy, Scaling


class Features(BaseFeaturesExtractor):
    """The columns that vary, standardised, through the layer that policy and value share."""

    columns: torch.Tensor
    center: torch.Tensor
    scale: torch.Tensor

    def __init__(
        self, observation_space: spaces.Space, columns: Any, center: Any, scale: Any, width: int
    ) -> None:
        super().__init__(observation_space, width)
        self.register_buffer("columns", torch.as_tensor(np.array(columns), dtype=torch.int64))
        self.register_buffer("center", torch.as_tensor(np.array(center), dtype=torch.float32))
        self.register_buffer("scale", torch.as_tensor(np.array(scale), dtype=torch.float32))
        self.first = nn.Linear(len(self.columns), width)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """(n, width)"""
        chosen = observations.index_select(1, self.columns)
        return torch.relu(self.first(((chosen - self.center) * self.scale).clamp(-CLIP, CLIP)))


def policy_keywords(scaling: Scaling, hidden: Sequence[int]) -> dict[str, Any]:
    """The `policy_kwargs` of MaskablePPO: a shared first layer, then policy and value apart."""
    first, *others = hidden
    return {
        "features_extractor_class": Features,
        "features_extractor_kwargs": {
            "columns": scaling.columns,
            "center": scaling.center,
            "scale": scaling.scale,
            "width": first,
        },
        "net_arch": {"pi": list(others), "vf": list(others)},
        "activation_fn": nn.ReLU,
        "ortho_init": True,
        "optimizer_kwargs": {"eps": 1e-5},
    }


def _linear(module: nn.Linear) -> tuple[np.ndarray, np.ndarray]:
    weights = module.weight.detach().cpu().numpy().T
    return np.ascontiguousarray(weights, np.float32), module.bias.detach().cpu().numpy().copy()


def _parts(net: Any) -> tuple[list[nn.Linear], list[nn.Linear]]:
    """The linear layers of the policy, the shared one first, and those of the value after it."""

    def linear(module: Any) -> list[nn.Linear]:
        return [each for each in module if isinstance(each, nn.Linear)]

    policy = [
        net.features_extractor.first,
        *linear(net.mlp_extractor.policy_net),
        net.action_net,
    ]
    return policy, [*linear(net.mlp_extractor.value_net), net.value_net]


def to_policy(net: Any, scaling: Scaling, about: Mapping[str, Any]) -> Policy:
    """The layers of a MaskablePPO policy, copied."""
    policy, value = _parts(net)
    return Policy(about, scaling, tuple(map(_linear, policy)), tuple(map(_linear, value)))


def load_layers(net: Any, policy: Policy) -> None:
    """Copy the layers of a policy into the network of a MaskablePPO policy."""
    for modules, layers in zip(_parts(net), (policy.policy, policy.value), strict=True):
        if len(modules) != len(layers):
            raise ValueError(f"the policy has {len(layers)} layers where the network has {len(modules)}")
        _fill(modules, layers)


def _fill(modules: Sequence[nn.Linear], layers: Layers) -> None:
    with torch.no_grad():
        for module, (weights, bias) in zip(modules, layers, strict=True):
            module.weight.copy_(torch.from_numpy(np.ascontiguousarray(weights.T)))
            module.bias.copy_(torch.from_numpy(bias))
