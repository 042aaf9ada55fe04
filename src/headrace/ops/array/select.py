"""One of two tensors, element by element: Select, which TF-1's `where` makes, and SelectV2, which broadcasts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.attributes import TypeAttributes
from headrace.graph.build import build, build_outputs
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext, broadcast, merge, shape_text
from headrace.graph.opdef import EXACT, define
from headrace.graph.operation import Operation
from headrace.graph.partial import elementwise
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.static_shapes import known_sizes, shape_of, zeros_like

Context: TypeAlias = ShapeContext[TypeAttributes]

# --- Select ---------------------------------------------------------------------------------------


def _select_shape(ctx: Context) -> Sequence[Dims]:
    condition, then, other = ctx.shapes
    in_run = _select_failure(ctx.shapes) if ctx.in_run else None
    try:
        both = merge(then, other)
        if condition is None or both is None or not condition:
            return (both,)
        if len(condition) > 1:
            return (merge(both, condition),)
        if not both:
            raise Mismatch("Shapes must be equal rank, but are 0 and 1")
        merge(condition, both[:1])
    except Mismatch as error:
        raise Mismatch(
            error.sentence,
            in_run=in_run,
            advice="give a condition of the shape of both, a scalar, or a vector that picks rows",
        ) from None
    return (both,)


def _select_failure(shapes: Sequence[Dims]) -> str:
    """What the kernel says of shapes that do not fit."""
    condition, then, other = shapes
    assert condition is not None
    assert then is not None
    differ = (
        "'then' and 'else' must have the same size.  but received: "
        f"{shape_text(then)} vs. {shape_text(other)}"
    )
    if not condition:
        return differ
    if len(condition) == 1 and not then:
        return f"'then' must be at least a vector, but saw shape: {shape_text(then)}"
    if len(condition) == 1 and len(then) > 1:
        if then[0] == condition[0]:
            return differ
        return (
            "Number of batches of 'then' must match size of 'cond', but saw: "
            f"{then[0]} vs. {condition[0]}"
        )
    place = 1 if then != condition else 2
    return (
        "Inputs to operation {node} of type Select must have the same size and shape.  "
        f"Input 0: {shape_text(condition)} != input {place}: {shape_text(shapes[place])}"
    )


def _select(
    attrs: TypeAttributes, condition: NDArray[Any], then: NDArray[Any], other: NDArray[Any]
) -> NDArray[Any]:
    if condition.ndim == 0:
        return then if condition else other
    aligned = condition.reshape(condition.shape + (1,) * (then.ndim - condition.ndim))
    return np.asarray(np.where(aligned, then, other))


def _select_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    condition, then, _ = op.inputs
    zeros = zeros_like(then)
    return (
        None,
        build("Select", condition, grad, zeros),
        build("Select", condition, zeros, grad),
    )


define(
    "Select",
    inputs="condition: bool, t: T, e: T",
    outputs="output: T",
    attributes=TypeAttributes,
    shape=_select_shape,
    reference=_select,
    gradient=_select_gradient,
    samples=(
        Sample(reals(2, 3), reals(2, 3), reals(2, 3)),
        Sample(given([True, False]), reals(2, 3), reals(2, 3)),
        Sample(given([False, True, True]), reals(3), reals(3)),
        Sample(given(True), reals(2, 2), reals(2, 2)),
        Sample(given(False), reals(), reals()),
        Sample(reals(0), reals(0, 3), reals(0, 3)),
        Sample(reals(2), reals(2, 0, 3), reals(2, 0, 3)),
    ),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    doc="Elements of `t` where the condition is true, else of `e`; a vector condition picks whole rows.",
)

# --- SelectV2 -------------------------------------------------------------------------------------


def _select_v2_shape(ctx: Context) -> Sequence[Dims]:
    condition, then, other = ctx.shapes
    try:
        return (broadcast(condition, broadcast(then, other)),)
    except Mismatch as error:
        texts = [shape_text(dims) for dims in ctx.shapes]
        raise Mismatch(
            error.sentence,
            in_run="condition {}, then {}, and else {} must be broadcastable".format(*texts),
            advice=error.advice,
        ) from None


def _select_v2_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    condition, then, other = op.inputs
    zeros = convert(np.zeros((), grad.dtype.base_dtype.as_numpy_dtype), None, "zeros")
    along_then = build("SelectV2", condition, grad, zeros)
    along_other = build("SelectV2", condition, zeros, grad)
    output = op.outputs[0]
    return None, _summed(along_then, then, output), _summed(along_other, other, output)


def _summed(grad: Tensor, x: Tensor, output: Tensor) -> Tensor:
    """The gradient in the shape of `x`, which was broadcast to that of `output`."""
    if known_sizes(x) is not None and x.dims == output.dims:
        return grad
    shape = shape_of(x)
    axes, _ = build_outputs("BroadcastGradientArgs", shape, shape_of(output))
    return build("Reshape", build("Sum", grad, axes, keep_dims=True), shape)


define(
    "SelectV2",
    inputs="condition: bool, t: T, e: T",
    outputs="output: T",
    attributes=TypeAttributes,
    shape=_select_v2_shape,
    reference=lambda attrs, condition, then, other: np.asarray(np.where(condition, then, other)),
    gradient=_select_v2_gradient,
    samples=(
        Sample(reals(2, 3), reals(2, 3), reals(2, 3)),
        Sample(reals(3), reals(2, 3), reals(2, 1)),
        Sample(reals(2, 1), reals(3), reals()),
        Sample(given([True, False]), reals(), reals()),
        Sample(given(True), reals(2), reals(3, 1)),
        Sample(given(False), reals(), reals()),
        Sample(reals(1), reals(0, 3), reals(0, 1)),
    ),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    partial=elementwise,
    doc="Elements of `t` where the condition is true, else of `e`; all three broadcast.",
)
