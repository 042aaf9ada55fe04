"""What of one list is not in another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build_outputs
from headrace.graph.inference import Dims, Mismatch, ShapeContext
from headrace.graph.opdef import EXACT, NoGradient, Why, define
from headrace.graph.sampling import Sample, given, integers
from headrace.graph.tensor import Tensor


@attributes
class ListDiffAttributes(Attributes):
    """Attributes of ListDiff."""

    T: DType
    out_idx: DType = dtypes.int32


class ListDiff(NamedTuple):
    """What `setdiff1d` returns."""

    out: Tensor
    idx: Tensor


def _shape(ctx: ShapeContext[ListDiffAttributes]) -> Sequence[Dims]:
    for i, name in enumerate("xy"):
        dims = ctx.shapes[i]
        if ctx.in_run and dims is not None and len(dims) != 1:
            raise Mismatch(f"{name} should be a 1D vector.")
        ctx.with_rank(i, 1)
    return ((None,), (None,))


def _reference(
    attrs: ListDiffAttributes, x: NDArray[Any], y: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    if x.dtype == object:
        removed = set(y.tolist())
        kept = np.array([item not in removed for item in x.tolist()], np.bool_)
    else:
        kept = ~np.isin(x, y)  # NaN equals nothing, so it stays
    return x[kept], np.flatnonzero(kept).astype(attrs.out_idx.as_numpy_dtype)


_FLOATS, _TEXT = dtypes.float32, dtypes.string

define(
    "ListDiff",
    inputs="x: T, y: T",
    outputs="out: T, idx: out_idx",
    attributes=ListDiffAttributes,
    shape=_shape,
    reference=_reference,
    gradient=NoGradient(Why.NOT_DEFINED),
    samples=(
        Sample(integers(8, low=0, high=5), integers(3, low=0, high=5)),
        Sample(given([1, 2, 3, 2, 5], dtypes.int64), given([2, 9], dtypes.int64)),
        Sample(given([1.0, float("nan"), -0.0], _FLOATS), given([float("nan"), 0.0], _FLOATS)),
        Sample(given([b"a", b"b", b"a"], _TEXT), given([b"b"], _TEXT)),
        Sample(integers(0, low=0, high=1), integers(2, low=0, high=2)),
        Sample(integers(2, low=0, high=2), integers(0, low=0, high=1)),
    ),
    types={"out_idx": dtypes.INDEX},
    tolerance=EXACT,
    doc="The elements of x that are not in y, in order, and where they stand.",
)


def setdiff1d(x: Any, y: Any, index_dtype: Any = dtypes.int32, name: str | None = None) -> ListDiff:
    """The elements of `x` that are not in `y`, in order, and where they stand in `x`.

    Args:
        x: a vector.
        y: a vector of the same dtype.
        index_dtype: int32 or int64.
        name: the op's name.

    Raises:
        ShapeError: an operand is no vector.
    """
    return ListDiff(
        *build_outputs("ListDiff", x, y, out_idx=dtypes.as_dtype(index_dtype), name=name)
    )
