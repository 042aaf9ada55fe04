"""Order without values: NoOp, and `tf.group` and `tf.tuple`, which wait for several ops."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from headrace.graph.attributes import NoAttributes
from headrace.graph.build import build, build_operation
from headrace.graph.convert import convert_to_tensor
from headrace.graph.indexed_slices import IndexedSlices
from headrace.graph.opdef import NoGradient, Why, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.scopes import colocate_with, control_dependencies, device, name_scope
from headrace.graph.tensor import Tensor

define(
    "NoOp",
    inputs="",
    outputs="",
    attributes=NoAttributes,
    shape=lambda ctx: (),
    reference=lambda attrs: (),
    gradient=NoGradient(Why.NO_OUTPUT),
    samples=(),
    doc="Does nothing; others wait for it, and it for others.",
)


def no_op(name: str | None = None) -> Operation:
    """An operation that does nothing.

    Args:
        name: its name.
    """
    return build_operation("NoOp", name=name)


def group(*inputs: Any, **kwargs: Any) -> Operation:
    """An operation that is done when all `inputs` are.

    Args:
        *inputs: operations and tensors, also in lists and dicts.
        **kwargs: `name`: the operation's name.

    Returns:
        A NoOp with control inputs; one for each device if there are several.

    Raises:
        ValueError: another keyword is given.
        TypeError: an input is neither an operation nor a tensor.
    """
    name = kwargs.pop("name", None)
    if kwargs:
        raise refusal(
            ValueError,
            f"Unknown keyword arguments: {', '.join(kwargs)}",
            advice="the one keyword is name=",
        )
    with name_scope(name, "group_deps", inputs) as scope:
        by_device: dict[str, list[Any]] = {}
        for item in _flattened(inputs):
            if not isinstance(getattr(item, "device", None), str):
                raise refusal(
                    TypeError,
                    "'inputs' should be zero or more (nested) Tensors. Received "
                    f"'{item}' with type '{type(item)}'.",
                    advice="give tensors and operations; a function that made one may lack its return",
                )
            by_device.setdefault(item.device, []).append(item)
        if not by_device:
            return no_op(scope)
        if len(by_device) == 1:
            return _wait_on(*next(iter(by_device.items())), name=scope)
        gates = [_wait_on(place, by_device[place]) for place in sorted(by_device)]
        with control_dependencies(gates):
            return no_op(scope)


def _flattened(value: Any) -> Iterator[Any]:
    """The leaves of nested lists, tuples and dicts (these in the order of their keys)."""
    if isinstance(value, Mapping):
        for key in sorted(value):
            yield from _flattened(value[key])
    elif isinstance(value, list | builtins.tuple):
        for item in value:
            yield from _flattened(item)
    elif hasattr(
        value, "_parts"
    ):  # a SparseTensor or IndexedSlices is there when all its parts are
        yield from value._parts()
    else:
        yield value


def _wait_on(place: str, items: Sequence[Any], name: str | None = None) -> Operation:
    """A NoOp on the device `place` that runs after `items`."""
    with control_dependencies(items):
        if not place:
            return no_op(name)
        with device(place):
            return no_op(name)


def tuple(tensors: Any, name: str | None = None, control_inputs: Any = None) -> list[Any]:
    """The tensors, none of which is there before all are computed.

    Args:
        tensors: a list of tensors; operations and None may be among them.
        name: the scope's name.
        control_inputs: further operations and tensors to wait for.

    Returns:
        A list of identities (for IndexedSlices, of their values); for an operation one that waits,
        for None None.

    Raises:
        ValueError: there is nothing to wait for.
        TypeError: a control input is neither an operation nor a tensor.
    """
    with name_scope(name, "tuple", tensors):
        items = [
            item if isinstance(item, Operation | IndexedSlices | None) else convert_to_tensor(item)
            for item in tensors
        ]
        gates = {_operation(item): None for item in items if item is not None}
        for item in control_inputs or ():
            if not isinstance(item, Operation | Tensor):
                raise refusal(
                    TypeError,
                    "'control_inputs' must only contain Operation or Tensor. Received: "
                    f"{type(item)}",
                    advice="give tensors and operations; a function that made one may lack its return",
                )
            gates[_operation(item)] = None
        if not gates:
            raise refusal(
                ValueError,
                f"'tensors' must have at least one Tensor. Received: {tensors}.",
                advice="give at least one tensor or operation",
            )
        gate = group(*sorted(gates, key=lambda op: op.index))
        return [_gated(item, gate) for item in items]


def with_dependencies(dependencies: Any, output_tensor: Any, name: str | None = None) -> Any:
    """`output_tensor`, which is not there before `dependencies` have run.

    Args:
        dependencies: a list of operations and tensors.
        output_tensor: a tensor or IndexedSlices.
        name: the op's name.

    Returns:
        An identity; for IndexedSlices, of their values.
    """
    with name_scope(name, "control_dependency", [*dependencies, output_tensor]) as scope:
        slices = output_tensor if isinstance(output_tensor, IndexedSlices) else None
        tensor = convert_to_tensor(output_tensor) if slices is None else slices.values
        with colocate_with(tensor), control_dependencies(dependencies):
            after = build("Identity", tensor, name=scope)
    return after if slices is None else IndexedSlices(after, slices.indices, slices.dense_shape)


def _operation(item: Operation | Tensor | IndexedSlices) -> Operation:
    return item if isinstance(item, Operation) else item.op


def _gated(item: Operation | Tensor | IndexedSlices | None, gate: Operation) -> Any:
    if item is None:
        return None
    if isinstance(item, IndexedSlices):
        return IndexedSlices(_gated(item.values, gate), item.indices, item.dense_shape)
    if isinstance(item, Operation):
        with control_dependencies([gate]):
            return group(item)
    with (
        name_scope("control_dependency") as scope,
        colocate_with(item),
        control_dependencies([gate]),
    ):
        return build("Identity", item, name=scope)
