"""TF-1's `TensorShape`, and how two shapes are merged and broadcast.

A shape is made for every output of every op, so it holds a plain tuple of sizes, None where one
is unknown; `Dimension`s are made when a user asks. What an op makes of its shapes belongs to ops.
"""

from collections.abc import Iterator
from typing import Any, overload

from headrace.base.dimensions import Dimension, as_dimension, dimension_value, size_of
from headrace.base.errors import BroadcastError

__all__ = [
    "Dimension",
    "TensorShape",
    "as_dimension",
    "as_shape",
    "broadcast_shape",
    "dimension_at_index",
    "dimension_value",
    "matrix",
    "scalar",
    "unknown_shape",
    "vector",
]


class TensorShape:
    """The static shape of a tensor: a size or None for each axis, or of unknown rank.

    Args:
        dims: None for unknown rank; one size; or an iterable of integers, Dimensions and None.

    Raises:
        TypeError: `dims` holds something that is no size.
        ValueError: a size is negative.
    """

    __slots__ = ("_dims",)
    _dims: tuple[int | None, ...] | None

    def __init__(self, dims: Any) -> None:
        if dims is None:
            self._dims = None
        elif isinstance(dims, (tuple, list)):
            self._dims = tuple([size_of(dim) for dim in dims])
        elif type(dims) is TensorShape:
            self._dims = dims._dims
        else:
            self._dims = _sizes_of(dims)

    @staticmethod
    def of(dims: tuple[int | None, ...] | None) -> "TensorShape":
        """The shape of sizes that are known to be valid: our own rules' fast constructor."""
        shape = _new(TensorShape)
        shape._dims = dims
        return shape

    @property
    def dims_tuple(self) -> tuple[int | None, ...] | None:
        """The sizes, None where unknown; None when the rank is unknown."""
        return self._dims

    @property
    def dims(self) -> list[Dimension] | None:
        """The sizes as Dimensions, or None when the rank is unknown."""
        return None if self._dims is None else [Dimension(size) for size in self._dims]

    @property
    def rank(self) -> int | None:
        """The number of axes, or None when it is unknown."""
        return None if self._dims is None else len(self._dims)

    @property
    def ndims(self) -> int | None:
        """The number of axes, or None when it is unknown."""
        return None if self._dims is None else len(self._dims)

    def as_list(self) -> list[int | None]:
        """The sizes as integers, None where one is unknown.

        Raises:
            ValueError: the rank is unknown.
        """
        if self._dims is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return list(self._dims)

    def num_elements(self) -> int | None:
        """The product of the sizes, or None unless all are known."""
        if self._dims is None:
            return None
        product = 1
        for size in self._dims:
            if size is None:
                return None
            product *= size
        return product

    def is_fully_defined(self) -> bool:
        """Whether the rank and every size are known."""
        return self._dims is not None and None not in self._dims

    def is_compatible_with(self, other: Any) -> bool:
        """Whether both can be the shape of one tensor.

        Args:
            other: a TensorShape or what one is made of.
        """
        mine, theirs = self._dims, as_shape(other)._dims
        if mine is None or theirs is None:
            return True
        return len(mine) == len(theirs) and all(
            left is None or right is None or left == right
            for left, right in zip(mine, theirs, strict=True)
        )

    def merge_with(self, other: Any) -> "TensorShape":
        """The shape with all that is known from either.

        Args:
            other: a TensorShape or what one is made of.

        Raises:
            ValueError: they are not compatible.
        """
        other = as_shape(other)
        mine, theirs = self._dims, other._dims
        if mine is None:
            return TensorShape.of(theirs)
        if theirs is None or mine == theirs:
            return self
        if len(mine) == len(theirs):
            sizes = []
            for left, right in zip(mine, theirs, strict=True):
                if left is None:
                    sizes.append(right)
                elif right is None or left == right:
                    sizes.append(left)
                else:
                    break
            else:
                return TensorShape.of(tuple(sizes))
        raise ValueError(f"Shapes {self} and {other} are not compatible")

    def most_specific_compatible_shape(self, other: Any) -> "TensorShape":
        """The shape with only what both know alike.

        Args:
            other: a TensorShape or what one is made of.
        """
        mine, theirs = self._dims, as_shape(other)._dims
        if mine is None or theirs is None or len(mine) != len(theirs):
            return TensorShape.of(None)
        pairs = zip(mine, theirs, strict=True)
        return TensorShape.of(tuple([left if left == right else None for left, right in pairs]))

    def concatenate(self, other: Any) -> "TensorShape":
        """The axes of this shape, then those of the other; of unknown rank if either is.

        Args:
            other: a TensorShape or what one is made of.
        """
        mine, theirs = self._dims, as_shape(other)._dims
        return TensorShape.of(None if mine is None or theirs is None else mine + theirs)

    def with_rank(self, rank: int | None) -> "TensorShape":
        """This shape, which gets `rank` unknown sizes when its rank is unknown.

        Raises:
            ValueError: it has another rank.
        """
        try:
            return self.merge_with(unknown_shape(rank))
        except ValueError:
            raise ValueError(f"Shape {self} must have rank {rank}") from None

    def with_rank_at_least(self, rank: int) -> "TensorShape":
        """This shape.

        Raises:
            ValueError: its rank is less than `rank`.
        """
        if self._dims is not None and len(self._dims) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> "TensorShape":
        """This shape.

        Raises:
            ValueError: its rank is more than `rank`.
        """
        if self._dims is not None and len(self._dims) > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    def assert_has_rank(self, rank: int) -> None:
        """Raises ValueError if the rank is known and is not `rank`."""
        if self._dims is not None and len(self._dims) != rank:
            raise ValueError(f"Shape {self} must have rank {rank:d}")

    def assert_same_rank(self, other: Any) -> None:
        """Raises ValueError if both ranks are known and differ."""
        other = as_shape(other)
        if self._dims is not None and other._dims is not None and self.rank != other.rank:
            raise ValueError(f"Shapes {self} and {other} must have the same rank")

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raises ValueError unless both can be the shape of one tensor."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def assert_is_fully_defined(self) -> None:
        """Raises ValueError unless the rank and every size are known."""
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def __str__(self) -> str:
        if self._dims is None:
            return "<unknown>"
        sizes = ["?" if size is None else str(size) for size in self._dims]
        return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"

    def __repr__(self) -> str:
        return f"TensorShape({self.dims!r})"

    def __bool__(self) -> bool:
        return self._dims is not None

    def __len__(self) -> int:
        if self._dims is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self._dims)

    def __iter__(self) -> Iterator[Dimension]:
        if self._dims is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        return iter([Dimension(size) for size in self._dims])

    @overload
    def __getitem__(self, key: slice) -> "TensorShape": ...

    @overload
    def __getitem__(self, key: int) -> Dimension: ...

    def __getitem__(self, key: Any) -> "TensorShape | Dimension":
        if self._dims is None:
            return _slice_of_unknown(key) if isinstance(key, slice) else Dimension(None)
        if isinstance(key, slice):
            return TensorShape.of(self._dims[key])
        # A list, because TensorFlow's users know its messages, not a tuple's.
        return Dimension(list(self._dims)[key])

    def __add__(self, other: Any) -> "TensorShape":
        return self.concatenate(other)

    def __radd__(self, other: Any) -> "TensorShape":
        return as_shape(other).concatenate(self)

    def __eq__(self, other: object) -> bool:
        try:
            return self._dims == as_shape(other)._dims
        except TypeError:
            return NotImplemented

    def __hash__(self) -> int:
        return hash(self._dims)

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorShape, (self._dims,)


