"""Reductions over axes: sum, product, mean, extremes, all, any, Euclidean norm."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.build import build, build_outputs
from headrace.graph.opdef import EXACT, SUMMED, NoGradient, Why, attributes_of
from headrace.graph.operation import Operation
from headrace.graph.partial import reduction as partly_known
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.accumulation import ordered
from headrace.ops.families import conjugate, constant_like
from headrace.ops.reductions import (
    ReductionAttributes,
    kept_shape,
    positive_axes,
    reduce,
    reduction,
    static_axes,
)
from headrace.ops.static_shapes import integers, known_sizes, rank_of

Array = NDArray[Any]

_REAL = (*dtypes.REAL_NUMERIC, *dtypes.QUANTIZED)


# --- sum and mean ---------------------------------------------------------------------------------


def _sum(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    x = ordered(x)
    return np.asarray(np.sum(x, axes, dtype=x.dtype, keepdims=keep))


def _repeated(op: Operation, grad: Tensor) -> Tensor:
    """The gradient at every element of the input that was summed into it."""
    kept, multiples = kept_shape(op)
    return build("Tile", build("Reshape", grad, kept), multiples)


def _sum_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (_repeated(op, grad), None)


reduce_sum = reduction(
    "Sum",
    _sum,
    gradient=_sum_gradient,
    types=dtypes.NUMERIC_OR_QUANTIZED,
    tolerance=SUMMED,
    public="reduce_sum",
    partial=partly_known,
    doc="The sum over axes.",
)


def _mean(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    count = int(np.prod([x.shape[axis] for axis in axes], dtype=np.int64))
    if x.dtype.kind in "iu":
        return _integer_mean(x, axes, keep, count)
    total = _sum(x, axes, keep)
    if count == 0 and x.dtype.kind == "c":
        return total  # TensorFlow's mean of no complex numbers is 0, not NaN
    return np.asarray(total / total.dtype.type(count))


def _integer_mean(x: Array, axes: tuple[int, ...], keep: bool, count: int) -> Array:
    """Summed in 64 bits, divided towards zero; the mean of nothing is 0."""
    wide = np.uint64 if x.dtype.kind == "u" else np.int64
    total: Array = np.asarray(np.sum(x, axes, dtype=wide, keepdims=keep))
    if count == 0:
        return np.zeros_like(total)
    quotient = total // total.dtype.type(count)
    if x.dtype.kind == "i":
        quotient = quotient + ((total < 0) & (total % count != 0))
    return np.asarray(quotient)


def _mean_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = op.inputs[0], op.outputs[0]
    repeated = _repeated(op, grad)
    sizes, sizes_y = known_sizes(x), known_sizes(y)
    if sizes is not None and sizes_y is not None:
        count = int(np.prod(sizes)) // max(int(np.prod(sizes_y)), 1)
        return (build("RealDiv", repeated, constant_like(grad, float(count))), None)
    total, kept = (build("Prod", build("Shape", t), integers([0]), keep_dims=False) for t in (x, y))
    factor = build("FloorDiv", total, build("Maximum", kept, 1))
    return (build("RealDiv", repeated, build("Cast", factor, DstT=grad.dtype.base_dtype)), None)


reduce_mean = reduction(
    "Mean",
    _mean,
    gradient=_mean_gradient,
    types=dtypes.NUMERIC_OR_QUANTIZED,
    tolerance=SUMMED,
    public="reduce_mean",
    low=-9.0,
    high=9.0,
    samples=(
        Sample(
            given([[2**31 - 1, 2**31 - 1], [-7, 0]]), given(1, dtypes.int32), only=(dtypes.int32,)
        ),
    ),
    doc="The mean over axes; of integers an integer, rounded towards zero.",
)

# --- product --------------------------------------------------------------------------------------


def _prod(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    x = ordered(x)
    return np.asarray(np.prod(x, axes, dtype=x.dtype, keepdims=keep))


def _prod_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    """At each element the product of the others, from products of all before and all after it."""
    x = op.inputs[0]
    shape = build("Shape", x)
    axes, others, order, inverse = _reduced_first(op)
    lengths = [
        build("Prod", build("GatherV2", shape, positions, 0), integers([0]), keep_dims=False)
        for positions in (axes, others)
    ]
    moved = build("Transpose", x, order)
    matrix = build("Reshape", moved, build("Pack", lengths, axis=0))
    before = build("Cumprod", matrix, 0, exclusive=True)
    after = build("Cumprod", matrix, 0, exclusive=True, reverse=True)
    product = build("Mul", conjugate(before), conjugate(after))
    back = build("Transpose", build("Reshape", product, build("Shape", moved)), inverse)
    return (build("Reshape", build("Mul", _repeated(op, grad), back), shape), None)


def _reduced_first(op: Operation) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The reduced axes, the others, the permutation that puts the reduced first, and its inverse."""
    x, axes = op.inputs
    known = static_axes(op)
    if known is not None and x.dims is not None:
        others = [i for i in range(len(x.dims)) if i not in known]
        order = [*known, *others]
        inverse = np.argsort(order).tolist()
        return integers(known), integers(others), integers(order), integers(inverse)
    rank = rank_of(x)
    reduced = positive_axes(axes, rank)
    rest = build_outputs("ListDiff", build("Range", 0, rank, 1), reduced)[0]
    permutation = build("ConcatV2", [reduced, rest], 0)
    return reduced, rest, permutation, build("InvertPermutation", permutation)


