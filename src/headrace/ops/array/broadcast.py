"""Broadcasting: BroadcastTo, and the shape arithmetic of BroadcastArgs and BroadcastGradientArgs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import InvalidArgumentError
from headrace.base.shapes import TensorShape, broadcast_shape
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build, build_outputs
from headrace.graph.inference import Dims, Mismatch, ShapeContext, check_rank, shape_text
from headrace.graph.opdef import EXACT, NoGradient, OpDef, Why, define
from headrace.graph.operation import Operation
from headrace.graph.partial import PartialValue, structural
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.static_shapes import shape_of


@attributes
class BroadcastToAttributes(Attributes):
    """Attributes of BroadcastTo."""

    T: DType
    Tidx: DType = dtypes.int32


@attributes
class ShapeArithmeticAttributes(Attributes):
    """Attributes of BroadcastArgs and BroadcastGradientArgs."""

    T: DType = dtypes.int32


# --- BroadcastTo ----------------------------------------------------------------------------------


def _broadcast_to_shape(ctx: ShapeContext[BroadcastToAttributes]) -> Sequence[Dims]:
    dims, operand = ctx.shapes
    check_rank(operand, 1, "shape must be a vector of {int32,int64}, got shape {shape}")
    wanted = ctx.as_dims(1)
    if wanted is None or dims is None:
        return (wanted,)
    if ctx.in_run:
        _check_signs(ctx)
    if len(dims) > len(wanted):
        raise Mismatch(
            f"Shape must be at most rank {len(wanted)} but is rank {len(dims)}",
            in_run=f"Rank of input ({len(dims)}) must be no greater than rank of output shape "
            f"({len(wanted)}).",
        )
    lead = len(wanted) - len(dims)
    sizes: list[int | None] = list(wanted[:lead])
    for have, want in zip(dims, wanted[lead:], strict=True):
        if have in {None, 1, want}:
            sizes.append(want)
        elif want is None:
            sizes.append(have)
        else:
            raise Mismatch(
                f"Dimensions must be equal, but are {have} and {want}",
                in_run=f"Incompatible shapes: {shape_text(dims)} vs. {shape_text(wanted)}",
                advice="only axes of size 1 can be stretched",
            )
    return (tuple(sizes),)


def _check_signs(ctx: ShapeContext[BroadcastToAttributes]) -> None:
    values = ctx.constant(1)
    assert values is not None
    for value in values.tolist():
        if value < 0:
            raise Mismatch(f"Dimension {value} must be >= 0")


def _broadcast_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    shape = shape_of(op.inputs[0])
    result = shape_of(op.outputs[0])
    _, axes = build_outputs("BroadcastGradientArgs", result, shape)
    return build("Reshape", build("Sum", grad, axes, keep_dims=True), shape), None


define(
    "BroadcastTo",
    inputs="input: T, shape: Tidx",
    outputs="output: T",
    attributes=BroadcastToAttributes,
    shape=_broadcast_to_shape,
    reference=lambda attrs, x, shape: np.broadcast_to(x, tuple(shape.tolist())),
    gradient=_broadcast_gradient,
    samples=(
        Sample(reals(3), given([2, 3], dtypes.int32)),
        Sample(reals(2, 1, 3), given([4, 2, 2, 3], dtypes.int64)),
        Sample(reals(), given([2, 2], dtypes.int32)),
        Sample(reals(), given([], dtypes.int32)),
        Sample(reals(1, 3), given([0, 3], dtypes.int32)),
    ),
    types={"T": dtypes.ALL, "Tidx": dtypes.INDEX},
    tolerance=EXACT,
    partial=structural(1),
    doc="The input stretched to a shape by NumPy's rule.",
)


# --- shape arithmetic -----------------------------------------------------------------------------


def _vectors(ctx: ShapeContext[ShapeArithmeticAttributes]) -> list[int | None]:
    """The lengths of the inputs, which must be vectors."""
    lengths: list[int | None] = []
    for i, dims in enumerate(ctx.shapes):
        check_rank(dims, 1, f"In[{i}] must be a vector.{{shape}}")
        lengths.append(None if dims is None else dims[0])
    return lengths


def _args_shape(ctx: ShapeContext[ShapeArithmeticAttributes]) -> Sequence[Dims]:
    first, second = _vectors(ctx)
    return ((None if first is None or second is None else max(first, second),),)


def _incompatible(s0: NDArray[Any], s1: NDArray[Any]) -> InvalidArgumentError:
    texts = [shape_text(tuple(s.tolist())) for s in (s0, s1)]
    return InvalidArgumentError(None, None, f"Incompatible shapes: {texts[0]} vs. {texts[1]}")


def _args(attrs: ShapeArithmeticAttributes, s0: NDArray[Any], s1: NDArray[Any]) -> NDArray[Any]:
    sizes: list[int] = []
    for x, y in zip_longest(s0.tolist()[::-1], s1.tolist()[::-1], fillvalue=1):
        if x != y and 1 not in (x, y):
            raise _incompatible(s0, s1)
        sizes.append(y if x == 1 else x)
    return np.array(sizes[::-1], s0.dtype)


def _args_partial(definition: OpDef[Any], ctx: ShapeContext[Any]) -> PartialValue | None:
    first, second = ctx.as_dims(0), ctx.as_dims(1)
    if first is None or second is None:
        return None
    try:
        found = broadcast_shape(TensorShape.of(first), TensorShape.of(second)).dims_tuple
    except ValueError:
        return None  # the run reports it
    return None if found is None else PartialValue.from_sizes(found)


_PAIRS = (
    Sample(given([2, 1, 3]), given([4, 1])),
    Sample(given([2, 3]), given([2, 3])),
    Sample(given([1, 1]), given([1])),
    Sample(given([]), given([2, 3])),
    Sample(given([0, 1]), given([1, 3])),
)

define(
    "BroadcastArgs",
    inputs="s0: T, s1: T",
    outputs="r0: T",
    attributes=ShapeArithmeticAttributes,
    shape=_args_shape,
    reference=_args,
    gradient=NoGradient(Why.SHAPE_ONLY),
    samples=_PAIRS,
    types={"T": dtypes.INDEX},
    tolerance=EXACT,
    partial=_args_partial,
    doc="The shape that two shapes broadcast to.",
)


def _gradient_args_shape(ctx: ShapeContext[ShapeArithmeticAttributes]) -> Sequence[Dims]:
    _vectors(ctx)
    return ((None,), (None,))


def _gradient_args(
    attrs: ShapeArithmeticAttributes, s0: NDArray[Any], s1: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    _args(attrs, s0, s1)
    rank = max(s0.size, s1.size)
    if np.array_equal(s0, s1):  # nothing was stretched, not even axes of size 1
        return np.empty(0, s0.dtype), np.empty(0, s0.dtype)
    return _ones(s0, rank), _ones(s1, rank)


def _ones(sizes: NDArray[Any], rank: int) -> NDArray[Any]:
    padded = [1] * (rank - sizes.size) + sizes.tolist()
    return np.array([i for i, size in enumerate(padded) if size == 1], sizes.dtype)


define(
    "BroadcastGradientArgs",
    inputs="s0: T, s1: T",
    outputs="r0: T, r1: T",
    attributes=ShapeArithmeticAttributes,
    shape=_gradient_args_shape,
    reference=_gradient_args,
    gradient=NoGradient(Why.SHAPE_ONLY),
    samples=_PAIRS,
    types={"T": dtypes.INDEX},
    tolerance=EXACT,
    doc="The axes over which the gradients of a broadcasting op are summed, for each input.",
)


# --- public functions -----------------------------------------------------------------------------


def broadcast_to(input: Any, shape: Any, name: str | None = None) -> Tensor:
    """The input stretched to `shape` by NumPy's rule.

    Args:
        input: a tensor.
        shape: an int32 or int64 vector.
        name: the op's name.

    Returns:
        A tensor of the dtype of `input`.

    Raises:
        ValueError: the static shapes do not broadcast.
        InvalidArgumentError: (in a run) the shapes do not broadcast.
    """
    return build("BroadcastTo", input, shape, name=name)


def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Tensor:
    """The shape that two shapes broadcast to.

    Args:
        shape_x: an int32 or int64 vector.
        shape_y: a vector of the same dtype.

    Returns:
        A vector.
    """
    return build("BroadcastArgs", shape_x, shape_y)


def broadcast_static_shape(shape_x: TensorShape, shape_y: TensorShape) -> TensorShape:
    """The static shape that two static shapes broadcast to.

    Args:
        shape_x: a TensorShape.
        shape_y: a TensorShape.

    Raises:
        ValueError: they do not broadcast.
    """
    return broadcast_shape(shape_x, shape_y)
