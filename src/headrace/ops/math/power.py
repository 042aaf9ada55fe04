"""Powers and roots: square, square root, reciprocal, x to the y, and their gradient ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.build import build
from headrace.graph.operation import Operation
from headrace.graph.partial import elementwise
from headrace.graph.sampling import Sample, given
from headrace.graph.tensor import Tensor
from headrace.ops.families import (
    binary,
    conjugate,
    constant_like,
    output_gradient,
    paired_samples,
    sum_to_shape_of,
    unary,
)

Array = NDArray[Any]

_SQUARE = (*dtypes.FLOATING, *dtypes.SIGNED_INTEGRAL, *dtypes.UNSIGNED_INTEGRAL, *dtypes.COMPLEX)
_RECIPROCAL = (*dtypes.FLOATING, *dtypes.SIGNED_INTEGRAL, *dtypes.COMPLEX)
_POW = (
    *(dtypes.bfloat16, dtypes.float32, dtypes.float16, dtypes.float64),
    *(*dtypes.SIGNED_INTEGRAL, *dtypes.COMPLEX),
)


# --- x to the y -----------------------------------------------------------------------------------


def _integer_power(x: Array, y: Array) -> Array:
    """By repeated squaring, which wraps like every integer product."""
    if np.any(y < 0) and np.broadcast(x, y).size:
        raise InvalidArgumentError(
            None, None, "Integers to negative integer powers are not allowed"
        )
    base, rest = np.broadcast_arrays(x, y)
    result = np.ones(base.shape, x.dtype)
    while np.any(rest):
        result = np.where(rest & 1, result * base, result)
        base, rest = base * base, rest >> 1
    return result


def _complex_power(x: Array, y: Array) -> Array:
    return np.where(y == 0, np.ones((), x.dtype), np.power(x, y))


def _power(x: Array, y: Array) -> Any:
    if x.dtype.kind in "iu":
        return _integer_power(x, y)
    return _complex_power(x, y) if x.dtype.kind == "c" else np.power(x, y)


def _power_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = (conjugate(tensor) for tensor in op.inputs)
    lowered = build("Pow", x, build("Sub", y, constant_like(y, 1)))
    along_x = build("Mul", build("Mul", grad, y), lowered)
    zero = constant_like(x, 0)
    has_log = build("NotEqual" if x.dtype.is_complex else "Greater", x, zero)
    safe = build("Select", has_log, x, build("OnesLike", x))
    logarithm = build("Select", has_log, build("Log", safe), build("ZerosLike", x))
    along_y = build("Mul", build("Mul", grad, conjugate(op.outputs[0])), logarithm)
    return sum_to_shape_of(along_x, op.inputs[0], op.inputs[1], along_y)


_NAN, _INF = float("nan"), float("inf")

pow = binary(
    "Pow",
    _power,
    gradient=_power_gradient,
    types=_POW,
    public="pow",
    domain=paired_samples((0.5, 3.0), (0.0, 3.0)),
    samples=(
        Sample(
            given([[_NAN], [_INF], [-_INF], [0.0], [-0.0], [1.0], [-1.0], [2.5], [-2.5]]),
            given([_NAN, _INF, -_INF, 0.0, 1.0, -1.0, 2.5]),
            differentiable=False,
            only=(dtypes.float32, dtypes.float64),
        ),
        Sample(
            given([[-3], [0], [2], [10]]),
            given([0, 1, 2, 31, 40]),
            only=dtypes.INDEX,
        ),
    ),
    partial=elementwise,
    doc="x to the power of y, element by element.",
)


# --- square, root, reciprocal ---------------------------------------------------------------------


def _square_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x = conjugate(op.inputs[0])
    return (build("Mul", grad, build("Mul", x, constant_like(x, 2))),)


square = unary(
    "Square",
    np.square,
    gradient=_square_gradient,
    types=_SQUARE,
    public="square",
    partial=elementwise,
    doc="x², element by element.",
)


def _through(op_type: str) -> Callable[..., Sequence[Tensor | None]]:
    """The gradient that a gradient op computes from the output."""

    def gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
        return (build(op_type, op.outputs[0], grad),)

    return gradient


sqrt = unary(
    "Sqrt",
    np.sqrt,
    gradient=_through("SqrtGrad"),
    types=dtypes.FLOATING_OR_COMPLEX,
    public="sqrt",
    low=0.1,
    high=4.0,
    doc="The square root, element by element.",
)
rsqrt = unary(
    "Rsqrt",
    lambda x: np.true_divide(np.ones((), x.dtype), np.sqrt(x)),
    gradient=_through("RsqrtGrad"),
    types=dtypes.FLOATING_OR_COMPLEX,
    public="rsqrt",
    low=0.1,
    high=4.0,
    doc="1 / √x, element by element.",
)


def _checked_reciprocal(x: Array) -> Any:
    if x.dtype.kind in "iu":
        if not np.all(x):
            raise InvalidArgumentError(None, None, "Integer division by zero")
        # The quotient is 0 unless x is 1 or -1; NumPy would round -1/2 down.
        return np.where(np.abs(x) == 1, x, np.zeros((), x.dtype))
    return np.true_divide(np.ones((), x.dtype), x)


reciprocal = unary(
    "Reciprocal",
    _checked_reciprocal,
    gradient=_through("ReciprocalGrad"),
    types=_RECIPROCAL,
    public="reciprocal",
    low=1.0,
    high=4.0,
    doc="1 / x, element by element.",
)
unary(
    "Inv",
    _checked_reciprocal,
    gradient=_through("ReciprocalGrad"),
    types=_RECIPROCAL,
    public="inv",
    low=1.0,
    high=4.0,
    doc="1 / x, element by element (made by old graphs).",
)


# --- gradient ops ---------------------------------------------------------------------------------


def _sqrt_second(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    y = op.inputs[0]
    ratio = build("RealDiv", grad, y)
    along_y = build("Mul", build("Neg", ratio), op.outputs[0])
    return (along_y, build("Mul", constant_like(ratio, 0.5), ratio))


def _rsqrt_second(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    y, dy = (conjugate(tensor) for tensor in op.inputs)
    scaled = build("Mul", build("Mul", constant_like(grad, -1.5), grad), dy)
    return (build("Mul", scaled, build("Square", y)), build("RsqrtGrad", y, grad))


def _reciprocal_second(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    y, dy = (conjugate(tensor) for tensor in op.inputs)
    scaled = build("Mul", build("Mul", grad, constant_like(grad, -2)), dy)
    return (build("Mul", scaled, y), build("ReciprocalGrad", y, grad))


output_gradient(
    "SqrtGrad",
    lambda y, dy: np.where(
        dy == 0, np.zeros((), y.dtype), dy * np.asarray(0.5, y.dtype) / np.conjugate(y)
    ),
    gradient=_sqrt_second,
    types=dtypes.FLOATING_OR_COMPLEX,
    doc="The gradient of Sqrt: dy · 0.5 / y.",
)
output_gradient(
    "RsqrtGrad",
    lambda y, dy: np.asarray(-0.5, y.dtype) * (dy * np.conjugate(y)) * np.square(np.conjugate(y)),
    gradient=_rsqrt_second,
    types=dtypes.FLOATING_OR_COMPLEX,
    doc="The gradient of Rsqrt: dy · -0.5 · y³.",
)
for _name in ("ReciprocalGrad", "InvGrad"):
    output_gradient(
        _name,
        lambda y, dy: -np.conjugate(y) * dy * np.conjugate(y),
        gradient=_reciprocal_second,
        types=dtypes.FLOATING_OR_COMPLEX,
        doc="The gradient of Reciprocal: -dy · y².",
    )
