"""Exponentials and logarithms, and the logistic function that is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.operation import Operation
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.families import conjugate, constant_like, output_gradient, unary

Array = NDArray[Any]


def _exp_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", grad, conjugate(op.outputs[0])),)


def _expm1_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", grad, build("Exp", conjugate(op.inputs[0]))),)


def _log_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", grad, build("Reciprocal", conjugate(op.inputs[0]))),)


def _log1p_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x = conjugate(op.inputs[0])
    return (build("Mul", grad, build("Reciprocal", build("AddV2", constant_like(x, 1), x))),)


exp = unary(
    "Exp",
    np.exp,
    gradient=_exp_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="exp",
    doc="e to the power of x, element by element.",
)
expm1 = unary(
    "Expm1",
    np.expm1,
    gradient=_expm1_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="expm1",
    doc="e to the power of x, minus 1, exact for small x.",
)
log = unary(
    "Log",
    np.log,
    gradient=_log_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="log",
    low=0.1,
    high=4.0,
    doc="The natural logarithm, element by element.",
)
log1p = unary(
    "Log1p",
    np.log1p,
    gradient=_log1p_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="log1p",
    low=-0.9,
    high=4.0,
    doc="The natural logarithm of 1 + x, exact for small x.",
)


# --- the logistic function ------------------------------------------------------------------------


def _sigmoid(x: Array) -> Any:
    if x.dtype.kind == "c":
        return np.reciprocal(1 + np.exp(-x))
    # e to the power of a positive number would overflow, so each sign has its own form.
    decay = np.exp(-np.abs(x))
    one = np.ones((), x.dtype)
    return np.where(x >= 0, one, decay) / (one + decay)


def _sigmoid_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("SigmoidGrad", conjugate(op.outputs[0]), grad),)


sigmoid = unary(
    "Sigmoid",
    _sigmoid,
    gradient=_sigmoid_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="sigmoid",
    low=-8.0,
    high=8.0,
    doc="1 / (1 + e^-x), element by element.",
)


def _sigmoid_second(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    y, dy = (conjugate(tensor) for tensor in op.inputs)
    product = build("Mul", grad, dy)
    bent = build("Mul", build("Mul", constant_like(product, 2), product), y)
    return (build("Sub", product, bent), build("SigmoidGrad", y, grad))


output_gradient(
    "SigmoidGrad",
    lambda y, dy: dy * y * (np.ones((), y.dtype) - y),
    gradient=_sigmoid_second,
    types=dtypes.FLOATING_OR_COMPLEX,
    low=0.0,
    high=1.0,
    doc="The gradient of Sigmoid: dy · y · (1 - y).",
)


def log_sigmoid(x: Any, name: str | None = None) -> Tensor:
    """log(1 / (1 + e^-x)), without overflow.

    Args:
        x: a floating-point tensor.
        name: the op's name.

    Returns:
        A tensor of the shape of `x`.
    """
    with name_scope(name, "LogSigmoid", [x]) as scope:
        mirrored = build("Neg", convert(x, None, "x"))
        return build("Neg", build("Softplus", mirrored), name=scope)
