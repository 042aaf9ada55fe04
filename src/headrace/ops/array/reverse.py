"""Axes turned round: ReverseV2, and ReverseSequence, which turns the beginning of each row."""

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
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext, check_rank, merge_size
from headrace.graph.opdef import EXACT, attributes_of, define
from headrace.graph.operation import Operation
from headrace.graph.partial import structural
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed

_MAX_RANK = 8


@attributes
class ReverseAttributes(Attributes):
    """Attributes of ReverseV2."""

    Tidx: DType = dtypes.int32
    T: DType


@attributes
class ReverseSequenceAttributes(Attributes):
    """Attributes of ReverseSequence."""

    seq_dim: int
    batch_dim: int = 0
    T: DType
    Tlen: DType = dtypes.int64


# --- ReverseV2 ------------------------------------------------------------------------------------


def _reverse_shape(ctx: ShapeContext[ReverseAttributes]) -> Sequence[Dims]:
    dims, operand = ctx.shapes
    check_rank(operand, 1, "'dims' must be 1-dimension, not {rank}")
    if dims is None:
        return (None,)
    if len(dims) > _MAX_RANK:
        raise Mismatch(
            f"reverse does not work on tensors with more than {_MAX_RANK} dimensions",
            in_run=f"reverse is not implemented for tensors of rank > {_MAX_RANK}.",
        )
    axes = ctx.constant(1)
    # The kernel hands on a scalar, and what has no elements, without a look at the axes.
    if axes is not None and not (ctx.in_run and (not dims or 0 in dims)):
        _check_axes(axes.tolist(), len(dims))
    return (dims,)


def _check_axes(axes: Sequence[int], rank: int) -> None:
    seen: set[int] = set()
    for i, axis in enumerate(axes):
        if not -rank <= axis < rank:
            raise Mismatch(f"'axis'[{i}] = {axis} is out of valid range [0, {rank - 1}")
        if axis % rank in seen:
            raise Mismatch(f"axis {axis % rank} specified more than once.")
        seen.add(axis % rank)


