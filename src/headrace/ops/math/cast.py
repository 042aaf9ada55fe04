"""Casts between dtypes, by value (`Cast`) and by bits (`Bitcast`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import UnimplementedError
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext, same_shape
from headrace.graph.opdef import EXACT, NoGradient, Why, define
from headrace.graph.operation import Operation
from headrace.graph.partial import elementwise
from headrace.graph.sampling import SPECIAL, Sample, Spec, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.families import constant_like

Array = NDArray[Any]


@attributes
class CastAttributes(Attributes):
    """Attributes of Cast."""

    SrcT: DType
    DstT: DType
    Truncate: bool = False


# --- numbers to numbers ---------------------------------------------------------------------------


def _to_wide_integer(x: Array, kind: type[np.signedinteger[Any]]) -> Array:
    """As x86 converts: NaN and what does not fit become the least integer."""
    least = -(2.0 ** (8 * np.dtype(kind).itemsize - 1))
    whole = np.trunc(x)
    fits = (whole >= least) & (whole < -least)
    return np.where(fits, whole, np.asarray(least, x.dtype)).astype(kind)


def _to_integer(x: Array, target: np.dtype[Any]) -> Array:
    """Floating point to integers, as vector instructions of x86 do it.

    Narrow ones saturate from int32; wide unsigned ones wrap what does not fit.
    """
    if target in (np.int32, np.int64):
        return _to_wide_integer(x, target.type)
    if target.itemsize <= 2:
        info = np.iinfo(target)
        return np.clip(_to_wide_integer(x, np.int32), info.min, info.max).astype(target)
    whole = np.trunc(x)
    fits = (whole >= 0) & (whole < 2.0 ** (8 * target.itemsize))
    signed = np.int32 if target.itemsize == 4 else np.int64
    direct = np.where(fits, whole, np.zeros((), x.dtype)).astype(target)
    return np.where(fits, direct, _to_wide_integer(x, signed).astype(target))


# Mantissa bits that a Truncate cast drops before it rounds: (source, destination) → bits.
_DROPPED = {
    ("float32", "float16"): 13,
    ("float32", "bfloat16"): 16,
    ("float64", "float16"): 42,
    ("float64", "float32"): 29,
}


def _truncated(x: Array, target: DType) -> Array:
    """Returns x with the mantissa bits cleared that `target` has no room for."""
    bits = _DROPPED.get((x.dtype.name, target.name))
    if bits is None:
        return x
    unsigned = np.uint32 if x.dtype.itemsize == 4 else np.uint64
    mask = np.array(-(1 << bits)).astype(unsigned)
    cleared = np.bitwise_and(np.array(x, order="C").view(unsigned), mask).view(x.dtype)
    return np.where(np.isfinite(x), cleared, x)


def _cast_reals(x: Array, target: DType, truncate: bool) -> Array:
    numpy_type = np.dtype(target.as_numpy_dtype)
    if x.dtype.kind == "V":  # bfloat16, float8, int4: ml_dtypes converts them to float32 exactly
        x = x.astype(np.float32)
    if target.is_bool:
        return np.asarray(x != 0)
    if x.dtype.kind != "f" or target.is_complex:
        if target.size < 4 and target.is_floating and x.dtype.kind in "iu":
            x = x.astype(np.float32)
        return x.astype(numpy_type)
    if numpy_type.kind in "iu":
        return _to_integer(x.astype(np.float32) if x.dtype == np.float16 else x, numpy_type)
    if truncate:
        x = _truncated(x, target)
    if target.size < 4 and x.dtype == np.float64:  # rounded twice, as TensorFlow does
        x = x.astype(np.float32)
    return x.astype(numpy_type)


def _cast_complex(x: Array, target: DType, truncate: bool) -> Array:
    if not target.is_complex:
        return _cast_reals(x.real, target, truncate)
    if truncate:
        parts = (_truncated(part, target.real_dtype) for part in (x.real, x.imag))
        real, imaginary = parts
        return (real + 1j * imaginary).astype(target.as_numpy_dtype)
    return x.astype(target.as_numpy_dtype)


def _cast_quantized(x: Array, target: DType) -> Array:
    """Quantised numbers are records of one integer field; to them the value wraps."""
    record = np.dtype(target.as_numpy_dtype)
    field = record.fields[target.name][0]
    if x.dtype.kind == "f":
        x = _to_wide_integer(x, np.int32)
    return np.array(x, order="C").astype(field).view(record)


def _cast(attrs: CastAttributes, x: Array) -> Array:
    source, target = attrs.SrcT, attrs.DstT
    if source is target:
        return x
    if dtypes.string in (source, target) or not target.is_numpy_compatible:
        raise UnimplementedError(
            None, None, f"Cast {source.wire_name} to {target.wire_name} is not supported"
        )
    if x.dtype.names is not None:
        x = x[x.dtype.names[0]]
    with np.errstate(all="ignore"):
        if x.dtype.kind == "c":
            made = _cast_complex(x, target, attrs.Truncate)
        elif target.is_quantized:
            made = _cast_quantized(x.astype(np.float32) if x.dtype.kind == "V" else x, target)
        else:
            made = _cast_reals(x, target, attrs.Truncate)
    return np.asarray(made)


_DIFFERENTIABLE = (
    *(dtypes.float16, dtypes.float32, dtypes.float64, dtypes.bfloat16),
    *dtypes.COMPLEX,
)


def _cast_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    source = op.inputs[0].dtype.base_dtype
    if source in _DIFFERENTIABLE and grad.dtype.base_dtype in _DIFFERENTIABLE:
        return (build("Cast", grad, DstT=source),)
    return (None,)


_FLOATS = (dtypes.float16, dtypes.float32, dtypes.float64, dtypes.bfloat16)
_NUMBERS = (*_FLOATS, *dtypes.INTEGRAL, dtypes.bool_)


def _samples() -> tuple[Sample, ...]:
    """The op takes every dtype, so the samples name theirs."""
    pairs = [(source, target) for source in _NUMBERS for target in (*_NUMBERS, *dtypes.COMPLEX)]
    made = [Sample(Spec((2, 3), 0.0, 100.0, dtype=source), DstT=target) for source, target in pairs]
    # Narrow integers are left out: what TensorFlow makes of values that do not fit depends on the
    # lane.
    made += [
        Sample(given(list(SPECIAL), source), DstT=target)
        for source in _FLOATS
        for target in (dtypes.int32, dtypes.int64, dtypes.bool_, dtypes.float32, dtypes.float16)
    ]
    made += [
        Sample(
            given([1 / 3, -1 / 3, 65519.0, 1e-7, 1.00048828125], source), DstT=target, Truncate=cut
        )
        for cut in (False, True)
        for source, target in (
            (dtypes.float32, dtypes.float16),
            (dtypes.float32, dtypes.bfloat16),
            (dtypes.float64, dtypes.float32),
            (dtypes.float64, dtypes.float16),
        )
    ]
    integers = given([0, 1, -1, 127, 128, -129, 2**31, 2**40 + 5], dtypes.int64)
    made += [
        Sample(integers, DstT=target)
        for target in (dtypes.int8, dtypes.uint8, dtypes.int32, dtypes.float16, dtypes.float32)
    ]
    made += [
        Sample(given([1 + 2j, 0j, -3.7], source), DstT=target)
        for source in dtypes.COMPLEX
        for target in (dtypes.float32, dtypes.int32, dtypes.bool_, *dtypes.COMPLEX)
    ]
    made += [
        Sample(Spec((0, 2), dtype=dtypes.float64), DstT=dtypes.float32),
        Sample(Spec((), dtype=dtypes.float32), DstT=dtypes.int32),
    ]
    return tuple(made)


define(
    "Cast",
    inputs="x: SrcT",
    outputs="y: DstT",
    attributes=CastAttributes,
    shape=same_shape,
    reference=_cast,
    gradient=_cast_gradient,
    samples=_samples(),
    tolerance=EXACT,
    partial=elementwise,
    doc="x in another dtype; floating point is truncated toward zero to integers.",
)


# --- bits -----------------------------------------------------------------------------------------

_BITS = (
    *(dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64, dtypes.int64, dtypes.int32),
    *(dtypes.uint8, dtypes.uint16, dtypes.uint32, dtypes.uint64, dtypes.int8, dtypes.int16),
    *(dtypes.complex64, dtypes.complex128, dtypes.qint8, dtypes.quint8),
    *(dtypes.qint16, dtypes.quint16, dtypes.qint32),
)


@attributes
class BitcastAttributes(Attributes):
    """Attributes of Bitcast."""

    T: DType
    type: DType


def _bitcast_shape(ctx: ShapeContext[BitcastAttributes]) -> Sequence[Dims]:
    source, target = ctx.attributes.T, ctx.attributes.type
    shape = ctx.shapes[0]
    if shape is None or source.size == target.size:
        return (shape,)
    if source.size > target.size:
        return ((*shape, source.size // target.size),)
    ratio = target.size // source.size
    numbers = f"Cannot bitcast from {source.as_datatype_enum} to {target.as_datatype_enum}"
    if not shape:
        raise Mismatch("Shape must be at least rank 1 but is rank 0", in_run=numbers)
    if shape[-1] not in (None, ratio):
        raise Mismatch(
            f"{numbers} due to shape. {shape[-1]} does not match {ratio}", in_run=numbers
        )
    return (shape[:-1],)


def _bitcast(attrs: BitcastAttributes, x: Array) -> Array:
    source, target = attrs.T, attrs.type
    if source.size > target.size:
        shape = (*x.shape, source.size // target.size)
    else:
        shape = x.shape if source.size == target.size else x.shape[:-1]
    return np.asarray(x.reshape(-1).view(target.as_numpy_dtype).reshape(shape))


define(
    "Bitcast",
    inputs="input: T",
    outputs="output: type",
    attributes=BitcastAttributes,
    shape=_bitcast_shape,
    reference=_bitcast,
    gradient=NoGradient(Why.NOT_DEFINED),
    samples=(
        Sample(reals(2, 3), only=(dtypes.float32, dtypes.int32, dtypes.uint32), type=dtypes.int32),
        Sample(reals(2, 2), only=(dtypes.float32, dtypes.int32), type=dtypes.float64),
        Sample(reals(2, 2), only=(dtypes.float64, dtypes.int64), type=dtypes.uint8),
        Sample(reals(), only=(dtypes.float32,), type=dtypes.uint32),
        Sample(reals(0, 3), only=(dtypes.float32,), type=dtypes.int16),
    ),
    types={"T": _BITS, "type": _BITS},
    tolerance=EXACT,
    doc="The bits of the input read as another dtype.",
)


def bitcast(input: Any, type: Any, name: str | None = None) -> Tensor:
    """The bits of `input` read as another dtype.

    Args:
        input: a tensor of numbers.
        type: the dtype; a smaller one adds an axis, a larger one takes up the last.
        name: the op's name.

    Returns:
        A tensor of dtype `type`.

    Raises:
        ShapeError: the last axis is not as long as the ratio of the sizes.
    """
    return build("Bitcast", input, type=dtypes.as_dtype(type), name=name)


# --- public casts ---------------------------------------------------------------------------------


def cast(x: Any, dtype: Any, name: str | None = None) -> Tensor:
    """`x` in another dtype; the tensor itself if it has that one.

    Args:
        x: a tensor, or whatever `convert_to_tensor` takes.
        dtype: the dtype. Floating point is truncated toward zero to integers; NaN and what does not
            fit become the least int32 or int64; of complex numbers the real part is kept.
        name: the op's name.

    Returns:
        A tensor of the shape of `x`.
    """
    target = dtypes.as_dtype(dtype).base_dtype
    if isinstance(x, Tensor) and x.dtype is target:
        return x
    with name_scope(name, "Cast", [x]) as scope:
        tensor = convert(x, None, "x")
        if tensor.dtype.base_dtype is target:
            return tensor
        return build("Cast", tensor, DstT=target, name=scope)


def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Tensor:
    """`value` in another dtype, brought into its range first.

    Args:
        value: a tensor, or whatever `convert_to_tensor` takes.
        dtype: the dtype.
        name: the op's name.

    Returns:
        A tensor of the shape of `value`.
    """
    target = dtypes.as_dtype(dtype).base_dtype
    with name_scope(name, "saturate_cast", [value]) as scope:
        tensor = convert(value, None, "value")
        source = tensor.dtype.base_dtype
        if source.is_complex and not target.is_complex:
            return saturate_cast(build("Real", tensor, Tout=source.real_dtype), target, scope)
        if source.is_complex:
            if source.size <= target.size:
                return cast(tensor, target, scope)
            limits = _limits(target.real_dtype)
            bounds = [constant_like(tensor, complex(limit, limit)) for limit in limits]
        else:
            limits = _shared_range(source, target.real_dtype)
            bounds = [constant_like(tensor, limit) for limit in limits]
        return cast(build("ClipByValue", tensor, *bounds, name="clamp"), target, scope)


def _shared_range(source: DType, target: DType) -> tuple[Any, Any]:
    """The greatest range of `source` values that `target` can hold."""
    # As Python numbers, which compare exactly and without NumPy's warnings.
    (least, greatest), (low, high) = _limits(source), _limits(target)
    low, high = max(least, low), min(greatest, high)
    kind = source.as_numpy_dtype
    if source.is_floating:
        rounded_low, rounded_high = kind(float(low)), kind(float(high))
        # Rounding may have carried a bound out of the range of an integer dtype.
        if float(rounded_low) < low:
            rounded_low = np.nextafter(rounded_low, kind(0), dtype=kind)
        if float(rounded_high) > high:
            rounded_high = np.nextafter(rounded_high, kind(0), dtype=kind)
        return rounded_low, rounded_high
    return int(low), int(high)


def _limits(dtype: DType) -> tuple[float, float]:
    number = int if dtype.is_integer else float
    return number(dtype.min), number(dtype.max)


def _cast_to(dtype: DType, public: str, default_name: str) -> Callable[..., Tensor]:
    """One of TF-1's casts to a fixed dtype."""

    def call(x: Any, name: str = default_name) -> Tensor:
        return cast(x, dtype, name)

    call.__name__ = call.__qualname__ = public
    call.__doc__ = f"""`x` as {dtype.name}; see `cast`.

    Args:
        x: a tensor, or whatever `convert_to_tensor` takes.
        name: the op's name.
    """
    return call


to_float = _cast_to(dtypes.float32, "to_float", "ToFloat")
to_double = _cast_to(dtypes.float64, "to_double", "ToDouble")
to_int32 = _cast_to(dtypes.int32, "to_int32", "ToInt32")
to_int64 = _cast_to(dtypes.int64, "to_int64", "ToInt64")
to_bfloat16 = _cast_to(dtypes.bfloat16, "to_bfloat16", "ToBFloat16")
to_complex64 = _cast_to(dtypes.complex64, "to_complex64", "ToComplex64")
to_complex128 = _cast_to(dtypes.complex128, "to_complex128", "ToComplex128")
