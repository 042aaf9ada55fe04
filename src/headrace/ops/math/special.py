"""Special functions: the error function, the gamma function's logarithm and its derivatives."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.attributes import TypeAttributes
from headrace.graph.build import build
from headrace.graph.inference import broadcast_shape
from headrace.graph.opdef import SUMMED, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.families import constant_like, elementwise_reference, sum_to_shape_of, unary
from headrace.ops.math import error_function, gamma_function

Array = NDArray[Any]
_PAIRS = (dtypes.float32, dtypes.float64)


def _erf_slope(op: Operation, grad: Tensor, factor: float) -> Sequence[Tensor | None]:
    gaussian = build("Exp", build("Neg", build("Square", op.inputs[0])))
    return (build("Mul", build("Mul", grad, constant_like(grad, factor)), gaussian),)


def _erf_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return _erf_slope(op, grad, 2 / math.sqrt(math.pi))


def _erfc_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return _erf_slope(op, grad, -2 / math.sqrt(math.pi))


def _lgamma_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", grad, build("Digamma", op.inputs[0])),)


def _digamma_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x = op.inputs[0]
    return (build("Mul", grad, build("Polygamma", constant_like(x, 1), x)),)


erf = unary(
    "Erf",
    error_function.erf,
    gradient=_erf_gradient,
    types=dtypes.FLOATING,
    public="erf",
    low=-4.0,
    high=4.0,
    # TensorFlow 2.21 gives NaN for float64 infinities; the limits are ±1, which its float32 gives.
    specials=False,
    samples=(Sample(given([float("nan"), 0.0, -0.0, 0.4, 6.0, -6.0, 1e4]), differentiable=False),),
    doc="The error function, element by element.",
)
erfc = unary(
    "Erfc",
    error_function.erfc,
    gradient=_erfc_gradient,
    types=dtypes.FLOATING,
    public="erfc",
    low=-4.0,
    high=6.0,
    doc="1 minus the error function, exact for large x.",
)
lgamma = unary(
    "Lgamma",
    lambda x: error_function.in_slices(gamma_function.log_gamma, x),
    gradient=_lgamma_gradient,
    types=dtypes.FLOATING,
    public="lgamma",
    low=0.1,
    high=20.0,
    samples=(
        Sample(given([-0.5, -1.5, -2.5, -3.75, 1.0, 2.0, 0.001, 1.0001]), differentiable=False),
    ),
    tolerance=SUMMED,
    doc="The logarithm of |Γ(x)|, element by element.",
)
digamma = unary(
    "Digamma",
    lambda x: error_function.in_slices(gamma_function.digamma, x),
    gradient=_digamma_gradient,
    types=dtypes.FLOATING,
    public="digamma",
    low=0.25,
    high=20.0,
    samples=(Sample(given([-0.5, -1.5, -2.25, 1.0, 2.0]), differentiable=False),),
    tolerance=SUMMED,
    doc="The derivative of lgamma, element by element.",
)


def _polygamma(n: Array, x: Array) -> Array:
    orders, points, shape = gamma_function.in_pairs(n, x)
    return gamma_function.polygamma(orders, points).reshape(shape)


def _polygamma_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    n, x = op.inputs
    slope = build("Polygamma", build("AddV2", n, constant_like(n, 1)), x)
    _, along_x = sum_to_shape_of(grad, n, x, build("Mul", grad, slope))
    return (None, along_x)


define(
    "Polygamma",
    inputs="a: T, x: T",
    outputs="z: T",
    attributes=TypeAttributes,
    shape=broadcast_shape,
    reference=elementwise_reference(_polygamma),
    gradient=_polygamma_gradient,
    samples=(
        Sample(
            given([[0.0], [1.0], [2.0], [3.0]]), reals(3, low=0.5, high=12.0), differentiable=False
        ),
        Sample(given(1.0), reals(2, 3, low=0.5, high=12.0), differentiable=False),
        Sample(given([1.5, -1.0]), given([2.0, 2.0]), differentiable=False),
    ),
    types={"T": _PAIRS},
    tolerance=SUMMED,
    doc="The derivative of order a of digamma at x.",
)


def polygamma(a: Any, x: Any, name: str | None = None) -> Tensor:
    """The derivative of order `a` of digamma at `x`, element by element.

    Args:
        a: a tensor of whole numbers of at least 0, in floating point.
        x: a tensor; broadcasts with `a`.
        name: the op's name.

    Returns:
        A tensor of the broadcast shape.
    """
    return build("Polygamma", a, x, name=name)


def _zeta(x: Array, q: Array) -> Array:
    exponents, offsets, shape = gamma_function.in_pairs(x, q)
    return gamma_function.zeta(exponents, offsets).reshape(shape)


def _zeta_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, q = op.inputs
    higher = build("Zeta", build("AddV2", x, constant_like(x, 1)), q)
    slope = build("Mul", build("Neg", x), higher)
    _, along_q = sum_to_shape_of(grad, x, q, build("Mul", grad, slope))
    return (None, along_q)


define(
    "Zeta",
    inputs="x: T, q: T",
    outputs="z: T",
    attributes=TypeAttributes,
    shape=broadcast_shape,
    reference=elementwise_reference(_zeta),
    gradient=_zeta_gradient,
    samples=(
        Sample(reals(3, 1, low=1.5, high=8.0), reals(4, low=0.5, high=12.0), differentiable=False),
        Sample(given([1.0, 2.0, 0.5]), given([2.0, 0.0, 1.0]), differentiable=False),
        Sample(
            given([[1.5], [2.0], [3.0], [float("inf")], [float("nan")]]),
            given([0.0, -2.0, 1.0, 2.0, float("inf"), float("nan")]),
            differentiable=False,
            only=dtypes.NUMPY_FLOATING,
        ),
    ),
    types={"T": _PAIRS},
    tolerance=SUMMED,
    doc="Hurwitz's zeta function, Σ (q + n)^-x.",
)


def zeta(x: Any, q: Any, name: str | None = None) -> Tensor:
    """Hurwitz's zeta function Σ (q + n)^-x over n ≥ 0, element by element.

    Args:
        x: a floating-point tensor of exponents above 1.
        q: a tensor; broadcasts with `x`.
        name: the op's name.

    Returns:
        A tensor of the broadcast shape.
    """
    return build("Zeta", x, q, name=name)