def _reversed(attrs: ReverseAttributes, x: NDArray[Any], axes: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(np.flip(x, tuple(axes.tolist()))) if x.ndim and x.size else x


define(
    "ReverseV2",
    inputs="tensor: T, axis: Tidx",
    outputs="output: T",
    attributes=ReverseAttributes,
    shape=_reverse_shape,
    reference=_reversed,
    gradient=lambda op, grad: (build("ReverseV2", grad, op.inputs[1]), None),
    samples=(
        Sample(reals(2, 3), given([0], dtypes.int32)),
        Sample(reals(2, 3), given([-1, 0], dtypes.int64)),
        Sample(reals(2, 2, 3), given([1], dtypes.int32)),
        Sample(reals(4), given([], dtypes.int32)),
        Sample(reals(0, 3), given([1], dtypes.int32)),
        Sample(reals(), given([], dtypes.int32)),
    ),
    types={
        "T": (
            *(dtypes.uint8, dtypes.int8, dtypes.uint16, dtypes.int16, dtypes.int32, dtypes.uint32),
            *(dtypes.int64, dtypes.uint64, dtypes.bool_, dtypes.bfloat16, dtypes.float16),
            *(dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128, dtypes.string),
        ),
        "Tidx": dtypes.INDEX,
    },
    tolerance=EXACT,
    partial=structural(1),
    doc="The input with the order along some axes turned round.",
)


# --- ReverseSequence ------------------------------------------------------------------------------


def _reverse_sequence_shape(ctx: ShapeContext[ReverseSequenceAttributes]) -> Sequence[Dims]:
    attrs, (dims, lengths) = ctx.attributes, ctx.shapes
    check_rank(lengths, 1, "seq_lengths must be 1-dim, not {rank}")
    if dims is None:
        return (None,)
    _check_places(attrs, len(dims), in_run=ctx.in_run)
    have = dims[attrs.batch_dim]
    try:
        batch = merge_size(have, None if lengths is None else lengths[0])
    except Mismatch as error:
        assert lengths is not None
        raise Mismatch(
            error.sentence,
            in_run=f"Length of seq_lengths != input.dims({attrs.batch_dim}), "
            f"({lengths[0]} vs. {have})",
        ) from None
    return ((*dims[: attrs.batch_dim], batch, *dims[attrs.batch_dim + 1 :]),)


def _check_places(attrs: ReverseSequenceAttributes, rank: int, *, in_run: bool) -> None:
    batch, sequence = attrs.batch_dim, attrs.seq_dim
    if batch < 0:
        raise Mismatch(f"batch_dim must be >=0, got {batch}", in_run=f"Invalid batch_dim {batch}")
    for name, axis in (("batch_dim", batch), ("seq_dim", sequence)):
        if axis >= rank:
            raise Mismatch(
                f"{name} must be < input rank: {axis} vs. {rank}",
                in_run=f"{name} must be < input rank ( {axis} vs. {rank})",
            )
    if in_run and sequence < 0:
        raise Mismatch(f"Invalid seq_dim {sequence}")
    if in_run and sequence == batch:
        raise Mismatch(f"batch_dim == seq_dim == {batch}")


def _sequence_reversed(
    attrs: ReverseSequenceAttributes, x: NDArray[Any], lengths: NDArray[Any]
) -> NDArray[Any]:
    out = x.copy()
    source, target = (np.moveaxis(a, (attrs.batch_dim, attrs.seq_dim), (0, 1)) for a in (x, out))
    for row, length in enumerate(lengths.tolist()):
        if length < 0:
            raise InvalidArgumentError(None, None, f"seq_lens({row}) < 0")
        if length > x.shape[attrs.seq_dim]:
            raise InvalidArgumentError(None, None, f"seq_lens({row}) > input.dims({attrs.seq_dim})")
        target[row, :length] = source[row, :length][::-1]
    return out


def _reverse_sequence_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    attrs = attributes_of(op, ReverseSequenceAttributes)
    lengths = op.inputs[1]
    return (
        build("ReverseSequence", grad, lengths, seq_dim=attrs.seq_dim, batch_dim=attrs.batch_dim),
        None,
    )


define(
    "ReverseSequence",
    inputs="input: T, seq_lengths: Tlen",
    outputs="output: T",
    attributes=ReverseSequenceAttributes,
    shape=_reverse_sequence_shape,
    reference=_sequence_reversed,
    gradient=_reverse_sequence_gradient,
    samples=(
        Sample(reals(3, 4), given([1, 2, 4], dtypes.int32), seq_dim=1),
        Sample(reals(3, 4), given([3, 0, 2, 1], dtypes.int64), seq_dim=0, batch_dim=1),
        Sample(reals(2, 2, 3), given([3, 2], dtypes.int64), seq_dim=2),
        Sample(reals(0, 3), given([], dtypes.int64), seq_dim=1),
    ),
    types={"T": dtypes.ALL, "Tlen": dtypes.INDEX},
    tolerance=EXACT,
    doc="The input with the first elements of each row, as many as are asked for, turned round.",
)


# --- public functions -----------------------------------------------------------------------------


def reverse(tensor: Any, axis: Any, name: str | None = None) -> Tensor:
    """The input with the order along some axes turned round.

    Args:
        tensor: a tensor of at most 8 axes.
        axis: a vector of the axes, int32 or int64; negative ones count from the end.
        name: the op's name.

    Returns:
        A tensor of the shape and dtype of `tensor`.

    Raises:
        ValueError: an axis is out of range or named twice, or `axis` is no vector.
        InvalidArgumentError: (in a run) as ValueError.
    """
    return build("ReverseV2", tensor, axis, name=name)


def reverse_sequence(
    input: Any,
    seq_lengths: Any,
    seq_axis: int | None = None,
    batch_axis: int | None = None,
    name: str | None = None,
    seq_dim: int | None = None,
    batch_dim: int | None = None,
) -> Tensor:
    """The input with the first `seq_lengths[i]` elements of row i turned round.

    Args:
        input: a tensor.
        seq_lengths: a vector, int32 or int64, of as many lengths as `batch_axis` has elements.
        seq_axis: the axis along which elements are turned round.
        batch_axis: the axis that the rows are counted along; 0 if None.
        name: the op's name.
        seq_dim: the old spelling of `seq_axis`.
        batch_dim: the old spelling of `batch_axis`.

    Returns:
        A tensor of the shape and dtype of `input`.

    Raises:
        ValueError: an argument is given in both spellings, or static shapes do not fit.
        TypeError: `seq_axis` is missing.
        InvalidArgumentError: (in a run) a length is negative or too large, or shapes do not fit.
    """
    sequence = renamed("seq_axis", seq_axis, "seq_dim", seq_dim)
    batch = renamed("batch_axis", batch_axis, "batch_dim", batch_dim)
    if sequence is None:
        raise refusal(
            TypeError,
            "Expected int for argument 'seq_dim' not None.",
            [input],
            advice="name the axis to reverse: seq_axis=1",
        )
    with name_scope(name, "ReverseSequence", [input, seq_lengths]) as scope:
        tensor = convert(input, None, "input")
        lengths = convert(seq_lengths, None, "seq_lengths")
        return build(
            "ReverseSequence",
            tensor,
            lengths,
            seq_dim=int(sequence),
            batch_dim=0 if batch is None else int(batch),
            name=scope,
        )
