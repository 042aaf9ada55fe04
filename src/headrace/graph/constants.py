"""Python values → arrays, by TensorFlow's rules: which dtype they get, what is refused and how.

Python and list floats become float32, ints int32 unless too large, bytes and text strings; arrays
and NumPy scalars keep their dtype. A dtype that is asked for casts arrays, but Python values must
fit.
"""

from __future__ import annotations

import array as arrays
import numbers
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.shapes import Dimension
from headrace.graph.refusal import refusal

_NONE_ADVICE = (
    "of sizes, -1 or tf.shape(x)[i] stands for an unknown one; of other values, a function that made "
    "the None may lack its return"
)
_RAGGED_ADVICE = "give all rows one length, filled up where they are shorter"
_ADVICE = (
    "Consider casting elements to a supported type. See "
    "https://www.tensorflow.org/api_docs/python/tf/dtypes for supported TF dtypes."
)
_INT32 = np.iinfo(np.int32)
_MAX_DEPTH = 1000  # of nested lists, well above the 254 axes that TensorFlow allows


def to_array(value: Any, dtype: DType | None = None) -> tuple[NDArray[Any], DType]:
    """Converts `value` to an array of its own memory and its DType.

    Args:
        value: a number, string, nested list or tuple of them, array, or NumPy scalar.
        dtype: the dtype to have, or None to derive it from the value.

    Raises:
        ValueError: None, a ragged list, or a list of arrays.
        TypeError: a value that is not of that dtype, or of no dtype at all.
        OverflowError: an int of more than 64 bits.
    """
    if value is None:
        raise refusal(
            ValueError,
            "None values not supported.",
            advice="a function that made it may lack its return",
        )
    if isinstance(value, np.ndarray | np.generic) or _is_array_like(value):
        given = np.asarray(value)  # what `__array__` returns may be the object's own memory
        array, made = _from_numpy(given, dtype)
        return (array.copy() if np.may_share_memory(array, given) else array), made
    return _from_python(value, dtype)


def _is_array_like(value: Any) -> bool:
    if isinstance(value, bytearray | memoryview | arrays.array):
        return True
    if isinstance(value, type | list | tuple | str | bytes | numbers.Number):
        return False
    return hasattr(value, "__array__") or hasattr(value, "__array_interface__")


# --- arrays ---------------------------------------------------------------------------------------


def _from_numpy(array: NDArray[Any], dtype: DType | None) -> tuple[NDArray[Any], DType]:
    if array.dtype.kind in "OSU" and dtype in (None, dtypes.string):
        return _strings(array), dtypes.string
    if dtype is None:
        made = dtypes.from_numpy(array.dtype)
        return exact(array, made.as_numpy_dtype), made
    if dtype is dtypes.string:
        first = array.ravel()[0] if array.size else array.dtype.type()
        raise refusal(
            TypeError,
            f"Expected binary or unicode string, got {first}",
            advice="give strings, or leave the dtype out",
        )
    wanted = dtype.as_numpy_dtype
    if array.dtype == wanted:
        return exact(array, wanted), dtype
    with np.errstate(all="ignore"):  # TensorFlow casts silently
        return _cast(array, wanted), dtype


def exact(array: NDArray[Any], wanted: Any) -> NDArray[Any]:
    """`array` as exactly NumPy's type `wanted`, in the machine's byte order; no copy if it is so.

    Where C has two integer types of 64 bits NumPy calls both of them equal, but only one is
    `np.int64`, and the scalars of the other are of another class.
    """
    has = array.dtype
    same = has == wanted and has.isnative and has.num == np.dtype(wanted).num
    return array if same else array.astype(wanted)


def _cast(array: NDArray[Any], wanted: Any) -> NDArray[Any]:
    if array.dtype.kind == "c" and np.dtype(wanted).kind not in "cb":
        array = array.real  # the imaginary part is dropped, as in TensorFlow, but without a warning
    return array.astype(wanted)


def _strings(array: NDArray[Any]) -> NDArray[Any]:
    """Text and bytes as an object array of bytes."""
    out = np.empty(array.size, object)
    for i, item in enumerate(array.ravel().tolist()):
        text = _as_bytes(item)
        if text is None:
            raise refusal(
                TypeError,
                f"Expected binary or unicode string, got {item}",
                advice="give str or bytes",
            )
        out[i] = text
    return out.reshape(array.shape)


def _as_bytes(item: Any) -> bytes | None:
    if isinstance(item, bytes):
        return item
    return item.encode() if isinstance(item, str) else None


# --- Python values --------------------------------------------------------------------------------


def _from_python(value: Any, dtype: DType | None) -> tuple[NDArray[Any], DType]:
    if dtype is not None:
        _check_elements(value, dtype)
    made = _object_array(value) if dtype is dtypes.string else _numpy_array(value)
    dense = _dense_shape(value)
    if made.shape != dense:
        raise refusal(
            ValueError,
            f"Expected values {value} to be a dense tensor with shape {list(dense)}, but got shape "
            f"{list(made.shape)}.",
            advice="np.array(value) first, or tf.stack, joins the arrays",
        )
    if dtype is dtypes.string:
        return _strings(made), dtype
    if dtype is not None:
        with np.errstate(all="ignore"):  # integers out of range wrap, as in TensorFlow
            return _cast(made, dtype.as_numpy_dtype), dtype
    if isinstance(value, list | tuple) and _are_sizes(made):
        sizes = np.array([int(size) for size in made.ravel()], np.int64)
        return _default_dtype(sizes.reshape(made.shape))
    if made.dtype.kind in "SUO":
        return _default_strings(value), dtypes.string
    return _default_dtype(made)


