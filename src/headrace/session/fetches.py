"""Fetches: any nesting of tensors, operations and names → a flat list, and the results back into its shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from headrace.base.messages import compose
from headrace.graph.graph import Graph
from headrace.graph.operation import Operation
from headrace.graph.refusal import sentence_of
from headrace.graph.tensor import Tensor

# The values of the flat fetches, in order → the value in the user's structure.
Rebuild = Callable[[Sequence[Any]], Any]


@dataclass(frozen=True, slots=True)
class Fetches:
    """A resolved fetch structure.

    Attributes:
        tensors: the distinct tensors, in order of first appearance.
        operations: the distinct operations.
        rebuild: puts the tensors' values into the structure; an operation's value is None.
    """

    tensors: tuple[Tensor, ...]
    operations: tuple[Operation, ...]
    rebuild: Rebuild


def resolve_fetches(graph: Graph, fetches: Any) -> Fetches:
    """Resolves what the user asked for.

    Args:
        graph: the session's graph.
        fetches: a tensor, operation or name, or a list, tuple, namedtuple, dict of fetches.

    Raises:
        TypeError: something is no fetch.
        ValueError: a name or tensor is not in the graph, or may not be fetched.
    """
    tensors: dict[Tensor, int] = {}
    operations: dict[Operation, None] = {}
    rebuild = _resolve(graph, fetches, tensors, operations)
    return Fetches(tuple(tensors), tuple(operations), rebuild)


def _resolve(
    graph: Graph, fetch: Any, tensors: dict[Tensor, int], operations: dict[Operation, None]
) -> Rebuild:
    if type(fetch) is Tensor and fetch.op.graph is graph and graph.is_fetchable(fetch):
        # the usual case, without the search
        return itemgetter(tensors.setdefault(fetch, len(tensors)))
    if isinstance(fetch, list | tuple):
        return _resolve_sequence(graph, fetch, tensors, operations)
    if isinstance(fetch, Mapping):
        return _resolve_mapping(graph, fetch, tensors, operations)
    if hasattr(fetch, "_fetch_parts"):  # a composite tensor fetches its parts
        parts, make = fetch._fetch_parts()
        inner = _resolve_sequence(graph, list(parts), tensors, operations)
        return lambda values: make(inner(values))
    if hasattr(fetch, "__attrs_attrs__"):
        return _resolve_attrs(graph, fetch, tensors, operations)
    element = _element(graph, fetch)
    if isinstance(element, Operation):
        operations.setdefault(element)
        return lambda values: None
    return itemgetter(tensors.setdefault(element, len(tensors)))


def _element(graph: Graph, fetch: Any) -> Tensor | Operation:
    if fetch is None:
        raise TypeError(
            compose(
                f'Argument `fetch` = {fetch} has invalid type "NoneType". Cannot be None',
                [("try", "[] runs nothing; a function that made the fetch may lack its return")],
            )
        )
    try:
        element: Tensor | Operation = graph.as_graph_element(fetch)
    except TypeError as error:
        raise TypeError(
            compose(
                f'Argument `fetch` = {fetch} has invalid type "{type(fetch).__name__}" must be a string or '
                f"Tensor. ({sentence_of(error)})",
                [("try", "a Tensor, an Operation, a name, or lists, tuples and dicts of them")],
            )
        ) from None
    except (ValueError, KeyError) as error:
        # of a KeyError TensorFlow shows the repr
        text = repr(error.args[0]) if isinstance(error, KeyError) else sentence_of(error)
        raise ValueError(
            compose(
                f"Argument `fetch` = {fetch} cannot be interpreted as a Tensor. ({text})",
                [("try", "give the session the graph that has it: tf.Session(graph=…)")],
            )
        ) from None
    if not graph.is_fetchable(element):
        op = element if isinstance(element, Operation) else element.op
        sentence = (
            f"Operation {op.name} has been marked as not fetchable. Typically this happens when it is defined "
            "in another function or code block. Use return values, explicit Python locals or TensorFlow "
            "collections to access it."
        )
        raise ValueError(compose(sentence, [("made at", op.source.text())]))
    return element


def _resolve_sequence(
    graph: Graph, fetch: Any, tensors: dict[Tensor, int], operations: dict[Operation, None]
) -> Rebuild:
    parts = [_resolve(graph, item, tensors, operations) for item in fetch]
    kind = type(fetch)
    if hasattr(kind, "_fields"):  # a namedtuple takes its fields one by one
        return lambda values: kind(*[part(values) for part in parts])
    if issubclass(kind, list):  # also for a subclass, as in TensorFlow
        return lambda values: [part(values) for part in parts]
    return lambda values: kind([part(values) for part in parts])


def _resolve_mapping(
    graph: Graph, fetch: Any, tensors: dict[Tensor, int], operations: dict[Operation, None]
) -> Rebuild:
    keys = list(fetch)
    parts = [_resolve(graph, fetch[key], tensors, operations) for key in keys]
    kind = type(fetch)
    default = getattr(fetch, "default_factory", None)

    def rebuild(values: Sequence[Any]) -> Any:
        made = kind(default) if hasattr(fetch, "default_factory") else kind()
        for key, part in zip(keys, parts, strict=True):
            made[key] = part(values)
        return made

    return rebuild


def _resolve_attrs(
    graph: Graph, fetch: Any, tensors: dict[Tensor, int], operations: dict[Operation, None]
) -> Rebuild:
    names = [attribute.name for attribute in type(fetch).__attrs_attrs__]
    parts = [_resolve(graph, getattr(fetch, name), tensors, operations) for name in names]
    return lambda values: type(fetch)(*[part(values) for part in parts])
