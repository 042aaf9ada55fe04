"""Clipping to a range of values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.attributes import TypeAttributes
from headrace.graph.build import build, build_outputs
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext, shape_text
from headrace.graph.opdef import EXACT, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor

_NAN = float("nan")
_FLOATS = (dtypes.float32, dtypes.float64)


def _shape(ctx: ShapeContext[TypeAttributes]) -> Sequence[Dims]:
    value, *bounds = ctx.shapes
    if ctx.in_run and any(bound not in ((), value) for bound in bounds):
        raise Mismatch(
            "clip_value_min and clip_value_max must be either of the same shape as input, or a scalar. "
            f"input shape: {shape_text(value)}clip_value_min shape: {shape_text(bounds[0])}"
            f"clip_value_max shape: {shape_text(bounds[1])}"
        )
    return (value,)


def _reference(
    attrs: TypeAttributes, value: NDArray[Any], low: NDArray[Any], high: NDArray[Any]
) -> NDArray[Any]:
    """Two selections: a NaN bound bounds nothing, and a lower bound above the upper one wins.

    The two parts of complex numbers are clipped each by itself.
    """
    if value.dtype.kind == "c":
        clipped = np.empty_like(value, order="C")
        clipped.real = _reference(attrs, value.real, low.real, high.real)
        clipped.imag = _reference(attrs, value.imag, low.imag, high.imag)
        return clipped
    capped = np.where(value > high, high, value)
    return np.asarray(np.where(capped < low, low, capped), value.dtype)


def _gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    value, low, high = op.inputs
    shapes = [build("Shape", tensor) for tensor in (value, low, high)]
    zeros = build("ZerosLike", grad)
    is_low, is_high = build("Less", value, low), build("Greater", value, high)
    along_value = build("Select", build("LogicalOr", is_low, is_high), zeros, grad)
    along_bounds: list[Tensor] = []
    for taken, shape in ((is_low, shapes[1]), (is_high, shapes[2])):
        axes = build_outputs("BroadcastGradientArgs", shapes[0], shape)[1]
        total = build("Sum", build("Select", taken, grad, zeros), axes, keep_dims=False)
        along_bounds.append(build("Reshape", total, shape))
    return (along_value, *along_bounds)


define(
    "ClipByValue",
    inputs="t: T, clip_value_min: T, clip_value_max: T",
    outputs="output: T",
    attributes=TypeAttributes,
    shape=_shape,
    reference=_reference,
    gradient=_gradient,
    samples=(
        Sample(given([[-3, 0, 1], [2, 5, -9]]), given(-1), given(3), only=_FLOATS),
        Sample(given([-3, 1, 5]), given([0, 0, 2]), given([2, 2, 4]), only=_FLOATS),
        Sample(reals(0, 2), given(-1), given(1), only=(*_FLOATS, dtypes.int32, dtypes.uint8)),
        Sample(
            given([_NAN, 1.0, 5.0, -5.0]),
            given(_NAN),
            given(1.0),
            differentiable=False,
            only=_FLOATS,
        ),
        Sample(
            given([_NAN, 1.0, 5.0, -5.0]),
            given(3.0),
            given(1.0),
            differentiable=False,
            only=_FLOATS,
        ),
        Sample(given([-3, 7, 1]), given(0), given(5), only=dtypes.INDEX),
        Sample(
            given([-3 + 9j, 0.5 - 9j, 7 + 1j]),
            given(-1 - 2j),
            given(2 + 3j),
            differentiable=False,
            only=dtypes.COMPLEX,
        ),
    ),
    types={"T": dtypes.NUMERIC_OR_QUANTIZED},
    tolerance=EXACT,
    doc="t with its elements brought into a range.",
)


def clip_by_value(
    t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None
) -> Tensor:
    """`t` with its elements brought into a range.

    Args:
        t: a tensor, or whatever `convert_to_tensor` takes.
        clip_value_min: the least value: a scalar, or a tensor that broadcasts to the shape of `t`.
        clip_value_max: the greatest value, likewise.
        name: the op's name.

    Returns:
        A tensor of the shape and dtype of `t`.

    Raises:
        ValueError: a bound would broadcast `t` to a larger shape.
    """
    with name_scope(name, "clip_by_value", [t, clip_value_min, clip_value_max]) as scope:
        values = convert(t, None, "t")
        capped = build("Minimum", values, clip_value_max)
        values.shape.assert_is_compatible_with(capped.shape)
        result = build("Maximum", capped, clip_value_min, name=scope)
        values.shape.assert_is_compatible_with(result.shape)
        return result