def _numpy_array(value: Any) -> NDArray[Any]:
    try:
        return np.array(value)
    except (TypeError, OverflowError, NotImplementedError):  # the last: a Tensor has no values
        raise _failure(value) from None
    except ValueError as error:  # a ragged list
        if type(error) is not ValueError:
            raise  # an element's own
        raise refusal(ValueError, str(error), advice=_RAGGED_ADVICE) from None


def _object_array(value: Any) -> NDArray[Any]:
    """Nested lists as an array of their elements; NumPy's own text arrays would strip final zeros."""
    if not isinstance(value, list | tuple):
        out = np.empty((), object)
        out[()] = value
        return out
    return np.array(value, object)


def _are_sizes(made: NDArray[Any]) -> bool:
    """Whether an array holds known Dimensions and perhaps integers beside them (`[x.shape[0], -1]`)."""
    if made.dtype.kind != "O":
        return False
    items = [getattr(item, "value", item) for item in made.ravel()]
    return all(isinstance(item, numbers.Integral) for item in items) and any(
        isinstance(item, Dimension) for item in made.ravel()
    )


def _default_strings(value: Any) -> NDArray[Any]:
    found = _object_array(value)
    if not all(isinstance(item, str | bytes) for item in found.ravel()):
        raise _failure(value)
    return _strings(found)


def _default_dtype(array: NDArray[Any]) -> tuple[NDArray[Any], DType]:
    """Python floats are float32 and ints int32 if they all fit, whatever NumPy made of them."""
    if array.dtype == np.float64:
        with np.errstate(over="ignore"):
            return array.astype(np.float32), dtypes.float32
    if array.dtype == np.int64 and (
        array.size == 0 or (_INT32.min <= array.min() and array.max() <= _INT32.max)
    ):
        return array.astype(np.int32), dtypes.int32
    made = dtypes.from_numpy(array.dtype)
    return exact(array, made.as_numpy_dtype), made


def _failure(value: Any) -> TypeError:
    return refusal(
        TypeError,
        f"Failed to convert elements of {value} to Tensor. {_ADVICE}",
        advice=_NONE_ADVICE
        if any(item is None for item in leaves(value))
        else "give numbers, strings and lists of them, of one kind",
    )


def _dense_shape(value: Any) -> tuple[int, ...]:
    """The shape of nested lists by their first elements; everything else counts as one element."""
    sizes: list[int] = []
    while isinstance(value, list | tuple):
        sizes.append(len(value))
        if not value:
            break
        value = value[0]
    return tuple(sizes)


# --- what fits a dtype ----------------------------------------------------------------------------


def leaves(value: Any) -> Iterator[Any]:
    """The elements of nested lists and tuples, in order.

    Raises:
        ValueError: lists are nested without end (one holds itself) or far deeper than ranks go.
    """
    stack = [iter((value,))]
    while stack:
        for item in stack[-1]:
            if isinstance(item, list | tuple):
                if len(stack) > _MAX_DEPTH:
                    raise refusal(
                        ValueError,
                        f"Lists are nested more than {_MAX_DEPTH} deep, or one contains itself.",
                    )
                stack.append(iter(item))
                break
            yield item
        else:
            stack.pop()


def _accepted(dtype: DType) -> tuple[type, ...]:
    """The Python and NumPy scalar types whose values TensorFlow takes for `dtype`."""
    if dtype is dtypes.string:
        return (str, bytes)
    if dtype.is_bool:
        return (bool, np.bool_)
    if dtype.is_integer:
        return (numbers.Integral, np.integer, np.bool_, Dimension)
    if dtype.is_floating:
        return (numbers.Real, np.floating, np.integer, np.bool_)
    if dtype.is_complex:
        return (numbers.Complex, np.number, np.bool_)
    return ()


def _check_elements(value: Any, dtype: DType) -> None:
    accepted = _accepted(dtype)
    for item in leaves(value):
        known = isinstance(item, accepted) and not (
            isinstance(item, Dimension) and item.value is None
        )
        if not known and not isinstance(item, np.ndarray):
            raise refusal(
                TypeError,
                f"Expected {dtype.name}, but got {item} of type '{type(item).__name__}'.",
                advice=_element_advice(item, dtype),
            )


def _element_advice(item: Any, dtype: DType) -> str | None:
    if item is None:
        return "a function that made it may lack its return"
    if dtype is dtypes.string:
        return f"str({item})"
    if isinstance(item, Dimension):
        return "tf.shape(x)[i] is the size in a run"
    if isinstance(item, numbers.Real | np.floating) and dtype.is_integer:
        return f"int({item}), or leave the dtype out"
    return None
