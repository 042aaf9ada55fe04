"""Half the sum of squares, and dividing by the norm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.attributes import TypeAttributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import scalar_shape
from headrace.graph.opdef import SUMMED, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.accumulation import ordered
from headrace.ops.deprecated import renamed
from headrace.ops.families import elementwise_reference
from headrace.ops.reductions import reduce


def _half_square(x: NDArray[Any]) -> Any:
    terms = ordered(x)
    return np.sum(terms * terms, dtype=terms.dtype) / terms.dtype.type(2)


def _gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", op.inputs[0], grad),)


define(
    "L2Loss",
    inputs="t: T",
    outputs="output: T",
    attributes=TypeAttributes,
    shape=scalar_shape,
    reference=elementwise_reference(_half_square),
    gradient=_gradient,
    samples=(
        Sample(reals(3, 4)),
        Sample(reals()),
        Sample(reals(0, 3)),
        Sample(given([1.0, float("nan")]), differentiable=False),
        Sample(given([[300.0, -float("inf")]]), differentiable=False),
    ),
    types={"T": dtypes.FLOATING_HALF_FIRST},
    tolerance=SUMMED,
    doc="sum(t²) / 2.",
)


def l2_loss(t: Any, name: str | None = None) -> Tensor:
    """sum(t²) / 2, a scalar.

    Args:
        t: a floating-point tensor.
        name: the op's name.
    """
    return build("L2Loss", t, name=name)


def l2_normalize(
    x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None, dim: Any = None
) -> Tensor:
    """The quotient x / sqrt(max(sum(x²), epsilon)), the sum going along `axis`.

    Args:
        x: a floating-point or complex tensor.
        axis: the axis, or axes, to sum along; all if None.
        epsilon: the least square of the norm.
        name: the op's name.
        dim: the old spelling of `axis`.

    Raises:
        ValueError: the axis is given in both spellings, or out of range.
    """
    axis = renamed("axis", axis, "dim", dim)
    with name_scope(name, "l2_normalize", [x]) as scope:
        tensor = convert(x, None, "x")
        if tensor.dtype.is_complex:
            return _normalize_complex(tensor, axis, epsilon, scope)
        square = reduce("Sum", build("Square", tensor), axis, True, None)
        return build("Mul", tensor, _inverse_norm(square, epsilon), name=scope)


def _inverse_norm(square: Tensor, epsilon: float) -> Tensor:
    return build("Rsqrt", build("Maximum", square, epsilon))


def _normalize_complex(x: Tensor, axis: Any, epsilon: float, scope: str) -> Tensor:
    part = x.dtype.real_dtype
    real = build("Square", build("Real", x, Tout=part))
    square = real + build("Square", build("Imag", x, Tout=part))
    with name_scope("Real"):
        pass  # TensorFlow takes the real part of the square, which is real: that uses up the name
    inverse = _inverse_norm(reduce("Sum", square, axis, True, None), epsilon)
    scaled = [build("Mul", build(name, x, Tout=part), inverse) for name in ("Real", "Imag")]
    return build("Complex", *scaled, Tout=x.dtype.base_dtype, name=scope)
