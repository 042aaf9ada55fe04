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
from headrace.graph.sampling import Sample, given
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.families import binary, conjugate, constant_like, paired_samples, sum_to_shape_of

Array = NDArray[Any]

_DIVIDED = (
    *(dtypes.float16, dtypes.float32, dtypes.bfloat16, dtypes.float64),
    *(dtypes.complex64, dtypes.complex128),
)
_MULTIPLIED = (
    *(dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64),
    *(dtypes.complex64, dtypes.complex128),
)
_LOGARITHMS = (
    *(dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64),
    *(dtypes.complex64, dtypes.complex128),
)

_NAN, _INF = float("nan"), float("inf")
_ZEROS = Sample(
    given([[0.0], [-0.0], [1.0], [-2.0], [_NAN], [_INF]]),
    given([0.0, -0.0, 3.0, _NAN, _INF, -1.0]),
    differentiable=False,
    only=(dtypes.float16, dtypes.float32, dtypes.float64),
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
    types=_MULTIPLIED,
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
      x: a floating-point or complex tensor.
      y: a tensor; broadcasts with `x` and takes its dtype.
      name: the op's name.

    Returns:
      A tensor of the broadcast shape.
    """
    return _in_scope("DivNoNan", "div_no_nan", x, y, name)


def multiply_no_nan(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The product, and 0 where y is 0, even if x is infinite or NaN.

    Args:
      x: a floating-point or complex tensor.
      y: a tensor; broadcasts with `x` and takes its dtype.
      name: the op's name.

    Returns:
      A tensor of the broadcast shape.
    """
    return _in_scope("MulNoNan", "multiply_no_nan", x, y, name)


def _in_scope(op_type: str, default: str, x: Any, y: Any, name: str | None) -> Tensor:
    with name_scope(name, default, [x, y]) as scope:
        left = convert(x, None, "x")
        right = convert(y, left.dtype.base_dtype, "y")
        return build(op_type, left, right, name=scope)


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
        one = convert(1.0, made.dtype.base_dtype, "one")
        return build("DivNoNan", one, made, name=scope)
