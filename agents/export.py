"""Trained policies for other programs: `astrarium export POLICY --onnx FILE`.

The network takes raw observations, float32 (n, features), and gives a number for each action, the higher the
better; the caller leaves out what is not legal. How features are chosen, standardised and clipped is part of
it. Its metadata has what the policy is for, under `astrarium`.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from astrarium.core import Game
from astrarium.core.files import atomic

from .models import SCALED
from .policy import CLIP, HEADER, Policy, PolicyError

OPSET, IR_VERSION = 17, 8  # read by onnxruntime since 1.12
INPUT, OUTPUT = "observation", "logits"


def export_onnx(policy: Policy, game: Game, path: str | Path) -> None:
    """Write a policy as an ONNX file, whole or not at all; one with foresight is refused."""
    if policy.trust is not None:
        raise PolicyError(
            "a policy with foresight looks ahead in the game, which a network alone cannot: "
            "train one with --setting foresight=0"
        )
    if find_spec("onnx") is None:
        raise PolicyError("--onnx needs the onnx package: pip install 'astrarium[onnx]'")
    import onnx
    from onnx import helper, numpy_helper

    scaling = policy.scaling
    arrays = {
        "columns": scaling.columns.astype(np.int64),
        "center": scaling.center.astype(np.float32),
        "scale": scaling.scale.astype(np.float32),
        "low": np.float32(-CLIP),
        "high": np.float32(CLIP),
    }
    nodes = [
        helper.make_node("Gather", [INPUT, "columns"], ["chosen"], axis=1),
        helper.make_node("Sub", ["chosen", "center"], ["moved"]),
        helper.make_node("Mul", ["moved", "scale"], ["standardised"]),
        helper.make_node("Clip", ["standardised", "low", "high"], ["x0"]),
    ]
    last = len(policy.policy) - 1
    for k, (weights, bias) in enumerate(policy.policy):
        arrays |= {f"weights{k}": weights.astype(np.float32), f"bias{k}": bias.astype(np.float32)}
        out = OUTPUT if k == last else f"sum{k}"
        nodes.append(helper.make_node("Gemm", [f"x{k}", f"weights{k}", f"bias{k}"], [out]))
        if k < last:
            nodes.append(helper.make_node("Relu", [out], [f"x{k + 1}"]))
    single = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        game.name,
        [helper.make_tensor_value_info(INPUT, single, ["n", game.observation.size])],
        [helper.make_tensor_value_info(OUTPUT, single, ["n", game.num_actions])],
        [numpy_helper.from_array(np.asarray(array), name) for name, array in arrays.items()],
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION, producer_name=HEADER
    )
    helper.set_model_props(model, {HEADER: json.dumps({**policy.about, SCALED: False})})
    onnx.checker.check_model(model)
    with atomic(path) as partial:
        partial.write_bytes(model.SerializeToString())
