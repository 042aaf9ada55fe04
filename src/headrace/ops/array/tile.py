"""Repetition along axes: Tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, check_rank
from headrace.graph.opdef import EXACT, define
from headrace.graph.operation import Operation
from headrace.graph.partial import structural
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.static_shapes import shape_of


@attributes
class TileAttributes(Attributes):
    """Attributes of Tile."""

    T: DType
    Tmultiples: DType = dtypes.int32


def _tile_shape(ctx: ShapeContext[TileAttributes]) -> Sequence[Dims]:
    dims, operand = ctx.shapes
    check_rank(operand, 1, "Expected multiples to be 1-D, but got shape {shape}")
    if dims is None:
        multiples = ctx.as_dims(1)
        return (None if multiples is None else tuple([_product(None, m) for m in multiples]),)
    multiples = ctx.as_dims(1)
    if multiples is None:
        return ((None,) * len(dims),)
    if len(multiples) != len(dims):
        raise Mismatch(
            f"Shape must be rank {len(dims)} but is rank {len(multiples)}",
            in_run=f"Expected multiples argument to be a vector of length {len(dims)} but got length "
            f"{len(multiples)}",
            advice="give one multiple for each axis",
        )
    if ctx.in_run:
        _check_signs(ctx)
    return (tuple([_product(*pair) for pair in zip(dims, multiples, strict=True)]),)


def _check_signs(ctx: ShapeContext[TileAttributes]) -> None:
    values = ctx.constant(1)
    assert values is not None
    for i, value in enumerate(values.tolist()):
        if value < 0:
            raise Mismatch(f"Expected multiples[{i}] >= 0, but got {value}")


def _product(size: int | None, multiple: int | None) -> int | None:
    if 0 in (size, multiple):
        return 0
    return None if size is None or multiple is None else size * multiple


def _tile_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    """Splits each axis into (multiple, size) and sums over the multiples."""
    shape = shape_of(op.inputs[0])
    multiples = op.inputs[1]
    if multiples.dtype.base_dtype is not shape.dtype:
        shape = build("Cast", shape, DstT=multiples.dtype.base_dtype)
    pairs = build("Transpose", build("Pack", [multiples, shape], axis=0, name="stack"), [1, 0])
    split_shape = build("Reshape", pairs, [-1])
    axes = build("Range", 0, build("Size", split_shape), 2, name="range")
    return build("Sum", build("Reshape", grad, split_shape), axes, keep_dims=False), None


define(
    "Tile",
    inputs="input: T, multiples: Tmultiples",
    outputs="output: T",
    attributes=TileAttributes,
    shape=_tile_shape,
    reference=lambda attrs, x, multiples: np.tile(x, multiples.tolist()),
    gradient=_tile_gradient,
    samples=(
        Sample(reals(2, 3), given([2, 3], dtypes.int32)),
        Sample(reals(2, 1, 3), given([1, 2, 1], dtypes.int64)),
        Sample(reals(3), given([1], dtypes.int32)),
        Sample(reals(3), given([0], dtypes.int32)),
        Sample(reals(0, 2), given([2, 2], dtypes.int32)),
        Sample(reals(), given([], dtypes.int32)),
    ),
    types={"T": dtypes.ALL, "Tmultiples": dtypes.INDEX},
    tolerance=EXACT,
    partial=structural(1),
    doc="The input repeated along its axes.",
)


def tile(input: Any, multiples: Any, name: str | None = None) -> Tensor:
    """The input repeated along its axes.

    Args:
        input: a tensor.
        multiples: an int32 or int64 vector: how often, for each axis.
        name: the op's name.

    Returns:
        A tensor of the dtype of `input`; axis i has size `input.shape[i] * multiples[i]`.

    Raises:
        ValueError: there is not one multiple for each axis.
        InvalidArgumentError: (in a run) a multiple is negative.
    """
    return build("Tile", input, multiples, name=name)
