"""TF-1's `Dimension`: one size of a shape, an integer that may be unknown.

A Dimension is made when a user looks at a shape; `shapes` computes with plain `int | None`.
"""

import operator
from collections.abc import Callable
from typing import Any, NoReturn


class Dimension:
    """A size that may be unknown.

    Arithmetic and comparison with an unknown size give an unknown Dimension and None. A known
    one can stand wherever Python and NumPy take an index.

    Args:
        value: a non-negative integer, None, or another Dimension.

    Raises:
        TypeError: `value` is no integer.
        ValueError: `value` is negative.
    """

    __slots__ = ("_value",)
    _value: int | None

    def __init__(self, value: Any) -> None:
        self._value = size_of(value)

    @property
    def value(self) -> int | None:
        """The size, or None when it is unknown."""
        return self._value

    def is_compatible_with(self, other: Any) -> bool:
        """Whether both can be the same size: they are equal, or one is unknown."""
        theirs = size_of(other)
        return self._value is None or theirs is None or self._value == theirs

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raises ValueError unless both can be the same size."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {other} are not compatible")

    def merge_with(self, other: Any) -> "Dimension":
        """The size that is known from either.

        Raises:
            ValueError: both are known and differ.
        """
        other = as_dimension(other)
        self.assert_is_compatible_with(other)
        return Dimension(other._value if self._value is None else self._value)

    def __repr__(self) -> str:
        return f"Dimension({self._value!r})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)

    def __bool__(self) -> bool:
        return bool(self._value)

    # For an unknown size Python itself raises the TypeError that TensorFlow's users see.
    def __int__(self) -> int:
        return self._value  # type: ignore[return-value]

    def __index__(self) -> int:
        return self._value  # type: ignore[return-value]

    def __reduce__(self) -> tuple[Any, ...]:
        return Dimension, (self._value,)

    def __eq__(self, other: object) -> bool | None:  # type: ignore[override]  # None: unknown
        return _compare(operator.eq, self._value, _operand(other))

    def __ne__(self, other: object) -> bool | None:  # type: ignore[override]  # None: unknown
        return _compare(operator.ne, self._value, _operand(other))

    # An unknown size equals nothing, not even itself, so no dict could find it.
    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: Any) -> bool | None:
        return _compare(operator.lt, self._value, size_of(other))

    def __le__(self, other: Any) -> bool | None:
        return _compare(operator.le, self._value, size_of(other))

    def __gt__(self, other: Any) -> bool | None:
        return _compare(operator.gt, self._value, size_of(other))

    def __ge__(self, other: Any) -> bool | None:
        return _compare(operator.ge, self._value, size_of(other))

    def __add__(self, other: Any) -> "Dimension":
        return _combine(operator.add, self._value, _operand(other))

    def __radd__(self, other: Any) -> "Dimension":
        return _combine(operator.add, _operand(other), self._value)

    def __sub__(self, other: Any) -> "Dimension":
        return _combine(operator.sub, self._value, _operand(other))

    def __rsub__(self, other: Any) -> "Dimension":
        return _combine(operator.sub, _operand(other), self._value)

    def __mul__(self, other: Any) -> "Dimension":
        return _combine(operator.mul, self._value, _operand(other))

    def __rmul__(self, other: Any) -> "Dimension":
        return _combine(operator.mul, _operand(other), self._value)

    def __floordiv__(self, other: Any) -> "Dimension":
        return _combine(operator.floordiv, self._value, _operand(other))

    def __rfloordiv__(self, other: Any) -> "Dimension":
        return _combine(operator.floordiv, _operand(other), self._value)

    def __mod__(self, other: Any) -> "Dimension":
        return _combine(operator.mod, self._value, size_of(other))

    def __rmod__(self, other: Any) -> "Dimension":
        return _combine(operator.mod, size_of(other), self._value)

    def __truediv__(self, other: Any) -> NoReturn:
        _refuse_division("Dimension", type(other).__name__)

    def __rtruediv__(self, other: Any) -> NoReturn:
        _refuse_division(type(other).__name__, "Dimension")


def as_dimension(value: Any) -> Dimension:
    """The Dimension itself, or one made of `value`."""
    return value if type(value) is Dimension else Dimension(value)


def dimension_value(dimension: Any) -> Any:
    """The size of a Dimension, or None; anything else is given back as it is."""
    return dimension._value if type(dimension) is Dimension else dimension


def size_of(value: Any) -> int | None:
    """What a Dimension made of `value` holds, without making it.

    Raises:
        TypeError: `value` is no integer.
        ValueError: `value` is negative.
    """
    if value is None:
        return None
    if type(value) is Dimension:
        return value._value
    if not isinstance(value, int):
        index: Callable[[], int] | None = getattr(value, "__index__", None)
        if index is None or isinstance(value, type):
            raise TypeError(
                "Dimension value must be integer or None or have an __index__ method, "
                f"got value '{value!r}' with type '{type(value)!r}'"
            )
        value = index()
    size: int = value  # a bool stays one, as in TensorFlow
    if size < 0:
        raise ValueError(f"Dimension {size} must be >= 0")
    return size


def _operand(other: object) -> Any:
    """`size_of` an operand; NotImplemented for one that is no size, so that Python tries its side."""
    try:
        return size_of(other)
    except (TypeError, ValueError):
        return NotImplemented


def _compare(operation: Callable[[int, int], bool], left: Any, right: Any) -> bool | None:
    if left is NotImplemented or right is NotImplemented:
        return NotImplemented  # type: ignore[no-any-return]
    return None if left is None or right is None else operation(left, right)


def _combine(operation: Callable[[int, int], int], left: Any, right: Any) -> Dimension:
    if left is NotImplemented or right is NotImplemented:
        return NotImplemented  # type: ignore[no-any-return]
    return Dimension(None if left is None or right is None else operation(left, right))


def _refuse_division(left: str, right: str) -> NoReturn:
    raise TypeError(
        f"unsupported operand type(s) for /: '{left}' and '{right}', please use // instead"
    )
