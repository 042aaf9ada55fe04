import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto, FileDescriptorProto

from headrace.codecs import messages, proto
from tests.golden.record_protos import GOLDEN, describe_file

GOLDEN_VALUES = json.loads(GOLDEN.read_text())
FOLDER = Path(proto.__file__).parent
FILES = sorted(path.stem for path in FOLDER.glob("*.proto"))
# `optional map<string, X> name = 3`, `NAME = -1`; not `reserved 3, 4` nor `syntax = "proto3"`.
NUMBERED = re.compile(r"^\s*(?:[\w.<>, ]+ )?(\w+) = (-?\d+)(?: \[.*\])?;", re.MULTILINE)


def load(file: str) -> Any:
    return import_module(f"headrace.codecs.proto.{file}_pb2")


def numbered_names(owner: FileDescriptorProto | DescriptorProto) -> list[tuple[str, int]]:
    """All fields and enum values below a file or message, without the entries of maps."""
    enums: list[EnumDescriptorProto] = list(owner.enum_type)
    found = [(value.name, value.number) for enum in enums for value in enum.value]
    if isinstance(owner, DescriptorProto):
        found += [(field.name, field.number) for field in owner.field]
        nested = owner.nested_type
    else:
        nested = owner.message_type
    for message in nested:
        if not message.options.map_entry:
            found += numbered_names(message)
    return found


def test_every_message_of_tensorflow_is_here_and_no_other():
    ours: dict[str, Any] = {}
    for file in FILES:
        describe_file(load(file).DESCRIPTOR, ours)
    assert set(ours) == set(GOLDEN_VALUES["messages"])


@pytest.mark.parametrize("file", FILES)
def test_fields_and_values_equal_tensorflows(file):
    ours: dict[str, Any] = {}
    describe_file(load(file).DESCRIPTOR, ours)
    assert ours == {name: GOLDEN_VALUES["messages"].get(name) for name in ours}


@pytest.mark.parametrize("name", sorted(GOLDEN_VALUES["bytes"]))
def test_bytes_of_tensorflow_survive_reading_and_writing(name):
    written = bytes.fromhex(GOLDEN_VALUES["bytes"][name])
    message = getattr(messages, name).FromString(written)
    assert message.SerializeToString(deterministic=True) == written
    message.DiscardUnknownFields()
    assert message.SerializeToString(deterministic=True) == written


def test_reads_the_nodes_of_a_graph_that_tensorflow_wrote():
    graph = messages.GraphDef.FromString(bytes.fromhex(GOLDEN_VALUES["bytes"]["GraphDef"]))
    assert [(node.name, node.op) for node in graph.node] == [
        ("x", "Placeholder"),
        ("w", "Const"),
        ("y", "MatMul"),
    ]
    assert list(graph.node[2].input) == ["x", "w"]
    assert graph.node[2].attr["T"].type == messages.DT_DOUBLE


@pytest.mark.parametrize("file", FILES)
def test_generated_module_is_fresh(file):
    generated = FileDescriptorProto()
    load(file).DESCRIPTOR.CopyToProto(generated)
    source = re.sub(r"//.*", "", (FOLDER / f"{file}.proto").read_text())
    written = [(name, int(number)) for name, number in NUMBERED.findall(source)]
    assert sorted(written) == sorted(numbered_names(generated))


@pytest.mark.parametrize("file", FILES)
def test_pool_names_are_our_own(file):
    descriptor = load(file).DESCRIPTOR
    assert descriptor.package == "headrace"
    assert descriptor.name == f"headrace/codecs/proto/{file}.proto"


def test_lazy_module_knows_every_file():
    for file in FILES:
        for name in load(file).DESCRIPTOR.message_types_by_name:
            assert getattr(messages, name) is getattr(load(file), name)
