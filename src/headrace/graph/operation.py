"""`tf.Operation`: a node of the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from headrace.base.messages import nearest
from headrace.graph import late
from headrace.graph.attributes import Attributes, TensorValue, attribute_names
from headrace.graph.refusal import refusal

if TYPE_CHECKING:
    from headrace.graph.graph import Graph
    from headrace.graph.opdef import OpDef
    from headrace.graph.source import Source
    from headrace.graph.tensor import Tensor


class Operation:
    """A node: an op type with its attributes, inputs and outputs.

    Attributes:
        graph: the graph that holds it.
        name: its unique name.
        definition: its op type.
        attributes: the typed attributes.
        inputs: the tensors it takes.
        outputs: the tensors it makes.
        control_inputs: operations that run before it.
        device: the device string recorded when it was made ('' for none).
        colocation: the colocation groups that were asked for.
        source: the user's file and line that made it.
    """

    # `__dict__` is for what programs hang on an operation, as in TensorFlow
    __slots__ = (
        "__dict__",
        "__weakref__",
        "attributes",
        "colocation",
        "control_inputs",
        "definition",
        "device",
        "graph",
        "index",
        "inputs",
        "name",
        "outputs",
        "source",
    )

    def __init__(
        self,
        graph: Graph,
        index: int,
        name: str,
        definition: OpDef[Any],
        attributes: Attributes,
        inputs: tuple[Tensor, ...],
        control_inputs: list[Operation],
        source: Source,
    ) -> None:
        self.graph = graph
        self.index = index
        self.name = name
        self.definition = definition
        self.attributes = attributes
        self.inputs = inputs
        self.control_inputs = control_inputs
        self.source = source
        self.device = ""
        self.colocation: tuple[str, ...] = ()
        self.outputs: list[Tensor] = []

    @property
    def type(self) -> str:
        """The op type: TensorFlow's name of it."""
        return self.definition.name

    @property
    def op_def(self) -> OpDef[Any]:
        """The op type's definition."""
        return self.definition

    def values(self) -> tuple[Tensor, ...]:
        """The outputs."""
        return tuple(self.outputs)

    @property
    def _control_outputs(self) -> list[Operation]:
        """The operations that have this one as a control input; scripts reach for it under this name."""
        return [op for op in self.graph.get_operations() if self in op.control_inputs]

    @property
    def node_def(self) -> Any:
        """This node as a NodeDef message."""
        from headrace.graph.node_def import node_def  # loads protobuf

        return node_def(self)

    @property
    def traceback(self) -> list[tuple[str, int, str, str]]:
        """Where it was made: one frame (file, line, function, text), the user's own."""
        text = self.source.text().partition("  ")[2]
        return [(self.source.file, self.source.line, "", text)]

    def colocation_groups(self) -> list[bytes]:
        """The colocation groups it is in; its own (`loc:@name`) if none was asked for."""
        return [group.encode() for group in self.groups]

    @property
    def groups(self) -> tuple[str, ...]:
        """Its colocation groups as text."""
        return self.colocation or (f"loc:@{self.name}",)

    def get_attr(self, name: str) -> Any:
        """The value of attribute `name`: bytes for strings, lists for lists, as in TensorFlow.

        Raises:
            ValueError: the op has no such attribute.
        """
        if name == "_class" and self.colocation:
            return self.colocation_groups()
        if name not in attribute_names(type(self.attributes)):
            raise refusal(
                ValueError,
                f"Operation '{self.name}' has no attr named '{name}'.",
                advice=_attr_advice(self, name),
            )
        value = getattr(self.attributes, name)
        if isinstance(value, str):
            return value.encode()
        if isinstance(value, tuple):
            return [item.encode() if isinstance(item, str) else item for item in value]
        if isinstance(value, TensorValue):
            from headrace.graph.node_def import tensor_proto  # loads protobuf

            return tensor_proto(value)
        return value

    def run(self, feed_dict: Any = None, session: Any = None) -> None:
        """Runs this operation in the default session (or `session`).

        Raises:
            ValueError: there is no default session.
        """
        late.evaluate.call(self, feed_dict, session)

    def __reduce__(self) -> NoReturn:
        # said here, because what an operation holds would be refused with less clarity, and only
        # after a walk over the whole graph
        raise refusal(
            TypeError,
            f"cannot pickle '{type(self).__name__}' object: {self.name!r} is a part of its graph. "
            "Keep its name, or the GraphDef of the graph (Graph.as_graph_def).",
        )

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"

    def __str__(self) -> str:
        return str(self.node_def)


def _attr_advice(op: Operation, name: str) -> str | None:
    names = attribute_names(type(op.attributes))
    near = nearest(name, names)
    if near:
        return f"{near!r}"
    return f"it has {', '.join(sorted(names))}" if names else None
