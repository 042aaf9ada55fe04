"""Slices picked by index along one axis: Gather and GatherV2."""

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
from headrace.graph.inference import Dims, Mismatch, ShapeContext, check_rank, check_rank_at_least
from headrace.graph.opdef import EXACT, attributes_of, define
from headrace.graph.operation import Operation
from headrace.graph.partial import structural
from headrace.graph.sampling import Sample, given, integers, reals
from headrace.graph.tensor import Tensor
from headrace.ops.array.index_checks import check_indices
from headrace.ops.static_shapes import shape_of


@attributes
class GatherAttributes(Attributes):
    """Attributes of Gather."""

    validate_indices: bool = True
    Tparams: DType
    Tindices: DType


@attributes
class GatherV2Attributes(Attributes):
    """Attributes of GatherV2."""

    batch_dims: int = 0
    Tparams: DType
    Tindices: DType
    Taxis: DType


# --- shapes ---------------------------------------------------------------------------------------


def _check_params(params: Dims) -> None:
    check_rank_at_least(params, 1, "params must be at least 1 dimensional")


def _gather_shape(ctx: ShapeContext[GatherAttributes]) -> Sequence[Dims]:
    params, indices = ctx.shapes
    _check_params(params)
    return (None if params is None or indices is None else (*indices, *params[1:]),)


def _gather_v2_shape(ctx: ShapeContext[GatherV2Attributes]) -> Sequence[Dims]:
    params, indices, axis_dims = ctx.shapes
    batch = ctx.attributes.batch_dims
    _check_params(params)
    check_rank(axis_dims, 0, "axis must be scalar")
    axis = ctx.scalar(2)
    if axis is not None:
        check_rank_at_least(params, axis + 1 if axis >= 0 else -axis)
    check_rank_at_least(indices, batch if batch >= 0 else -batch)
    if batch < 0:
        if indices is None:
            return (None,)
        batch += len(indices)
    check_rank_at_least(params, batch + 1)
    if params is None or indices is None:
        return (None,)
    if axis is None:
        return ((None,) * (len(params) + len(indices) - 1 - batch),)
    place = axis % len(params)
    if batch > place:
        raise Mismatch(f"batch_dims ({batch}) must be less than or equal to axis ({place}).")
    if ctx.in_run:
        _check_batch(params, indices, batch)
    return ((*params[:place], *indices[batch:], *params[place + 1 :]),)


def _check_batch(params: tuple[int | None, ...], indices: tuple[int | None, ...], n: int) -> None:
    for i in range(n):
        if params[i] != indices[i]:
            raise Mismatch(
                f"params.shape[{i}]: {params[i]} should be equal to "
                f"indices.shape[{i}]: {indices[i]}",
                advice="give params and indices the same batch axes",
            )


# --- values ---------------------------------------------------------------------------------------


def _taken(
    params: NDArray[Any], indices: NDArray[Any], axis: int = 0, batch: int = 0
) -> NDArray[Any]:
    """The slices of `params` along `axis` (at least `batch`) at `indices`; both counted from 0."""
    shape = (*params.shape[:axis], *indices.shape[batch:], *params.shape[axis + 1 :])
    if prod(shape) == 0:  # TensorFlow looks at no index then
        return np.empty(shape, params.dtype)
    check_indices(indices, params.shape[axis])
    if batch == 0:
        return np.asarray(np.take(params, indices, axis))
    batches, outer = prod(params.shape[:batch]), prod(params.shape[batch:axis])
    slices = params.reshape(batches, outer, params.shape[axis], -1)
    places = indices.reshape(batches, 1, -1)
    rows, columns = np.arange(batches)[:, None, None], np.arange(outer)[None, :, None]
    return np.asarray(slices[rows, columns, places].reshape(shape))


def _gathered(
    attrs: GatherV2Attributes, params: NDArray[Any], indices: NDArray[Any], axis: NDArray[Any]
) -> NDArray[Any]:
    batch = attrs.batch_dims if attrs.batch_dims >= 0 else attrs.batch_dims + indices.ndim
    return _taken(params, indices, int(axis) % params.ndim, batch)


# --- gradients ------------------------------------------------------------------------------------


def _row_gradient(grad: Tensor, params: Tensor, indices: Tensor) -> Tensor:
    """The gradient of slices picked along the first axis: the sum of those picked from each place."""
    shape = shape_of(params)
    count = build("ExpandDims", build("Size", indices), 0)
    values = build("Reshape", grad, build("ConcatV2", [count, shape[1:]], 0))
    return build("UnsortedSegmentSum", values, build("Reshape", indices, count), shape[0])


def _gather_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    params, indices = op.inputs
    return _row_gradient(grad, params, indices), None


def _gather_v2_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    params, indices, axis = op.inputs
    batch = attributes_of(op, GatherV2Attributes).batch_dims
    known = axis.partial
    if batch == 0 and known is not None and known.is_known and not known.values.any():
        return _row_gradient(grad, params, indices), None, None
    return _axis_gradient(grad, params, indices, axis, batch), None, None


