"""Operators on Tensor: which op each one makes, how it is named, and how its operands are converted.

Python and NumPy operands take the tensor's dtype (an operator casts even a float64 array or scalar,
as in TensorFlow). The public functions that share this logic (`tf.truediv`, `tf.matmul`, …) call it
from above.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from headrace.base import dtypes
from headrace.graph.refusal import refusal

if TYPE_CHECKING:
    from headrace.base.dtypes import DType
    from headrace.graph.tensor import Tensor

    Make = Callable[[Any, Any, str], Tensor]
    Binary = Callable[[Any, Any], Any]
    Unary = Callable[[Any], Any]


def _build(op_type: str, *inputs: Any, name: str, **attrs: Any) -> Tensor:
    from headrace.graph.build import (
        build,  # build imports Tensor, whose class body needs this module
    )

    return build(op_type, *inputs, name=name, **attrs)


def _convert(
    value: Any, name: str, *, dtype: DType | None = None, hint: DType | None = None
) -> Tensor:
    from headrace.graph.convert import convert  # as above

    return convert(value, dtype, name, hint)


def _is_tensor(value: Any) -> bool:
    from headrace.graph.tensor import Tensor  # as above

    return isinstance(value, Tensor)


def _uncast(value: Any) -> Any:
    """NumPy scalars as arrays, which an operator casts: a tensor of ints and np.float64(1.5) give ints."""
    return np.asarray(value) if isinstance(value, np.generic) else value


def _in_scope(name: str, x: Any, y: Any, make: Make) -> Tensor:
    """Makes an op under scope `name`."""
    from headrace.graph.scopes import graph_of, name_scope  # as above

    with graph_of((x, y)).as_default(), name_scope(name) as scope:
        return make(x, y, scope)


def _reverse(name: str, make: Make) -> Binary:
    """The operator with the tensor on the right: what is on the left takes the tensor's dtype."""

    def with_left(x: Any, y: Any, scope: str) -> Tensor:
        return make(_convert(_uncast(x), "x", dtype=y.dtype.base_dtype), y, scope)

    def reverse(y: Any, x: Any) -> Any:
        return _in_scope(name, x, y, with_left)

    return reverse


def _operator(name: str, make: Make) -> tuple[Binary, Binary]:
    """An operator of several ops and its reverse; what is on the right takes the tensor's dtype in `make`."""

    def forward(x: Any, y: Any) -> Any:
        return _in_scope(name, x, _uncast(y), make)

    return forward, _reverse(name, make)


def _hinted(name: str, make: Make) -> tuple[Binary, Binary]:
    """An operator whose right side takes the tensor's dtype if it can, and its reverse."""

    def with_right(x: Any, y: Any, scope: str) -> Tensor:
        if not _is_tensor(y):
            y = _convert(y, "y", hint=x.dtype.base_dtype)
        return make(x, y, scope)

    forward, _ = _operator(name, with_right)
    return forward, _reverse(name, make)


def _simple(name: str, op_type: str) -> tuple[Binary, Binary]:
    """An operator that makes one op of one type, which needs no scope of its own, and its reverse."""

    def forward(x: Any, y: Any) -> Any:
        return _build(op_type, x, _uncast(y), name=name)

    return forward, _reverse(name, lambda x, y, scope: _build(op_type, x, y, name=scope))


# --- logic that public functions share ------------------------------------------------------------

# The dtype in which integers are divided truly.
TRUE_DIVIDE_DTYPE: dict[DType, DType] = {
    dtypes.uint8: dtypes.float32,
    dtypes.int8: dtypes.float32,
    dtypes.uint16: dtypes.float32,
    dtypes.int16: dtypes.float32,
    dtypes.uint32: dtypes.float64,
    dtypes.int32: dtypes.float64,
    dtypes.uint64: dtypes.float64,
    dtypes.int64: dtypes.float64,
}


def make_add(x: Tensor, y: Tensor, scope: str) -> Tensor:
    """`x + y`: AddV2, or Add for strings."""
    return _build("Add" if x.dtype.base_dtype is dtypes.string else "AddV2", x, y, name=scope)


def make_true_divide(x: Tensor, y: Tensor, scope: str) -> Tensor:
    """`x / y` as Python 3 does it: integers are cast to floating point first.

    Raises:
        TypeError: the dtypes differ, or cannot be divided.
    """
    x, y = make_divisible(x, y, "__truediv__")
    return _build("RealDiv", x, y, name=scope)


