"""Sign and magnitude."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import same_shape
from headrace.graph.opdef import define
from headrace.graph.operation import Operation
from headrace.graph.operators import make_absolute
from headrace.graph.partial import elementwise
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.families import unary

_REAL = (*dtypes.FLOATING, *dtypes.SIGNED_INTEGRAL)
_SIGNED = (*_REAL, dtypes.complex64, dtypes.complex128)
_LEAST = Sample(given([-(2**31), -5, 5]), only=(dtypes.int32,))


def _negative_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Neg", grad),)


negative = unary(
    "Neg",
    np.negative,
    gradient=_negative_gradient,
    types=_SIGNED,
    public="negative",
    samples=(_LEAST,),
    partial=elementwise,
    doc="-x, element by element.",
)


def _absolute_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", grad, build("Sign", op.inputs[0])),)


unary(
    "Abs",
    np.abs,
    gradient=_absolute_gradient,
    types=_REAL,
    public="abs",
    samples=(_LEAST,),
    partial=elementwise,
    doc="|x| of real numbers, element by element.",
)


@attributes
class ComplexAbsAttributes(Attributes):
    """Attributes of ComplexAbs."""

    T: DType = dtypes.complex64
    Tout: DType = dtypes.float32


def _magnitude(attrs: ComplexAbsAttributes, x: NDArray[Any]) -> NDArray[Any]:
    with np.errstate(all="ignore"):
        return np.asarray(np.abs(x), attrs.Tout.as_numpy_dtype)


def _magnitude_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x = op.inputs[0]

    def widened(real: Tensor) -> Tensor:
        return build("Complex", real, build("ZerosLike", real), Tout=x.dtype.base_dtype)

    return (build("DivNoNan", build("Mul", widened(grad), x), widened(op.outputs[0])),)


define(
    "ComplexAbs",
    inputs="x: T",
    outputs="y: Tout",
    attributes=ComplexAbsAttributes,
    shape=same_shape,
    reference=_magnitude,
    gradient=_magnitude_gradient,
    samples=(
        Sample(reals(2, 3), only=(dtypes.complex64,)),
        Sample(reals(2, 3), only=(dtypes.complex128,), Tout=dtypes.float64),
        Sample(given([0, 3 + 4j, -1e30j]), differentiable=False, only=(dtypes.complex64,)),
    ),
    types={"T": dtypes.COMPLEX, "Tout": (dtypes.float32, dtypes.float64)},
    doc="|x| of complex numbers, element by element.",
)


def abs(x: Any, name: str | None = None) -> Tensor:
    """|x|, element by element.

    Args:
        x: a tensor, or whatever `convert_to_tensor` takes; real or complex.
        name: the op's name.

    Returns:
        A tensor of the shape of `x`; the magnitudes of complex numbers are real.
    """
    with name_scope(name, "Abs", [x]) as scope:
        return make_absolute(convert(x, None, "x"), scope)


def _sign(x: NDArray[Any]) -> Any:
    if x.dtype.kind != "c":
        # NumPy 1 and 2 agree; adding 0 turns the -0 of some of them into TensorFlow's 0.
        return np.sign(x) + np.zeros((), x.dtype)
    return np.where(x == 0, np.zeros((), x.dtype), x / np.abs(x))


def _sign_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("ZerosLike", op.inputs[0]),)


unary(
    "Sign",
    _sign,
    gradient=_sign_gradient,
    types=_SIGNED,
    public="sign",
    samples=(Sample(given([0, 3 + 4j, -2 - 1j]), differentiable=False, only=dtypes.COMPLEX),),
    doc="-1, 0 or 1 by the sign of x, element by element; x / |x| of complex numbers.",
)


def sign(x: Any, name: str | None = None) -> Tensor:
    """-1, 0 or 1 by the sign of x, element by element; x / |x| of complex numbers.

    Args:
        x: a tensor, or whatever `convert_to_tensor` takes; real or complex.
        name: the op's name.

    Returns:
        A tensor of the shape and dtype of `x`.
    """
    made = convert(x, None, "x")
    kind = made.dtype.base_dtype
    if not kind.is_complex:
        return build("Sign", made, name=name)
    magnitude = build("ComplexAbs", made, Tout=kind.real_dtype)
    return build("DivNoNan", made, build("Cast", magnitude, DstT=kind), name=name)
