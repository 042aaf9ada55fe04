"""Observes TensorFlow's op definitions: arguments, attributes, defaults and allowed values.

Arguments are texts in the language TensorFlow registers them in: "x: T", "values: N * T",
"components: types" for a list of types, "ref: Ref(T)". Only the recorder calls this. The op types
to record stand in op_types.txt.
"""

from typing import Any

from tests.golden import files
from tests.golden.texts import shortest


def record_opdefs(tf: Any) -> dict[str, Any]:
    """Returns the definition of every op type in op_types.txt, keyed by op type."""
    from tensorflow.python.framework import (  # type: ignore[import-not-found]
        op_def_registry,
    )

    entries = {}
    for op_type in (files.FOLDER / "op_types.txt").read_text(encoding="utf-8").split():
        op_def = op_def_registry.get(op_type)
        if op_def is None:
            raise LookupError(f"TensorFlow has no op type {op_type}")
        entries[op_type] = {
            "inputs": [_argument_text(tf, argument) for argument in op_def.input_arg],
            "outputs": [_argument_text(tf, argument) for argument in op_def.output_arg],
            "attrs": [_attribute(tf, attribute) for attribute in op_def.attr],
            "stateful": op_def.is_stateful,
        }
    return entries


def _argument_text(tf: Any, argument: Any) -> str:
    kind = argument.type_list_attr or argument.type_attr or tf.as_dtype(argument.type).name
    if argument.number_attr:
        kind = f"{argument.number_attr} * {kind}"
    return f"{argument.name}: Ref({kind})" if argument.is_ref else f"{argument.name}: {kind}"


def _attribute(tf: Any, attribute: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": attribute.name, "type": attribute.type}
    if attribute.HasField("default_value"):
        entry["default"] = _value(tf, attribute.type, attribute.default_value)
    if attribute.HasField("allowed_values"):
        entry["allowed"] = _value(
            tf, f"list({attribute.type.removeprefix('list(').removesuffix(')')})",
            attribute.allowed_values,
        )  # fmt: skip
    if attribute.has_minimum:
        entry["minimum"] = attribute.minimum
    return entry


def _value(tf: Any, kind: str, value: Any) -> Any:
    """Returns an AttrValue of the attribute type `kind` as JSON."""
    if kind.startswith("list("):
        return _list_value(tf, kind[5:-1], value.list)
    readers = {
        "type": lambda: tf.as_dtype(value.type).name,
        "int": lambda: value.i,
        "float": lambda: shortest(value.f),
        "bool": lambda: value.b,
        "string": value.s.decode,
        "shape": lambda: _shape(value.shape),
    }
    return readers[kind]()


def _list_value(tf: Any, kind: str, values: Any) -> list[Any]:
    readers = {
        "type": lambda: [tf.as_dtype(each).name for each in values.type],
        "int": lambda: list(values.i),
        "float": lambda: [shortest(each) for each in values.f],
        "string": lambda: [each.decode() for each in values.s],
        "shape": lambda: [_shape(each) for each in values.shape],
    }
    return readers[kind]()


def _shape(shape: Any) -> list[int] | None:
    return None if shape.unknown_rank else [dim.size for dim in shape.dim]
