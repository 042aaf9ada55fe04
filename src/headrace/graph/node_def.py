"""Operations as TensorFlow's NodeDef and GraphDef messages. Loads protobuf."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from headrace.base.dtypes import DType
from headrace.base.shapes import TensorShape
from headrace.codecs import messages
from headrace.graph.attributes import TensorValue, attribute_kinds
from headrace.graph.refusal import refusal
from headrace.platform.versions import GRAPH_DEF_VERSION

if TYPE_CHECKING:
    from headrace.graph.operation import Operation

# In a single node, which people print, a constant above this size is described by dtype and shape
# only.
_PRINTED_BYTES = 1 << 20
# Messages cannot be larger: protobuf counts bytes with 32 bits.
_MESSAGE_BYTES = (1 << 31) - 1


def node_def(op: Operation, max_bytes: int = _PRINTED_BYTES) -> Any:
    """The NodeDef of `op`; a constant of more than `max_bytes` is described by dtype and shape only."""
    node = messages.NodeDef(name=op.name, op=op.type, device=op.device)
    for tensor in op.inputs:
        node.input.append(tensor.op.name if tensor.value_index == 0 else tensor.name)
    node.input.extend(f"^{control.name}" for control in op.control_inputs)
    for name, kind in attribute_kinds(type(op.attributes)).items():
        _set(node.attr[name], kind, getattr(op.attributes, name), max_bytes)
    if op.colocation:
        node.attr["_class"].list.s.extend(op.colocation_groups())
    return node


def graph_def(operations: Sequence[Operation]) -> Any:
    """The GraphDef of `operations`.

    Raises:
        ValueError: their constants do not fit into a message (2 GiB).
    """
    values = (getattr(op.attributes, "value", None) for op in operations)
    if sum(v.array.nbytes for v in values if isinstance(v, TensorValue)) > _MESSAGE_BYTES:
        raise refusal(
            ValueError,
            "GraphDef cannot be larger than 2GB.",
            advice="feed large arrays through placeholders",
        )
    graph = messages.GraphDef()
    graph.node.extend(node_def(op, _MESSAGE_BYTES) for op in operations)
    graph.versions.producer = GRAPH_DEF_VERSION
    return graph


def tensor_proto(value: TensorValue) -> Any:
    """The TensorProto of a constant."""
    proto: Any = messages.TensorProto()
    proto.dtype = value.dtype.as_datatype_enum
    _set_shape(proto.tensor_shape, TensorShape(value.array.shape))
    if value.array.dtype == object:
        proto.string_val.extend(value.array.ravel().tolist())
    else:
        proto.tensor_content = value.array.tobytes()
    return proto


def _set(attr: Any, kind: str, value: Any, max_bytes: int) -> None:
    if kind.startswith("list("):
        _set_list(attr.list, kind[5:-1], value)
    elif kind == "type":
        attr.type = value.as_datatype_enum
    elif kind == "int":
        attr.i = value
    elif kind == "float":
        attr.f = value
    elif kind == "bool":
        attr.b = value
    elif kind == "string":
        attr.s = value.encode()
    elif kind == "shape":
        _set_shape(attr.shape, value)
    elif value.array.nbytes <= max_bytes:
        attr.tensor.CopyFrom(tensor_proto(value))
    else:
        attr.tensor.dtype = value.dtype.as_datatype_enum
        _set_shape(attr.tensor.tensor_shape, TensorShape(value.array.shape))


def _set_list(target: Any, kind: str, values: tuple[Any, ...]) -> None:
    target.SetInParent()
    for value in values:
        if isinstance(value, DType):
            target.type.append(value.as_datatype_enum)
        elif kind == "int":
            target.i.append(value)
        elif kind == "float":
            target.f.append(value)
        elif kind == "string":
            target.s.append(value.encode())
        else:
            _set_shape(target.shape.add(), value)


def _set_shape(proto: Any, shape: TensorShape) -> None:
    dims = shape.dims_tuple
    if dims is None:
        proto.unknown_rank = True
        return
    proto.SetInParent()
    for size in dims:
        proto.dim.add(size=-1 if size is None else size)
