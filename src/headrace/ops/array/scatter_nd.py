"""Updates added into zeros at index rows: ScatterNd."""

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
    element_count,
    merge,
    shape_text,
)
from headrace.graph.opdef import ROUNDED, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, given, integers, reals
from headrace.graph.tensor import Tensor
from headrace.ops.array.index_checks import ignores_bad_indices, row_text, rows_outside
from headrace.ops.blank import blank


@attributes
class ScatterNdAttributes(Attributes):
    """Attributes of ScatterNd."""

    T: DType
    Tindices: DType
    bad_indices_policy: str = ""


# --- shape ----------------------------------------------------------------------------------------


def _scatter_shape(ctx: ShapeContext[ScatterNdAttributes]) -> Sequence[Dims]:
    indices, updates, shape = ctx.shapes
    check_rank(shape, 1, "Shape must be a vector")
    for word, dims in (("Indices", indices), ("Updates", updates)):
        check_rank_at_least(dims, 1, f"{word} shape must have rank at least one. Found:[]")
    if ctx.in_run:
        _check_sizes(ctx)
    output = ctx.as_dims(2)
    _check_empty(output, indices, updates)
    if indices is not None and updates is not None:
        _check_outer(indices, updates)
        if output is not None and indices[-1] is not None:
            _check_slices(output, updates, indices[-1], len(indices) - 1, in_run=ctx.in_run)
    return (output,)


def _check_sizes(ctx: ShapeContext[ScatterNdAttributes]) -> None:
    sizes = ctx.constant(2)
    negative = [] if sizes is None else [size for size in sizes.ravel().tolist() if size < 0]
    if negative:
        raise Mismatch(f"Dimension {negative[0]} must be >= 0")


def _check_empty(output: Dims, indices: Dims, updates: Dims) -> None:
    counts = [element_count(dims) for dims in (output, indices, updates)]
    if counts[1] == 0 == counts[2]:
        return
    if counts[0] == 0 and any(counts[1:]):
        raise Mismatch(
            "Indices and updates specified for empty input",
            in_run="Indices and updates specified for empty output.  indices shape: "
            f"{shape_text(indices)}",
        )
    if None not in counts and 0 in counts:
        sentence = "Indices and updates specified for empty output shape"
        raise Mismatch(sentence, in_run=sentence)


def _check_outer(indices: tuple[int | None, ...], updates: tuple[int | None, ...]) -> None:
    outer = len(indices) - 1
    mine, theirs = indices[:outer], updates[:outer]
    try:
        merge(mine, theirs)
    except Mismatch as error:
        place = f"[0,{outer})"
        left = f"Dimensions {place} of indices[shape={shape_text(indices)}]"
        right = f"must match dimensions {place} of updates[shape={shape_text(updates)}]"
        raise Mismatch(
            f"{left} = {shape_text(mine)} {right} = {shape_text(theirs)}: {error.sentence}",
            in_run=f"{left} {right}",
            advice="give one update for each index row",
        ) from None


def _check_slices(
    output: tuple[int | None, ...],
    updates: tuple[int | None, ...],
    depth: int,
    outer: int,
    *,
    in_run: bool,
) -> None:
    mine, theirs = output[depth:], updates[outer:]
    left = f"Dimensions [{depth},{len(output)}) of input[shape={shape_text(output)}]"
    right = (
        f"must match dimensions [{outer},{len(updates)}) of updates[shape={shape_text(updates)}]"
    )
    try:
        merge(mine, theirs)
    except Mismatch as error:
        raise Mismatch(
            f"{left} = {shape_text(mine)} {right} = {shape_text(theirs)}: {error.sentence}",
            in_run=f"{left} {right}",
            advice="an update has the axes of the result that its index row leaves open",
        ) from None
    if in_run and depth > len(output):
        raise Mismatch(
            f"{left} {right}", advice="an index row has one index for each axis, or fewer"
        )


# --- values and gradient --------------------------------------------------------------------------


def _scattered(
    attrs: ScatterNdAttributes, indices: NDArray[Any], updates: NDArray[Any], shape: NDArray[Any]
) -> NDArray[Any]:
    sizes = tuple(shape.tolist())
    out = blank(sizes, updates.dtype)
    if indices.size == 0:
        return out
    outside = rows_outside(indices, sizes[: indices.shape[-1]])
    if outside is not None:
        if not ignores_bad_indices(attrs.bad_indices_policy):
            raise InvalidArgumentError(
                None,
                None,
                f"{row_text(indices, outside)} does not index into shape {shape_text(sizes)}",
            )
        indices, updates = indices[~outside], updates[~outside]
    with np.errstate(all="ignore"):
        np.add.at(out, tuple([indices[..., i] for i in range(indices.shape[-1])]), updates)
    return out


def _scatter_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return None, build("GatherNd", grad, op.inputs[0]), None


define(
    "ScatterNd",
    inputs="indices: Tindices, updates: T, shape: Tindices",
    outputs="output: T",
    attributes=ScatterNdAttributes,
    shape=_scatter_shape,
    reference=_scattered,
    gradient=_scatter_gradient,
    samples=(
        Sample(given([[1], [3], [1]], dtypes.int32), reals(3), given([4], dtypes.int32)),
        Sample(given([[1, 0], [0, 2]], dtypes.int64), reals(2), given([2, 3], dtypes.int64)),
        Sample(given([[[2]], [[0]]], dtypes.int32), reals(2, 1, 2), given([3, 2], dtypes.int32)),
        Sample(integers(0, 1, low=0, high=1), reals(0, 2), given([2, 2], dtypes.int32)),
        Sample(integers(0, 1, low=0, high=1), reals(0), given([0], dtypes.int32)),
        Sample(
            given([[5], [0], [-1]], dtypes.int32),
            reals(3),
            given([2], dtypes.int32),
            bad_indices_policy="IGNORE",
            differentiable=False,
        ),
    ),
    types={"T": dtypes.ALL, "Tindices": dtypes.ANY_INDEX},
    tolerance=ROUNDED,
    doc="Zeros into which updates are added at the positions of index rows.",
)


def scatter_nd(
    indices: Any,
    updates: Any,
    shape: Any,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """Zeros into which updates are added at the positions of index rows.

    Args:
        indices: int16, int32 or int64 of shape `outer + [depth]`; each row of the last axis is a
            position in the first `depth` axes of the result.
        updates: a tensor of shape `outer + shape[depth:]`.
        shape: the shape of the result, a vector of the dtype of `indices`.
        bad_indices_policy: `'IGNORE'` leaves out updates whose position lies outside; `''`,
            `'DEFAULT'` and `'ERROR'` refuse them.
        name: the op's name.

    Returns:
        A tensor of the dtype of `updates`. Updates of one position are summed, strings joined.

    Raises:
        ValueError: static shapes do not fit.
        TypeError: `indices` and `shape` have different dtypes.
        InvalidArgumentError: (in a run) a position lies outside, or shapes do not fit.
    """
    return build(
        "ScatterNd", indices, updates, shape, bad_indices_policy=bad_indices_policy, name=name
    )