def _axis_gradient(
    grad: Tensor, params: Tensor, indices: Tensor, axis: Tensor, batch: int
) -> Tensor:
    """The gradient along any axis.

    The picked axis is moved to the front of each batch, the batches are laid one after the other
    and summed by place, and all is moved back.
    """
    shape, picked = shape_of(params), shape_of(indices)
    first: Any = batch if batch >= 0 else build("Add", build("Rank", indices), batch)
    batches, outer = _product(shape[:first]), _product(shape[first:axis])
    size, inner = shape[axis], _product(shape[axis:][1:])
    count = _product(picked[first:])

    values = build("Reshape", grad, [batches, outer, count, inner])
    values = build("Transpose", values, [0, 2, 1, 3])
    # int64, because the place in all batches together need not fit the dtype of the indices
    start = build("Mul", build("Range", 0, batches, 1), size)
    places = build("Reshape", indices, [batches, count])
    wide = build("Cast", places, DstT=dtypes.int64)
    offsets = build("Cast", build("ExpandDims", start, 1), DstT=dtypes.int64)
    total = build("UnsortedSegmentSum", values, build("Add", wide, offsets), batches * size)
    total = build("Reshape", total, [batches, size, outer, inner])
    return build("Reshape", build("Transpose", total, [0, 2, 1, 3]), shape)


def _product(sizes: Tensor) -> Tensor:
    return build("Prod", sizes, [0], keep_dims=False)


# --- definitions ----------------------------------------------------------------------------------

define(
    "Gather",
    inputs="params: Tparams, indices: Tindices",
    outputs="output: Tparams",
    attributes=GatherAttributes,
    shape=_gather_shape,
    reference=lambda attrs, params, indices: _taken(params, indices),
    gradient=_gather_gradient,
    samples=(
        Sample(reals(4, 3), given([3, 0, 3], dtypes.int32)),
        Sample(reals(4), given([[1, 2], [0, 3]], dtypes.int64), validate_indices=False),
        Sample(reals(3, 2), given(2, dtypes.int32)),
        Sample(reals(3, 2), integers(0, low=0, high=3)),
    ),
    types={"Tparams": dtypes.ALL, "Tindices": dtypes.INDEX},
    tolerance=EXACT,
    partial=structural(1),
    doc="Slices of the first axis, picked by index.",
)

define(
    "GatherV2",
    inputs="params: Tparams, indices: Tindices, axis: Taxis",
    outputs="output: Tparams",
    attributes=GatherV2Attributes,
    shape=_gather_v2_shape,
    reference=_gathered,
    gradient=_gather_v2_gradient,
    samples=(
        Sample(reals(4, 3), given([3, 0, 3], dtypes.int32), given(0, dtypes.int32)),
        Sample(reals(2, 4), given([[3, 0], [1, 1]], dtypes.int64), given(1, dtypes.int64)),
        Sample(reals(2, 3, 2), given([2, 0], dtypes.int32), given(-2, dtypes.int32)),
        Sample(reals(3), given(1, dtypes.int16), given(0, dtypes.int32)),
        Sample(
            reals(2, 3, 2),
            given([[0, 2], [1, 1]], dtypes.int32),
            given(1, dtypes.int32),
            batch_dims=1,
        ),
        Sample(
            reals(2, 2, 3),
            given([[0, 2, 2], [1, 1, 0]], dtypes.int16),
            given(2, dtypes.int32),
            batch_dims=1,
        ),
        Sample(reals(2, 3), given([2, 0], dtypes.int32), given(-1, dtypes.int32), batch_dims=-1),
        Sample(
            reals(2, 1, 3, 2),
            given([[[0, 2]], [[1, 1]]], dtypes.int64),
            given(2, dtypes.int32),
            batch_dims=2,
        ),
        Sample(reals(3, 2), integers(0, low=0, high=3), given(0, dtypes.int32)),
        Sample(reals(0, 2), integers(0, low=0, high=1), given(0, dtypes.int32)),
        Sample(reals(2, 0), given([5], dtypes.int32), given(0, dtypes.int32)),
    ),
    types={"Tparams": dtypes.ALL, "Tindices": dtypes.ANY_INDEX, "Taxis": dtypes.INDEX},
    tolerance=EXACT,
    partial=structural(1, 2),
    doc="Slices of an axis, picked by index, in each batch by its own indices.",
)


# --- public functions -----------------------------------------------------------------------------


def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    name: str | None = None,
    axis: Any = None,
    batch_dims: int = 0,
) -> Tensor:
    """Slices of `params` along an axis, picked by index.

    Args:
        params: a tensor of rank 1 or more.
        indices: int16, int32 or int64, from 0 to the size of the axis minus one.
        validate_indices: deprecated and without effect: indices are always checked.
        name: the op's name.
        axis: the axis, an integer or a scalar tensor; `batch_dims` if None. With axis 0
            `batch_dims` has no effect, as in TensorFlow.
        batch_dims: how many leading axes `params` and `indices` share; negative ones count from the
            end of `indices`.

    Returns:
        A tensor of the dtype of `params` and the shape
        `params[:axis] + indices[batch_dims:] + params[axis + 1:]`.

    Raises:
        ValueError: the static shapes have too few axes.
        TypeError: the indices or the axis are no integers.
        InvalidArgumentError: (in a run) an index is out of range, or the batches differ.
    """
    del validate_indices
    place = batch_dims if axis is None else axis
    return build(
        "GatherV2",
        params,
        indices,
        place,
        batch_dims=0 if _is_zero(place) else batch_dims,
        name=name,
    )


def _is_zero(axis: Any) -> bool:
    if isinstance(axis, Tensor):
        known = axis.partial
        return known is not None and known.is_known and not known.values.any()
    return bool(np.ndim(axis) == 0 and axis == 0)
