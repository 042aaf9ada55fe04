"""`tf.convert_to_tensor`: values, lists that mix tensors and numbers, and registered types → Tensor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.shapes import Dimension, TensorShape
from headrace.graph.build import add_constant, build
from headrace.graph.constants import leaves, to_array
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor

# (value, dtype, name, as_ref) → Tensor, or NotImplemented to leave the value to the next function.
Conversion = Callable[..., Any]

# Filled by `register_tensor_conversion_function`, in order of priority.
_conversions: list[tuple[int, Any, Conversion]] = []


def convert_to_tensor(
    value: Any,
    dtype: Any = None,
    name: str | None = None,
    preferred_dtype: Any = None,
    dtype_hint: Any = None,
) -> Tensor:
    """Converts `value` to a Tensor of the default graph.

    Args:
        value: a Tensor (returned as it is), a number, string, array, list (may hold tensors),
            Dimension, TensorShape, or an object of a registered type.
        dtype: the dtype to have; derived from the value if None.
        name: name of the constant that is made.
        preferred_dtype: a dtype to try first; not binding.
        dtype_hint: the newer spelling of `preferred_dtype`.

    Returns:
        The Tensor.

    Raises:
        TypeError: the value has no conversion, or not to that dtype.
        ValueError: a Tensor of another dtype, None, a ragged list, or a partly known shape.
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    hint = preferred_dtype if preferred_dtype is not None else dtype_hint
    return convert(value, wanted, name, None if hint is None else dtypes.as_dtype(hint))


def convert_n_to_tensor(
    values: Any, dtype: Any = None, name: str | None = None, preferred_dtype: Any = None
) -> list[Tensor]:
    """Converts each of `values`; the constants made are named `name_0`, `name_1` and so on.

    Raises:
        TypeError: `values` is no sequence, or a value has no conversion.
        ValueError: a value is None or a Tensor of another dtype.
    """
    if not isinstance(values, Sequence):
        raise refusal(TypeError, "values must be a sequence.", advice="give a list: [value]")
    return [
        convert_to_tensor(value, dtype, f"{name}_{i}" if name else None, preferred_dtype)
        for i, value in enumerate(values)
    ]


def convert(value: Any, dtype: DType | None, name: str | None, hint: DType | None = None) -> Tensor:
    """`convert_to_tensor` for callers that have DTypes already; see there."""
    if isinstance(value, Tensor):
        return _checked(value, dtype, name)
    if dtype is None and hint is not None:
        try:
            return convert(value, hint, name)
        except (TypeError, ValueError):
            pass  # the hint does not bind
    for _, types, function in _conversions:
        if isinstance(value, types):
            made = function(value, dtype=dtype, name=name, as_ref=False)
            if made is not NotImplemented:
                return _checked(made, dtype)
    made = _convert_own_type(value, dtype, name)
    if made is not None:
        return made
    array, made_dtype = to_array(value, dtype)
    return add_constant(array, made_dtype, name or "Const")


def _convert_own_type(value: Any, dtype: DType | None, name: str | None) -> Tensor | None:
    """Converts what is made of tensors or shapes; None for everything else, which becomes a constant."""
    if isinstance(value, list | tuple):
        found = _first_tensor(value)
        if found is not None:
            return _packed(value, dtype, found.dtype.base_dtype, name or "packed")
    elif isinstance(value, range):
        return _range(value, dtype, name)
    elif isinstance(value, TensorShape | Dimension):
        return _shape_constant(value, dtype, name)
    elif isinstance(value, Operation):
        raise refusal(
            TypeError,
            f"can't convert Operation '{value.name}' to Tensor",
            advice=_output_advice(value),
        )
    element = getattr(value, "_as_graph_element", None)
    return None if element is None else _checked(element(), dtype)


def _output_advice(op: Operation) -> str:
    if op.outputs:
        return f"give its output: {op.name}:0 is op.outputs[0]"
    return "it has no output: tf.control_dependencies lets ops run after it"


def _checked(tensor: Tensor, dtype: DType | None, name: str | None = None) -> Tensor:
    if dtype is not None and not dtype.is_compatible_with(tensor.dtype):
        argument = f"{name}: " if name else ""
        raise refusal(
            ValueError,
            f"{argument}Tensor conversion requested dtype {dtype.name} for Tensor with dtype {tensor.dtype.name}: "
            f"{tensor!r}",
            [tensor],
            advice=f"tf.cast(x, tf.{dtype.name})",
        )
    return tensor


def _range(value: range, dtype: DType | None, name: str | None) -> Tensor:
    """A Python range becomes a Range op, not a constant."""
    with name_scope(name, "Range") as scope:
        bounds = (("start", value.start), ("limit", value.stop), ("delta", value.step))
        return build("Range", *[convert(n, dtype, word) for word, n in bounds], name=scope)


