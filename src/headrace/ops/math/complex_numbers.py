"""Complex numbers: making them, and taking them apart."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import broadcast_shape, same_shape
from headrace.graph.opdef import EXACT, ROUNDED, Tolerance, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.families import constant_like, sum_to_shape_of
from headrace.ops.static_shapes import ones_like, zeros_like

_REAL = (dtypes.float32, dtypes.float64)


@attributes
class PartAttributes(Attributes):
    """Attributes of Real, Imag and Angle."""

    T: DType = dtypes.complex64
    Tout: DType = dtypes.float32


def _zero(grad: Tensor) -> Tensor:
    return constant_like(grad, 0)


def _complex_of(real: Tensor, imaginary: Tensor) -> Tensor:
    wide = dtypes.complex64 if real.dtype.base_dtype is dtypes.float32 else dtypes.complex128
    return build("Complex", real, imaginary, Tout=wide)


def _real_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (_complex_of(grad, _zero(grad)),)


def _imaginary_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (_complex_of(_zero(grad), grad),)


def _angle_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x = op.inputs[0]
    real, imaginary = (build(part, x, Tout=x.dtype.real_dtype) for part in ("Real", "Imag"))
    turned = build("Reciprocal", _complex_of(imaginary, real))
    return (build("Mul", build("Neg", _complex_of(grad, _zero(grad))), turned),)


def _define_part(
    name: str,
    function: Callable[[NDArray[Any]], Any],
    gradient: Callable[..., Sequence[Tensor | None]],
    tolerance: Tolerance,
    doc: str,
) -> None:
    def reference(attrs: PartAttributes, x: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(function(x), attrs.Tout.as_numpy_dtype)

    samples = [
        Sample(spec, only=(wide,), Tout=wide.real_dtype)
        for wide in dtypes.COMPLEX
        for spec in (reals(2, 3), reals(), reals(0, 2), given([3 + 4j, -1 - 1j, -2 + 0.5j]))
    ]
    define(
        name,
        inputs="input: T",
        outputs="output: Tout",
        attributes=PartAttributes,
        shape=same_shape,
        reference=reference,
        gradient=gradient,
        samples=samples,
        types={"T": dtypes.COMPLEX, "Tout": _REAL},
        tolerance=tolerance,
        doc=doc,
    )


_define_part("Real", np.real, _real_gradient, EXACT, "The real part of complex numbers.")
_define_part("Imag", np.imag, _imaginary_gradient, EXACT, "The imaginary part of complex numbers.")
_define_part("Angle", np.angle, _angle_gradient, ROUNDED, "The argument of complex numbers.")


@attributes
class ComplexAttributes(Attributes):
    """Attributes of Complex."""

    T: DType = dtypes.float32
    Tout: DType = dtypes.complex64


def _complex(attrs: ComplexAttributes, real: NDArray[Any], imaginary: NDArray[Any]) -> NDArray[Any]:
    shape = np.broadcast_shapes(real.shape, imaginary.shape)
    made = np.empty(shape, attrs.Tout.as_numpy_dtype)
    made.real = real  # not real + 1j * imaginary: that would spoil infinities
    made.imag = imaginary
    return made


def _complex_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    real, imaginary = op.inputs
    kind = real.dtype.base_dtype
    along_real, along_imaginary = (build(part, grad, Tout=kind) for part in ("Real", "Imag"))
    return sum_to_shape_of(along_real, real, imaginary, along_imaginary)


define(
    "Complex",
    inputs="real: T, imag: T",
    outputs="out: Tout",
    attributes=ComplexAttributes,
    shape=broadcast_shape,
    reference=_complex,
    gradient=_complex_gradient,
    samples=tuple(
        Sample(reals(*a), reals(*b), only=(narrow,), Tout=wide)
        for narrow, wide in zip(_REAL, dtypes.COMPLEX, strict=True)
        for a, b in (((2, 3), (2, 3)), ((2, 1), (3,)), ((), ()), ((0, 2), (2,)))
    ),
    types={"T": _REAL, "Tout": dtypes.COMPLEX},
    tolerance=EXACT,
    doc="The complex numbers of two tensors.",
)


@attributes
class ConjAttributes(Attributes):
    """Attributes of Conj."""

    T: DType = dtypes.complex64


def _conj_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Conj", grad),)


define(
    "Conj",
    inputs="input: T",
    outputs="output: T",
    attributes=ConjAttributes,
    shape=same_shape,
    reference=lambda attrs, x: np.asarray(np.conjugate(x)),
    gradient=_conj_gradient,
    samples=(Sample(reals(2, 3)), Sample(reals()), Sample(reals(0, 2))),
    types={"T": (*dtypes.COMPLEX, dtypes.variant)},
    tolerance=EXACT,
    doc="The complex conjugate.",
)


def real(input: Any, name: str | None = None) -> Tensor:
    """The real part; a real tensor itself.

    Args:
        input: a tensor, or whatever `convert_to_tensor` takes.
        name: the op's name.

    Returns:
        A real tensor of the shape of `input`.
    """
    with name_scope(name, "Real", [input]) as scope:
        x = convert(input, None, "input")
        return build("Real", x, Tout=x.dtype.real_dtype, name=scope) if x.dtype.is_complex else x


def imag(input: Any, name: str | None = None) -> Tensor:
    """The imaginary part; zeros for a real tensor.

    Args:
        input: a tensor, or whatever `convert_to_tensor` takes.
        name: the op's name.

    Returns:
        A real tensor of the shape of `input`.
    """
    with name_scope(name, "Imag", [input]) as scope:
        x = convert(input, None, "input")
        if x.dtype.is_complex:
            return build("Imag", x, Tout=x.dtype.real_dtype, name=scope)
        return zeros_like(x)


def angle(input: Any, name: str | None = None) -> Tensor:
    """The argument of each number in radians; π for a negative real one, 0 for others.

    Args:
        input: a tensor, or whatever `convert_to_tensor` takes.
        name: the op's name.

    Returns:
        A real tensor of the shape of `input`.
    """
    with name_scope(name, "Angle", [input]) as scope:
        x = convert(input, None, "input")
        if x.dtype.is_complex:
            return build("Angle", x, Tout=x.dtype.real_dtype, name=scope)
        negative = build("Less", x, 0)
        ones = ones_like(x)
        turned = build("Mul", constant_like(x, np.pi, "mul/x"), ones, name="mul")
        return build("Select", negative, turned, zeros_like(x))


def conj(x: Any, name: str | None = None) -> Tensor:
    """The complex conjugate; a real tensor itself.

    Args:
        x: a tensor of numbers.
        name: the op's name.

    Returns:
        A tensor of the shape of `x`.

    Raises:
        TypeError: `x` is not numeric.
    """
    if isinstance(x, Tensor) and (x.dtype.is_floating or x.dtype.is_integer):
        return x
    with name_scope(name, "Conj", [x]) as scope:
        made = convert(x, None, "x")
        if made.dtype.is_complex or made.dtype is dtypes.variant:
            return build("Conj", made, name=scope)
        if made.dtype.is_floating or made.dtype.is_integer:
            return made
        raise refusal(
            TypeError,
            f"Expected numeric or variant tensor, got dtype {made.dtype!r}.",
            [made],
            advice="tf.cast it to a number's dtype first",
        )


def complex(real: Any, imag: Any, name: str | None = None) -> Tensor:
    """The complex numbers real + i · imag.

    Args:
        real: a float32 or float64 tensor.
        imag: a tensor of the same dtype; broadcasts with `real`.
        name: the op's name.

    Returns:
        A complex64 or complex128 tensor of the broadcast shape.

    Raises:
        TypeError: the dtypes differ, or are neither float32 nor float64.
    """
    left, right = convert(real, None, "real"), convert(imag, None, "imag")
    with name_scope(name, "Complex", [left, right]) as scope:
        kinds = (left.dtype.base_dtype, right.dtype.base_dtype)
        targets: dict[builtins.tuple[DType, DType], DType] = {
            (dtypes.float64, dtypes.float64): dtypes.complex128,
            (dtypes.float32, dtypes.float32): dtypes.complex64,
        }
        if kinds not in targets:
            raise refusal(
                TypeError,
                f"The `real` and `imag` components have incorrect types: {kinds[0].name} {kinds[1].name}. "
                "They must be consistent, and one of [tf.float32, tf.float64]",
                [real, imag],
                advice="tf.cast both to tf.float32",
            )
        return build("Complex", left, right, Tout=targets[kinds], name=scope)
