"""Records what TensorFlow's messages are on the wire, for ``tests/codecs``.

Needs TensorFlow 2.21; the tests read the file it writes and need none::

    python -m tests.golden.record_protos
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)

GOLDEN = Path(__file__).with_name("protos.json")

_STRING_LIKE = (
    FieldDescriptorProto.TYPE_STRING,
    FieldDescriptorProto.TYPE_BYTES,
    FieldDescriptorProto.TYPE_MESSAGE,
)


def describe_file(file: FileDescriptor, found: dict[str, Any]) -> None:
    """Adds every message and enum of a file and of what it imports to ``found``.

    Args:
        file: A file of any package; the package's name is left out of what is recorded.
        found: From the full name of a message to its fields, and of an enum to its values.
    """
    for dependency in file.dependencies:
        describe_file(dependency, found)
    proto = FileDescriptorProto()
    file.CopyToProto(proto)
    for message in proto.message_type:
        _describe_message(message, "", proto, found)
    for enum in proto.enum_type:
        _describe_enum(enum, "", found)


def _describe_message(
    message: DescriptorProto, scope: str, file: FileDescriptorProto, found: dict[str, Any]
) -> None:
    name = scope + message.name
    found[name] = {
        field.name: _describe_field(field, message, file)
        for field in sorted(message.field, key=lambda field: field.number)
    }
    for nested in message.nested_type:
        _describe_message(nested, f"{name}.", file, found)
    for enum in message.enum_type:
        _describe_enum(enum, f"{name}.", found)


def _describe_field(
    field: FieldDescriptorProto, message: DescriptorProto, file: FileDescriptorProto
) -> str:
    """One line: number, type and whatever else changes bytes or presence."""
    words = [str(field.number), FieldDescriptorProto.Type.Name(field.type)[5:].lower()]
    if field.type_name:
        words.append(field.type_name.removeprefix(f".{file.package}."))
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        words.append("repeated")
        default = file.syntax == "proto3" and field.type not in _STRING_LIKE
        if field.options.packed if field.options.HasField("packed") else default:
            words.append("packed")
    elif file.syntax != "proto3" or field.proto3_optional:
        words.append("has-presence")
    if field.HasField("oneof_index"):
        words.append(f"oneof={message.oneof_decl[field.oneof_index].name}")
    if field.HasField("default_value"):
        words.append(f"default={field.default_value}")
    return " ".join(words)


def _describe_enum(enum: EnumDescriptorProto, scope: str, found: dict[str, Any]) -> None:
    ordered = sorted(enum.value, key=lambda value: value.number)
    found[scope + enum.name] = {value.name: value.number for value in ordered}


def record() -> dict[str, Any]:
    """Asks TensorFlow: ``messages`` by name, and ``bytes`` of some filled messages as hex."""
    import tensorflow.compat.v1 as tf
    from tensorflow.core.framework.op_def_pb2 import OpList

    found: dict[str, Any] = {}
    for message in (tf.ConfigProto, tf.RunMetadata, OpList):
        describe_file(message.DESCRIPTOR.file, found)
    return {"messages": dict(sorted(found.items())), "bytes": _record_bytes(tf)}


def _record_bytes(tf: Any) -> dict[str, str]:
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float64, [None, 2], name="x")
        tf.matmul(x, tf.constant([[1.0, 2.0], [3.0, 4.0]], tf.float64, name="w"), name="y")
    config = tf.ConfigProto(device_count={"GPU": 0}, intra_op_parallelism_threads=2)
    config.gpu_options.per_process_gpu_memory_fraction = 0.5
    config.graph_options.rewrite_options.constant_folding = 2
    metadata = tf.RunMetadata()
    stats = metadata.step_stats.dev_stats.add(device="/cpu:0", thread_names={7: "main"})
    stats.node_stats.add(node_name="y", all_start_micros=5).output.add(slot=1)
    messages = {"GraphDef": graph.as_graph_def(), "ConfigProto": config, "RunMetadata": metadata}
    return {
        name: message.SerializeToString(deterministic=True).hex()
        for name, message in messages.items()
    }


def main() -> None:
    """Writes the file, one message a line."""
    sections = [
        f'"{title}": {{\n'
        + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in content.items())
        + "\n}"
        for title, content in record().items()
    ]
    GOLDEN.write_text("{" + ",\n".join(sections) + "}\n")


if __name__ == "__main__":
    main()
