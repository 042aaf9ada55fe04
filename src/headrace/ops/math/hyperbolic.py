"""Hyperbolic functions and their inverses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.operation import Operation
from headrace.graph.tensor import Tensor
from headrace.ops.families import conjugate, constant_like, output_gradient, unary


def _sinh_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", grad, build("Cosh", conjugate(op.inputs[0]))),)


def _cosh_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", grad, build("Sinh", conjugate(op.inputs[0]))),)


def _tanh_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("TanhGrad", conjugate(op.outputs[0]), grad),)


def _asinh_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("RealDiv", grad, build("Cosh", conjugate(op.outputs[0]))),)


def _acosh_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("RealDiv", grad, build("Sinh", conjugate(op.outputs[0]))),)


def _atanh_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x = conjugate(op.inputs[0])
    slope = build("Reciprocal", build("Sub", constant_like(x, 1), build("Square", x)))
    return (build("Mul", grad, slope),)


sinh = unary(
    "Sinh",
    np.sinh,
    gradient=_sinh_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="sinh",
    doc="The hyperbolic sine.",
)
cosh = unary(
    "Cosh",
    np.cosh,
    gradient=_cosh_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="cosh",
    doc="The hyperbolic cosine.",
)
tanh = unary(
    "Tanh",
    np.tanh,
    gradient=_tanh_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="tanh",
    doc="The hyperbolic tangent.",
)
asinh = unary(
    "Asinh",
    np.arcsinh,
    gradient=_asinh_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="asinh",
    doc="The inverse of the hyperbolic sine.",
)
acosh = unary(
    "Acosh",
    np.arccosh,
    gradient=_acosh_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="acosh",
    low=1.2,
    high=4.0,
    doc="The inverse of the hyperbolic cosine; NaN below 1.",
)
atanh = unary(
    "Atanh",
    np.arctanh,
    gradient=_atanh_gradient,
    types=dtypes.FLOATING_OR_COMPLEX,
    public="atanh",
    low=-0.9,
    high=0.9,
    doc="The inverse of the hyperbolic tangent; NaN outside [-1, 1].",
)


def _slope(y: NDArray[Any], dy: NDArray[Any]) -> Any:
    return dy * (np.ones((), y.dtype) - y * y)


def _tanh_second(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    y, dy = (conjugate(tensor) for tensor in op.inputs)
    scaled = build("Mul", build("Mul", grad, constant_like(grad, -2)), dy)
    return (build("Mul", scaled, y), build("TanhGrad", y, grad))


output_gradient(
    "TanhGrad",
    _slope,
    gradient=_tanh_second,
    types=dtypes.FLOATING_OR_COMPLEX,
    low=-1.0,
    high=1.0,
    doc="The gradient of Tanh: dy · (1 - y²).",
)
