"""Indices as vectors that are on at one place: OneHot."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext, shape_text
from headrace.graph.opdef import EXACT, NoGradient, Why, define
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, integers, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor


@attributes
class OneHotAttributes(Attributes):
    """Attributes of OneHot."""

    axis: int = -1
    T: DType
    TI: DType = dtypes.int64


def _one_hot_shape(ctx: ShapeContext[OneHotAttributes]) -> Sequence[Dims]:
    indices, axis = ctx.shapes[0], ctx.attributes.axis
    if axis < -1:
        raise Mismatch("axis must be >= -1")
    if ctx.in_run:
        _check_operands(ctx)
    depth = _depth(ctx)
    if indices is None:
        return (None,)
    rank = len(indices)
    if axis > rank:
        return (None,)  # TensorFlow leaves it to the run
    place = rank if axis == -1 else axis
    return ((*indices[:place], depth, *indices[place:]),)


def _check_operands(ctx: ShapeContext[OneHotAttributes]) -> None:
    """What TensorFlow checks only in a run."""
    indices, *scalars = ctx.shapes
    if indices is not None and ctx.attributes.axis > len(indices):
        raise Mismatch(
            f"Expected axis to be -1 or between [0, {len(indices) + 1}).  "
            f"But received: {ctx.attributes.axis}"
        )
    for word, dims in zip(("depth", "on_value", "off_value"), scalars, strict=True):
        if dims is not None and dims != ():
            raise Mismatch(f"{word} must be a scalar, but got: {shape_text(dims)}")


def _depth(ctx: ShapeContext[OneHotAttributes]) -> int | None:
    value = ctx.constant(1)
    if value is None:
        return None
    if value.ndim:
        raise Mismatch(f"Input must be scalar but has rank {value.ndim}")
    depth = int(value)
    if depth < 0:
        raise Mismatch(
            f"Dimension size, given by scalar input 1, must be non-negative but is {depth}",
            in_run=f"depth must be non-negative, got: {depth}",
        )
    return depth


def _one_hot(
    attrs: OneHotAttributes,
    indices: NDArray[Any],
    depth: NDArray[Any],
    on_value: NDArray[Any],
    off_value: NDArray[Any],
) -> NDArray[Any]:
    place = indices.ndim if attrs.axis == -1 else attrs.axis
    before, after = indices.shape[:place], indices.shape[place:]
    count = int(depth)
    out = np.full((prod(before), count, prod(after)), off_value, on_value.dtype)
    numbers = indices.reshape(prod(before), prod(after))
    rows, columns = np.nonzero((numbers >= 0) & (numbers < count))
    out[rows, numbers[rows, columns], columns] = on_value
    return out.reshape(*before, count, *after)


_DEPTH = given(3, dtypes.int32)

define(
    "OneHot",
    inputs="indices: TI, depth: int32, on_value: T, off_value: T",
    outputs="output: T",
    attributes=OneHotAttributes,
    shape=_one_hot_shape,
    reference=_one_hot,
    gradient=NoGradient(Why.NOT_DEFINED),
    samples=(
        Sample(given([0, 2, -1, 7], dtypes.int32), _DEPTH, reals(), reals()),
        Sample(given([[1, 0], [2, 2]], dtypes.int64), _DEPTH, reals(), reals(), axis=0),
        Sample(given([[1, 0], [2, 2]], dtypes.uint8), _DEPTH, reals(), reals(), axis=1),
        Sample(given([[1, 0], [2, -2]], dtypes.int8), _DEPTH, reals(), reals(), axis=2),
        Sample(given(1, dtypes.int32), _DEPTH, reals(), reals()),
        Sample(given([1], dtypes.int32), given(0, dtypes.int32), reals(), reals()),
        Sample(integers(0, low=0, high=1), _DEPTH, reals(), reals()),
    ),
    types={
        "T": dtypes.ALL,
        "TI": (dtypes.uint8, dtypes.int8, dtypes.int32, dtypes.int64),
    },
    tolerance=EXACT,
    doc="Vectors that hold one value at the index and another elsewhere.",
)


def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Vectors that hold `on_value` at the index and `off_value` elsewhere.

    Args:
        indices: uint8, int8, int32 or int64; an index outside makes a vector that is off
            throughout.
        depth: the size of the vectors, an int32 scalar.
        on_value: a scalar; 1 if None.
        off_value: a scalar; 0 if None.
        axis: where the vectors stand in the result; -1 or None is behind the axes of `indices`.
        dtype: the dtype; that of the values if None, float32 if none is given.
        name: the op's name.

    Returns:
        A tensor of one rank more than `indices`.

    Raises:
        TypeError: dtypes do not agree.
        ValueError: the axis is below -1, or the depth is negative.
        InvalidArgumentError: (in a run) the axis is too large, or a scalar is none.
    """
    with name_scope(name, "one_hot", [indices, depth, on_value, off_value]) as scope:
        wanted = None if dtype is None else dtypes.as_dtype(dtype).base_dtype
        given_on, given_off = on_value is not None, off_value is not None
        on = convert(on_value, None, None, wanted) if given_on else None
        off = convert(off_value, None, None, wanted) if given_off else None
        kind = _kind(on, off, wanted)
        if on is None:
            on = convert(1, kind, "on_value")
        if off is None:
            off = convert(0, kind, "off_value")
        if on.dtype.base_dtype is not off.dtype.base_dtype:
            raise refusal(
                TypeError,
                f"dtype {on.dtype.base_dtype} of on_value does not match dtype "
                f"{off.dtype.base_dtype} of off_value",
                [on, off],
                advice="give both values one dtype, or tf.cast one",
            )
        place = -1 if axis is None else axis
        return build("OneHot", indices, depth, on, off, axis=place, name=scope)


def _kind(on: Tensor | None, off: Tensor | None, wanted: DType | None) -> DType:
    """The dtype of the result."""
    found: DType | None = None
    for word, value in (("on_value", on), ("off_value", off)):
        if value is None:
            continue
        dtype = value.dtype.base_dtype
        if wanted is not None and dtype is not wanted:
            raise refusal(
                TypeError,
                f"dtype {dtype} of {word} does not match dtype parameter {wanted}",
                [on, off],
                advice=f"tf.cast({word}, tf.{wanted.name}), or leave dtype out",
            )
        found = found or dtype
    return found or wanted or dtypes.float32
