"""The network that learns, as MaskablePPO wants it, and its way to and from a policy file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from astrarium.agents.foresight import UNIT
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


class Foreseeing(Features):
    """The same, and after it what a look ahead speaks against each action: the observation's last columns."""

    def __init__(self, observation_space: spaces.Box, actions: int, **keywords: Any) -> None:
        super().__init__(observation_space, **keywords)
        self.actions = actions
        self._features_dim += actions

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """(n, width + actions)"""
        against = torch.log1p(observations[:, -self.actions :] / UNIT)
        return torch.cat([super().forward(observations), against], dim=1)


class _Parted(nn.Module):
    """SB3's layers of policy and value on the features; what speaks against the actions goes past them."""

    def __init__(self, inner: Any, actions: int) -> None:
        super().__init__()
        self.policy_net, self.value_net, self.actions = inner.policy_net, inner.value_net, actions
        self.latent_dim_pi, self.latent_dim_vf = inner.latent_dim_pi, inner.latent_dim_vf

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(x), self.forward_critic(x)

    def forward_actor(self, x: torch.Tensor) -> torch.Tensor:
        return torch.cat([self.policy_net(x[:, : -self.actions]), x[:, -self.actions :]], dim=1)

    def forward_critic(self, x: torch.Tensor) -> torch.Tensor:
        return self.value_net(x[:, : -self.actions])


class _Trusting(nn.Module):
    """The last layer, less what speaks against the actions, each as far as it is trusted."""

    def __init__(self, linear: nn.Linear, trust: float) -> None:
        super().__init__()
        self.linear = linear
        self.trust = nn.Parameter(torch.full((linear.out_features,), float(trust)))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        actions = len(self.trust)
        return self.linear(x[:, :-actions]) - self.trust * x[:, -actions:]


class ForeseeingPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy on `Foreseeing` features."""

    def __init__(self, *args: Any, trust: float = 1.0, **keywords: Any) -> None:
        self._first_trust = trust
        super().__init__(*args, **keywords)

    def _build_mlp_extractor(self) -> None:
        extractor: Any = self.features_extractor
        self.features_dim -= extractor.actions
        super()._build_mlp_extractor()
        parted: Any = _Parted(self.mlp_extractor, extractor.actions)
        self.mlp_extractor = parted

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        linear: Any = self.action_net
        self.action_net = _Trusting(linear, self._first_trust)
        make: Any = self.optimizer_class
        self.optimizer = make(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def policy_class(foresight: int) -> Any:
    """What MaskablePPO calls the kind of policy."""
    return ForeseeingPolicy if foresight else "MlpPolicy"


def policy_keywords(
    scaling: Scaling, hidden: Sequence[int], foreseen: int = 0, trust: float = 1.0
) -> dict[str, Any]:
    """The `policy_kwargs` of MaskablePPO: a shared first layer, then policy and value apart.

    foreseen: columns at the end of the observation that a look ahead fills, one an action, or none;
    trust: in it, to begin with.
    """
    first, *others = hidden
    more = {"actions": foreseen} if foreseen else {}
    return {
        "features_extractor_class": Foreseeing if foreseen else Features,
        "features_extractor_kwargs": {
            "columns": scaling.columns,
            "center": scaling.center,
            "scale": scaling.scale,
            "width": first,
            **more,
        },
        **({"trust": trust} if foreseen else {}),
        "net_arch": {"pi": list(others), "vf": list(others)},
        "activation_fn": nn.ReLU,
        "ortho_init": True,
        "optimizer_kwargs": {"eps": 1e-5},
    }


def _linear(module: nn.Linear) -> tuple[np.ndarray, np.ndarray]:
    weights, bias = module.weight.detach().cpu().numpy(), module.bias.detach().cpu().numpy()
    return np.array(weights.T, order="C"), bias.copy()


def _parts(net: Any) -> tuple[list[nn.Linear], list[nn.Linear]]:
    """The linear layers of the policy, the shared one first, and those of the value after it."""

    def linear(module: Any) -> list[nn.Linear]:
        return [each for each in module if isinstance(each, nn.Linear)]

    policy = [
        net.features_extractor.first,
        *linear(net.mlp_extractor.policy_net),
        getattr(net.action_net, "linear", net.action_net),
    ]
    return policy, [*linear(net.mlp_extractor.value_net), net.value_net]


def to_policy(net: Any, scaling: Scaling, about: Mapping[str, Any]) -> Policy:
    """The layers of a MaskablePPO policy, copied."""
    policy, value = _parts(net)
    trust = getattr(net.action_net, "trust", None)
    return Policy(
        about,
        scaling,
        tuple(map(_linear, policy)),
        tuple(map(_linear, value)),
        None if trust is None else trust.detach().numpy().copy(),
    )


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
