"""Static shape inference: what a shape rule sees, and the small rules that most ops share.

Rules work on plain sizes (`Dims`): None for an unknown rank, else a tuple with None for each
unknown size. The same rules run again with the true sizes before a reference does, as the strict
check of a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from headrace.graph.attributes import Attributes
from headrace.graph.partial import PartialValue

if TYPE_CHECKING:
    from headrace.base.dtypes import DType

A = TypeVar("A", bound=Attributes)
Dims: TypeAlias = tuple[int | None, ...] | None


class Mismatch(Exception):  # noqa: N818 - it is caught by us and never reaches a user
    """Raised by a shape rule; `build` and the executor turn it into TensorFlow's class with our lines.

    Args:
        sentence: TensorFlow's sentence when the graph is built.
        in_run: its sentence when the same is found in a run, where that differs.
        advice: what the user can do.
    """

    def __init__(
        self, sentence: str, *, in_run: str | None = None, advice: str | None = None
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.in_run = in_run or sentence
        self.advice = advice


class ShapeContext(Generic[A]):
    """The inputs of one op as a shape rule sees them.

    Attributes:
        attributes: the op's attributes.
        shapes: the sizes of each input (lists flattened).
        dtypes: the dtype of each input.
        in_run: True when this is the check before a reference runs; every size is then known.
    """

    __slots__ = ("_partials", "attributes", "dtypes", "in_run", "shapes")

    def __init__(
        self,
        attributes: A,
        shapes: tuple[Dims, ...],
        partials: Sequence[PartialValue | NDArray[Any] | None],
        dtypes: tuple[DType, ...],
        in_run: bool = False,
    ) -> None:
        self.attributes = attributes
        self.shapes = shapes
        self._partials = partials
        self.dtypes = dtypes
        self.in_run = in_run

    def partial(self, index: int) -> PartialValue | None:
        """What is known of the (integer) value of input `index`, or None."""
        value = self._partials[index]
        if isinstance(value, np.ndarray):
            return PartialValue.from_array(value) if value.dtype.kind in "iub" else None
        return value

    def constant(self, index: int) -> NDArray[np.int64] | None:
        """The value of integer input `index` if it is wholly known, else None."""
        value = self.partial(index)
        return value.values if value is not None and value.is_known else None

    def scalar(self, index: int) -> int | None:
        """The value of integer input `index` if it is a known scalar (or one element), else None."""
        value = self.constant(index)
        return int(value.ravel()[0]) if value is not None and value.size == 1 else None

    def as_dims(self, index: int) -> Dims:
        """The sizes that input `index`, a vector used as a shape, describes, as far as they are known."""
        return described_dims(self.partial(index), self.shapes[index])

    def with_rank(self, index: int, rank: int) -> tuple[int | None, ...]:
        """The sizes of input `index`, which must have `rank` axes (all unknown if its rank is)."""
        shape = self.shapes[index]
        check_rank(shape, rank)
        return (None,) * rank if shape is None else shape

    def with_rank_at_least(self, index: int, rank: int) -> Dims:
        """The sizes of input `index`, which must have at least `rank` axes if its rank is known."""
        shape = self.shapes[index]
        check_rank_at_least(shape, rank)
        return shape

    def with_rank_at_most(self, index: int, rank: int) -> Dims:
        """The sizes of input `index`, which must have at most `rank` axes if its rank is known."""
        shape = self.shapes[index]
        if shape is not None and len(shape) > rank:
            raise Mismatch(f"Shape must be at most rank {rank} but is rank {len(shape)}")
        return shape


def shape_text(dims: Dims) -> str:
    """Prints sizes as TensorFlow's kernels do: `[2,?,3]`, `?` for an unknown rank."""
    if dims is None:
        return "?"
    return f"[{','.join('?' if size is None else str(size) for size in dims)}]"


def element_count(dims: Dims) -> int | None:
    """How many elements there are, if that is known: a size of 0 decides it, whatever others are."""
    if dims is not None and 0 in dims:
        return 0
    if dims is None or None in dims:
        return None
    return prod([size for size in dims if size is not None])


def described_dims(value: PartialValue | None, dims: Dims) -> Dims:
    """The sizes that a vector describes: by what is known of its value, else by its length.

    Args:
        value: what is known of the vector's value.
        dims: the sizes of the vector itself.
    """
    if value is not None:
        return value.sizes()
    if dims is None or len(dims) != 1 or dims[0] is None:
        return None
    return (None,) * dims[0]


