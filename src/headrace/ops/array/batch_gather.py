"""Gathers in which each batch has its own indices, composed of other ops as in TensorFlow.

No op is defined here.
"""

from __future__ import annotations

from typing import Any

from headrace.base import dtypes
from headrace.graph.build import build, build_outputs
from headrace.graph.convert import convert
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.array.meshgrid import meshgrid
from headrace.ops.static_shapes import rank_of, shape_of


def batch_gather(params: Any, indices: Any, name: str | None = None) -> Tensor:
    """Slices of `params` along the last axis of `indices`, picked in each batch by its own indices.

    Args:
        params: a tensor that shares all axes but the last of `indices`.
        indices: int32 or int64, of known rank.
        name: the scope's name.

    Returns:
        A tensor of the dtype of `params` and the shape `indices + params[indices.rank:]`.

    Raises:
        ValueError: the rank of `indices` is unknown or 0, or that of `params` is too low.
        InvalidArgumentError: (in a run) an index is out of range.
    """
    with name_scope(name, "BatchGather", [params, indices]):
        places, values = convert(indices, None, "indices"), convert(params, None, "params")
        if places.dims is None:
            raise refusal(
                ValueError,
                "batch_gather does not allow indices with unknown shape.",
                [places, values],
                advice="give the indices a static rank: indices.set_shape([None, …])",
            )
        batch = len(places.dims) - 1
        _check_batch(batch, values, places)
        place_shape, shape = shape_of(places), shape_of(values)
        flat = build("Reshape", _offset(places, shape, batch), [-1])
        inner = shape[batch + 1 :]
        rows = build("Prod", shape[: batch + 1], [0], keep_dims=False)
        laid = build("ConcatV2", [[rows], inner], 0, name="concat")
        picked = build("GatherV2", build("Reshape", values, laid), flat, 0)
        final = build("ConcatV2", [place_shape, inner], 0, name="concat")
        result = build("Reshape", picked, final)
        if values.dims is not None:  # both know something of the batch
            result.set_shape([*values.dims[:batch], places.dims[-1], *values.dims[batch + 1 :]])
        return result


def _check_batch(batch: int, params: Tensor, indices: Tensor) -> None:
    for word, tensor in (("indices", indices), ("params", params)):
        if tensor.dims is not None and not 0 <= batch < len(tensor.dims):
            raise refusal(
                ValueError,
                f"Argument `batch_dims` = {batch} must be less than rank(`{word}`) = "
                f"{len(tensor.dims)}",
                [params, indices],
            )


def _offset(indices: Tensor, shape: Tensor, batch: int) -> Tensor:
    """The indices counted through all batches, which are laid one after the other."""
    dtype = indices.dtype.base_dtype
    rank = batch + 1
    stride = convert(1, dtype, "ones")
    sizes = build("Cast", shape, DstT=dtype)
    for axis in range(batch, 0, -1):
        size = sizes[axis - 1]
        stride = build("Mul", stride, sizes[axis], name="mul")
        zero, one = convert(0, dtype, "zeros"), convert(1, dtype, "ones")
        starts = build("Mul", build("Range", zero, size, one), stride, name="mul")
        along = [1] * (axis - 1) + [size] + [1] * (rank - axis)
        where = convert(along, None, "stack")
        indices = build("AddV2", indices, build("Reshape", starts, where), name="add")
    return indices


def batch_gather_nd(
    params: Any, indices: Any, batch_dims: int, name: str | None, bad_indices_policy: str
) -> Tensor:
    """`gather_nd` in which `params` and `indices` share leading axes.

    Args:
        params: a tensor.
        indices: index rows.
        batch_dims: how many leading axes they share, 1 or more.
        name: the scope's name.
        bad_indices_policy: as for `gather_nd`.

    Returns:
        The picked elements or slices.

    Raises:
        ValueError: `batch_dims` is not below both ranks, or a batch axis of unknown number is met.
    """
    with name_scope(name, "BatchGatherND", [params, indices]):
        rows, values = convert(indices, None, "indices"), convert(params, None, "params")
        _check_batch(batch_dims, values, rows)
        shape, row_shape = shape_of(values), shape_of(rows)
        batch_shape = shape[:batch_dims]
        count = build("Prod", batch_shape, [0], keep_dims=False)
        further = rank_of(rows) - batch_dims - 1
        inner = row_shape[batch_dims:-1]
        grid = _batch_rows(batch_shape, rows)
        grid = _repeated(grid, further, inner)
        laid = build("ConcatV2", [[count], row_shape[batch_dims:]], 0, name="concat")
        whole = build(
            "ConcatV2", [grid, build("Reshape", rows, laid)], -1, name="concat"
        )  # each row is led by the position of its batch
        picked = build("GatherNd", values, whole, bad_indices_policy=bad_indices_policy)
        final = build("ConcatV2", [batch_shape, shape_of(picked)[1:]], 0, name="concat")
        return build("Reshape", picked, final)


def _batch_rows(batch_shape: Tensor, rows: Tensor) -> Tensor:
    """The positions of all batches, one in each row."""
    number = None if batch_shape.dims is None else batch_shape.dims[0]
    if number is None:
        raise refusal(
            ValueError,
            f"Cannot infer argument `num` from shape {batch_shape.shape}",
            [batch_shape],
            advice="give the shape of the indices static sizes (set_shape)",
        )
    dtype = rows.dtype.base_dtype
    along = []
    for size in build_outputs("Unpack", batch_shape, num=number, axis=0, name="unstack"):
        numbers = build("Range", 0, build("Cast", size, DstT=dtypes.int32), 1)
        along.append(build("Cast", numbers, DstT=dtype))
    flat = [build("Reshape", grid, [-1]) for grid in meshgrid(*along, indexing="ij")]
    stacked = build("Pack", flat, axis=0, name="stack")
    return build("Transpose", stacked, [1, 0], name="transpose")


def _repeated(grid: Tensor, further: Tensor, inner: Tensor) -> Tensor:
    """The batch positions, once for each row of the batch."""
    sizes = shape_of(grid)
    lead = sizes[:1]
    with name_scope("ones") as scope:
        length = build("Reshape", further, [-1])
        ones = build("Fill", length, convert(1, dtypes.int32, "Const"), name=scope)
    wide = build("ConcatV2", [lead, ones, sizes[1:]], 0, name="concat")
    laid = build("Reshape", grid, wide)
    return build("Tile", laid, build("ConcatV2", [[1], inner, [1]], 0, name="concat"))
