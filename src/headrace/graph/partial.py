"""Partly known small integer tensors: how static shapes see through Shape, Pack, StridedSlice, arithmetic.

`tf.reshape(x, [tf.shape(x)[0], 12])` has the static shape (?, 12) because the small integer tensors
that make its shape operand are evaluated, as far as they are known, while the graph is built. An op
opts in with a rule: `elementwise`, `structural`, `reduction`, or its own. The rules run the op's
reference twice, once on the values and once on the mask of what is known.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from headrace.base.errors import OpError

if TYPE_CHECKING:
    from headrace.graph.inference import ShapeContext
    from headrace.graph.opdef import OpDef

# Larger integer tensors are data, not shapes.
MAX_ELEMENTS = 1024


class PartialValue:
    """An int64 array and the mask of which elements are known (the others hold 1)."""

    __slots__ = ("known", "values")

    def __init__(self, values: NDArray[np.int64], known: NDArray[np.bool_]) -> None:
        self.values = values
        self.known = known

    @classmethod
    def from_array(cls, array: NDArray[Any]) -> PartialValue:
        """A value known throughout."""
        return cls(array.astype(np.int64), np.ones(array.shape, np.bool_))

    @classmethod
    def from_sizes(cls, sizes: tuple[int | None, ...]) -> PartialValue:
        """A vector of sizes, None being unknown."""
        return cls(
            np.array([1 if size is None else size for size in sizes], np.int64),
            np.array([size is not None for size in sizes], np.bool_),
        )

    @property
    def is_known(self) -> bool:
        """Whether every element is known."""
        return bool(self.known.all())

    def sizes(self) -> tuple[int | None, ...]:
        """The elements of a vector as sizes: None where unknown or negative (TensorFlow's -1)."""
        return tuple(
            int(value) if known and value >= 0 else None
            for value, known in zip(self.values.ravel(), self.known.ravel(), strict=True)
        )


# What is known of the output; a tuple where an op has several.
PartialRule: TypeAlias = (
    "Callable[[OpDef[Any], ShapeContext[Any]], PartialValue | tuple[PartialValue, ...] | None]"
)


def _gather_inputs(
    ctx: ShapeContext[Any], index: tuple[int, ...]
) -> tuple[list[NDArray[Any]], list[NDArray[Any]]] | None:
    """Values and masks of all inputs; None when an input, or an index input's element, is unknown."""
    count = len(ctx.shapes)
    positions = {i % count for i in index}
    values: list[NDArray[Any]] = []
    masks: list[NDArray[Any]] = []
    for i in range(count):
        value = ctx.partial(i) or _unknown(ctx, i)
        if value is None or (i in positions and not value.is_known):
            return None
        values.append(value.values)
        masks.append(value.values if i in positions else value.known)
    return values, masks


def _unknown(ctx: ShapeContext[Any], index: int) -> PartialValue | None:
    """A small integer input of known shape of which no element is known (a fed scalar)."""
    dims = ctx.shapes[index]
    if dims is None or len(dims) > 2 or not ctx.dtypes[index].is_integer:
        return None
    sizes = [size for size in dims if size is not None]
    if len(sizes) < len(dims) or prod(sizes) > MAX_ELEMENTS:
        return None
    return PartialValue(np.ones(sizes, np.int64), np.zeros(sizes, np.bool_))


def structural(*index: int) -> PartialRule:
    """For ops that only move elements (Pack, StridedSlice, Reshape, …).

    Args:
        *index: positions of the inputs that say where to (axes, begins, shapes); they must be
            known.
    """

    def rule(definition: OpDef[Any], ctx: ShapeContext[Any]) -> PartialValue | None:
        inputs = _gather_inputs(ctx, index)
        if inputs is None:
            return None
        try:
            values = definition.reference(ctx.attributes, *inputs[0])
            known = definition.reference(ctx.attributes, *inputs[1])
        except (OpError, ValueError, IndexError):
            return None  # the run, or the shape rule, reports it with its own words
        return PartialValue(np.asarray(values, np.int64), np.asarray(known, np.bool_))

    return rule


def elementwise(definition: OpDef[Any], ctx: ShapeContext[Any]) -> PartialValue | None:
    """For arithmetic on each element: a result is known where all its operands are."""
    inputs = _gather_inputs(ctx, ())
    if inputs is None:
        return None
    try:
        values = np.asarray(definition.reference(ctx.attributes, *inputs[0]), np.int64)
    except (OpError, ValueError):
        return None
    known = np.ones(values.shape, np.bool_)
    for mask in inputs[1]:
        known = known & mask
    return PartialValue(values, known)


def reduction(definition: OpDef[Any], ctx: ShapeContext[Any]) -> PartialValue | None:
    """For Sum, Prod, Max, …: a result is known where all elements along the axes are."""
    inputs = _gather_inputs(ctx, (1,))
    if inputs is None:
        return None
    (data, axes), (known, _) = inputs
    keep = bool(getattr(ctx.attributes, "keep_dims", False))
    try:
        values = np.asarray(definition.reference(ctx.attributes, data, axes), np.int64)
        mask = np.all(known, axis=tuple(int(axis) for axis in axes.ravel()), keepdims=keep)
    except (OpError, ValueError):
        return None  # axes that repeat or are out of range: the run reports it
    return PartialValue(values, np.asarray(mask, np.bool_))
