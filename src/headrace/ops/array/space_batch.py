"""Blocks of space moved into the batch and back: SpaceToBatchND, BatchToSpaceND."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge, shape_text
from headrace.graph.opdef import EXACT, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, int_vector, reals
from headrace.graph.tensor import Tensor
from headrace.ops.blank import blank

Array = NDArray[Any]


@attributes
class SpaceToBatchAttributes(Attributes):
    """Attributes of SpaceToBatchND."""

    T: DType
    Tblock_shape: DType = dtypes.int32
    Tpaddings: DType = dtypes.int32


@attributes
class BatchToSpaceAttributes(Attributes):
    """Attributes of BatchToSpaceND."""

    T: DType
    Tblock_shape: DType = dtypes.int32
    Tcrops: DType = dtypes.int32


# --- shapes ---------------------------------------------------------------------------------------


def _rule(ctx: ShapeContext[Any], what: str, *, forward: bool) -> Dims:
    """The shape of the output; `what` names the third input (paddings or crops)."""
    block_dims = ctx.shapes[1]
    if block_dims is not None and len(block_dims) != 1:
        raise Mismatch("block_shape must have rank 1.")
    count = None if block_dims is None else block_dims[0]
    if count is None:  # TensorFlow refuses to build this; the run finds the sizes
        return None
    pair_dims, wanted = ctx.shapes[2], (count, 2)
    if ctx.in_run and pair_dims != wanted:
        raise Mismatch(f"{what} should have shape [{count}, 2] instead of {shape_text(pair_dims)}")
    merge(pair_dims, wanted)
    dims = ctx.shapes[0]
    if ctx.in_run and dims is not None and len(dims) <= count:
        raise Mismatch(f"input rank should be >= {count + 1} instead of {len(dims)}")
    dims = ctx.with_rank_at_least(0, count + 1)
    # As in TensorFlow, values that are known in part count as unknown.
    blocks, pairs = ctx.constant(1), ctx.constant(2)
    _check_blocks(blocks, forward)
    if pairs is not None and pairs.size and int(pairs.min()) < 0:
        in_run = f"{what.capitalize()} must be non-negative"
        raise Mismatch(f"{what} cannot be negative", in_run=in_run)
    if dims is None:
        return None
    return _sizes(dims, count, blocks, pairs, forward)


def _check_blocks(blocks: NDArray[np.int64] | None, forward: bool) -> None:
    if blocks is None or blocks.size == 0 or int(blocks.min()) >= 1:
        return
    index = int(np.flatnonzero(blocks < 1)[0])
    in_run = f"Product of block sizes must be positive, got {int(blocks.prod())}"
    if forward:
        in_run = (
            f"All values in block_shape must be positive, got value, {blocks[index]} at index "
            f"{index}."
        )
    raise Mismatch("block_shape must be positive", in_run=in_run)


def _sizes(
    dims: tuple[int | None, ...],
    count: int,
    blocks: NDArray[np.int64] | None,
    pairs: NDArray[np.int64] | None,
    forward: bool,
) -> Dims:
    out = list(dims)
    batch = dims[0]
    for i in range(count):
        block = None if blocks is None else int(blocks[i])
        pair = None if pairs is None else pairs[i]
        if batch is None or block is None:
            batch = None
        elif forward:
            batch *= block
        else:
            assert blocks is not None
            in_run = (
                f"Input batch dimension ({dims[0]}) is not divisible by product of block sizes "
                f"({int(blocks.prod())})"
            )
            batch = _divided(batch, block, in_run)
        size = dims[i + 1]
        if size is None or block is None or pair is None:
            out[i + 1] = None
        elif forward:
            padded = size + int(pair.sum())
            in_run = f"padded_shape[{i}]={padded} is not divisible by block_shape[{i}]={block}"
            out[i + 1] = _divided(padded, block, in_run)
        else:
            out[i + 1] = _cropped(size * block, int(pair[0]), int(pair[1]), i)
    out[0] = batch
    return tuple(out)


def _cropped(size: int, before: int, after: int, axis: int) -> int:
    in_run = f"cropped_shape[{axis}]={size - before - after} must be non-negative"
    left = size
    for crop in (before, after):
        if crop > left:
            sentence = f"Negative dimension size caused by subtracting {crop} from {left}"
            raise Mismatch(sentence, in_run=in_run)
        left -= crop
    return left


def _divided(size: int, block: int, in_run: str) -> int:
    if size % block != 0:
        sentence = f"Dimension size must be evenly divisible by {block} but is {size}"
        raise Mismatch(sentence, in_run=in_run)
    return size // block


def _space_to_batch_shape(ctx: ShapeContext[SpaceToBatchAttributes]) -> Sequence[Dims]:
    return (_rule(ctx, "paddings", forward=True),)


def _batch_to_space_shape(ctx: ShapeContext[BatchToSpaceAttributes]) -> Sequence[Dims]:
    return (_rule(ctx, "crops", forward=False),)


# --- references -----------------------------------------------------------------------------------


def _space_to_batch(
    attrs: SpaceToBatchAttributes, x: Array, block_shape: Array, paddings: Array
) -> Array:
    blocks = [int(block) for block in block_shape]
    count = len(blocks)
    inner = x.shape[1 + count :]
    pads = [(0, 0), *[(int(a), int(b)) for a, b in paddings], *[(0, 0)] * len(inner)]
    padded = _padded(x, pads)
    shape = [x.shape[0]]
    for size, block in zip(padded.shape[1:], blocks, strict=False):
        shape += [size // block, block]
    cells = padded.reshape(*shape, *inner)
    # Batch, position, block, position, block, … → blocks, batch, positions.
    odd, even = range(2, 2 * count + 1, 2), range(1, 2 * count + 1, 2)
    moved = cells.transpose(*odd, 0, *even, *range(2 * count + 1, cells.ndim))
    batch = x.shape[0] * int(np.prod(blocks, dtype=np.int64))
    return moved.reshape(batch, *[cells.shape[i] for i in even], *inner)


def _padded(x: Array, pads: list[tuple[int, int]]) -> Array:
    if not any(before or after for before, after in pads):
        return x
    out = blank(
        tuple(size + before + after for size, (before, after) in zip(x.shape, pads, strict=True)),
        x.dtype,
    )
    inside = tuple(
        slice(before, before + size) for size, (before, _) in zip(x.shape, pads, strict=True)
    )
    out[inside] = x
    return out


def _batch_to_space(
    attrs: BatchToSpaceAttributes, x: Array, block_shape: Array, crops: Array
) -> Array:
    blocks = [int(block) for block in block_shape]
    count = len(blocks)
    inner = x.shape[1 + count :]
    batch = x.shape[0] // int(np.prod(blocks, dtype=np.int64))
    cells = x.reshape(*blocks, batch, *x.shape[1:])
    order = [count]
    for i in range(count):
        order += [count + 1 + i, i]
    spread = cells.transpose(*order, *range(2 * count + 1, cells.ndim))
    sizes = [size * block for size, block in zip(x.shape[1:], blocks, strict=False)]
    whole = spread.reshape(batch, *sizes, *inner)
    inside = tuple(slice(int(a), size - int(b)) for size, (a, b) in zip(sizes, crops, strict=True))
    return whole[(slice(None), *inside)]


def _space_to_batch_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return build("BatchToSpaceND", grad, op.inputs[1], op.inputs[2]), None, None


def _batch_to_space_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return build("SpaceToBatchND", grad, op.inputs[1], op.inputs[2]), None, None


define(
    "SpaceToBatchND",
    inputs="input: T, block_shape: Tblock_shape, paddings: Tpaddings",
    outputs="output: T",
    attributes=SpaceToBatchAttributes,
    shape=_space_to_batch_shape,
    reference=_space_to_batch,
    gradient=_space_to_batch_gradient,
    samples=(
        Sample(reals(1, 4, 4, 2), int_vector(2, 2), int_vector([0, 0], [0, 0])),
        Sample(reals(2, 3, 5, 1), int_vector(2, 3), int_vector([1, 0], [0, 1])),
        Sample(reals(2, 4, 3), int_vector(2), int_vector([1, 1])),
        Sample(reals(0, 4, 4, 1), int_vector(2, 2), int_vector([0, 0], [0, 0])),
        Sample(reals(1, 0, 4, 1), int_vector(2, 2), int_vector([0, 0], [0, 0])),
    ),
    types={"T": dtypes.REAL_NUMERIC, "Tblock_shape": dtypes.INDEX, "Tpaddings": dtypes.INDEX},
    tolerance=EXACT,
    doc="Pads, cuts space into blocks and moves the positions within a block into the batch.",
)

define(
    "BatchToSpaceND",
    inputs="input: T, block_shape: Tblock_shape, crops: Tcrops",
    outputs="output: T",
    attributes=BatchToSpaceAttributes,
    shape=_batch_to_space_shape,
    reference=_batch_to_space,
    gradient=_batch_to_space_gradient,
    samples=(
        Sample(reals(4, 2, 2, 2), int_vector(2, 2), int_vector([0, 0], [0, 0])),
        Sample(reals(6, 2, 2, 1), int_vector(2, 3), int_vector([1, 0], [0, 2])),
        Sample(reals(4, 2, 3), int_vector(2), int_vector([0, 1])),
        Sample(reals(0, 2, 2, 1), int_vector(2, 2), int_vector([0, 0], [0, 0])),
        Sample(reals(4, 2, 2, 1), int_vector(2, 2), int_vector([2, 2], [0, 0])),
    ),
    types={"T": dtypes.REAL_NUMERIC, "Tblock_shape": dtypes.INDEX, "Tcrops": dtypes.INDEX},
    tolerance=EXACT,
    doc="Moves positions within a block back from the batch into space, and crops.",
)


# --- public ---------------------------------------------------------------------------------------


def space_to_batch_nd(
    input: Any, block_shape: Any, paddings: Any, name: str | None = None
) -> Tensor:
    """Pads, cuts space into blocks, and moves the positions within a block into the batch.

    Args:
        input: [batch, space…, rest…].
        block_shape: the size of a block along each axis of space, a vector of int32 or int64.
        paddings: cells before and after, for each axis of space.
        name: the op's name.

    Returns:
        [batch · cells of a block, space / block…, rest…].

    Raises:
        ValueError: a block does not divide the padded space, or shapes do not fit.
    """
    return build("SpaceToBatchND", input, block_shape, paddings, name=name)


def batch_to_space_nd(input: Any, block_shape: Any, crops: Any, name: str | None = None) -> Tensor:
    """Undoes `space_to_batch_nd`.

    Args:
        input: [batch, space…, rest…].
        block_shape: the size of a block along each axis of space, a vector of int32 or int64.
        crops: cells to take away before and after, for each axis of space.
        name: the op's name.

    Returns:
        [batch / cells of a block, space · block - crops…, rest…].

    Raises:
        ValueError: the blocks do not divide the batch, or shapes do not fit.
    """
    return build("BatchToSpaceND", input, block_shape, crops, name=name)


def space_to_batch(
    input: Any,
    paddings: Any,
    block_size: Any = None,
    name: str | None = None,
    block_shape: Any = None,
) -> Tensor:
    """`space_to_batch_nd` of images with square blocks.

    Args:
        input: [batch, height, width, channels].
        paddings: [2, 2], cells before and after height and width.
        block_size: the side of a block.
        name: the op's name.
        block_shape: another spelling of `block_size`.

    Raises:
        ValueError: a block does not divide the padded space, or both spellings are given.
    """
    block = _square(block_size, block_shape)
    result = build("SpaceToBatchND", input, block, paddings, name=name)
    result.set_shape(result.shape.with_rank(4))
    return result


def batch_to_space(
    input: Any,
    crops: Any,
    block_size: Any,
    name: str | None = None,
    block_shape: Any = None,
) -> Tensor:
    """Undoes `space_to_batch`.

    Args:
        input: [batch, height, width, channels].
        crops: [2, 2], cells to take away before and after height and width.
        block_size: the side of a block.
        name: the op's name.
        block_shape: another spelling of `block_size`.

    Raises:
        ValueError: the blocks do not divide the batch, or both spellings are given.
    """
    block = _square(block_size, block_shape)
    result = build("BatchToSpaceND", input, block, crops, name=name)
    result.set_shape(result.shape.with_rank(4))
    return result


def _square(block_size: Any, block_shape: Any) -> NDArray[np.int64]:
    if block_size is not None and block_shape is not None:
        raise refusal(
            ValueError,
            "Cannot specify both 'block_size' and 'block_shape'.",
            advice="drop one of the two",
        )
    side = block_size if block_shape is None else block_shape
    return np.array([side, side], np.int64)
