"""Where something is true: the Where op, and `tf.where`, which with three arguments makes a Select."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext
from headrace.graph.opdef import EXACT, NoGradient, Why, define
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor

_MAX_RANK = 8


@attributes
class WhereAttributes(Attributes):
    """Attributes of Where."""

    T: DType = dtypes.bool_


def _where_shape(ctx: ShapeContext[WhereAttributes]) -> Sequence[Dims]:
    dims = ctx.shapes[0]
    rank = None if dims is None else len(dims)
    if ctx.in_run and (not rank or rank > _MAX_RANK):
        raise Mismatch(f"WhereOp : Unhandled input dimensions: {rank}")
    return ((None, rank),)


def _where(attrs: WhereAttributes, x: NDArray[Any]) -> NDArray[Any]:
    # `!= 0` is true of NaN, as in TensorFlow, for every dtype (NumPy's own `nonzero` of bfloat16
    # too).
    return np.argwhere(x if x.dtype == np.bool_ else x != 0).astype(np.int64, copy=False)


define(
    "Where",
    inputs="input: T",
    outputs="index: int64",
    attributes=WhereAttributes,
    shape=_where_shape,
    reference=_where,
    gradient=NoGradient(Why.INDICES),
    samples=(
        Sample(reals(2, 3)),
        Sample(reals(5)),
        Sample(given([[0, 1, 0], [1, 0, 2]])),
        Sample(reals(0, 3)),
        Sample(given([0, 0])),
        Sample(
            given([[[0.0, -0.0, float("nan")], [float("inf"), 1e-3, -1.0]]]), only=dtypes.FLOATING
        ),
    ),
    types={"T": (*dtypes.NUMERIC_OR_QUANTIZED, dtypes.bool_)},
    tolerance=EXACT,
    doc="The positions of the elements that are not zero, row by row, in the order of the elements.",
)


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """The positions where a condition is true, or the elements of `x` there and of `y` elsewhere.

    Args:
        condition: a boolean tensor; alone also one of numbers, of which those that are not zero
            count.
        x: a tensor, or None.
        y: a tensor of the shape and dtype of `x`, or None as `x` is. The condition is of that shape
            too, or a scalar, or a vector that picks whole rows; nothing broadcasts (see
            `where_v2`).
        name: the op's name.

    Returns:
        Without `x` and `y` an int64 matrix, one row for each true element; else a tensor of their
        shape.

    Raises:
        ValueError: only one of `x` and `y` is given, or static shapes do not fit.
        TypeError: dtypes do not fit.
        InvalidArgumentError: (in a run) shapes do not fit.
    """
    return _where_or("Select", condition, x, y, name)


def where_v2(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """The positions where a condition is true, or the elements of `x` there and of `y` elsewhere.

    Args:
        condition: a boolean tensor; alone also one of numbers, of which those that are not zero
            count.
        x: a tensor, or None.
        y: a tensor of the dtype of `x`, or None as `x` is; all three broadcast.
        name: the op's name.

    Returns:
        Without `x` and `y` an int64 matrix, one row for each true element; else a tensor of the
        broadcast shape.

    Raises:
        ValueError: only one of `x` and `y` is given, or static shapes do not broadcast.
        TypeError: dtypes do not fit.
        InvalidArgumentError: (in a run) shapes do not broadcast.
    """
    return _where_or("SelectV2", condition, x, y, name)


def _where_or(select: str, condition: Any, x: Any, y: Any, name: str | None) -> Tensor:
    if (x is None) != (y is None):
        raise refusal(
            ValueError,
            "x and y must both be non-None or both be None.",
            [condition, x, y],
            advice="give both x and y, or neither (then the indices of true elements are returned)",
        )
    if x is not None:
        return build(select, condition, x, y, name=name)
    with name_scope(name, "Where", [condition]) as scope:
        tensor = convert(condition, None, "condition", dtypes.bool_)
        return build("Where", tensor, name=scope)
