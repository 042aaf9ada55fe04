"""Writes values, attributes, tensors and errors as short exact texts.

The same functions see TensorFlow's objects and Headrace's, so they rely on nothing but TF-1's
public surface; protocol buffers and their plain counterparts give the same text.
"""

import re
from typing import Any

import numpy as np

SHOWN_ELEMENTS = 16


def shortest(value: float) -> float:
    """Returns the float with the fewest digits that is `value` in float32 (attributes are)."""
    return float(str(np.float32(value)))


def value_text(tf: Any, value: Any) -> str:
    """Returns type, dtype, shape and elements of what a public function or `run` returned."""
    if isinstance(value, np.ndarray):
        note = "" if value.flags.writeable else "read-only "
        return f"{note}array({value.dtype}, {list(value.shape)}, {elements_text(value)})"
    if isinstance(value, np.generic):
        return f"np.{value.dtype}({elements_text(np.asarray(value))})"
    if isinstance(value, tf.Tensor):
        return f"<{value.name}>"
    if isinstance(value, tf.Operation):
        return f"<op {value.name}>"
    if isinstance(value, tf.DType):
        return f"tf.{value.name}"
    if isinstance(value, tf.TensorShape | tf.Dimension):
        return f"{type(value).__name__}({value})"
    if isinstance(value, dict):
        pairs = ", ".join(f"{k!r}: {value_text(tf, v)}" for k, v in value.items())
        return f"{type(value).__name__}({{{pairs}}})"
    if isinstance(value, list | tuple):
        return _sequence_text(tf, value)
    if isinstance(value, str | bytes | int | float | complex | slice | type(None)):
        return repr(value)
    return f"<{type(value).__name__}>"


def _sequence_text(tf: Any, value: Any) -> str:
    texts = [value_text(tf, each) for each in value]
    if hasattr(value, "_fields"):
        fields = ", ".join(f"{k}={v}" for k, v in zip(value._fields, texts, strict=True))
        return f"{type(value).__name__}({fields})"
    joined = ", ".join(texts)
    return f"[{joined}]" if isinstance(value, list) else f"({joined})"


def elements_text(array: Any) -> str:
    """Returns up to `SHOWN_ELEMENTS` elements, flat, each in the fewest digits that keep it."""
    flat = array.ravel()
    shown = " ".join(_element_text(each) for each in flat[:SHOWN_ELEMENTS])
    return f"{shown} …" if flat.size > SHOWN_ELEMENTS else shown


def _element_text(element: Any) -> str:
    if isinstance(element, bytes | str | np.bytes_ | np.str_):
        return repr(element.item() if isinstance(element, np.generic) else element)
    if isinstance(element, np.floating) and np.isnan(element):
        return "nan"  # the sign of a NaN means nothing
    return str(element)


def shape_text(shape: Any) -> str:
    """Returns "[2, ?]" or "<unknown>" for a TensorShape, a TensorShapeProto, a tuple or None."""
    if shape is None or getattr(shape, "unknown_rank", False):
        return "<unknown>"
    if hasattr(shape, "dim"):
        sizes = [dim.size for dim in shape.dim]
    elif hasattr(shape, "ndims"):
        if shape.ndims is None:
            return "<unknown>"
        sizes = shape.as_list()
    else:
        sizes = list(shape)
    texts = ["?" if size in {None, -1} else str(size) for size in sizes]
    return f"[{', '.join(texts)}]"


def attribute_text(tf: Any, kind: str, value: Any) -> str:
    """Returns the value that `Operation.get_attr` gave for an attribute of the type `kind`."""
    if kind.startswith("list("):
        texts = [attribute_text(tf, kind[5:-1], each) for each in value]
        return f"[{', '.join(texts)}]"
    if kind == "tensor":
        array = _tensor_array(tf, value)
        return f"{tf.as_dtype(array.dtype).name}{shape_text(array.shape)}{{{elements_text(array)}}}"
    writers = {
        "type": lambda: tf.as_dtype(value).name,
        "shape": lambda: shape_text(value),
        "string": lambda: value if isinstance(value, str) else value.decode(),
        "float": lambda: repr(shortest(value)),
        "int": lambda: str(int(value)),
        "bool": lambda: str(bool(value)),
    }
    return writers[kind]()


def _tensor_array(tf: Any, proto: Any) -> Any:
    """Returns the array of a TensorProto; TensorFlow's own packed forms are left to TensorFlow."""
    shape = [dim.size for dim in proto.tensor_shape.dim]
    dtype = tf.as_dtype(proto.dtype).as_numpy_dtype
    if 0 in shape:
        return np.zeros(shape, dtype)
    if len(proto.string_val) == np.prod(shape):
        return np.array(list(proto.string_val), object).reshape(shape)
    if proto.tensor_content:
        return np.frombuffer(proto.tensor_content, dtype).reshape(shape)
    return tf.make_ndarray(proto)


def error_entry(tf: Any, error: BaseException) -> dict[str, Any]:
    """Returns class, first line of the message and, for `tf.errors`, the name of the op.

    The class is the first in the error's ancestry that is an OpError or Python's own.
    """
    named = next(
        cls
        for cls in type(error).__mro__
        if cls.__module__ == "builtins" or issubclass(cls, tf.errors.OpError)
    )
    entry = {"raises": named.__name__, "message": _ADDRESS.sub("0x0", _sentence(str(error)))}
    op = getattr(error, "op", None)
    if op is not None:
        entry["op"] = op.name
    return entry


def _sentence(message: str) -> str:
    """Returns the first line that tells what is wrong.

    TensorFlow puts a heading and the place where the op was made before it.
    """
    text = re.sub(r"^Graph execution error:\s+(Detected at node .*?\nNode: [^\n]*\n)?", "",
                  message.strip(), flags=re.DOTALL)  # fmt: skip
    return text.split("\n", 1)[0]


_ADDRESS = re.compile(r"0x[0-9a-f]+")
