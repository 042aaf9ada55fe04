"""Quotients and products that stay zero where one operand is zero, whatever the other is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.operation import Operation
from headrace.graph.operators import make_divisible
from headrace.graph.sampling import Sample, given
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.families import binary, conjugate, constant_like, paired_samples, sum_to_shape_of

Array = NDArray[Any]

_DIVIDED = (
    *(dtypes.float16, dtypes.float32, dtypes.bfloat16, dtypes.float64),
    *dtypes.COMPLEX,
)
_LOGARITHMS = (
    *dtypes.FLOATING_HALF_FIRST,
    *dtypes.COMPLEX,
)

_NAN, _INF = float("nan"), float("inf")
_ZEROS = Sample(
    given([[0.0], [-0.0], [1.0], [-2.0], [_NAN], [_INF]]),
    given([0.0, -0.0, 3.0, _NAN, _INF, -1.0]),
    differentiable=False,
    only=dtypes.NUMPY_FLOATING,
)
_AWAY_FROM_ZERO = paired_samples((-2.0, 2.0), (0.5, 2.0))


def _div_no_nan(x: Array, y: Array) -> Any:
    return np.where(y == 0, np.zeros((), x.dtype), np.true_divide(x, y))


def _div_no_nan_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = (conjugate(tensor) for tensor in op.inputs)
    slope = build("DivNoNan", build("DivNoNan", build("Neg", x), y), y)
    along_x = build("DivNoNan", grad, y)
    return sum_to_shape_of(along_x, op.inputs[0], op.inputs[1], build("Mul", grad, slope))


binary(
    "DivNoNan",
    _div_no_nan,
    gradient=_div_no_nan_gradient,
    types=_DIVIDED,
    public="div_no_nan",
    domain=_AWAY_FROM_ZERO,
    samples=(_ZEROS,),
    doc="x / y, and 0 where y is 0.",
)


def _mul_no_nan(x: Array, y: Array) -> Any:
    return np.where(y == 0, np.zeros((), x.dtype), np.multiply(x, y))


def _mul_no_nan_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = op.inputs
    return sum_to_shape_of(build("MulNoNan", grad, y), x, y, build("MulNoNan", x, grad))


binary(
    "MulNoNan",
    _mul_no_nan,
    gradient=_mul_no_nan_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="multiply_no_nan",
    samples=(_ZEROS,),
    doc="x · y, and 0 where y is 0, even if x is infinite or NaN.",
)


def _is_not_zero(x: Tensor) -> Tensor:
    """1 where x is not 0, in the dtype of x."""
    unequal = build("NotEqual", x, constant_like(x, 0))
    return build("Cast", unequal, DstT=x.dtype.base_dtype)


def _xdivy(x: Array, y: Array) -> Any:
    return np.where(x == 0, x, np.true_divide(x, y))


def _xdivy_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = op.inputs
    along_x = build("Xdivy", _is_not_zero(x), y)
    along_y = build("Xdivy", build("Neg", x), build("Square", y))
    return sum_to_shape_of(build("Mul", along_x, grad), x, y, build("Mul", along_y, grad))


binary(
    "Xdivy",
    _xdivy,
    gradient=_xdivy_gradient,
    types=_LOGARITHMS,
    public="xdivy",
    domain=_AWAY_FROM_ZERO,
    samples=(_ZEROS,),
    doc="x / y, and 0 where x is 0.",
)


def _xlogy(x: Array, y: Array) -> Any:
    return np.where(x == 0, x, np.multiply(x, np.log(y)))


def _xlogy_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = op.inputs
    along_x = build("Xlogy", _is_not_zero(x), y)
    along_y = build("Xdivy", x, y)
    return sum_to_shape_of(build("Mul", along_x, grad), x, y, build("Mul", along_y, grad))


xlogy = binary(
    "Xlogy",
    _xlogy,
    gradient=_xlogy_gradient,
    types=_LOGARITHMS,
    public="xlogy",
    domain=_AWAY_FROM_ZERO,
    samples=(_ZEROS,),
    doc="x · log(y), and 0 where x is 0.",
)


def div_no_nan(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The quotient x / y, and 0 where y is 0.

    Args:
        x: a tensor of numbers; integers are cast to floating point, as `truediv` does.
        y: a tensor of the dtype of `x`; broadcasts with it.
        name: the op's name.

    Returns:
        A tensor of the broadcast shape.

    Raises:
        TypeError: the dtypes differ, or cannot be divided.
    """
    with name_scope(name, "div_no_nan", [x, y]) as scope:
        hints = [other.dtype.base_dtype if isinstance(other, Tensor) else None for other in (y, x)]
        left, right = convert(x, None, "x", hints[0]), convert(y, None, "y", hints[1])
        left, right = make_divisible(left, right, "tf.math.divide_no_nan")
        return build("DivNoNan", left, right, name=scope)


def multiply_no_nan(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The product, and 0 where y is 0, even if x is infinite or NaN.

    Args:
        x: a floating-point or complex tensor.
        y: a tensor; broadcasts with `x` and takes its dtype.
        name: the op's name.

    Returns:
        A tensor of the broadcast shape.
    """
    with name_scope(name, "multiply_no_nan", [x, y]) as scope:
        left = convert(x, None, "x")
        right = convert(y, left.dtype.base_dtype, "y")
        return build("MulNoNan", left, right, name=scope)


def xdivy(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The quotient x / y, and 0 where x is 0.

    Args:
        x: a floating-point or complex tensor.
        y: a tensor; broadcasts with `x` and takes its dtype.
        name: the scope's name.

    Returns:
        A tensor of the broadcast shape.
    """
    with name_scope(name, "xdivy", [x]):
        return build("Xdivy", x, y)


def reciprocal_no_nan(x: Any, name: str | None = None) -> Tensor:
    """1 / x, and 0 where x is 0.

    Args:
        x: a floating-point or complex tensor.
        name: the op's name.

    Returns:
        A tensor of the shape of `x`.
    """
    with name_scope(name, "reciprocal_no_nan", [x]) as scope:
        made = convert(x, None, "x")
        one = constant_like(made, 1 if made.dtype.is_integer else 1.0, "one")
        return build("DivNoNan", one, made, name=scope)