_new = object.__new__


def as_shape(shape: Any) -> TensorShape:
    """The TensorShape itself, or one made of `shape`."""
    return shape if type(shape) is TensorShape else TensorShape(shape)


def unknown_shape(rank: int | None = None, **kwargs: Any) -> TensorShape:
    """A shape of `rank` unknown sizes, or of unknown rank.

    Args:
        rank: the number of axes; `ndims` is an older name of it.
        **kwargs: `ndims` only.

    Raises:
        TypeError: another argument, or both names are given.
    """
    if rank is None and "ndims" in kwargs:
        rank = kwargs.pop("ndims")
    if kwargs:
        raise TypeError(f"Unknown argument: {kwargs}")
    return TensorShape.of(None if rank is None else (None,) * rank)


def scalar() -> TensorShape:
    """The shape without axes."""
    return TensorShape.of(())


def vector(length: Any) -> TensorShape:
    """A shape of one axis, whose size may be None."""
    return TensorShape([length])


def matrix(rows: Any, cols: Any) -> TensorShape:
    """A shape of two axes, whose sizes may be None."""
    return TensorShape([rows, cols])


def dimension_at_index(shape: TensorShape, index: int) -> Dimension:
    """The Dimension at `index`, an unknown one when the rank is unknown.

    Raises:
        IndexError: there is no such axis.
    """
    return shape[index]


def broadcast_shape(shape_x: TensorShape, shape_y: TensorShape) -> TensorShape:
    """The shape of an element-wise result, by NumPy's rule of broadcasting.

    An unknown size beside a size above 1 is that size: at run time it is either that or 1.

    Raises:
        BroadcastError: (a ValueError) two sizes differ and neither is 1.
    """
    left, right = shape_x._dims, shape_y._dims
    if left is None or right is None:
        return TensorShape.of(None)
    if left == right:
        return shape_x
    missing = len(left) - len(right)
    if missing > 0:
        right = (1,) * missing + right
    elif missing < 0:
        left = (1,) * -missing + left
    sizes = []
    for x, y in zip(left, right, strict=True):
        if x in (1, y):
            sizes.append(y)
        elif y == 1:
            sizes.append(x)
        elif x is None or y is None:
            known = x or y  # 0 says no more than None: the unknown size may be 1
            sizes.append(known or None)
        else:
            raise BroadcastError(
                "Incompatible shapes for broadcasting. Two shapes are compatible if for each "
                "dimension pair they are either equal or one of them is 1. "
                f"Received: {shape_x} and {shape_y}.",
                left=x,
                right=y,
            )
    return TensorShape.of(tuple(sizes))


def _sizes_of(dims: Any) -> tuple[int | None, ...]:
    """The sizes of what is neither a list nor a tuple: an array, a generator, one integer."""
    try:
        iterator = iter(dims)
    except TypeError:
        return (size_of(dims),)
    sizes = []
    for dim in iterator:
        try:
            sizes.append(size_of(dim))
        except TypeError:
            raise TypeError(
                f"Failed to convert '{dims!r}' to a shape: '{dim!r}'could not be converted to a "
                "dimension. A shape should either be single dimension (e.g. 10), or an iterable of "
                "dimensions (e.g. [1, 10, None])."
            ) from None
    return tuple(sizes)


def _slice_of_unknown(key: slice) -> TensorShape:
    """The slice of a shape of unknown rank: its rank is known when both ends count from the left."""
    if key.step is not None:
        raise ValueError("Steps are not yet handled")
    start = 0 if key.start is None else key.start
    stop = key.stop
    if stop is None or start < 0 or stop < 0:
        return TensorShape.of(None)
    return unknown_shape(max(0, stop - start))
