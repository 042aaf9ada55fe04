"""Elements and slices picked by index rows over several axes: GatherNd."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import InvalidArgumentError
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, check_rank_at_least, shape_text
from headrace.graph.opdef import EXACT, attributes_of, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, integers, reals
from headrace.graph.tensor import Tensor
from headrace.ops.array.batch_gather import batch_gather_nd
from headrace.ops.array.index_checks import ignores_bad_indices, row_text, rows_outside
from headrace.ops.static_shapes import shape_of


@attributes
class GatherNdAttributes(Attributes):
    """Attributes of GatherNd."""

    Tparams: DType
    Tindices: DType
    bad_indices_policy: str = ""


def _gather_nd_shape(ctx: ShapeContext[GatherNdAttributes]) -> Sequence[Dims]:
    params, indices = ctx.shapes
    if params == () and ctx.in_run:
        raise Mismatch("params must be at least a vector")
    check_rank_at_least(indices, 1, "indices must be at least a vector")
    if params is None or indices is None or indices[-1] is None:
        return (None,)
    depth = indices[-1]
    if depth > len(params):
        raise Mismatch(
            "indices.shape[-1] must be <= params.rank, but saw indices shape: "
            f"{shape_text(indices)} and params shape: {shape_text(params)}",
            in_run="index innermost dimension length must be <= params rank; "
            f"saw: {depth} vs. {len(params)}",
        )
    if ctx.in_run and 0 in params and 0 not in indices[:-1]:
        raise Mismatch(
            f"Requested more than 0 entries, but params is empty.  Params shape: {shape_text(params)}"
        )
    return ((*indices[:-1], *params[depth:]),)


def _gathered(
    attrs: GatherNdAttributes, params: NDArray[Any], indices: NDArray[Any]
) -> NDArray[Any]:
    depth = indices.shape[-1]
    shape = (*indices.shape[:-1], *params.shape[depth:])
    if depth == 0:
        return np.broadcast_to(params, shape)
    if prod(indices.shape[:-1]) == 0:
        return np.empty(shape, params.dtype)
    outside = rows_outside(indices, params.shape[:depth])
    if outside is None:
        return np.asarray(params[tuple([indices[..., i] for i in range(depth)])])
    if not ignores_bad_indices(attrs.bad_indices_policy):
        raise InvalidArgumentError(
            None,
            None,
            f"{row_text(indices, outside)} does not index into param shape "
            f"{shape_text(params.shape)}, node name: {{node}}",
        )
    picked = params[tuple([np.where(outside, 0, indices[..., i]) for i in range(depth)])]
    picked[outside] = b"" if params.dtype == object else 0
    return np.asarray(picked)


def _gather_nd_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    params, indices = op.inputs
    shape = shape_of(params)
    dtype = indices.dtype.base_dtype
    if dtype is not dtypes.int32:
        shape = build("Cast", shape, DstT=dtype)
    if indices.dims is not None and len(indices.dims) == 1:  # ScatterNd takes no scalar updates
        indices, grad = build("ExpandDims", indices, 0), build("ExpandDims", grad, 0)
    policy = attributes_of(op, GatherNdAttributes).bad_indices_policy
    return build("ScatterNd", indices, grad, shape, bad_indices_policy=policy), None


define(
    "GatherNd",
    inputs="params: Tparams, indices: Tindices",
    outputs="output: Tparams",
    attributes=GatherNdAttributes,
    shape=_gather_nd_shape,
    reference=_gathered,
    gradient=_gather_nd_gradient,
    samples=(
        Sample(reals(3, 4), given([[0, 1], [2, 3], [0, 1]], dtypes.int32)),
        Sample(reals(3, 4), given([[2], [0]], dtypes.int64)),
        Sample(reals(2, 3, 2), given([[[1, 2]], [[0, 0]]], dtypes.int32)),
        Sample(reals(3, 4), given([2, 1], dtypes.int32)),
        Sample(reals(2, 2), integers(3, 0, low=0, high=1), differentiable=False),
        Sample(reals(2, 3), integers(0, 2, low=0, high=1)),
        Sample(reals(0, 2), integers(0, 1, low=0, high=1)),
        Sample(reals(3), given([[7], [1], [-1]], dtypes.int32), bad_indices_policy="IGNORE"),
    ),
    types={
        "Tparams": dtypes.ALL,
        "Tindices": dtypes.ANY_INDEX,
    },
    tolerance=EXACT,
    doc="The elements or slices at the positions that the rows of an index tensor give.",
)


def gather_nd(
    params: Any,
    indices: Any,
    name: str | None = None,
    batch_dims: int = 0,
    bad_indices_policy: str = "",
) -> Tensor:
    """The elements or slices of `params` at the positions that index rows give.

    Args:
        params: a tensor of rank 1 or more.
        indices: int16, int32 or int64; each row of the last axis is a position in as many axes of
            `params`.
        name: the op's name.
        batch_dims: how many leading axes `params` and `indices` share.
        bad_indices_policy: `'IGNORE'` puts zeros where a position lies outside; `''`, `'DEFAULT'`
            and `'ERROR'` refuse it.

    Returns:
        A tensor of the dtype of `params` and the shape `indices[:-1] + params[depth:]`, where depth
        is the size of the last axis of `indices`.

    Raises:
        ValueError: static shapes do not fit, or `batch_dims` is negative or too large.
        InvalidArgumentError: (in a run) a position lies outside, or shapes do not fit.
    """
    if batch_dims < 0:
        raise refusal(
            ValueError,
            "tf.gather_nd does not allow negative batch_dims.",
            [params, indices],
            advice="count the batch dimensions from the front: batch_dims >= 0",
        )
    if batch_dims:
        return batch_gather_nd(params, indices, batch_dims, name, bad_indices_policy)
    return build("GatherNd", params, indices, bad_indices_policy=bad_indices_policy, name=name)
