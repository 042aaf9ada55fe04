"""Scopes that a graph carries while it is built: names, devices, control dependencies, colocation.

The state belongs to one graph and one thread. The functions of `tf` (`tf.name_scope`, `tf.device`,
…) act on the default graph.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias

from headrace.graph.device import DeviceSpec
from headrace.graph.refusal import refusal
from headrace.graph.stacks import get_default_graph

if TYPE_CHECKING:
    from headrace.graph.graph import Graph
    from headrace.graph.operation import Operation
    from headrace.graph.tensor import Tensor

# An open device scope: parts that ops get, a function of the op, or None, which hides the scopes
# around it.
DeviceScope: TypeAlias = "DeviceSpec | Callable[[Operation], Any] | None"


class ControlScope:
    """One `control_dependencies` block: what it waits for, and which ops were made inside.

    An op made inside whose input was made inside as well already runs after the block's operations,
    so it gets no edge of its own.
    """

    __slots__ = ("control_inputs", "seen")

    def __init__(self, control_inputs: tuple[Operation, ...]) -> None:
        self.control_inputs = control_inputs
        self.seen: set[Operation] = set()


class ScopeState(threading.local):
    """The scopes that are open in one graph and thread."""

    def __init__(self) -> None:
        self.name = ""  # the current scope, without the final slash
        self.devices: tuple[DeviceScope, ...] = ()
        self.control: tuple[ControlScope, ...] = ()
        self.colocation: tuple[Operation, ...] = ()

    def control_inputs_for(self, inputs: tuple[Tensor, ...]) -> list[Operation]:
        """The control inputs of an op made now that takes `inputs`."""
        makers = {tensor.op for tensor in inputs}
        found: dict[Operation, None] = {}
        for scope in self.control:
            if scope.seen.isdisjoint(makers):
                found.update((op, None) for op in scope.control_inputs if op not in makers)
        return list(found)

    def record(self, op: Operation) -> None:
        """Notes in every open control scope that `op` was made inside."""
        for scope in self.control:
            scope.seen.add(op)

    def place(self, op: Operation) -> None:
        """Records in `op` the open device scopes and the colocation that was asked for."""
        op.device = device_string(self.devices, op)
        groups: set[str] = set()
        for other in self.colocation:
            groups.update(other.groups)
            op.device = other.device or op.device
        op.colocation = tuple(sorted(groups))


def device_string(devices: tuple[DeviceScope, ...], op: Operation) -> str:
    """The device that the open scopes, outermost first, give to `op`.

    Scopes are applied from the inside out: a string adds the parts that are not named yet; a
    function sees the device so far in `op.device`, and its result replaces it.

    Raises:
        TypeError: a function returns nothing.
        ValueError: a function returns no device string.
    """
    text = ""
    for scope in reversed(devices):
        if scope is None:
            break
        if isinstance(scope, DeviceSpec):
            text = scope.make_merged_spec(DeviceSpec.from_string(text)).to_string()
            continue
        op.device = text
        given = scope(op)
        if given is None:
            raise refusal(TypeError, "Expected binary or unicode string, got None")
        text = given.to_string() if hasattr(given, "to_string") else str(given)
    return text


def is_on_cpu(op: Operation) -> bool:
    """Whether the device of `op` is the CPU, or left open."""
    try:
        return DeviceSpec.from_string(op.device).device_type in (None, "CPU")
    except ValueError:
        return True  # what a device function returned stands as it is, even if it says nothing


@contextmanager
def control_dependencies_of(graph: Graph, control_inputs: Any) -> Iterator[None]:
    """The block of `Graph.control_dependencies`; None clears all open control scopes."""
    state = graph.scopes
    before = state.control
    if control_inputs is None:
        state.control = ()
    else:
        state.control = (*before, ControlScope(_as_operations(graph, control_inputs)))
    try:
        yield
    finally:
        state.control = before


def _as_operations(graph: Graph, control_inputs: Iterable[Any]) -> tuple[Operation, ...]:
    found: dict[Operation, None] = {}
    for item in control_inputs:
        element = graph.as_graph_element(item)
        found[getattr(element, "op", element)] = None
    return tuple(found)


@contextmanager
def device_of(graph: Graph, device: Any) -> Iterator[None]:
    """The block of `Graph.device`: a device string, a DeviceSpec, a function of the op, or None."""
    if device is not None and not callable(device):
        text = device.to_string() if hasattr(device, "to_string") else device
        device = DeviceSpec.from_string(text)
    state = graph.scopes
    before = state.devices
    state.devices = (*before, device)
    try:
        yield
    finally:
        state.devices = before


@contextmanager
def colocate_with_of(graph: Graph, op: Any, ignore_existing: bool) -> Iterator[None]:
    """The block of `Graph.colocate_with`; None clears.

    Device scopes do not reach inside, as in TensorFlow.
    """
    if op is None and not ignore_existing:
        raise refusal(
            ValueError,
            "Trying to reset colocation (op is None) but ignore_existing is not True",
            advice="ignore_existing=True",
        )
    state = graph.scopes
    before, devices = state.colocation, state.devices
    outer = () if ignore_existing else before
    state.devices = ()
    state.colocation = outer if op is None else (*outer, *_as_operations(graph, [op]))
    try:
        yield
    finally:
        state.colocation, state.devices = before, devices


class name_scope:  # noqa: N801 - TensorFlow's name
    """`tf.name_scope(name, default_name=None, values=None)`: names made inside start with the scope.

    Args:
        name: the scope's name; with a final `/` an existing scope is entered again; None takes
            `default_name`; both None (or an empty name) leaves to the root.
        default_name: the name to take when `name` is None.
        values: tensors whose graph the scope belongs to.

    Raises:
        TypeError: the name is not a string.
        ValueError: the name is not valid, `values` come from different graphs, or there are values
            and no name.
    """

    __slots__ = ("_entered", "_name", "_values")

    def __init__(self, name: Any, default_name: Any = None, values: Any = None) -> None:
        if default_name is not None and not isinstance(default_name, str):
            raise refusal(
                TypeError,
                f"`default_name` type ({type(default_name)}) is not a string type. You likely meant to pass "
                "this into the `values` kwarg.",
                advice="values=[…]",
            )
        self._name = default_name if name is None else name
        self._values = values
        # For each time it was entered: the graph, the scope to go back to, and what made it the
        # default.
        self._entered: list[tuple[Graph, str, AbstractContextManager[Graph] | None]] = []

    @property
    def name(self) -> Any:
        """The name that was asked for."""
        return self._name

    def __enter__(self) -> str:
        if self._name is None and self._values is not None:
            raise refusal(
                ValueError,
                "At least one of name (None) and default_name (None) must be provided.",
                advice="give a name",
            )
        graph = graph_of(self._values or ())
        before = graph.scopes.name
        text = graph.enter_name_scope(self._name)
        as_default = None
        if graph is not get_default_graph():
            as_default = graph.as_default()
            as_default.__enter__()
        self._entered.append((graph, before, as_default))
        return text

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        graph, before, as_default = self._entered.pop()
        graph.scopes.name = before
        if as_default is not None:
            as_default.__exit__(kind, error, traceback)


def graph_of(values: Iterable[Any]) -> Graph:
    """The one graph that the tensors and operations among `values` belong to, else the default graph.

    Raises:
        ValueError: they belong to different graphs.
    """
    found: Graph | None = None
    first: Any = None
    for value in values:
        graph = getattr(value, "graph", None)
        if graph is None or not hasattr(graph, "scopes"):
            continue
        if found is None:
            found, first = graph, value
        elif graph is not found:
            raise refusal(
                ValueError,
                f"{value} must be from the same graph as {first} (graphs are {graph!r} and {found!r}).",
                advice="build both in one graph: `with graph.as_default():` around both",
                made_at=_places(first, value),
            )
    return get_default_graph() if found is None else found


def _places(*values: Any) -> str:
    """Where tensors and operations were made, one line each."""
    ops = [getattr(value, "op", value) for value in values]
    return "\n".join(op.source.text() for op in ops if hasattr(op, "source"))


def control_dependencies(control_inputs: Any) -> AbstractContextManager[None]:
    """Ops made within the block run after `control_inputs`.

    Args:
        control_inputs: operations or tensors of the default graph; None clears all open blocks.

    Raises:
        TypeError: an element is neither an operation nor a tensor.
        ValueError: an element belongs to another graph.
    """
    return get_default_graph().control_dependencies(control_inputs)


def device(device_name_or_function: Any) -> AbstractContextManager[None]:
    """Records a device for ops made within the block.

    Headrace computes on the CPU whatever it says.

    Args:
        device_name_or_function: a device string, a DeviceSpec, a function of the operation, or
            None.

    Raises:
        ValueError: it is no device string.
    """
    return get_default_graph().device(device_name_or_function)


def colocate_with(op: Any, ignore_existing: bool = False) -> AbstractContextManager[None]:
    """Records that ops made within the block belong beside `op`; it changes nothing in a run."""
    return get_default_graph().colocate_with(op, ignore_existing)


def container(container_name: str) -> AbstractContextManager[str]:
    """Accepts TensorFlow's resource containers, which one process with one device does not need."""
    return get_default_graph().container(container_name)


def init_scope() -> AbstractContextManager[None]:
    """Ops made within the block wait for nothing: it clears all open control dependencies."""
    return get_default_graph().control_dependencies(None)


def op_scope(values: Any, name: Any, default_name: Any = None) -> name_scope:
    """`name_scope` with the arguments in the order of early TensorFlow."""
    return name_scope(name, default_name, values)


def get_name_scope() -> str:
    """The default graph's current name scope, without a final slash."""
    return get_default_graph().get_name_scope()
