"""A small namespace in place of Headrace's, so that what is present is the test's to say."""

import types
from typing import Any

from headrace.cli.scan.namespace import Namespace


class GraphKeys:
    TRAINABLE_VARIABLES = "trainable_variables"


class AdamOptimizer:
    def __init__(self, learning_rate=0.001, name="Adam"):
        pass


def relu(features, name=None):
    return features


def relu6(features, name=None):
    return features


def placeholder(dtype, shape=None, name=None):
    return dtype


def anything(*args, **kwargs):
    return args, kwargs


VALUES: dict[str, Any] = {
    "GraphKeys": GraphKeys,
    "app.flags.FLAGS": types.SimpleNamespace(),
    "contrib.rnn.BasicLSTMCell": AdamOptimizer,
    "float32": types.SimpleNamespace(as_numpy_dtype=float),
    "nn.relu": relu,
    "nn.relu6": relu6,
    "nn.rnn_cell.BasicLSTMCell": AdamOptimizer,
    "placeholder": placeholder,
    "python.ops.math_ops.add": anything,
    "subtract": anything,
    "train.AdamOptimizer": AdamOptimizer,
}
_PATHS = {name.rpartition(".")[0] for name in VALUES}
MODULES = {
    path[:end]
    for path in _PATHS
    for end in range(1, len(path) + 1)
    if end == len(path) or path[end] == "."
}


def lookup(path: str, name: str) -> Any:
    try:
        return VALUES[f"{path}.{name}" if path else name]
    except KeyError:
        raise AttributeError(name) from None


def public_symbols() -> dict[str, list[str]]:
    index: dict[str, list[str]] = {}
    for name in VALUES:
        index.setdefault(name.rpartition(".")[2], []).append(f"tf.{name}")
    return index


def small_namespace() -> Namespace:
    return Namespace(MODULES.__contains__, lookup, public_symbols)
