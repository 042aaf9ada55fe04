"""`tf.meshgrid`: composed of reshapes and products with ones, as in TensorFlow."""

from __future__ import annotations

from typing import Any

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.convert import convert, convert_to_tensor
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor


def meshgrid(*args: Any, **kwargs: Any) -> list[Tensor]:
    """The coordinates of a grid.

    Args:
        *args: the coordinates along each axis, vectors of one dtype.
        **kwargs: `indexing`: `'xy'` (the default: the first two axes of the result are swapped, as
            pictures are drawn) or `'ij'`; `name`: the scope's name.

    Returns:
        For each argument a tensor of the grid's shape.

    Raises:
        TypeError: another keyword is given.
        ValueError: `indexing` is another.
    """
    indexing = kwargs.pop("indexing", "xy")
    name = kwargs.pop("name", "meshgrid")
    if kwargs:
        word = next(iter(kwargs))
        raise refusal(TypeError, f"'{word}' is an invalid keyword argument for this function")
    if indexing not in {"xy", "ij"}:
        raise refusal(
            ValueError,
            f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'",
        )
    if not args:
        return []
    with name_scope(name, "meshgrid", args):
        return _grids(args, swapped=indexing == "xy" and len(args) > 1)


def _grids(args: tuple[Any, ...], *, swapped: bool) -> list[Tensor]:
    rank = len(args)
    along = [
        build("Reshape", convert_to_tensor(arg, name="stack"), _along(i, rank))
        for i, arg in enumerate(args)
    ]
    sizes = [_size(arg) for arg in args]
    kind = convert_to_tensor(args[0]).dtype.base_dtype
    if swapped:
        along[0] = build("Reshape", along[0], _along(1, rank))
        along[1] = build("Reshape", along[1], _along(0, rank))
        sizes[0], sizes[1] = sizes[1], sizes[0]
    with name_scope("ones") as scope:
        shape = build("Pack", sizes, axis=0, name="packed")
        ones = build("Fill", shape, convert(1, kind, "Const"), name=scope)
    return [build("Mul", vector, ones, name="mul") for vector in along]


def _along(axis: int, rank: int) -> list[int]:
    return [-1 if i == axis else 1 for i in range(rank)]


def _size(arg: Any) -> Tensor:
    with name_scope("Size") as scope:
        tensor = convert_to_tensor(arg)
        count = tensor.shape.num_elements()
        return (
            build("Size", tensor, name=scope)
            if count is None
            else convert(count, dtypes.int32, scope)
        )
