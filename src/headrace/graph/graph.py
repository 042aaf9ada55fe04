"""`tf.Graph`: the named, append-only list of operations, with its collections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from headrace.base.forking import make_lock
from headrace.base.messages import nearest
from headrace.graph import registry, scopes, stacks
from headrace.graph.collections import Collections
from headrace.graph.names import NameTable, check_name
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.source import user_source
from headrace.graph.tensor import Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from headrace.base.dtypes import DType
    from headrace.graph.attributes import Attributes
    from headrace.graph.inference import Dims
    from headrace.graph.opdef import OpDef


class Graph(Collections):
    """A TF-1 graph. Operations are added and never removed.

    Attributes:
        scopes: the scopes open in this thread.
        placed_elsewhere: the first operation whose device is no CPU, if there is one.
        seed: the graph-level random seed, or None.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = make_lock()
        self._operations: list[Operation] = []
        self._by_name: dict[str, Operation] = {}
        self._names = NameTable()
        self._finalized = False
        self._unfeedable: set[Tensor] = set()
        self._unfetchable: set[Operation] = set()
        self.scopes = scopes.ScopeState()
        self.placed_elsewhere: Operation | None = None
        self.seed: int | None = None

    # --- adding -----------------------------------------------------------------------------------

    def add_operation(
        self,
        definition: OpDef[Any],
        attributes: Attributes,
        inputs: tuple[Tensor, ...],
        outputs: Sequence[tuple[DType, Dims]],
        name: str,
    ) -> Operation:
        """Appends a checked operation; `headrace.graph.build` is what everybody calls.

        Args:
            definition: its op type.
            attributes: its attributes, complete.
            inputs: its inputs, converted and checked.
            outputs: dtype and static sizes of each output.
            name: the wished name; a final slash takes it as it is (a scope's own name).
        """
        state = self.scopes
        with self._lock:
            self.check_not_finalized()
            full = self._name_for(name)
            op = Operation(
                self,
                len(self._operations),
                full,
                definition,
                attributes,
                inputs,
                state.control_inputs_for(inputs) if state.control else [],
                user_source(),
            )
            if state.devices or state.colocation:
                state.place(op)
                if self.placed_elsewhere is None and not scopes.is_on_cpu(op):
                    self.placed_elsewhere = op
            op.outputs = [Tensor(op, i, t, dims) for i, (t, dims) in enumerate(outputs)]
            for tensor in inputs:
                tensor.add_consumer(op)
            self._operations.append(op)
            self._by_name[full] = op
            if state.control:
                state.record(op)
        return op

    def _name_for(self, name: str) -> str:
        """The full name of an op that wishes to be called `name`.

        Raises:
            TypeError: it is no string.
            ValueError: it is no valid name, or it is taken as it is (with a final slash) and not
                free.
        """
        if not isinstance(name, str):
            raise refusal(
                TypeError,
                f"expected string or bytes-like object, got '{type(name).__name__}'",
            )
        if name.endswith("/"):
            full = name[:-1]
            check_name(full, is_root=True)
        else:
            check_name(name, is_root=not self.scopes.name)
            full = self.unique_name(name)
        if full in self._by_name:
            raise refusal(
                ValueError,
                f"Duplicate node name in graph: '{full}'",
                advice="leave out the final slash, and the name is made unique",
            )
        return full

    def create_op(
        self,
        op_type: str,
        inputs: Iterable[Tensor],
        dtypes: Any = None,
        input_types: Any = None,
        name: str | None = None,
        attrs: dict[str, Any] | None = None,
        op_def: Any = None,
        compute_shapes: bool = True,
        compute_device: bool = True,
    ) -> Operation:
        """Adds an operation of a registered type by name.

        Args:
            op_type: the op type.
            inputs: its input tensors, flat.
            dtypes: ignored; the op type decides them.
            input_types: ignored.
            name: its name; the op type by default.
            attrs: attribute values by name.
            op_def: ignored.
            compute_shapes: ignored; shapes are always inferred.
            compute_device: ignored.

        Raises:
            RuntimeError: the op type is not registered.
        """
        from headrace.graph.build import build_flat  # build makes operations through this class

        if registry.find(op_type) is None:
            raise refusal(RuntimeError, f"Op type not registered '{op_type}'.")
        with self.as_default():
            return build_flat(op_type, tuple(inputs), name=name, **(attrs or {}))

    def check_not_finalized(self) -> None:
        """Raises RuntimeError if the graph is finalized."""
        if self._finalized:
            raise refusal(
                RuntimeError,
                "Graph is finalized and cannot be modified.",
                advice="build every op before the graph is finalized",
            )

    def finalize(self) -> None:
        """Makes the graph read-only."""
        self._finalized = True

    def __reduce__(self) -> NoReturn:
        raise refusal(
            TypeError,
            f"cannot pickle '{type(self).__name__}' object. Keep its GraphDef (Graph.as_graph_def).",
        )

    def _unsafe_unfinalize(self) -> None:
        self._finalized = False

    @property
    def finalized(self) -> bool:
        """Whether the graph is read-only."""
        return self._finalized

    @property
    def version(self) -> int:
        """Grows with every operation added."""
        return len(self._operations)

    @property
    def building_function(self) -> bool:
        """False: this graph is no function body."""
        return False

    # --- scopes -----------------------------------------------------------------------------------

    def as_default(self) -> AbstractContextManager[Graph]:
        """Makes this the default graph of the thread within the block."""
        return stacks.entered_graph(self)

    @contextmanager
    def name_scope(self, name: str | None) -> Iterator[str]:
        """Prefixes names made within the block; see `tf.name_scope`.

        Yields the scope with its slash.
        """
        state = self.scopes
        before = state.name
        try:
            yield self.enter_name_scope(name)
        finally:
            state.name = before

    def enter_name_scope(self, name: str | None) -> str:
        """Opens a name scope in this thread; whoever calls it restores `scopes.name`.

        See `tf.name_scope`.

        Args:
            name: as for `name_scope`.

        Returns:
            The scope with its slash, or '' at the root.
        """
        state = self.scopes
        if not name:
            state.name = ""
            return ""
        check_name(name, is_root=not state.name)
        state.name = name[:-1] if name.endswith("/") else self.unique_name(name)
        return f"{state.name}/"

    def get_name_scope(self) -> str:
        """The current name scope, without a final slash."""
        return self.scopes.name

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """`name` in the current scope, made unique; the name is then taken unless told otherwise."""
        scope = self.scopes.name
        with self._lock:
            return self._names.unique(
                f"{scope}/{name}" if scope else name, mark_as_used=mark_as_used
            )

    def control_dependencies(self, control_inputs: Any) -> AbstractContextManager[None]:
        """See `tf.control_dependencies`."""
        return scopes.control_dependencies_of(self, control_inputs)

    def device(self, device_name_or_function: Any) -> AbstractContextManager[None]:
        """See `tf.device`."""
        return scopes.device_of(self, device_name_or_function)

    def colocate_with(self, op: Any, ignore_existing: bool = False) -> AbstractContextManager[None]:
        """See `tf.colocate_with`."""
        return scopes.colocate_with_of(self, op, ignore_existing)

    @contextmanager
    def container(self, container_name: str) -> Iterator[str]:
        """Accepts TensorFlow's resource containers, which one process with one device does not need."""
        yield container_name

    # --- looking up -------------------------------------------------------------------------------

    def get_operations(self) -> list[Operation]:
        """All operations, in the order they were made."""
        return list(self._operations)

    def get_operation_by_name(self, name: str) -> Operation:
        """The operation of that name.

        Raises:
            TypeError: `name` is not a string.
            KeyError: there is none.
            ValueError: it is a tensor's name.
        """
        if not isinstance(name, str):
            raise refusal(
                TypeError,
                f"Operation names are strings (or similar), not {type(name).__name__}.",
                advice="an operation is found by its name: 'dense/MatMul'",
            )
        op: Operation = self.as_graph_element(name, allow_tensor=False, allow_operation=True)
        return op

    def get_tensor_by_name(self, name: str) -> Tensor:
        """The tensor of that name, `op:index`.

        Raises:
            TypeError: `name` is not a string.
            KeyError: there is none.
            ValueError: it is an operation's name.
        """
        if not isinstance(name, str):
            raise refusal(
                TypeError,
                f"Tensor names are strings (or similar), not {type(name).__name__}.",
                advice="a tensor is found by its name: 'dense/MatMul:0'",
            )
        tensor: Tensor = self.as_graph_element(name, allow_tensor=True, allow_operation=False)
        return tensor

    def as_graph_element(
        self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True
    ) -> Any:
        """The Tensor or Operation that `obj` is, names or stands for.

        Args:
            obj: a Tensor, an Operation, a name, or an object with `_as_graph_element()`.
            allow_tensor: whether a Tensor will do.
            allow_operation: whether an Operation will do.

        Raises:
            TypeError: it is nothing of the kind.
            ValueError: it belongs to another graph, or its name is malformed.
            KeyError: the graph has no such name.
        """
        if not (allow_tensor or allow_operation):
            raise refusal(ValueError, "allow_tensor and allow_operation can't both be False.")
        convert = getattr(obj, "_as_graph_element", None)
        if convert is not None:
            obj = convert()
        if isinstance(obj, str | bytes):
            text = obj.decode() if isinstance(obj, bytes) else obj
            return self._by_text(text, allow_tensor, allow_operation)
        allowed = (Tensor,) * allow_tensor + (Operation,) * allow_operation
        if isinstance(obj, allowed):
            if obj.graph is not self:
                raise refusal(
                    ValueError,
                    f"{type(obj).__name__} {obj} is not an element of this graph.",
                    advice="build both in one graph: `with graph.as_default():`",
                    made_at=_place_of(obj),
                )
            return obj
        wanted = " or ".join(kind.__name__ for kind in allowed)
        raise refusal(
            TypeError,
            f"Can not convert a {type(obj).__name__} into a {wanted}.",
            advice=_kind_advice(obj),
        )

    def _by_text(self, name: str, allow_tensor: bool, allow_operation: bool) -> Tensor | Operation:
        if ":" in name:
            if not allow_tensor:
                raise refusal(
                    ValueError,
                    f"Name {name!r} appears to refer to a Tensor, not a Operation.",
                    advice=f"{name.partition(':')[0]!r}, without the colon",
                )
            return self._tensor_by_text(name)
        op = self._by_name.get(name)
        if not allow_operation:
            is_what = (
                "looks like an (invalid) Operation name" if op is None else "refers to an Operation"
            )
            raise refusal(
                ValueError,
                f"The name {name!r} {is_what}, not a Tensor. Tensor names must be of the form "
                '"<op_name>:<output_index>".',
                advice=f"{name}:0" if op is not None else self._hint(name).strip() or None,
            )
        if op is None:
            raise KeyError(
                f"The name {name!r} refers to an Operation not in the graph.{self._hint(name)}"
            )
        return op

    def _tensor_by_text(self, name: str) -> Tensor:
        op_name, _, index = name.partition(":")
        try:
            position = int(index)
        except ValueError:
            raise refusal(
                ValueError,
                f"The name {name!r} looks a like a Tensor name, but is not a valid one. Tensor names must be "
                'of the form "<op_name>:<output_index>".',
                advice=f"{op_name}:0",
            ) from None
        op = self._by_name.get(op_name)
        if op is None:
            raise KeyError(
                f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, "
                f"does not exist in the graph.{self._hint(op_name)}"
            )
        try:
            return op.outputs[position]
        except IndexError:
            raise KeyError(
                f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, "
                f"exists but only has {len(op.outputs)} outputs."
            ) from None

    def _hint(self, name: str) -> str:
        found = nearest(name, list(self._by_name))
        return f" The nearest name is {found!r}." if found else ""

    def as_graph_def(self, from_version: int | None = None, add_shapes: bool = False) -> Any:
        """This graph as a GraphDef message.

        Args:
            from_version: only operations made after the graph had this version.
            add_shapes: accepted; shapes are inferred again by whoever reads the graph.

        Raises:
            ValueError: the constants do not fit into a message (2 GiB).
        """
        from headrace.graph.node_def import graph_def  # loads protobuf

        return graph_def(self._operations[from_version or 0 :])

    # --- what may be fed and fetched --------------------------------------------------------------

    def is_feedable(self, tensor: Tensor) -> bool:
        """Whether `tensor` may be a key of a feed_dict."""
        return tensor not in self._unfeedable

    def prevent_feeding(self, tensor: Tensor) -> None:
        """Forbids feeding `tensor`."""
        self._unfeedable.add(tensor)

    def is_fetchable(self, tensor_or_op: Tensor | Operation) -> bool:
        """Whether `tensor_or_op` may be fetched."""
        op = tensor_or_op if isinstance(tensor_or_op, Operation) else tensor_or_op.op
        return op not in self._unfetchable

    def prevent_fetching(self, op: Operation) -> None:
        """Forbids fetching `op` and its outputs."""
        self._unfetchable.add(op)


def _place_of(element: Tensor | Operation) -> str:
    op = element.op if isinstance(element, Tensor) else element
    return op.source.text()


def _kind_advice(found: Any) -> str | None:
    """What stands for an object where only the other kind of graph element is taken."""
    if isinstance(found, Tensor):
        return f"its operation: {found.op.name!r} is tensor.op"
    if isinstance(found, Operation):
        return "one of its outputs: op.outputs[0]" if found.outputs else None
    if found is None:
        return "a function that made it may lack its return"
    return "give a Tensor, an Operation or the name of one"