def check_rank(
    dims: Dims, rank: int, in_run: str | None = None, *, advice: str | None = None
) -> None:
    """Checks that an input has `rank` axes, if its rank is known.

    Args:
        dims: its sizes.
        rank: the rank it must have.
        in_run: TensorFlow's sentence in a run; `{shape}` and `{rank}` stand for what `dims` has.
        advice: what the user can do.

    Raises:
        Mismatch: it has another rank.
    """
    if dims is not None and len(dims) != rank:
        sentence = f"Shape must be rank {rank} but is rank {len(dims)}"
        raise Mismatch(sentence, in_run=_completed(in_run, dims), advice=advice)


def check_rank_at_least(dims: Dims, rank: int, in_run: str | None = None) -> None:
    """Checks that an input has `rank` axes or more, if its rank is known; see `check_rank`.

    Raises:
        Mismatch: it has fewer.
    """
    if dims is not None and len(dims) < rank:
        sentence = f"Shape must be at least rank {rank} but is rank {len(dims)}"
        raise Mismatch(sentence, in_run=_completed(in_run, dims))


def _completed(sentence: str | None, dims: tuple[int | None, ...]) -> str | None:
    if sentence is None:
        return None
    return sentence.replace("{shape}", shape_text(dims)).replace("{rank}", str(len(dims)))


def merge_size(a: int | None, b: int | None) -> int | None:
    """The size that both must have.

    Raises:
        Mismatch: they differ.
    """
    if a is None:
        return b
    if b is None or a == b:
        return a
    raise Mismatch(f"Dimensions must be equal, but are {a} and {b}")


def merge(a: Dims, b: Dims) -> Dims:
    """The sizes that both must have.

    Raises:
        Mismatch: ranks or sizes differ.
    """
    if a is None or b is None:
        return a if b is None else b
    if len(a) != len(b):
        raise Mismatch(f"Shapes must be equal rank, but are {len(a)} and {len(b)}")
    for i, (x, y) in enumerate(zip(a, b, strict=True)):
        if x is not None and y is not None and x != y:
            raise Mismatch(
                f"Dimension {i} in both shapes must be equal, but are {x} and {y}. "
                f"Shapes are {shape_text(a)} and {shape_text(b)}."
            )
    return tuple(y if x is None else x for x, y in zip(a, b, strict=True))


def _broadcast_size(x: int | None, y: int | None) -> int | None:
    if x == 1:
        return y
    if y == 1:
        return x
    if x is None or y is None:
        return y if x is None else x  # the known one is not 1, so it must be the result
    if x != y:
        raise Mismatch(f"Dimensions must be equal, but are {x} and {y}")
    return x


def broadcast(a: Dims, b: Dims) -> Dims:
    """The sizes of `a` broadcast against `b` by NumPy's rule.

    Raises:
        Mismatch: they do not broadcast ("Dimensions must be equal, but are 2 and 3").
    """
    if a is None or b is None:
        return None
    if a == b and None not in a:
        return a
    rank = min(len(a), len(b))
    lead = a[: len(a) - rank] or b[: len(b) - rank]
    try:
        tail = tuple(
            [
                _broadcast_size(x, y)
                for x, y in zip(a[len(a) - rank :], b[len(b) - rank :], strict=True)
            ]
        )
    except Mismatch as error:
        raise Mismatch(
            error.sentence,
            in_run=f"Incompatible shapes: {shape_text(a)} vs. {shape_text(b)}",
            advice="make the sizes equal, or 1, counted from the last axis",
        ) from None
    return lead + tail


# --- whole rules ----------------------------------------------------------------------------------


def same_shape(ctx: ShapeContext[Any]) -> Sequence[Dims]:
    """One output, with the sizes of the first input."""
    return (ctx.shapes[0],)


def broadcast_shape(ctx: ShapeContext[Any]) -> Sequence[Dims]:
    """One output, the first two inputs broadcast."""
    return (broadcast(ctx.shapes[0], ctx.shapes[1]),)


def merged_shape(ctx: ShapeContext[Any]) -> Sequence[Dims]:
    """One output; all inputs must have its sizes."""
    result = ctx.shapes[0]
    for shape in ctx.shapes[1:]:
        result = merge(result, shape)
    return (result,)


def scalar_shape(ctx: ShapeContext[Any]) -> Sequence[Dims]:
    """One output, a scalar."""
    return ((),)