def make_divisible(x: Tensor, y: Tensor, function: str) -> tuple[Tensor, Tensor]:
    """Both operands as true division takes them: integers are cast to floating point.

    Args:
        x: the dividend.
        y: the divisor.
        function: what the message calls the division.

    Raises:
        TypeError: the dtypes differ, or cannot be divided.
    """
    kind, other = x.dtype.base_dtype, y.dtype.base_dtype
    if kind is not other:
        raise refusal(
            TypeError,
            f"`x` and `y` must have the same dtype, got {kind!r} != {other!r}.",
            [x, y],
            advice=f"tf.cast(y, tf.{kind.name})",
        )
    target = TRUE_DIVIDE_DTYPE.get(kind)
    if target is None and not (kind.is_floating or kind.is_complex):
        divisible = (*TRUE_DIVIDE_DTYPE, *dtypes.FLOATING_OR_COMPLEX)
        names = ", ".join(repr(dtype) for dtype in divisible)
        raise refusal(
            TypeError,
            f"Invalid dtype {kind!r} in {function}. Expected one of {{{names}}}.",
            [x, y],
            advice="tf.cast it to tf.float32 first",
        )
    if target is None:
        return x, y
    return _build("Cast", x, name="Cast", DstT=target), _build("Cast", y, name="Cast", DstT=target)


def make_divide(x: Tensor, y: Tensor, scope: str) -> Tensor:
    """`x / y` as Python 2 does it: floor division for integers."""
    floats = x.dtype.is_floating or x.dtype.is_complex
    return _build("RealDiv" if floats else "FloorDiv", x, y, name=scope)


def make_matmul(x: Tensor, y: Tensor, scope: str) -> Tensor:
    """`x @ y`: MatMul for matrices, BatchMatMulV2 when both have, or may have, more than two axes."""
    return _build(matmul_op_type(x, y), x, y, name=scope)


def matmul_op_type(x: Tensor, y: Tensor) -> str:
    """The op type that multiplies `x` by `y`."""
    batched = any(t.dims is None or len(t.dims) > 2 for t in (x, y))
    return "BatchMatMulV2" if batched else "MatMul"


def make_absolute(x: Tensor, name: str) -> Tensor:
    """|x|: ComplexAbs for complex tensors."""
    if x.dtype.is_complex:
        return _build("ComplexAbs", x, name=name, Tout=x.dtype.real_dtype)
    return _build("Abs", x, name=name)


def make_logical_xor(x: Tensor, y: Any, scope: str) -> Tensor:
    """`x ^ y` of booleans, composed of the other logical ops as TensorFlow does."""
    either = _build("LogicalOr", x, y, name="LogicalOr")
    both = _build("LogicalAnd", x, y, name="LogicalAnd")
    return _build("LogicalAnd", either, _build("LogicalNot", both, name="LogicalNot"), name=scope)


def _bitwise_or(logical: Make, op_type: str) -> Make:
    def make(x: Tensor, y: Any, scope: str) -> Tensor:
        if x.dtype.base_dtype is dtypes.bool_:
            return logical(x, y, scope)
        return _build(op_type, x, y, name=op_type)

    return make


def _logical(op_type: str) -> Make:
    return lambda x, y, scope: _build(op_type, x, y, name=scope)


# --- the operators --------------------------------------------------------------------------------

_add_anything, reverse_add = _hinted("add", make_add)
subtract, reverse_subtract = _simple("sub", "Sub")
multiply, reverse_multiply = _simple("mul", "Mul")
true_divide, reverse_true_divide = _hinted("truediv", make_true_divide)
divide, reverse_divide = _hinted("div", make_divide)
floor_divide, reverse_floor_divide = _simple("floordiv", "FloorDiv")
modulo, reverse_modulo = _simple("mod", "FloorMod")
power, reverse_power = _simple("pow", "Pow")
matmul, reverse_matmul = _hinted("matmul", make_matmul)
logical_and, reverse_and = _operator("and", _bitwise_or(_logical("LogicalAnd"), "BitwiseAnd"))
logical_or, reverse_or = _operator("or", _bitwise_or(_logical("LogicalOr"), "BitwiseOr"))
logical_xor, reverse_xor = _operator("xor", _bitwise_or(make_logical_xor, "BitwiseXor"))
less, _ = _simple("Less", "Less")
less_equal, _ = _simple("LessEqual", "LessEqual")
greater, _ = _simple("Greater", "Greater")
greater_equal, _ = _simple("GreaterEqual", "GreaterEqual")


def add(x: Any, y: Any) -> Any:
    """X + y. Between two tensors, by far the most common, no scope is needed to get the same names."""
    return make_add(x, y, "add") if _is_tensor(y) else _add_anything(x, y)


def negative(x: Any) -> Any:
    """`-x`."""
    return _build("Neg", x, name="Neg")


def absolute(x: Any) -> Any:
    """`abs(x)`."""
    return make_absolute(x, "Abs")


def invert(x: Any) -> Any:
    """`~x`: LogicalNot of booleans, Invert of integers."""
    op_type = "LogicalNot" if x.dtype.base_dtype is dtypes.bool_ else "Invert"
    return _build(op_type, x, name=op_type)
