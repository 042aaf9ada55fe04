"""Feeds: `{tensor or name: value}` → checked arrays of the tensors' dtypes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.errors import InternalError
from headrace.base.messages import compose
from headrace.graph.constants import exact
from headrace.graph.graph import Graph
from headrace.graph.refusal import sentence_of
from headrace.graph.tensor import Tensor


def resolve_feed(graph: Graph, key: Any) -> Tensor:
    """The tensor that a key of a feed_dict names.

    Raises:
        TypeError: it names none (`'p'` without `:0`), or belongs to another graph.
    """
    if type(key) is Tensor and key.op.graph is graph:
        return key
    try:
        tensor: Tensor = graph.as_graph_element(key, allow_operation=False)
    except (KeyError, ValueError, TypeError) as error:
        raise TypeError(
            compose(
                f"Cannot interpret feed_dict key as Tensor: {sentence_of(error)}",
                [("try", "use a tensor of the session's graph as the key, or its name with ':0'")],
            )
        ) from None
    return tensor


def feed_pairs(graph: Graph, feed_dict: Any) -> list[tuple[Tensor, Any]]:
    """The tensors and raw values of a feed_dict; a key may be a (nested) tuple of tensors.

    Raises:
        TypeError: the feed_dict is no mapping, or a key is no tensor of the graph.
        ValueError: a tuple of tensors has other than as many values, or a tensor that is fed
            elsewhere.
    """
    if not feed_dict:
        return []
    if not isinstance(feed_dict, Mapping):
        raise TypeError(
            compose(
                "FlattenDictItems: 'dict' must be a dictionary or collection.Mapping type object, instead of "
                f"'{type(feed_dict).__name__}'.",
                [("try", "feed_dict={tensor: value}")],
            )
        )
    if any(isinstance(key, tuple) for key in feed_dict):
        feed_dict = _flattened(feed_dict)
    pairs: list[tuple[Tensor, Any]] = []
    for key, value in feed_dict.items():
        pairs.extend(pairs_of(graph, key, value))
    return pairs


def pairs_of(graph: Graph, key: Any, value: Any) -> list[tuple[Tensor, Any]]:
    """The tensors that a key of a feed_dict stands for, each with its raw value.

    Raises:
        TypeError: the key is no tensor of the graph, or the value of a composite no sequence.
    """
    if hasattr(key, "_feed_parts"):  # a composite (SparseTensor, IndexedSlices) feeds its parts
        return [(resolve_feed(graph, part), item) for part, item in key._feed_parts(value)]
    return [(resolve_feed(graph, key), value)]


def _flattened(feed_dict: Mapping[Any, Any]) -> dict[Any, Any]:
    """Takes tuples of tensors and of values apart."""
    flat: dict[Any, Any] = {}
    for key, value in feed_dict.items():
        keys, values = [key], [value]
        if isinstance(key, tuple):
            keys, values = _leaves(key), _leaves(value)
        if len(keys) != len(values):
            sentence = (
                f"Could not flatten dictionary. Key had {len(keys)} elements, but value had {len(values)} "
                f"elements. Key: {keys}, value: {values}."
            )
            raise ValueError(compose(sentence, [("try", "one value for each tensor of the tuple")]))
        for one, its_value in zip(keys, values, strict=True):
            if one in flat:
                raise ValueError(f"Cannot flatten dict because this key is not unique: {one}")
            flat[one] = its_value
    return flat


def _leaves(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        return [value]
    return [leaf for item in value for leaf in _leaves(item)]


def feed_array(graph: Graph, tensor: Tensor, value: Any) -> NDArray[Any]:
    """Converts and checks one fed value. No copy is made when dtype and byte order fit.

    Args:
        graph: the session's graph.
        tensor: the tensor that is fed.
        value: a number, string, nested list or array; it is cast silently to the tensor's dtype.

    Returns:
        An array of the tensor's dtype, of a shape that its static shape allows. Strings are still
        what the user gave (a fetch of the fed tensor gives them back); `encoded` makes them bytes.

    Raises:
        TypeError: the value is a tensor, or a Python int that the dtype cannot hold.
        OverflowError: a Python int that no dtype can hold.
        ValueError: its shape is not allowed, it has no shape, or the tensor may not be fed.
    """
    if isinstance(value, Tensor) or hasattr(value, "_as_graph_element"):
        raise TypeError(_tensor_message(tensor, value))
    dtype = tensor.dtype.base_dtype
    if isinstance(value, int):
        _check_int(value, tensor)
    try:
        # of a list of bytes NumPy would make fixed-width strings, which lose zeros at their end
        given = np.asarray(value, object if dtype is dtypes.string else None)
        with np.errstate(all="ignore"):  # feeding casts silently: NaN → int, 1e300 → float32
            array = exact(given, dtype.as_numpy_dtype)
    except (TypeError, ValueError) as error:
        if type(error) not in (TypeError, ValueError):
            raise  # the value's own, such as a data frame's
        raise type(error)(_value_message(tensor, value, error)) from None
    dims = tensor.dims
    if dims is not None and not _fits(given.shape, dims):
        raise ValueError(_shape_message(tensor, given))
    if not graph.is_feedable(tensor):
        raise ValueError(
            compose(f"Tensor {tensor.name} may not be fed.", [("made at", tensor.op.source.text())])
        )
    return array


def encoded(tensor: Tensor, array: NDArray[Any]) -> NDArray[Any]:
    """What ops compute with: an array as it is, strings as an object array of bytes.

    Raises:
        InternalError: (as in TensorFlow) an element of a string tensor is neither bytes nor text that UTF-8
            can express.
    """
    if tensor.dtype.base_dtype is not dtypes.string:
        return array
    out = np.empty(array.size, object)
    for i, item in enumerate(array.ravel().tolist()):
        out[i] = _element_bytes(tensor, item)
    return out.reshape(array.shape)


def _element_bytes(tensor: Tensor, item: Any) -> bytes:
    if isinstance(item, bytes):
        return bytes(item)  # of a subclass, such as np.bytes_, a fetch would show the class
    sentence = f"Unsupported object type {type(item).__name__}"
    if isinstance(item, str):
        try:
            return item.encode()
        except UnicodeEncodeError:  # half a surrogate pair
            sentence = "Unable to convert element to UTF-8"
    rows = [
        ("made at", tensor.op.source.text()),
        ("try", f"feed str or bytes to the string tensor {tensor.name!r}"),
    ]
    raise InternalError(None, None, compose(sentence, rows))


def _tensor_message(tensor: Tensor, value: Any) -> str:
    return compose(
        "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python "
        "scalars, strings, lists, numpy ndarrays, or TensorHandles. For reference, the tensor object "
        f"was {value} which was passed to the argument `feed_dict` with key {tensor}.",
        [
            ("made at", tensor.op.source.text()),
            ("try", "run the tensor first and feed its value, or build the graph with it"),
        ],
    )


def _check_int(value: int, tensor: Tensor) -> None:
    """Refuses a Python int that the cast would change; floats may round it."""
    numpy_type = tensor.dtype.base_dtype.as_numpy_dtype
    try:
        with np.errstate(all="ignore"):
            if numpy_type is not object and np.array(value).astype(numpy_type) == value:
                return
    except OverflowError as error:  # larger than any integer type
        raise OverflowError(_value_message(tensor, value, error)) from None
    sentence = (
        f"Type of feed value {value} with type {type(value)} is not compatible with Tensor type "
        f"{numpy_type}. Try explicitly setting the type of the feed tensor to a larger type (e.g. int64)."
    )
    raise TypeError(compose(sentence, [("made at", tensor.op.source.text())]))


def _fits(shape: tuple[int, ...], dims: tuple[int | None, ...]) -> bool:
    if len(shape) != len(dims):
        return False
    return all(want is None or have == want for have, want in zip(shape, dims, strict=True))


def _value_message(tensor: Tensor, value: Any, error: Exception) -> str:
    """What NumPy says of a value that makes no array of the tensor's dtype, and our rows."""
    return compose(
        str(error),
        [
            ("made at", tensor.op.source.text()),
            ("got", f"{type(value).__name__} for {tensor.name!r}"),
            ("expected", f"{tensor.dtype.base_dtype.name} {tensor.shape}"),
            ("try", "feed numbers in lists of equal length, or an array"),
        ],
    )


def _shape_message(tensor: Tensor, array: NDArray[Any]) -> str:
    return compose(
        f"Cannot feed value of shape {array.shape} for Tensor {tensor.name}, which has shape {tensor.shape}",
        [
            ("made at", tensor.op.source.text()),
            ("got", f"{array.dtype} {array.shape}"),
            ("expected", f"{tensor.dtype.base_dtype.name} {tensor.shape}"),
            ("try", "reshape the value, or give the placeholder None where sizes vary"),
        ],
    )
