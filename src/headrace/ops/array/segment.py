"""Sums of slices that share a segment number: SegmentSum and UnsortedSegmentSum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import InvalidArgumentError
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.inference import (
    Dims,
    Mismatch,
    ShapeContext,
    check_rank,
    check_rank_at_least,
    merge_size,
    shape_text,
)
from headrace.graph.opdef import SUMMED, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, given, integers, reals
from headrace.graph.tensor import Tensor
from headrace.ops.array.index_checks import position_text
from headrace.ops.families import constant_like
from headrace.ops.static_shapes import rank_of, shape_of


@attributes
class SegmentAttributes(Attributes):
    """Attributes of SegmentSum."""

    T: DType
    Tindices: DType


@attributes
class UnsortedSegmentAttributes(Attributes):
    """Attributes of UnsortedSegmentSum."""

    T: DType
    Tindices: DType
    Tnumsegments: DType = dtypes.int32


def _summed(data: NDArray[Any], ids: NDArray[Any], count: int) -> NDArray[Any]:
    """Sums the rows of `data` by the number that the same row of `ids` holds, in order."""
    out = np.zeros((count, *data.shape[1:]), data.dtype)
    with np.errstate(all="ignore"):
        np.add.at(out, ids, data)
    return out


# --- UnsortedSegmentSum ---------------------------------------------------------------------------


def _unsorted_shape(ctx: ShapeContext[UnsortedSegmentAttributes]) -> Sequence[Dims]:
    data, ids, count_dims = ctx.shapes
    check_rank(count_dims, 0, "num_segments should be a scalar, not shape {shape}")
    count = ctx.scalar(2)
    if count is not None and count < 0:
        raise Mismatch(
            f"Dimension size, given by scalar input 2, must be non-negative but is {count}",
            in_run=f"Input num_segments == {count} must not be negative.",
        )
    if data is None or ids is None:
        return (None,)
    _check_prefix(data, ids)
    return ((count, *data[len(ids) :]),)


def _check_prefix(data: tuple[int | None, ...], ids: tuple[int | None, ...]) -> None:
    in_run = (
        f"data.shape = {shape_text(data)} does not start with segment_ids.shape = {shape_text(ids)}"
    )
    advice = "give one segment number for each slice of the data"
    if len(data) < len(ids):
        sentence = f"Shape must be at least rank {len(ids)} but is rank {len(data)}"
        raise Mismatch(sentence, in_run=in_run, advice=advice)
    for x, y in zip(data, ids, strict=False):
        try:
            merge_size(x, y)
        except Mismatch as error:
            raise Mismatch(error.sentence, in_run=in_run, advice=advice) from None


def _unsorted_sum(
    attrs: UnsortedSegmentAttributes, data: NDArray[Any], ids: NDArray[Any], num: NDArray[Any]
) -> NDArray[Any]:
    count = int(num)
    inner = data.shape[ids.ndim :]
    if data.size == 0:  # TensorFlow looks at no number then
        return np.zeros((count, *inner), data.dtype)
    if ids.max() >= count:
        flat = int(np.argmax((ids >= count).ravel()))
        raise InvalidArgumentError(
            None,
            None,
            f"segment_ids{position_text(ids.shape, flat)} = {int(ids.ravel()[flat])} "
            f"is out of range [0, {count})",
        )
    rows, numbers = data.reshape(ids.size, *inner), ids.ravel()
    if numbers.min() < 0:
        rows, numbers = rows[numbers >= 0], numbers[numbers >= 0]
    return _summed(rows, numbers, count)


def _unsorted_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    """Each slice has the gradient of its segment, or zero if it was dropped."""
    ids = op.inputs[1]
    zero = constant_like(ids, 0)
    picked = build("GatherV2", grad, build("Maximum", ids, zero), 0)
    kept = build("GreaterEqual", ids, zero)
    further = build("Sub", rank_of(picked), rank_of(kept))
    ones = build("Fill", build("Pack", [further], axis=0), 1)
    mask = build("Reshape", kept, build("ConcatV2", [shape_of(kept), ones], 0))
    return build("SelectV2", mask, picked, constant_like(picked, 0)), None, None


define(
    "UnsortedSegmentSum",
    inputs="data: T, segment_ids: Tindices, num_segments: Tnumsegments",
    outputs="output: T",
    attributes=UnsortedSegmentAttributes,
    shape=_unsorted_shape,
    reference=_unsorted_sum,
    gradient=_unsorted_gradient,
    samples=(
        Sample(reals(4, 2), given([2, 0, 2, -1], dtypes.int32), given(4, dtypes.int32)),
        Sample(reals(5), given([0, 1, 0, 1, 1], dtypes.int64), given(2, dtypes.int64)),
        Sample(reals(2, 2, 2), given([[0, 1], [2, 0]], dtypes.int16), given(3, dtypes.int32)),
        Sample(reals(2, 2), given([[0, 0], [1, -3]], dtypes.int32), given(2, dtypes.int32)),
        Sample(reals(2), given(1, dtypes.int32), given(2, dtypes.int32)),
        Sample(reals(0, 2), integers(0, low=0, high=1), given(3, dtypes.int32)),
        Sample(reals(2, 0), given([0, 5], dtypes.int32), given(2, dtypes.int32)),
    ),
    types={
        "T": dtypes.NUMERIC_OR_QUANTIZED,
        "Tindices": dtypes.ANY_INDEX,
        "Tnumsegments": dtypes.INDEX,
    },
    tolerance=SUMMED,
    doc="The sums of the slices that share a segment number; slices of negative numbers are dropped.",
)


# --- SegmentSum -----------------------------------------------------------------------------------


def _segment_shape(ctx: ShapeContext[SegmentAttributes]) -> Sequence[Dims]:
    data, ids = ctx.shapes
    check_rank_at_least(data, 1, "input must be at least rank 1")
    check_rank(ids, 1, "segment_ids should be a vector.")
    if ctx.in_run and data is not None and ids is not None and data[0] != ids[0]:
        raise Mismatch("segment_ids should be the same size as dimension 0 of input.")
    return (None if data is None else (None, *data[1:]),)


def _segment_sum(attrs: SegmentAttributes, data: NDArray[Any], ids: NDArray[Any]) -> NDArray[Any]:
    count = int(ids[-1]) + 1 if ids.size else 0
    if count < 0:
        raise InvalidArgumentError(None, None, "segment ids must be >= 0")
    if np.any(ids[1:] < ids[:-1]):
        raise InvalidArgumentError(None, None, "segment ids are not increasing")
    if ids.size and ids[0] < 0:
        raise InvalidArgumentError(
            None,
            None,
            f"Segment id {int(ids[0])} out of range [0, {count}), possibly because 'segment_ids' "
            "input is not sorted.",
        )
    return _summed(data, ids, count)


def _segment_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return build("GatherV2", grad, op.inputs[1], 0), None


define(
    "SegmentSum",
    inputs="data: T, segment_ids: Tindices",
    outputs="output: T",
    attributes=SegmentAttributes,
    shape=_segment_shape,
    reference=_segment_sum,
    gradient=_segment_gradient,
    samples=(
        Sample(reals(4, 2), given([0, 0, 1, 1], dtypes.int32)),
        Sample(reals(4), given([1, 3, 3, 4], dtypes.int64)),
        Sample(reals(0, 2), integers(0, low=0, high=1)),
    ),
    types={"T": dtypes.NUMERIC_OR_QUANTIZED, "Tindices": dtypes.INDEX},
    tolerance=SUMMED,
    doc="The sums of neighbouring slices that share a segment number; numbers are sorted.",
)


# --- public functions -----------------------------------------------------------------------------


def unsorted_segment_sum(
    data: Any, segment_ids: Any, num_segments: Any, name: str | None = None
) -> Tensor:
    """The sums of the slices that share a segment number.

    Args:
        data: a tensor of numbers.
        segment_ids: int16, int32 or int64; its shape is a prefix of the shape of `data`. Slices of
            negative numbers are dropped.
        num_segments: how many segments there are, a scalar.
        name: the op's name.

    Returns:
        A tensor of shape `[num_segments] + data.shape[segment_ids.rank:]`; segments without slices
        hold 0.

    Raises:
        ValueError: static shapes do not fit, or `num_segments` is negative.
        InvalidArgumentError: (in a run) a number is not below `num_segments`, or shapes do not fit.
    """
    return build("UnsortedSegmentSum", data, segment_ids, num_segments, name=name)


def segment_sum(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """The sums of neighbouring slices that share a segment number.

    Args:
        data: a tensor of numbers, of rank 1 or more.
        segment_ids: a sorted int32 or int64 vector, one number for each slice of the first axis.
        name: the op's name.

    Returns:
        A tensor of shape `[last number + 1] + data.shape[1:]`; segments without slices hold 0.

    Raises:
        ValueError: static ranks do not fit.
        InvalidArgumentError: (in a run) the numbers are not sorted, are negative, or are too few or
            many.
    """
    return build("SegmentSum", data, segment_ids, name=name)
