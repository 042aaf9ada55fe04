"""Division and remainder: true, floored and truncated.

Integers that are divided by zero are an InvalidArgumentError; the least integer divided by -1
wraps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.opdef import EXACT, NoGradient, Why
from headrace.graph.operation import Operation
from headrace.graph.operators import make_divide, make_true_divide
from headrace.graph.partial import elementwise
from headrace.graph.sampling import Sample, given
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.families import (
    binary,
    conjugate,
    named_binary,
    paired_samples,
    sum_to_shape_of,
)

Array = NDArray[Any]

_DIVISION = (
    *(*dtypes.FLOATING, dtypes.uint8, dtypes.int8, dtypes.uint16, dtypes.int16, dtypes.int32),
    *(dtypes.uint32, dtypes.uint64, dtypes.int64, dtypes.complex64, dtypes.complex128),
)
_FLOOR_MOD = (*dtypes.SIGNED_INTEGRAL, *dtypes.UNSIGNED_INTEGRAL, *dtypes.FLOATING)
_MOD = (
    *(dtypes.int32, dtypes.int64, dtypes.float16, dtypes.float16),
    *(dtypes.bfloat16, dtypes.float32, dtypes.float64),
)
_TRUNCATE_MOD = (dtypes.int32, dtypes.int64, *dtypes.FLOATING)


def _check_divisor(x: Array, y: Array) -> None:
    if not np.all(y) and np.broadcast(x, y).size:  # nothing is divided where there is no result
        raise InvalidArgumentError(None, None, "Integer division by zero")


def _truncated(x: Array, y: Array) -> Array:
    """Integer division toward zero.

    NumPy rounds down, so a quotient that was not exact and is negative goes up by one.
    """
    _check_divisor(x, y)
    quotient = np.floor_divide(x, y)
    inexact = (np.remainder(x, y) != 0) & ((x < 0) != (y < 0))
    return np.asarray(np.add(quotient, inexact.astype(x.dtype)))


def _by_kind(
    of_integers: Callable[[Array, Array], Any], of_floats: Callable[[Array, Array], Any]
) -> Any:
    def divide(x: Array, y: Array) -> Any:
        return of_integers(x, y) if x.dtype.kind in "iu" else of_floats(x, y)

    return divide


def _floored(x: Array, y: Array) -> Any:
    _check_divisor(x, y)
    return np.floor_divide(x, y)


def _rounded_quotient(function: np.ufunc) -> Callable[[Array, Array], Any]:
    """Division rounded by `function`; of complex numbers both parts are."""

    def divide(x: Array, y: Array) -> Any:
        quotient = np.true_divide(x, y)
        if quotient.dtype.kind == "c":
            return function(quotient.real) + 1j * function(quotient.imag)
        return function(quotient)

    return divide


def _floored_remainder(x: Array, y: Array) -> Any:
    _check_divisor(x, y)
    return np.remainder(x, y)


def _floored_remainder_of_floats(x: Array, y: Array) -> Any:
    """Not np.remainder: that one gives a zero the sign of y, TensorFlow leaves fmod's."""
    rest = np.fmod(x, y)
    return np.where((rest != 0) & ((y < 0) != (rest < 0)), rest + y, rest)


def _truncated_remainder(x: Array, y: Array) -> Any:
    _check_divisor(x, y)
    return np.fmod(x, y)


def _true_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = op.inputs
    x, y = conjugate(x), conjugate(y)
    slope = build("RealDiv", build("RealDiv", build("Neg", x), y), y)
    return sum_to_shape_of(
        build("RealDiv", grad, y), op.inputs[0], op.inputs[1], build("Mul", grad, slope)
    )


def _floor_mod_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = op.inputs
    slope = build("Neg", build("FloorDiv", x, y))
    return sum_to_shape_of(grad, x, y, build("Mul", grad, slope))


_QUOTIENTS = (
    Sample(
        given([[7, -7, 6, -6, 0, 1]]),
        given([[2], [-2], [7], [-1]]),
        differentiable=False,
        only=(*dtypes.SIGNED_INTEGRAL, *dtypes.FLOATING),
    ),
    Sample(given([-(2**31), 2**31 - 1, 5]), given([-1, -1, 2**31 - 1]), only=(dtypes.int32,)),
)
_ZEROS = Sample(
    given([1.0, -1.0, 0.0, -0.0, float("inf"), float("nan"), 2.5, -2.5]),
    given([[0.0], [-0.0], [float("inf")], [float("nan")], [-2.0], [0.75]]),
    differentiable=False,
    only=(dtypes.float32, dtypes.float64),
)
_DOMAIN = (*paired_samples((-9.0, 9.0), (1.0, 4.0)), *_QUOTIENTS)
# Close to a jump finite differences mean nothing, so the quotients stay away from whole numbers.
_BETWEEN_JUMPS = (
    *paired_samples((-9.0, 9.0), (1.0, 4.0), differentiable=False),
    *_QUOTIENTS,
    Sample(given([[2.5, -3.25], [7.75, 0.5]]), given([1.0, 2.0]), only=dtypes.FLOATING),
)

