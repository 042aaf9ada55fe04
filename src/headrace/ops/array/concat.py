"""Joining along an axis: ConcatV2, its older form Concat, and ConcatOffset for their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import InvalidArgumentError
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build, build_outputs
from headrace.graph.convert import convert_to_tensor
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge, shape_text
from headrace.graph.opdef import EXACT, NoGradient, Why, define
from headrace.graph.operation import Operation
from headrace.graph.partial import structural
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.families import cast_to
from headrace.ops.static_shapes import rank_of, shape_of

_ADVICE = "all sizes but that of the joined axis must be equal"


@attributes
class ConcatV2Attributes(Attributes):
    """Attributes of ConcatV2."""

    N: int
    T: DType
    Tidx: DType = dtypes.int32


@attributes
class ConcatAttributes(Attributes):
    """Attributes of Concat."""

    N: int
    T: DType


@attributes
class ConcatOffsetAttributes(Attributes):
    """Attributes of ConcatOffset."""

    N: int
    shape_type: DType = dtypes.int32


# --- the shape rule -------------------------------------------------------------------------------


def _joined(ctx: ShapeContext[Any], place: int, operand: str) -> Sequence[Dims]:
    """The rule of both forms.

    Args:
        ctx: the inputs.
        place: which input is the axis; the others are joined.
        operand: TensorFlow's name of that input.
    """
    axis_dims = ctx.shapes[place]
    if axis_dims is not None and axis_dims != () and not (ctx.in_run and axis_dims == (1,)):
        raise Mismatch(
            f"Shape must be rank 0 but is rank {len(axis_dims)}",
            in_run=f"{operand} tensor should be a scalar integer, but got shape "
            f"{shape_text(axis_dims)}",
        )
    values = [dims for i, dims in enumerate(ctx.shapes) if i != place % len(ctx.shapes)]
    rank = _common_rank(values)
    if rank is None:
        return (None,)
    axis = ctx.scalar(place)
    if axis is None:
        return ((None,) * rank,)
    if not -rank <= axis < rank:
        least = -axis if axis < 0 else axis + 1
        raise Mismatch(
            f"Shape must be at least rank {least} but is rank {rank}",
            in_run=f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), "
            f"but got {axis}",
        )
    return (_joined_sizes(values, axis % rank, rank),)


def _common_rank(values: Sequence[Dims]) -> int | None:
    known = [(i, dims) for i, dims in enumerate(values) if dims is not None]
    if not known:
        return None
    first, dims = known[0]
    rank = len(dims)
    if rank == 0:
        sentence = "Can't concatenate scalars (use tf.stack instead)"
        raise Mismatch(sentence, in_run=f"ConcatOp : {sentence}")
    for i, other in known[1:]:
        if len(other) != rank:
            raise Mismatch(
                f"Shape must be rank {rank} but is rank {len(other)}",
                in_run="ConcatOp : Ranks of all input tensors should match: "
                f"shape[{first}] = {shape_text(dims)} vs. shape[{i}] = {shape_text(other)}",
                advice=_ADVICE,
            )
    return rank


def _joined_sizes(values: Sequence[Dims], axis: int, rank: int) -> Dims:
    filled = [(None,) * rank if dims is None else dims for dims in values]
    before: Dims = filled[0][:axis]
    after: Dims = filled[0][axis + 1 :]
    total: int | None = 0
    for i, dims in enumerate(filled):
        try:
            before, after = merge(before, dims[:axis]), merge(after, dims[axis + 1 :])
        except Mismatch as error:
            raise Mismatch(
                error.sentence, in_run=_unequal(filled, i, axis), advice=_ADVICE
            ) from None
        size = dims[axis]
        total = None if total is None or size is None else total + size
    assert before is not None
    assert after is not None
    return (*before, total, *after)


def _unequal(values: Sequence[tuple[int | None, ...]], i: int, axis: int) -> str:
    first, other = values[0], values[i]
    place = next((k for k in range(len(first)) if k != axis and first[k] != other[k]), 0)
    return (
        f"ConcatOp : Dimension {place} in both shapes must be equal: shape[0] = "
        f"{shape_text(first)} vs. shape[{i}] = {shape_text(other)}"
    )


# --- the ops --------------------------------------------------------------------------------------


def _concatenated(arrays: Sequence[NDArray[Any]], axis: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate(arrays, int(axis.ravel()[0]))


def _slices_gradient(grad: Tensor, axis: Tensor, values: Sequence[Tensor]) -> list[Tensor]:
    """The slice of `grad` that belongs to each value."""
    if len(values) == 1:
        return [grad]
    place = build("FloorMod", axis, cast_to(rank_of(values[0]), axis.dtype.base_dtype))
    if all(x.dims is not None and None not in x.dims for x in values):
        shapes = [shape_of(x) for x in values]
    else:
        shapes = list(build_outputs("ShapeN", list(values)))
    offsets = build_outputs("ConcatOffset", cast_to(place, dtypes.int32), shapes)
    return [build("Slice", grad, begin, size) for begin, size in zip(offsets, shapes, strict=True)]


def _concat_v2_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    *values, axis = op.inputs
    return (*_slices_gradient(grad, axis, values), None)


def _concat_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    axis, *values = op.inputs
    return (None, *_slices_gradient(grad, axis, values))


_AXIS = given(1, dtypes.int32)
_JOINS = (
    ((reals(2, 3), reals(2, 1)), given(1, dtypes.int32)),
    ((reals(2, 3), reals(0, 3), reals(1, 3)), given(0, dtypes.int32)),
    ((reals(1, 2, 2), reals(1, 2, 3)), given(-1, dtypes.int32)),
    ((reals(0), reals(0)), given(0, dtypes.int32)),
)

define(
    "ConcatV2",
    inputs="values: N * T, axis: Tidx",
    outputs="output: T",
    attributes=ConcatV2Attributes,
    shape=lambda ctx: _joined(ctx, -1, "axis"),
    reference=lambda attrs, *xs: _concatenated(xs[:-1], xs[-1]),
    gradient=_concat_v2_gradient,
    samples=(
        *[Sample(values, axis) for values, axis in _JOINS],
        Sample((reals(2, 2), reals(1, 2)), given(-2, dtypes.int64)),
    ),
    types={"T": dtypes.ALL, "Tidx": dtypes.INDEX},
    tolerance=EXACT,
    partial=structural(-1),
    doc="The inputs joined along an axis.",
)

define(
    "Concat",
    inputs="concat_dim: int32, values: N * T",
    outputs="output: T",
    attributes=ConcatAttributes,
    shape=lambda ctx: _joined(ctx, 0, "concat_dim"),
    reference=lambda attrs, axis, *xs: _concatenated(xs, axis),
    gradient=_concat_gradient,
    samples=[Sample(axis, values) for values, axis in _JOINS],
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    partial=structural(0),
    doc="The inputs joined along an axis (the older form of ConcatV2).",
)


def _offset_shape(ctx: ShapeContext[ConcatOffsetAttributes]) -> Sequence[Dims]:
    axis_dims = ctx.shapes[0]
    if ctx.in_run and axis_dims != ():
        raise Mismatch(
            f"Concat dim tensor should be a scalar integer, but got shape {shape_text(axis_dims)}"
        )
    return ctx.shapes[1:]


def _offsets(
    attrs: ConcatOffsetAttributes, axis: NDArray[Any], *shapes: NDArray[Any]
) -> tuple[NDArray[Any], ...]:
    for i, shape in enumerate(shapes):
        if shape.ndim != 1:
            _refuse(f"input {i + 1} should be a vector, but got shape {shape_text(shape.shape)}")
        if shape.size != shapes[0].size:
            _refuse(f"input {i} should contain {shapes[0].size} elements, but got {shape.size}")
    rank, asked = shapes[0].size, int(axis)
    if not -rank <= asked < rank:
        _refuse(f"Concat dim is out of range: {asked} vs. {rank}")
    place, total, offsets = asked % rank, 0, []
    for i, shape in enumerate(shapes):
        if any(k != place and shape[k] != shapes[0][k] for k in range(rank)):
            _refuse(
                f"All dimensions except {place} must match. Input {i} has shape {_spaced(shape)} and "
                f"doesn't match input 0 with shape {_spaced(shapes[0])}."
            )
        offset = np.zeros(rank, shape.dtype)
        offset[place] = total
        offsets.append(offset)
        total += int(shape[place])
    return tuple(offsets)


def _spaced(shape: NDArray[Any]) -> str:
    return f"[{' '.join(str(size) for size in shape.tolist())}]"


def _refuse(sentence: str) -> None:
    raise InvalidArgumentError(None, None, sentence)


define(
    "ConcatOffset",
    inputs="concat_dim: int32, shape: N * shape_type",
    outputs="offset: N * shape_type",
    attributes=ConcatOffsetAttributes,
    shape=_offset_shape,
    reference=_offsets,
    gradient=NoGradient(Why.SHAPE_ONLY),
    samples=(
        Sample(_AXIS, (given([2, 3]), given([2, 4]), given([2, 0]))),
        Sample(given(-1, dtypes.int32), (given([2, 3, 1]), given([2, 3, 4]))),
    ),
    types={"shape_type": dtypes.INDEX},
    tolerance=EXACT,
    doc="Where each input of a concatenation begins in the result.",
)


def concat(values: Any, axis: Any, name: str = "concat") -> Tensor:
    """The tensors joined along an axis.

    Args:
        values: a list of tensors of one dtype and rank; all sizes but that of `axis` are equal.
        axis: the axis, an integer or an int32 or int64 scalar; negative ones count from the end.
        name: the op's name.

    Returns:
        A tensor of the dtype of the values.

    Raises:
        ValueError: static shapes do not fit, or there are no values.
        TypeError: the dtypes differ.
        InvalidArgumentError: (in a run) the shapes do not fit.
    """
    if not isinstance(values, list | tuple):
        values = [values]
    if len(values) == 1:  # the axis is checked, and nothing is joined
        with name_scope(name):
            wanted = convert_to_tensor(axis, dtype=dtypes.int32, name="concat_dim")
            if wanted.dims not in (None, ()):  # above all pre-1.0 calls, tf.concat(axis, values)
                raise refusal(
                    ValueError,
                    f"Shape {wanted.shape} must have rank 0",
                    advice="give the axis last: tf.concat(values, axis)",
                )
            return build("Identity", values[0], name=name)
    if not values:
        raise refusal(
            ValueError,
            "List argument 'values' to 'ConcatV2' Op with length 0 shorter than minimum length 2.",
            advice="give at least one tensor",
        )
    return build("ConcatV2", values, axis, name=name)
