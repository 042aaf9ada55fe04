"""Ops as plain functions of their declared inputs and attributes, made from the registry when asked for.

These are `tf.raw_ops.MatMul` and, in `headrace.graph.generated`, TensorFlow's `gen_math_ops.mat_mul`.
What a program should call stands beside the ops; nothing here knows a single op.
"""

from __future__ import annotations

import functools
import inspect
from collections import namedtuple
from collections.abc import Callable
from typing import Any, Final

from headrace.base.dtypes import as_dtype
from headrace.base.shapes import as_shape
from headrace.graph import registry
from headrace.graph.attributes import attribute_kinds
from headrace.graph.build import build_operation
from headrace.graph.opdef import OpDef
from headrace.graph.operation import Operation

# TensorFlow's functions give these inputs and attributes other names than its op definitions do.
_SHOWN: Final = {"reduction_indices": "axis", "split_dim": "axis", "squeeze_dims": "axis"}
_SHOWN_BY_OP: Final = {
    "ExpandDims": {"dim": "axis"},
    "Select": {"t": "x", "e": "y"},
    "Where": {"input": "condition"},
}


@functools.cache
def raw_op(op_type: str) -> Callable[..., Any]:
    """The function that adds an op of that type.

    It takes the inputs, then the attributes that do not follow from them, then `name`. It returns the
    output; for several outputs a named tuple, for none the operation.

    Raises:
        KeyError: there is no such op type.
    """
    definition = registry.get(op_type)
    attrs = _free_attributes(definition)
    shown = _SHOWN | _SHOWN_BY_OP.get(op_type, {})
    inputs = [shown.get(arg.name, arg.name) for arg in definition.inputs]
    signature = _signature(definition, inputs, attrs, shown)

    def add_op(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        given = bound.arguments
        values = {
            attr: _attribute(kind, given[shown.get(attr, attr)]) for attr, kind in attrs.items()
        }
        operation = build_operation(
            op_type, *(given[name] for name in inputs), name=given["name"], **values
        )
        return _outputs(definition, operation)

    add_op.__name__ = add_op.__qualname__ = op_type
    add_op.__doc__ = definition.doc
    vars(add_op)["__signature__"] = signature
    return add_op


def _free_attributes(definition: OpDef[Any]) -> dict[str, str]:
    """The attributes that do not follow from the inputs, with their kinds, those without default first."""
    inputs = definition.inputs
    derived = {name for a in inputs for name in (a.type_attr, a.number_attr, a.type_list_attr)}
    kinds = attribute_kinds(definition.attributes)
    defaults = definition.attributes.defaults
    free = [name for name in definition.attributes.fields if name not in derived]
    return {name: kinds[name] for name in sorted(free, key=lambda name: name in defaults)}


def _signature(
    definition: OpDef[Any], inputs: list[str], attrs: dict[str, str], shown: dict[str, str]
) -> inspect.Signature:
    defaults = definition.attributes.defaults | {"name": None}
    names = [*inputs, *attrs, "name"]
    parameters = [
        inspect.Parameter(
            shown.get(name, name),
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=defaults.get(name, inspect.Parameter.empty),
        )
        for name in names
    ]
    return inspect.Signature(parameters)


def _attribute(kind: str, value: Any) -> Any:
    """An attribute as a program may write it, as its class holds it."""
    if kind.startswith("list("):
        return tuple(_attribute(kind[5:-1], item) for item in value)
    if kind == "type":
        return as_dtype(value)
    return as_shape(value) if kind == "shape" else value


def _outputs(definition: OpDef[Any], operation: Operation) -> Any:
    if not definition.outputs:
        return operation
    if len(definition.outputs) == 1:
        is_list = definition.outputs[0].is_list
        return list(operation.outputs) if is_list else operation.outputs[0]
    names = [arg.name for arg in definition.outputs]
    return namedtuple(definition.name, names)(*operation.outputs)
