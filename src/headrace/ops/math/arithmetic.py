"""Addition, subtraction, multiplication, and what is one multiplication away from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import TypeAttributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import broadcast_shape
from headrace.graph.opdef import define
from headrace.graph.operation import Operation
from headrace.graph.operators import make_add
from headrace.graph.partial import elementwise
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.families import (
    binary,
    broadcasting_samples,
    conjugate,
    constant_like,
    elementwise_reference,
    sum_to_shape_of,
)

_ADD = (*dtypes.FLOATING, dtypes.uint8, *dtypes.SIGNED_INTEGRAL, *dtypes.COMPLEX, dtypes.string)
_ADD_V2 = (
    *dtypes.FLOATING,
    *dtypes.UNSIGNED_INTEGRAL,
    *dtypes.SIGNED_INTEGRAL,
    *dtypes.COMPLEX,
)
_SUB = (
    *(*dtypes.FLOATING, dtypes.uint8, dtypes.int8, dtypes.uint16, dtypes.int16, dtypes.int32),
    *(dtypes.int64, *dtypes.COMPLEX, dtypes.uint32, dtypes.uint64),
)
_MUL = (
    *(*dtypes.FLOATING, dtypes.uint8, dtypes.int8, dtypes.uint16, dtypes.int16, dtypes.int32),
    *(dtypes.uint32, dtypes.uint64, dtypes.int64, *dtypes.COMPLEX),
)
_DIFFERENCE = (*dtypes.FLOATING, dtypes.int32, dtypes.int64, *dtypes.COMPLEX)


def _add_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = op.inputs
    if x.dtype.base_dtype is dtypes.string:
        return (None, None)
    return sum_to_shape_of(grad, x, y, grad)


_INTEGERS = Sample(given([[2**31 - 1, -5], [7, 0]]), given([3, -(2**31)]), only=(dtypes.int32,))


def _define_add(name: str, types: Sequence[DType]) -> None:
    define(
        name,
        inputs="x: T, y: T",
        outputs="z: T",
        attributes=TypeAttributes,
        shape=broadcast_shape,
        reference=elementwise_reference(np.add),
        gradient=_add_gradient,
        samples=(*broadcasting_samples(-2.0, 2.0), _INTEGERS),
        types={"T": types},
        partial=elementwise,
        doc="x + y, element by element; strings are joined (Add only).",
    )


_define_add("Add", _ADD)
_define_add("AddV2", _ADD_V2)


def add(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Adds x and y, element by element; strings are joined.

    Args:
        x: a tensor, or whatever `convert_to_tensor` takes.
        y: likewise; broadcasts with `x`. A Python value takes the dtype of `x` if it can.
        name: the op's name.

    Returns:
        A tensor of the broadcast shape.
    """
    with name_scope(name, "Add", [x, y]) as scope:
        left = convert(x, None, "x")
        right = convert(y, None, "y", left.dtype.base_dtype)
        return make_add(left, right, scope)


def _subtract_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = op.inputs
    return sum_to_shape_of(grad, x, y, build("Neg", grad))


subtract = binary(
    "Sub",
    np.subtract,
    gradient=_subtract_gradient,
    types=_SUB,
    partial=elementwise,
    public="subtract",
    samples=(_INTEGERS,),
    doc="x - y, element by element.",
)


def _multiply_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = op.inputs
    return sum_to_shape_of(build("Mul", grad, conjugate(y)), x, y, build("Mul", conjugate(x), grad))


multiply = binary(
    "Mul",
    np.multiply,
    gradient=_multiply_gradient,
    types=_MUL,
    partial=elementwise,
    public="multiply",
    samples=(_INTEGERS,),
    doc="x · y, element by element.",
)


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Tensor:
    """Multiplies a tensor by a scalar.

    Args:
        scalar: a scalar tensor, or whatever `convert_to_tensor` takes.
        x: a tensor.
        name: the op's name.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        ValueError: `scalar` is not known to be a scalar, or is a tensor of another dtype.
    """
    made = convert(scalar, x.dtype.base_dtype if isinstance(x, Tensor) else None, "scalar")
    if made.dims == ():
        return build("Mul", made, x, name=name)
    raise refusal(
        ValueError,
        f"The input scalar must be a 0-D value. Received shape {made.shape}.",
        [made, x],
        advice="scalar * x, or tf.multiply, broadcasts",
    )


def _difference(x: NDArray[Any], y: NDArray[Any]) -> NDArray[Any]:
    gap = np.subtract(x, y)
    return np.asarray(np.multiply(gap, np.conjugate(gap) if np.iscomplexobj(gap) else gap))


def _difference_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = op.inputs
    doubled = build("Mul", constant_like(grad, 2), grad)
    slope = build("Mul", doubled, build("Sub", x, y))
    return sum_to_shape_of(slope, x, y, build("Neg", slope))


squared_difference = binary(
    "SquaredDifference",
    _difference,
    gradient=_difference_gradient,
    types=_DIFFERENCE,
    public="squared_difference",
    doc="(x - y)², element by element; |x - y|² of complex numbers.",
)
