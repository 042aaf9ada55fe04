"""A block of a tensor, by its first position and its sizes: Slice."""

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
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge, shape_text
from headrace.graph.opdef import EXACT, OpDef, define
from headrace.graph.operation import Operation
from headrace.graph.partial import PartialValue, structural
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.static_shapes import rank_of, shape_of


@attributes
class SliceAttributes(Attributes):
    """Attributes of Slice."""

    T: DType
    Index: DType


def _rank(ctx: ShapeContext[SliceAttributes]) -> int | None:
    """The rank of the input, as far as it or the operands tell."""
    dims, begin, size = ctx.shapes
    in_run = (
        f"Expected begin and size arguments to be 1-D tensors of size {len(dims or ())}, "
        f"but got shapes {shape_text(begin)} and {shape_text(size)} instead."
    )
    try:
        for index in (1, 2):
            ctx.with_rank(index, 1)
        count = merge(begin, size)
        if count is None or count[0] is None:
            return None if dims is None else len(dims)
        ctx.with_rank(0, count[0])
    except Mismatch as error:
        raise Mismatch(
            error.sentence, in_run=in_run, advice="give one begin and one size for each axis"
        ) from None
    return count[0]


def _slice_shape(ctx: ShapeContext[SliceAttributes]) -> Sequence[Dims]:
    rank = _rank(ctx)
    if rank is None:
        return (None,)
    dims = ctx.shapes[0] or (None,) * rank
    begins, wanted = _numbers(ctx, 1, rank), _numbers(ctx, 2, rank)
    if ctx.in_run:
        _check_block(dims, begins, wanted)
    sizes: list[int | None] = []
    for have, begin, size in zip(dims, begins, wanted, strict=True):
        if size is None or size >= 0:
            sizes.append(size)
        elif size < -1:
            raise Mismatch(f"Invalid value in tensor used for shape: {size}")
        elif have is None or begin is None:
            sizes.append(None)
        elif begin > have:
            raise Mismatch(f"Negative dimension size caused by subtracting {begin} from {have}")
        else:
            sizes.append(have - begin)
    return (tuple(sizes),)


def _numbers(ctx: ShapeContext[SliceAttributes], index: int, rank: int) -> list[int | None]:
    value = ctx.partial(index)
    if value is None:
        return [None] * rank
    pairs = zip(value.values.tolist(), value.known.tolist(), strict=True)
    return [number if known else None for number, known in pairs]


def _check_block(
    dims: Sequence[int | None], begins: Sequence[int | None], sizes: Sequence[int | None]
) -> None:
    """In a run the block must lie inside the input."""
    for axis, (have, begin, size) in enumerate(zip(dims, begins, sizes, strict=True)):
        assert have is not None
        assert begin is not None
        assert size is not None
        count = have - begin if size == -1 else size
        if have == 0 and (begin or count):
            raise Mismatch(
                f"Expected begin[{axis}] == 0 (got {begin}) and size[{axis}] == 0 (got {count}) when "
                f"input.dim_size({axis}) == 0"
            )
        if not 0 <= begin <= have:
            raise Mismatch(f"Expected begin[{axis}] in [0, {have}], but got {begin}")
        if not 0 <= count <= have - begin:
            raise Mismatch(f"Expected size[{axis}] in [0, {have - begin}], but got {count}")


def _slice(
    attrs: SliceAttributes, x: NDArray[Any], begin: NDArray[Any], size: NDArray[Any]
) -> NDArray[Any]:
    block: list[Any] = [
        slice(first, None if count == -1 else first + count)
        for first, count in zip(begin.tolist(), size.tolist(), strict=True)
    ]
    # The final ellipsis keeps a single element an array.
    return np.asarray(x[(*block, ...)])


def _slice_partial(
    definition: OpDef[SliceAttributes], ctx: ShapeContext[SliceAttributes]
) -> PartialValue | None:
    found = structural(1, 2)(definition, ctx)
    assert not isinstance(found, tuple)
    # A block that leaves the input is an error of the run; until then its elements are unknown.
    return found if found is not None and found.values.shape == _slice_shape(ctx)[0] else None


def _slice_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    """The gradient among zeros, before and behind the block."""
    x, begin, _ = op.inputs
    kind = begin.dtype.base_dtype
    rank = rank_of(x)
    shape = shape_of(op.outputs[0], out_type=kind)
    column = build("Pack", [rank, convert(1, dtypes.int32, "stack/1")], axis=0, name="stack")
    before = build("Reshape", begin, column)
    behind = build(
        "Sub", build("Sub", shape_of(x, out_type=kind), shape, name="sub"), begin, name="sub"
    )
    widths = build("ConcatV2", [before, build("Reshape", behind, column)], 1, name="concat")
    return build("Pad", grad, widths), None, None


define(
    "Slice",
    inputs="input: T, begin: Index, size: Index",
    outputs="output: T",
    attributes=SliceAttributes,
    shape=_slice_shape,
    reference=_slice,
    gradient=_slice_gradient,
    samples=(
        Sample(reals(3, 4), given([1, 0], dtypes.int32), given([2, 3], dtypes.int32)),
        Sample(reals(3, 4), given([0, 1], dtypes.int32), given([-1, -1], dtypes.int32)),
        Sample(reals(2, 3), given([1, 2], dtypes.int64), given([1, 1], dtypes.int64)),
        Sample(reals(3), given([3], dtypes.int32), given([-1], dtypes.int32)),
        Sample(reals(3), given([1], dtypes.int32), given([0], dtypes.int32)),
        Sample(reals(0, 2), given([0, 1], dtypes.int32), given([0, 1], dtypes.int32)),
        Sample(reals(), given([], dtypes.int32), given([], dtypes.int32)),
    ),
    types={"T": dtypes.ALL, "Index": dtypes.INDEX},
    tolerance=EXACT,
    partial=_slice_partial,
    doc="A block of the input, by its first position and its sizes.",
)


def slice_(input_: Any, begin: Any, size: Any, name: str | None = None) -> Tensor:
    """A block of a tensor.

    Args:
        input_: a tensor.
        begin: a vector, int32 or int64: the first position on each axis.
        size: a vector of the dtype of `begin`: the sizes; -1 takes all that is left of the axis.
        name: the op's name.

    Returns:
        A tensor of the dtype of `input_`.

    Raises:
        ValueError: there is not one begin and one size for each axis.
        InvalidArgumentError: (in a run) the block does not lie inside the input.
    """
    return build("Slice", input_, begin, size, name=name)
