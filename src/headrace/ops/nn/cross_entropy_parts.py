"""What both cross entropies of softmax share. No op is defined here."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.graph.build import build
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.tensor import Tensor

Array = NDArray[Any]


def surprise_and_softmax(logits: Array) -> tuple[Array, Array]:
    """Minus the logarithm of the softmax of each row, and the softmax."""
    shifted = logits - np.maximum.reduce(logits, 1, keepdims=True, initial=-np.inf)
    exponentials = np.exp(shifted)
    total = np.sum(exponentials, 1, keepdims=True)
    np.subtract(np.log(total), shifted, out=shifted)  # in place: logits may fill half the memory
    exponentials /= total
    return shifted, exponentials


def stands_for_unused(grad: Tensor) -> bool:
    """Whether a gradient only fills the place of that of an output which nobody used."""
    return grad.op.type == "ZerosLike"


def logits_gradient(op: Operation, loss: Tensor, backprop: Tensor | None) -> Tensor:
    """What flows to the logits from the loss and, in second derivatives, from the backprop output."""
    logits, softmax_minus_labels = op.inputs[0], op.outputs[1]
    result = build("Mul", build("ExpandDims", loss, -1), softmax_minus_labels)
    if backprop is None or stands_for_unused(backprop):
        return result
    softmax = build("Softmax", logits)
    inner = build(
        "BatchMatMulV2", build("ExpandDims", backprop, 1), build("ExpandDims", softmax, 2)
    )
    centred = build("Sub", backprop, build("Squeeze", inner, squeeze_dims=(1,)))
    return build("AddV2", result, build("Mul", centred, softmax))


def check_given(function: str, labels: Any, logits: Any) -> None:
    """Checks that a loss got both operands, which TF-1 takes by keyword.

    Args:
        function: the public function's name.
        labels: its labels.
        logits: its logits.

    Raises:
        ValueError: one is None.
    """
    if labels is None or logits is None:
        raise refusal(
            ValueError,
            f"Both `labels` and `logits` must be provided for {function}"
            f"Received: labels={labels} and logits={logits}",
            [labels, logits],
            advice="a function that made one of them may lack its return",
        )
