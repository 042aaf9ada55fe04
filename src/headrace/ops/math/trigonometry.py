"""Circular functions and their inverses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from headrace.base import dtypes
from headrace.graph.attributes import TypeAttributes
from headrace.graph.build import build
from headrace.graph.inference import broadcast_shape
from headrace.graph.opdef import define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, given
from headrace.graph.tensor import Tensor
from headrace.ops.families import (
    conjugate,
    constant_like,
    elementwise_reference,
    paired_samples,
    sum_to_shape_of,
    unary,
)


def _sin_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", grad, build("Cos", conjugate(op.inputs[0]))),)


def _cos_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", build("Neg", grad), build("Sin", conjugate(op.inputs[0]))),)


def _tan_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    secant = build("Reciprocal", build("Cos", conjugate(op.inputs[0])))
    return (build("Mul", build("Square", secant), grad),)


def _arc_slope(x: Tensor) -> Tensor:
    """1 / √(1 - x²)."""
    rest = build("Sub", constant_like(x, 1), build("Square", x))
    return build("Reciprocal", build("Sqrt", rest))


def _asin_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", grad, _arc_slope(conjugate(op.inputs[0]))),)


def _acos_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", build("Neg", grad), _arc_slope(conjugate(op.inputs[0]))),)


def _atan_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x = conjugate(op.inputs[0])
    slope = build("Reciprocal", build("AddV2", constant_like(x, 1), build("Square", x)))
    return (build("Mul", grad, slope),)


sin = unary(
    "Sin",
    np.sin,
    gradient=_sin_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="sin",
    low=-7.0,
    high=7.0,
    doc="The sine of x in radians.",
)
cos = unary(
    "Cos",
    np.cos,
    gradient=_cos_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="cos",
    low=-7.0,
    high=7.0,
    doc="The cosine of x in radians.",
)
tan = unary(
    "Tan",
    np.tan,
    gradient=_tan_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="tan",
    low=-1.2,
    high=1.2,
    doc="The tangent of x in radians.",
)
asin = unary(
    "Asin",
    np.arcsin,
    gradient=_asin_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="asin",
    low=-0.9,
    high=0.9,
    doc="The angle in [-π/2, π/2] whose sine is x.",
)
acos = unary(
    "Acos",
    np.arccos,
    gradient=_acos_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="acos",
    low=-0.9,
    high=0.9,
    doc="The angle in [0, π] whose cosine is x.",
)
atan = unary(
    "Atan",
    np.arctan,
    gradient=_atan_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="atan",
    low=-4.0,
    high=4.0,
    doc="The angle in [-π/2, π/2] whose tangent is x.",
)


def _atan2_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    y, x = op.inputs
    norm = build("AddV2", build("Square", x), build("Square", y))
    ratio = build("RealDiv", grad, norm)
    return sum_to_shape_of(build("Mul", x, ratio), y, x, build("Mul", build("Neg", y), ratio))


define(
    "Atan2",
    inputs="y: T, x: T",
    outputs="z: T",
    attributes=TypeAttributes,
    shape=broadcast_shape,
    reference=elementwise_reference(np.arctan2),
    gradient=_atan2_gradient,
    samples=(
        *paired_samples((0.25, 2.0), (-2.0, 2.0)),
        Sample(
            given([[0.0], [-0.0], [1.0], [-1.0], [float("inf")], [float("nan")]]),
            given([0.0, -0.0, 2.0, -2.0, float("inf"), -float("inf"), float("nan")]),
            differentiable=False,
        ),
    ),
    types={"T": dtypes.FLOATING},
    doc="The angle in [-π, π] of the point (x, y).",
)


def atan2(y: Any, x: Any, name: str | None = None) -> Tensor:
    """The angle in [-π, π] of the point (x, y), element by element.

    Args:
        y: a tensor, or whatever `convert_to_tensor` takes.
        x: likewise; broadcasts with `y` and takes its dtype.
        name: the op's name.

    Returns:
        A tensor of the broadcast shape.
    """
    return build("Atan2", y, x, name=name)