binary(
    "Div",
    _by_kind(_truncated, np.true_divide),
    gradient=_true_gradient,
    types=_DIVISION,
    public="div",
    domain=_DOMAIN,
    samples=(_ZEROS,),
    doc="x / y; integers are truncated toward zero.",
)
realdiv = binary(
    "RealDiv",
    _by_kind(_truncated, np.true_divide),
    gradient=_true_gradient,
    types=_DIVISION,
    public="realdiv",
    domain=_DOMAIN,
    samples=(_ZEROS,),
    doc="x / y, element by element.",
)
floor_div = binary(
    "FloorDiv",
    _by_kind(_floored, _rounded_quotient(np.floor)),
    gradient=NoGradient(Why.DISCRETE),
    types=_DIVISION,
    public="floor_div",
    partial=elementwise,
    tolerance=EXACT,
    domain=_BETWEEN_JUMPS,
    samples=(_ZEROS,),
    doc="x / y rounded down.",
)
truncatediv = binary(
    "TruncateDiv",
    _by_kind(_truncated, _rounded_quotient(np.trunc)),
    gradient=NoGradient(Why.DISCRETE),
    types=_DIVISION,
    public="truncatediv",
    partial=elementwise,
    tolerance=EXACT,
    domain=_BETWEEN_JUMPS,
    samples=(_ZEROS,),
    doc="x / y rounded toward zero.",
)
floormod = binary(
    "FloorMod",
    _by_kind(_floored_remainder, _floored_remainder_of_floats),
    gradient=_floor_mod_gradient,
    types=_FLOOR_MOD,
    public="floormod",
    partial=elementwise,
    domain=_BETWEEN_JUMPS,
    samples=(_ZEROS,),
    doc="The remainder of x / y rounded down: it has the sign of y.",
)
binary(
    "Mod",
    _by_kind(_truncated_remainder, np.fmod),
    gradient=NoGradient(Why.NOT_DEFINED),
    types=_MOD,
    public="mod",
    partial=elementwise,
    domain=_BETWEEN_JUMPS,
    samples=(_ZEROS,),
    doc="The remainder of x / y rounded toward zero: it has the sign of x (made by old graphs).",
)
mod = named_binary("FloorMod", "mod", "The remainder of x / y rounded down: it has the sign of y.")
truncatemod = binary(
    "TruncateMod",
    _by_kind(_truncated_remainder, np.fmod),
    gradient=NoGradient(Why.NOT_DEFINED),
    types=_TRUNCATE_MOD,
    public="truncatemod",
    partial=elementwise,
    domain=_BETWEEN_JUMPS,
    samples=(_ZEROS,),
    doc="The remainder of x / y rounded toward zero: it has the sign of x.",
)


def _in_scope(
    x: Any,
    y: Any,
    name: str | None,
    default: str,
    make: Callable[[Tensor, Tensor, str], Tensor],
    *,
    strict: bool = False,
) -> Tensor:
    with name_scope(name, default, [x, y]) as scope:
        left = convert(x, None, "x")
        kind = left.dtype.base_dtype
        right = convert(y, kind if strict else None, "y", kind)
        return make(left, right, scope)


def truediv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Divides as Python 3 does: integers are cast to floating point first.

    Args:
        x: a tensor, or whatever `convert_to_tensor` takes.
        y: likewise; broadcasts with `x` and has its dtype.
        name: the op's name.

    Returns:
        A tensor of the broadcast shape: float64 of int32 and int64, float32 of smaller integers.

    Raises:
        TypeError: the dtypes differ, or cannot be divided.
    """
    return _in_scope(x, y, name, "truediv", make_true_divide)


def div(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Divides as Python 2 does: integers are rounded down.

    Args:
        x: a tensor, or whatever `convert_to_tensor` takes.
        y: likewise; broadcasts with `x` and takes its dtype.
        name: the op's name.

    Returns:
        A tensor of the broadcast shape and the dtype of `x`.

    Raises:
        ValueError: `y` is a tensor of another dtype.
    """
    return _in_scope(x, y, name, "div", make_divide, strict=True)


def divide(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Divides as the operator `/` does.

    Args:
        x: a tensor, or whatever `convert_to_tensor` takes.
        y: likewise; broadcasts with `x`.
        name: the op's name.

    Returns:
        A tensor of the broadcast shape; see `truediv` for its dtype.

    Raises:
        TypeError: the dtypes differ, or cannot be divided.
    """
    if name is not None:
        return _in_scope(x, y, name, "truediv", make_true_divide)
    if not isinstance(x, Tensor):
        x = convert(x, y.dtype.base_dtype if isinstance(y, Tensor) else None, None)
    quotient: Tensor = x / y
    return quotient


def floordiv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Divides and rounds down.

    Args:
        x: a tensor, or whatever `convert_to_tensor` takes.
        y: likewise; broadcasts with `x` and takes its dtype.
        name: the op's name.

    Returns:
        A tensor of the broadcast shape.
    """
    with name_scope(name, "floordiv", [x, y]) as scope:
        return build("FloorDiv", x, y, name=scope)
