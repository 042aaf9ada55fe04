"""Cutting along an axis: Split into equal pieces, SplitV into pieces of given sizes."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.shapes import Dimension
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build, build_outputs
from headrace.graph.convert import convert_to_tensor
from headrace.graph.inference import Dims, Mismatch, ShapeContext, shape_text
from headrace.graph.opdef import EXACT, OpDef, define
from headrace.graph.operation import Operation
from headrace.graph.partial import PartialValue
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor


@attributes
class SplitAttributes(Attributes):
    """Attributes of Split."""

    num_split: int
    T: DType


@attributes
class SplitVAttributes(Attributes):
    """Attributes of SplitV."""

    num_split: int
    T: DType
    Tlen: DType = dtypes.int64


def _split_axis(ctx: ShapeContext[Any], place: int, rank: int) -> int | None:
    """The axis that input `place` names, from 0 up; None when its value is unknown."""
    dims = ctx.shapes[place]
    single = ctx.in_run and dims == (1,) and place == 2  # SplitV's kernel takes one element too
    if dims is not None and dims != () and not single:
        raise Mismatch(
            f"Input must be scalar but has rank {len(dims)}",
            in_run=f"split_dim must be a scalar but has rank {len(dims)}",
        )
    axis = ctx.scalar(place)
    if axis is not None and not -rank <= axis < rank:
        raise Mismatch(
            f"Dimension size, given by scalar input {axis} must be in range [{-rank or '-0'}, {rank})",
            in_run=f"-input rank({-rank or '-0'}) <= split_dim < input rank ({rank}), but got {axis}",
        )
    return None if axis is None else axis % rank


# --- Split ----------------------------------------------------------------------------------------


def _split_shape(ctx: ShapeContext[SplitAttributes]) -> Sequence[Dims]:
    count, dims = ctx.attributes.num_split, ctx.shapes[1]
    if dims is None:
        return [None] * count
    axis = _split_axis(ctx, 0, len(dims))
    if axis is None:
        return [(None,) * len(dims)] * count
    size = dims[axis]
    if size is not None and size % count:
        why = "Number of ways to split should evenly divide the split dimension"
        raise Mismatch(
            f"Dimension size must be evenly divisible by {count} but is {size}\n\t{why}",
            in_run=f"{why}, but got split_dim {axis} (size = {size}) and num_split {count}",
            advice="give the sizes of the pieces as a list",
        )
    piece = None if size is None else size // count
    return [(*dims[:axis], piece, *dims[axis + 1 :])] * count


def _split(
    attrs: SplitAttributes, axis: NDArray[Any], value: NDArray[Any]
) -> tuple[NDArray[Any], ...]:
    return tuple(np.split(value, attrs.num_split, int(axis)))


def _split_partial(
    definition: OpDef[Any], ctx: ShapeContext[Any]
) -> tuple[PartialValue, ...] | None:
    value, axis = ctx.partial(1), ctx.scalar(0)
    if value is None or axis is None:
        return None
    count = ctx.attributes.num_split
    pieces = (np.split(array, count, axis) for array in (value.values, value.known))
    return tuple([PartialValue(*piece) for piece in zip(*pieces, strict=True)])


def _join(grads: Sequence[Tensor], axis: Tensor) -> Tensor:
    return build("ConcatV2", list(grads), axis) if len(grads) > 1 else grads[0]


def _split_gradient(op: Operation, *grads: Tensor) -> Sequence[Tensor | None]:
    return None, _join(grads, op.inputs[0])


define(
    "Split",
    inputs="split_dim: int32, value: T",
    outputs="output: num_split * T",
    attributes=SplitAttributes,
    shape=_split_shape,
    reference=_split,
    gradient=_split_gradient,
    samples=(
        Sample(given(0, dtypes.int32), reals(4, 3), num_split=2),
        Sample(given(-1, dtypes.int32), reals(2, 6), num_split=3),
        Sample(given(1, dtypes.int32), reals(2, 3, 1), num_split=1),
        Sample(given(0, dtypes.int32), reals(0, 2), num_split=2),
    ),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    partial=_split_partial,
    doc="The input cut into equal pieces along an axis.",
)


# --- SplitV ---------------------------------------------------------------------------------------


def _split_v_shape(ctx: ShapeContext[SplitVAttributes]) -> Sequence[Dims]:
    count, (dims, size_dims, _) = ctx.attributes.num_split, ctx.shapes
    if dims is None or (ctx.in_run and count == 1):  # one piece is the whole, whatever is asked
        return [dims] * count
    axis = _split_axis(ctx, 2, len(dims))
    sizes = ctx.constant(1)
    if size_dims is not None and size_dims not in ((count,), (None,)):
        elements = 0 if sizes is None else sizes.size
        raise Mismatch(
            "Length of size_splits should be equal to num_outputs",
            in_run="size of the split_tensor must be 1-D and have the same elements as outputs got "
            f"{len(size_dims)} -D and {elements} elements",
        )
    if axis is None:
        return [(None,) * len(dims)] * count
    if sizes is None:
        pieces: list[int | None] = [None] * count
    else:
        pieces = _pieces(sizes.tolist(), dims[axis])
    return [(*dims[:axis], piece, *dims[axis + 1 :]) for piece in pieces]


def _pieces(sizes: list[int], whole: int | None) -> list[int | None]:
    """The sizes of the pieces, -1 replaced by what remains of `whole`."""
    if sizes.count(-1) > 1:
        raise Mismatch(
            "size_splits can only have one -1", in_run="There can only be one -1 in the input."
        )
    total = sum(size for size in sizes if size != -1)
    found: list[int | None] = list(sizes)
    if -1 in sizes:
        place = sizes.index(-1)
        found[place] = None if whole is None else whole - total
        fits = whole is None or total <= whole
    else:
        place = next((i for i, size in enumerate(sizes) if size < 0), -1)
        fits = whole is None or total == whole
    for i, size in enumerate(sizes):
        if size < -1:
            raise Mismatch(f"Split size at index {i} must be >= 0. Got: {size}")
    if not fits:
        sentence = (
            f"can't split axis of size {whole} into pieces of size {shape_text(tuple(sizes))}"
        )
        if -1 in sizes:
            sentence = f"Split size at index {place} must be >= 0. Got: {found[place]}"
        raise Mismatch(
            sentence,
            in_run="Determined shape must either match input shape along split_dim exactly if fully "
            "specified, or be less than the size of the input along split_dim if not fully "
            f"specified.  Got: {total}",
            advice=f"let the sizes add up to {whole}",
        )
    return found


def _split_v(
    attrs: SplitVAttributes, value: NDArray[Any], sizes: NDArray[Any], axis: NDArray[Any]
) -> tuple[NDArray[Any], ...]:
    if attrs.num_split == 1:
        return (value,)
    place = int(axis.ravel()[0])
    pieces = [int(size or 0) for size in _pieces(sizes.tolist(), value.shape[place])]
    return tuple(np.split(value, np.cumsum(pieces)[:-1], place))


def _split_v_gradient(op: Operation, *grads: Tensor) -> Sequence[Tensor | None]:
    return _join(grads, op.inputs[2]), None, None


define(
    "SplitV",
    inputs="value: T, size_splits: Tlen, split_dim: int32",
    outputs="output: num_split * T",
    attributes=SplitVAttributes,
    shape=_split_v_shape,
    reference=_split_v,
    gradient=_split_v_gradient,
    samples=(
        Sample(reals(4, 3), given([1, 3], dtypes.int32), given(0, dtypes.int32), num_split=2),
        Sample(reals(2, 6), given([2, -1, 0], dtypes.int64), given(-1, dtypes.int32), num_split=3),
        Sample(reals(2, 3), given([3], dtypes.int32), given(1, dtypes.int32), num_split=1),
        Sample(reals(0, 2), given([0, 0], dtypes.int32), given(0, dtypes.int32), num_split=2),
    ),
    types={"T": dtypes.ALL, "Tlen": (dtypes.int8, dtypes.int32, dtypes.int64)},
    tolerance=EXACT,
    doc="The input cut along an axis into pieces of given sizes.",
)


def split(
    value: Any, num_or_size_splits: Any, axis: Any = 0, num: int | None = None, name: str = "split"
) -> list[Tensor]:
    """The pieces of a tensor along an axis.

    Args:
        value: a tensor.
        num_or_size_splits: the number of equal pieces, or their sizes (one may be -1).
        axis: the axis to cut, an integer or an int32 scalar.
        num: the number of pieces, where the length of the sizes is not known statically.
        name: the op's name.

    Returns:
        A list of tensors.

    Raises:
        ValueError: the pieces do not make up the axis, or their number is unknown.
        InvalidArgumentError: (in a run) the pieces do not make up the axis.
    """
    if isinstance(num_or_size_splits, numbers.Integral | Dimension):
        count = int(num_or_size_splits)
        if count < 1:
            raise refusal(
                ValueError,
                f"Attr 'num_split' of 'Split' Op passed {count} less than minimum 1.",
                [value],
                advice="give at least one piece",
            )
        return list(build_outputs("Split", axis, value, num_split=count, name=name))
    sizes = convert_to_tensor(num_or_size_splits)
    if sizes.dims == ():
        raise refusal(
            ValueError,
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. Argument "
            f"provided: {num_or_size_splits}",
            [value, sizes],
            advice="give a Python integer, or the sizes as a vector",
        )
    if num is None:
        num = None if sizes.dims is None else sizes.dims[0]
        if num is None:
            raise refusal(
                ValueError,
                f"Cannot infer argument `num` from shape {num_or_size_splits}",
                [value, sizes],
                advice="say how many pieces there are: num=",
            )
    return list(build_outputs("SplitV", value, sizes, axis, num_split=num, name=name))