reduce_prod = reduction(
    "Prod",
    _prod,
    gradient=_prod_gradient,
    types=dtypes.NUMERIC_OR_QUANTIZED,
    tolerance=SUMMED,
    public="reduce_prod",
    partial=partly_known,
    samples=(Sample(given([[2.0, 0.0, 3.0], [0.0, 0.0, 1.0]]), given(1, dtypes.int32)),),
    doc="The product over axes.",
)

# --- extremes -------------------------------------------------------------------------------------


def _bounds(x: Array) -> tuple[Any, Any]:
    """The least and the greatest value of the dtype: the extremes of nothing."""
    if x.dtype.kind in "iu":
        return np.iinfo(x.dtype).min, np.iinfo(x.dtype).max
    return x.dtype.type(-np.inf), x.dtype.type(np.inf)


def _max(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    return np.asarray(np.max(x, axes, keepdims=keep, initial=_bounds(x)[0]))


def _min(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    return np.asarray(np.min(x, axes, keepdims=keep, initial=_bounds(x)[1]))


def _extreme_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    """Shared evenly among the elements that are the extreme."""
    x, axes = op.inputs
    y, kept = op.outputs[0], kept_shape(op)[0]
    if not attributes_of(op, ReductionAttributes).keep_dims:
        y, grad = build("Reshape", y, kept), build("Reshape", grad, kept)
    chosen = build("Cast", build("Equal", y, x), DstT=grad.dtype.base_dtype)
    count = build("Reshape", build("Sum", chosen, axes, keep_dims=False), kept)
    return (build("Mul", build("RealDiv", chosen, count), grad), None)


reduce_max = reduction(
    "Max",
    _max,
    gradient=_extreme_gradient,
    types=_REAL,
    tolerance=EXACT,
    public="reduce_max",
    distinct=True,
    partial=partly_known,
    doc="The greatest element over axes; NaN if one is NaN.",
)
reduce_min = reduction(
    "Min",
    _min,
    gradient=_extreme_gradient,
    types=_REAL,
    tolerance=EXACT,
    public="reduce_min",
    distinct=True,
    partial=partly_known,
    doc="The least element over axes; NaN if one is NaN.",
)

# --- logic ----------------------------------------------------------------------------------------


def _logical(function: Callable[..., Any]) -> Callable[[Array, tuple[int, ...], bool], Array]:
    return lambda x, axes, keep: np.asarray(function(x, axes, keepdims=keep))


reduce_all = reduction(
    "All",
    _logical(np.all),
    gradient=NoGradient(Why.DISCRETE),
    types=None,
    tolerance=EXACT,
    public="reduce_all",
    doc="Whether all elements over axes are true.",
)
reduce_any = reduction(
    "Any",
    _logical(np.any),
    gradient=NoGradient(Why.DISCRETE),
    types=None,
    tolerance=EXACT,
    public="reduce_any",
    doc="Whether any element over axes is true.",
)

# --- Euclidean norm -------------------------------------------------------------------------------


def _euclidean_norm(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    x = ordered(x)
    square = x.real * x.real + x.imag * x.imag if x.dtype.kind == "c" else x * x
    total = np.asarray(np.sum(square, axes, dtype=square.dtype, keepdims=keep))
    if x.dtype.kind not in "iu":
        return np.asarray(np.sqrt(total))
    root = np.sqrt(np.maximum(total, 0).astype(np.float64)).astype(x.dtype)
    # Integer squares wrap; the root of what came out negative is what x86 makes of NaN.
    least = np.iinfo(x.dtype).min if x.dtype.itemsize >= 4 else 0
    return np.asarray(np.where(total < 0, x.dtype.type(least), root))


def _euclidean_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    y = op.outputs[0]
    if not attributes_of(op, ReductionAttributes).keep_dims:
        kept = kept_shape(op)[0]
        y, grad = build("Reshape", y, kept), build("Reshape", grad, kept)
    return (build("RealDiv", op.inputs[0], build("RealDiv", y, grad)), None)


reduction(
    "EuclideanNorm",
    _euclidean_norm,
    gradient=_euclidean_gradient,
    types=dtypes.NUMERIC_OR_QUANTIZED,
    tolerance=SUMMED,
    public="reduce_euclidean_norm",
    low=0.5,
    samples=(Sample(reals(3, low=100, high=120), given(0, dtypes.int32), differentiable=False),),
    doc="The Euclidean norm over axes.",
)


def reduce_euclidean_norm(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The Euclidean norm over axes: the root of the sum of squares.

    Args:
        input_tensor: a tensor of numbers; integers wrap and give integers.
        axis: the axis, or axes, to reduce; all if None.
        keepdims: keep the reduced axes with size 1.
        name: the op's name.
    """
    return reduce("EuclideanNorm", input_tensor, axis, keepdims, name)
