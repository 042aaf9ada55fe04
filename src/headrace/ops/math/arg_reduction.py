"""Positions of the extremes along an axis: argmax and argmin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, shape_text
from headrace.graph.opdef import EXACT, NoGradient, Why, define
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed

_TYPES = (*dtypes.REAL_NUMERIC, *dtypes.QUANTIZED, dtypes.bool_)
_NAN, _INF = float("nan"), float("inf")


@attributes
class ArgReductionAttributes(Attributes):
    """Attributes of ArgMax and ArgMin."""

    T: DType
    Tidx: DType = dtypes.int32
    output_type: DType = dtypes.int64


def _shape(ctx: ShapeContext[ArgReductionAttributes]) -> Sequence[Dims]:
    axis_shape = ctx.shapes[1]
    if ctx.in_run and axis_shape:
        raise Mismatch(
            f"dim must be a scalar, but received tensor of shape: {shape_text(axis_shape)}"
        )
    ctx.with_rank(1, 0)
    sizes, axis = ctx.shapes[0], ctx.scalar(1)
    if sizes is None:
        return (None,)
    rank = len(sizes)
    if rank < 2 and not ctx.in_run:  # TensorFlow looks at the axis in the run
        return ((),)
    if axis is None:
        return ((None,) * (rank - 1),)
    if not -rank <= axis < rank:
        raise Mismatch(
            f"Dimension ({axis}) must be in the range [{-rank}, {rank}), where {rank} is the number of "
            "dimensions in the input.",
            in_run=f"Expected dimension in the range [{-rank}, {rank}), but got {axis}",
        )
    position = axis % rank
    if ctx.in_run and sizes[position] == 0:
        raise Mismatch(f"Reduction axis {axis} is empty in shape {shape_text(sizes)}")
    return (sizes[:position] + sizes[position + 1 :],)


def _reference(find: Callable[..., Any], worst: float) -> Callable[..., NDArray[Any]]:
    """NaN is never the extreme: it is passed over, and where nothing else is the answer is 0."""

    def reference(
        attrs: ArgReductionAttributes, x: NDArray[Any], axis: NDArray[Any]
    ) -> NDArray[Any]:
        if x.dtype.kind == "V":  # bfloat16
            x = x.astype(np.float32)
        if x.dtype.kind == "f":
            unordered = np.isnan(x)
            if unordered.any():
                x = np.where(unordered, x.dtype.type(worst), x)
        return np.asarray(find(x, int(axis))).astype(attrs.output_type.as_numpy_dtype)

    return reference


_SAMPLES = (
    Sample(reals(2, 3, distinct=True), given(1, dtypes.int32)),
    Sample(reals(2, 3, 2, distinct=True), given(-3, dtypes.int64)),
    Sample(reals(2, 3, 2, distinct=True), given(1, dtypes.int32), output_type=dtypes.int32),
    Sample(reals(4), given(0, dtypes.int32)),
    Sample(reals(2, 0), given(0, dtypes.int32)),
    Sample(given([[1, 1, 0], [0, 0, 0], [0, 1, 1]]), given(1, dtypes.int32)),
    Sample(
        given(
            [
                [_NAN, 1, 0],
                [1, _NAN, 3],
                [_NAN, -_INF, _INF],
                [_NAN, _NAN, _NAN],
                [-_INF, _INF, _NAN],
            ]
        ),
        given(1, dtypes.int32),
        only=dtypes.NUMPY_FLOATING,
    ),
    Sample(
        given([[_NAN, -_INF], [-_INF, -_INF], [_NAN, _INF]]),
        given(1, dtypes.int32),
        only=dtypes.NUMPY_FLOATING,
    ),
)


def _define(
    name: str,
    find: Callable[..., Any],
    worst: float,
    index: tuple[DType, ...],
    output: tuple[DType, ...],
    extreme: str,
) -> None:
    define(
        name,
        inputs="input: T, dimension: Tidx",
        outputs="output: output_type",
        attributes=ArgReductionAttributes,
        shape=_shape,
        reference=_reference(find, worst),
        gradient=NoGradient(Why.INDICES),
        samples=_SAMPLES,
        types={"T": _TYPES, "Tidx": index, "output_type": output},
        tolerance=EXACT,
        doc=f"Where along an axis the {extreme} element stands; the first of equal ones.",
    )


_define(
    "ArgMax",
    np.argmax,
    -_INF,
    dtypes.ANY_INDEX,
    (dtypes.int16, dtypes.uint16, *dtypes.INDEX),
    "greatest",
)
_define("ArgMin", np.argmin, _INF, dtypes.INDEX, dtypes.INDEX, "least")


def _checked_axis(axis: Any) -> Any:
    """What `tf.argmax` takes as axis: an int, or a tensor; not a list and not a NumPy scalar."""
    if isinstance(axis, int):
        return axis
    dtype = getattr(axis, "dtype", None)
    if dtype is None:
        raise refusal(
            TypeError,
            "axis must be int or Tensor with integer datatype",
            [axis],
            advice="give the axis as an integer",
        )
    if isinstance(axis, Tensor):
        kind = dtype.base_dtype
        if kind in dtypes.INDEX:
            return axis
        if kind in (dtypes.int16, dtypes.uint16):
            return build("Cast", axis, DstT=dtypes.int32)
        raise refusal(
            TypeError,
            f"axis tensor dtypes {kind} is not supported",
            [axis],
            advice="tf.cast(axis, tf.int32)",
        )
    raise refusal(
        TypeError,
        f"axis tensor dtypes {dtype} is not supported",
        [axis],
        advice="tf.cast(axis, tf.int32)",
    )


def argmax(
    input: Any,
    axis: Any = None,
    name: str | None = None,
    dimension: Any = None,
    output_type: Any = dtypes.int64,
) -> Tensor:
    """Where along an axis the greatest element stands; the first of equal ones. NaN is passed over.

    Args:
        input: a tensor of real numbers or booleans.
        axis: the axis, an int or a scalar tensor; 0 if None.
        name: the op's name.
        dimension: the old spelling of `axis`.
        output_type: int64, int32, int16 or uint16.

    Raises:
        TypeError: the axis is neither an int nor an integer tensor.
        ValueError: the axis is given in both spellings, or out of range.
    """
    axis = renamed("axis", axis, "dimension", dimension)
    return arg_max(input, _checked_axis(0 if axis is None else axis), output_type, name)


def argmin(
    input: Any,
    axis: Any = None,
    name: str | None = None,
    dimension: Any = None,
    output_type: Any = dtypes.int64,
) -> Tensor:
    """Where along an axis the least element stands; the first of equal ones. NaN is passed over.

    Args:
        input: a tensor of real numbers or booleans.
        axis: the axis, an int or a scalar tensor; 0 if None.
        name: the op's name.
        dimension: the old spelling of `axis`.
        output_type: int64 or int32.

    Raises:
        ValueError: the axis is given in both spellings, or out of range.
    """
    axis = renamed("axis", axis, "dimension", dimension)
    return arg_min(input, 0 if axis is None else axis, output_type, name)


def arg_max(
    input: Any, dimension: Any, output_type: Any = dtypes.int64, name: str | None = None
) -> Tensor:
    """`argmax` with the arguments of the op; see there."""
    return build("ArgMax", input, dimension, output_type=dtypes.as_dtype(output_type), name=name)


def arg_min(
    input: Any, dimension: Any, output_type: Any = dtypes.int64, name: str | None = None
) -> Tensor:
    """`argmin` with the arguments of the op; see there."""
    return build("ArgMin", input, dimension, output_type=dtypes.as_dtype(output_type), name=name)
