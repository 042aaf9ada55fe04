"""Evenly spaced numbers: Range and LinSpace, and `tf.linspace`, which composes other ops."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import InvalidArgumentError
from headrace.graph.attributes import Attributes, TensorValue, attributes
from headrace.graph.build import build
from headrace.graph.convert import convert_to_tensor
from headrace.graph.inference import Dims, Mismatch, ShapeContext, shape_text
from headrace.graph.opdef import EXACT, ROUNDED, NoGradient, OpDef, Why, define
from headrace.graph.operators import true_divide
from headrace.graph.partial import PartialValue
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.static_shapes import integers, shape_of


@attributes
class RangeAttributes(Attributes):
    """Attributes of Range."""

    Tidx: DType = dtypes.int32


@attributes
class LinSpaceAttributes(Attributes):
    """Attributes of LinSpace."""

    T: DType
    Tidx: DType = dtypes.int32


# --- Range ----------------------------------------------------------------------------------------


def _check_scalars(ctx: ShapeContext[Any], names: Sequence[str], single: Sequence[str]) -> None:
    """Every input must be a scalar; those in `single` may be a vector of one element in a run."""
    for name, dims in zip(names, ctx.shapes, strict=True):
        if dims is None or dims == () or (ctx.in_run and dims == (1,) and name in single):
            continue
        raise Mismatch(
            f"Shape must be rank 0 but is rank {len(dims)}",
            in_run=f"{name} must be a scalar, not shape {shape_text(dims)}",
        )


_RANGE_INPUTS = ("start", "limit", "delta")


def _range_shape(ctx: ShapeContext[RangeAttributes]) -> Sequence[Dims]:
    _check_scalars(ctx, _RANGE_INPUTS, _RANGE_INPUTS)
    start, limit, delta = (ctx.scalar(i) for i in (0, 1, 2))
    if start is None or limit is None or delta is None:
        return ((None,),)
    _check_direction(start, limit, delta)
    return ((-((start - limit) // delta),),)


def _check_direction(start: Any, limit: Any, delta: Any) -> None:
    if delta == 0:
        raise Mismatch("Requires delta != 0", in_run="Requires delta != 0: 0")
    if delta > 0 and not start <= limit:
        raise Mismatch(f"Requires start <= limit when delta > 0: {start:g}/{limit:g}")
    if not delta > 0 and not start >= limit:
        raise Mismatch(f"Requires start >= limit when delta < 0: {start:g}/{limit:g}")


def _count(start: NDArray[Any], limit: NDArray[Any], delta: NDArray[Any]) -> int:
    """How many numbers there are; reckoned in the dtype itself, as TensorFlow does."""
    first, last, step = start.item(), limit.item(), delta.item()
    _check_direction(first, last, step)
    if start.dtype.kind in "iu":
        return -((int(first) - int(last)) // int(step))
    with np.errstate(all="ignore"):
        count = float(np.abs((limit - start) / delta))
    if not count <= 2**63 - 1:
        raise Mismatch("Requires ((limit - start) / delta) <= 9223372036854775807")
    return math.ceil(count)


def _range(
    attrs: RangeAttributes, start: NDArray[Any], limit: NDArray[Any], delta: NDArray[Any]
) -> NDArray[Any]:
    first, last, step = (value.reshape(()) for value in (start, limit, delta))
    try:
        count = _count(first, last, step)
    except Mismatch as error:
        raise InvalidArgumentError(None, None, error.in_run) from None
    if count * 8 >= 2**63:  # NumPy calls this a ValueError
        raise MemoryError(f"{count} numbers are more than any memory holds")
    with np.errstate(all="ignore"):
        return np.asarray(first + np.arange(count).astype(first.dtype) * step, first.dtype)


def _range_partial(definition: OpDef[Any], ctx: ShapeContext[Any]) -> PartialValue | None:
    start, limit, delta = (ctx.scalar(i) for i in (0, 1, 2))
    if start is None or limit is None or delta is None:
        return None
    return PartialValue.from_array(np.arange(start, limit, delta))


def _three(start: float, limit: float, delta: float) -> Sample:
    return Sample(given(start), given(limit), given(delta))


define(
    "Range",
    inputs="start: Tidx, limit: Tidx, delta: Tidx",
    outputs="output: Tidx",
    attributes=RangeAttributes,
    shape=_range_shape,
    reference=_range,
    gradient=NoGradient(Why.SOURCE),
    samples=(_three(0, 5, 1), _three(2, 11, 3), _three(3, 3, 1), _three(1, 2, 7), _three(1, 20, 2)),
    types={
        "Tidx": (
            *dtypes.FLOATING,
            *dtypes.SIGNED_INTEGRAL,
            *(dtypes.uint16, dtypes.uint32, dtypes.uint64),
        )
    },
    tolerance=EXACT,
    partial=_range_partial,
    doc="The numbers from start to below limit, delta apart.",
)


# --- LinSpace -------------------------------------------------------------------------------------


def _lin_space_shape(ctx: ShapeContext[LinSpaceAttributes]) -> Sequence[Dims]:
    _check_scalars(ctx, ("start", "stop", "num"), ())
    count = ctx.scalar(2)
    if count is not None and count <= 0:
        raise Mismatch(f"Requires num > 0: {count}")
    return ((count,),)


def _lin_space(
    attrs: LinSpaceAttributes, start: NDArray[Any], stop: NDArray[Any], num: NDArray[Any]
) -> NDArray[Any]:
    count = int(num)
    dtype = start.dtype
    if count == 1:
        return start.reshape(1)
    with np.errstate(all="ignore"):
        step = (stop - start) / np.array(count - 1, dtype)
        values = np.asarray(start + step * np.arange(count).astype(dtype), dtype)
    values[-1] = stop
    return values


define(
    "LinSpace",
    inputs="start: T, stop: T, num: Tidx",
    outputs="output: T",
    attributes=LinSpaceAttributes,
    shape=_lin_space_shape,
    reference=_lin_space,
    gradient=NoGradient(Why.NOT_DEFINED),
    samples=(
        Sample(given(0.0), given(1.0), given(5, dtypes.int32)),
        Sample(given(0.1), given(0.7), given(7, dtypes.int64)),
        Sample(given(2.0), given(-1.0), given(1, dtypes.int32)),
    ),
    types={"T": dtypes.FLOATING, "Tidx": dtypes.INDEX},
    tolerance=ROUNDED,
    doc="num evenly spaced numbers from start to stop.",
)


# --- public functions -----------------------------------------------------------------------------

# `tf.range` computes in the dtype among its arguments that stands last here.
_HIERARCHY = (
    *(dtypes.int32, dtypes.int64, dtypes.float16, dtypes.bfloat16),
    *(dtypes.float32, dtypes.float64),
)


def range(
    start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str = "range"
) -> Tensor:
    """The numbers from `start` to below `limit`, `delta` apart.

    Args:
        start: the first number; the limit, when no limit is given.
        limit: the bound, which is not reached.
        delta: the step.
        dtype: the dtype; the widest of the arguments' if None.
        name: the op's name.

    Returns:
        A vector.

    Raises:
        ValueError: the step is 0, or leads away from the limit.
        InvalidArgumentError: (in a run) the same.
    """
    if limit is None:
        start, limit = 0, start
    with name_scope(name, "Range", [start, limit, delta]) as scope:
        wanted = None if dtype is None else dtypes.as_dtype(dtype)
        bounds = (("start", start), ("limit", limit), ("delta", delta))
        tensors = [
            value if isinstance(value, Tensor) else convert_to_tensor(value, wanted, word)
            for word, value in bounds
        ]
        kind = wanted or _widest(tensors)
        cast = [x if x.dtype.base_dtype is kind else build("Cast", x, DstT=kind) for x in tensors]
        result = build("Range", *cast, name=scope)
        if kind.is_floating:  # shape inference follows integers only
            _set_static_size(result, (start, limit, delta), kind)
        return result


def _widest(tensors: Sequence[Tensor]) -> DType:
    kinds = [tensor.dtype.base_dtype for tensor in tensors]
    if not all(kind in _HIERARCHY for kind in kinds):
        names = ", ".join(kind.name for kind in kinds)
        raise refusal(
            AssertionError,
            f"tf.range takes numbers; give dtype= to have another one than {names}",
            tensors,
            advice="tf.cast the bounds to tf.int32 or tf.float32",
        )
    return max(kinds, key=_HIERARCHY.index)


def _set_static_size(result: Tensor, bounds: Sequence[Any], kind: DType) -> None:
    values: list[NDArray[Any]] = []
    for bound in bounds:
        if isinstance(bound, Tensor):
            value = getattr(bound.op.attributes, "value", None)
            if not isinstance(value, TensorValue):
                return
            array = value.array
        else:
            array = np.asarray(bound)
        values.append(array.astype(kind.as_numpy_dtype))
    try:
        result.set_shape([_count(*values)])
    except Mismatch as error:
        raise refusal(ValueError, error.sentence, [result]) from None


def linspace(start: Any, stop: Any, num: Any, name: str | None = None, axis: int = 0) -> Tensor:
    """`num` evenly spaced numbers from `start` to `stop`, which both are among them.

    Args:
        start: the first number, or a tensor of them.
        stop: the last number, or a tensor of them; broadcasts with `start`.
        num: how many there are.
        name: the scope's name.
        axis: the axis of the result along which they lie.

    Returns:
        A tensor of the dtype of `start`, of one rank more.
    """
    with name_scope(name, "linspace", [start, stop]):
        first = convert_to_tensor(start, name="start")
        last = convert_to_tensor(stop, name="stop", dtype=first.dtype.base_dtype)
        count = build("Cast", convert_to_tensor(num, name="num"), DstT=dtypes.int32)
        if first.dtype.is_floating:
            build("Cast", count, DstT=first.dtype.base_dtype)  # TensorFlow makes it and uses it not
        shape = build("BroadcastArgs", shape_of(first), shape_of(last))
        ends = [build("BroadcastTo", end, shape) for end in (first, last)]
        first, last = (build("ExpandDims", end, axis) for end in ends)
        return _interpolated(first, last, count, axis)


def _interpolated(first: Tensor, last: Tensor, count: Tensor, axis: int) -> Tensor:
    """The numbers from `first` to `last`, both of size 1 along `axis`, by TensorFlow's composition."""
    shape = shape_of(first)
    rank = shape_of(shape)[0]
    shifted = build("AddV2", rank, axis, name="add")
    place = build("SelectV2", axis >= 0, axis, shifted)
    inner = build("Maximum", build("Sub", count, 2, name="sub"), 0)
    steps = build("Maximum", build("Sub", count, 1, name="sub"), 1)
    spread = build("Sub", last, first, name="sub")
    if spread.dtype.is_integer:
        delta = true_divide(spread, steps)
        first, last = (build("Cast", end, DstT=delta.dtype) for end in (first, last))
    else:
        divisor = build("Cast", steps, DstT=spread.dtype.base_dtype)
        delta = build("RealDiv", spread, divisor, name="truediv")
    limit = build("SelectV2", build("GreaterEqual", count, 0), steps, -1)
    factors = build("Cast", range(1, limit, dtype=dtypes.int64), DstT=delta.dtype.base_dtype)
    sizes = build("SelectV2", build("Equal", place, range(rank)), inner, 1)
    offsets = build("Mul", delta, build("Reshape", factors, sizes), name="mul")
    between = build("AddV2", first, offsets, name="add")
    joined = build("ConcatV2", [first, between, last], place, name="concat")
    return _cut(joined, shape, count, place)


def _cut(joined: Tensor, shape: Tensor, count: Tensor, place: Tensor) -> Tensor:
    """`count` elements along the axis `place`: fewer than joined when `count` is 0 or 1."""
    known = shape.dims is not None and shape.dims[0] is not None
    if known:
        begin = integers([0] * int(shape.dims[0]), "zeros_like")  # type: ignore[index,arg-type]
    else:
        begin = build("ZerosLike", shape, name="zeros_like")
    pieces = [
        shape[0:place],
        build("Reshape", count, [1]),
        shape[build("AddV2", place, 1, name="add") :],
    ]
    return build("Slice", joined, begin, build("ConcatV2", pieces, 0, name="concat"))