def _shape_constant(
    value: TensorShape | Dimension, dtype: DType | None, name: str | None
) -> Tensor:
    """A static shape as an int32 vector (a Dimension as a scalar), int64 where a size needs it."""
    kind = type(value).__name__
    if isinstance(value, Dimension):
        if value.value is None:
            raise refusal(
                ValueError,
                f"Cannot convert unknown Dimension {value} to a Tensor.",
                advice="tf.shape(x)[i] is the size in a run",
            )
        sizes: Any = value.value
    else:
        if not value.is_fully_defined():
            raise refusal(
                ValueError,
                f"Cannot convert a partially known TensorShape {value} to a Tensor.",
                advice="tf.shape(x) is the shape in a run",
            )
        sizes = value.as_list()
    if dtype not in (None, dtypes.int32, dtypes.int64):
        raise refusal(
            TypeError,
            f"Cannot convert {kind} {value} to dtype {dtype}. Allowed dtypes are tf.int32 and tf.int64.",
            advice="convert without a dtype, and tf.cast the result",
        )
    array = np.array(sizes, np.int64)
    large = array.size > 0 and array.max() > np.iinfo(np.int32).max
    if large and dtype is dtypes.int32:
        raise refusal(
            ValueError,
            f"Cannot convert {kind} {value} to dtype int32; a dimension is too large. Consider using "
            "tf.int64.",
        )
    array, made = to_array(array, dtype or (dtypes.int64 if large else dtypes.int32))
    return add_constant(array, made, name or "shape_as_tensor")


def holds_tensor(value: Any) -> bool:
    """Whether `value` is a Tensor, or nested lists or tuples that hold one."""
    return isinstance(value, Tensor) or (
        isinstance(value, list | tuple) and _first_tensor(value) is not None
    )


def _first_tensor(value: Sequence[Any]) -> Tensor | None:
    """The first Tensor in nested lists, or the first object that stands for one."""
    for item in leaves(value):
        element = item._as_graph_element() if hasattr(item, "_as_graph_element") else item
        if isinstance(element, Tensor):
            return element
    return None


def _packed(value: Sequence[Any], dtype: DType | None, found: DType, name: str) -> Tensor:
    """Packs a nested list in which at least one element is a Tensor.

    Args:
        value: the list.
        dtype: the dtype that was asked for, to which tensors of another are then cast.
        found: the dtype of the first tensor, which holds if none was asked for.
        name: the name of the outermost Pack.
    """
    if dtype is not None and dtype is not found:
        value = _cast_tensors(value, dtype)
    packed = _pack_level(value, dtype or found, name)
    assert isinstance(packed, Tensor)
    return packed


def _cast_tensors(value: Sequence[Any], dtype: DType) -> list[Any]:
    return [
        _cast_tensors(item, dtype)
        if isinstance(item, list | tuple)
        else build("Cast", item, DstT=dtype)
        if isinstance(item, Tensor) and item.dtype.base_dtype is not dtype
        else item
        for item in value
    ]


def _pack_level(value: Sequence[Any], dtype: DType, name: str) -> Tensor | Sequence[Any]:
    with name_scope(name) as scope:
        items: list[Any] = []
        for i, item in enumerate(value):
            if isinstance(item, list | tuple):
                items.append(_pack_level(item, dtype, str(i)))
            elif hasattr(item, "_as_graph_element") and not isinstance(item, Tensor):
                items.append(convert(item, None, str(i)))
            else:
                items.append(item)
        if not any(isinstance(item, Tensor) for item in items):
            return items
        tensors = [_element(item, dtype, str(i)) for i, item in enumerate(items)]
        return build("Pack", tensors, axis=0, name=scope)


def _element(item: Any, dtype: DType, name: str) -> Tensor:
    if isinstance(item, Tensor):
        if item.dtype.base_dtype is dtype:
            return item
        raise refusal(
            TypeError,
            f"Cannot convert a list containing a tensor of dtype {item.dtype} to {dtype} "
            f"(Tensor is: {item!r})",
            [item],
            advice=f"tf.cast({item.op.name!r}, tf.{dtype.base_dtype.name})",
        )
    return convert(item, dtype, name)


def register_tensor_conversion_function(
    base_type: Any, conversion_func: Conversion, priority: int = 100
) -> None:
    """Teaches `convert_to_tensor` a type.

    Args:
        base_type: a class, or a tuple of classes.
        conversion_func: `(value, dtype=None, name=None, as_ref=False)` → Tensor or NotImplemented.
        priority: functions of lower priority run first.

    Raises:
        TypeError: `base_type` is no class, or the function cannot be called.
    """
    types = base_type if isinstance(base_type, tuple) else (base_type,)
    if not all(isinstance(item, type) for item in types):
        raise refusal(
            TypeError,
            f"base_type must be a type or a tuple of types. Received: {base_type}",
        )
    if not callable(conversion_func):
        raise refusal(
            TypeError,
            f"conversion_func must be callable. Received: {conversion_func}",
        )
    _conversions.append((priority, types, conversion_func))
    _conversions.sort(key=lambda entry: entry[0])
