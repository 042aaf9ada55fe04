"""Runs snippets on a TF-1 namespace and observes nodes, values and errors.

A snippet is one line, `name | code`, of a text file in `node_snippets/` or `session_snippets/`;
lines that begin with `#` are comments, and adding a line adds a case. `;;` ends a statement, so
that a `with` may stand in the middle; the last statement's value is the snippet's value. In reach
are `tf`, `np`, `sess` (where sessions are observed) and the short placeholder makers of
`_environment`.
"""

import ast
import collections
import contextlib
import functools
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden import files, texts

Point = collections.namedtuple("Point", ["x", "y"])


def read(kind: str) -> dict[str, str]:
    """Returns name → code of the snippets in the folder `kind`, file by file, in order."""
    snippets: dict[str, str] = {}
    for path in sorted((files.FOLDER / kind).glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line or line.startswith("#"):
                continue
            name, _, code = line.partition(" | ")
            if not code or name in snippets:
                raise ValueError(f"{path.name}: not a snippet, or its name is taken: {line}")
            snippets[name] = code
    return snippets


def observe_nodes(tf: Any, code: str) -> list[str] | dict[str, Any]:
    """Returns the nodes that `code` adds to a fresh graph and its value, or its error."""
    with tf.Graph().as_default() as graph, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            value = _execute(code, _environment(tf))
        except Exception as error:  # noqa: BLE001 - whatever it raises is the observation
            return texts.error_entry(tf, error)
        nodes = [_node_text(tf, op) for op in graph.get_operations()]
        return [*nodes, f"=> {texts.value_text(tf, value)}"]


def observe_session(tf: Any, code: str) -> str | dict[str, Any]:
    """Returns the text of what `code` gives with the session `sess`, or its error."""
    with _session_environment(tf) as environment:
        try:
            return texts.value_text(tf, _execute(code, environment))
        except Exception as error:  # noqa: BLE001 - whatever it raises is the observation
            return texts.error_entry(tf, error)


def node_error(tf: Any, code: str) -> Exception | None:
    """Returns the error that `code` raises with a fresh graph."""
    with tf.Graph().as_default(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            _execute(code, _environment(tf))
        except Exception as error:  # noqa: BLE001 - whatever it raises is the observation
            return error
        return None


def session_error(tf: Any, code: str) -> Exception | None:
    """Returns the error that `code` raises with the session `sess`."""
    with _session_environment(tf) as environment:
        try:
            _execute(code, environment)
        except Exception as error:  # noqa: BLE001 - whatever it raises is the observation
            return error
        return None


def runs_after(tf: Any, code: str) -> bool:
    """Returns whether the session still runs when `code`, which fails, has used it."""
    with _session_environment(tf) as environment:
        with contextlib.suppress(Exception):
            _execute(code, environment)
        return bool(environment["sess"].run(tf.constant(7)) == 7)


@contextlib.contextmanager
def _session_environment(tf: Any) -> Iterator[dict[str, Any]]:
    """Enters a fresh graph with a session `sess`; closes every session that the snippet left."""
    with tf.Graph().as_default(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        environment = _environment(tf)
        environment["sess"] = tf.Session()
        try:
            yield environment
        finally:
            for value in list(environment.values()):
                if isinstance(value, tf.Session | tf.InteractiveSession):
                    value.close()


def _execute(code: str, environment: dict[str, Any]) -> Any:
    statements = code.replace(" ;; ", "\n")
    tree = ast.parse(statements)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<snippet>", "exec"), environment)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "<snippet>", "eval"), environment)


def _environment(tf: Any) -> dict[str, Any]:
    def placeholder_maker(dtype: Any) -> Any:
        return lambda *sizes, name=None: tf.placeholder(dtype, sizes, name=name)

    return {
        "tf": tf,
        "np": np,
        "Point": Point,
        "OrderedDict": collections.OrderedDict,
        "f16": placeholder_maker(tf.float16),
        "f32": placeholder_maker(tf.float32),
        "f64": placeholder_maker(tf.float64),
        "i32": placeholder_maker(tf.int32),
        "i64": placeholder_maker(tf.int64),
        "c64": placeholder_maker(tf.complex64),
        "b1": placeholder_maker(tf.bool),
        "text": placeholder_maker(tf.string),
        "anyf": lambda name=None: tf.placeholder(tf.float32, name=name),
    }


def _node_text(tf: Any, op: Any) -> str:
    inputs = [each.name.removesuffix(":0") for each in op.inputs]
    inputs += sorted(f"^{each.name}" for each in op.control_inputs)
    outputs = [f"{each.dtype.name}{texts.shape_text(each.shape)}" for each in op.outputs]
    parts = [f"{op.name} = {op.type}({', '.join(inputs)})", _attributes_text(tf, op)]
    if op.device:
        parts.append(f"@{op.device}")
    groups = [each.decode() for each in op.colocation_groups()]
    if groups != [f"loc:@{op.name}"]:
        parts.append(f"near {' '.join(groups)}")
    if outputs:
        parts.append(f"-> {', '.join(outputs)}")
    return " ".join(part for part in parts if part)


def _attributes_text(tf: Any, op: Any) -> str:
    """Returns the attributes that differ from their defaults, sorted by name."""
    shown = []
    for attribute in _opdefs()[op.type]["attrs"]:
        name, kind = attribute["name"], attribute["type"]
        text = texts.attribute_text(tf, kind, op.get_attr(name))
        if "default" in attribute:
            default = texts.attribute_text(tf, kind, attribute["default"])
        if "default" not in attribute or text != default:
            shown.append(f"{name}={text}")
    return f"{{{', '.join(sorted(shown))}}}" if shown else ""


@functools.cache
def _opdefs() -> dict[str, Any]:
    return files.load("opdefs.json")
