"""Typed attributes: one small immutable class an op type, its field names being TensorFlow's attribute names.

Only the classes that several families share live here; an op's own attributes stand beside the op.
"""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn, TypeVar, dataclass_transform

from numpy.typing import NDArray

from headrace.base.dtypes import DType

C = TypeVar("C", bound="type[Attributes]")


class Attributes:
    """Base of every attribute class: keyword-only, immutable, equal and hashed by value.

    It does what a frozen dataclass does. The standard library's would compile six functions for
    each class, which at some hundred classes is a third of the time that `import headrace` may
    take.

    Args:
        **values: one value for each field that has no default.

    Raises:
        TypeError: a field is missing or unknown.
    """

    fields: ClassVar[dict[str, str]] = {}  # name → annotation, in the order of declaration
    defaults: ClassVar[dict[str, Any]] = {}

    def __init__(self, **values: Any) -> None:
        given = self.defaults | values
        if given.keys() != self.fields.keys():
            self._refuse(given)
        self.__dict__.update(given)

    def without(self, *names: str) -> dict[str, Any]:
        """The values by name, without those of `names`; for an op that hands its own on."""
        return {name: getattr(self, name) for name in self.fields if name not in names}

    def _refuse(self, given: dict[str, Any]) -> NoReturn:
        missing = [name for name in self.fields if name not in given]
        unknown = [name for name in given if name not in self.fields]
        wrong = f"lacks {', '.join(missing)}" if missing else f"has no {', '.join(unknown)}"
        raise TypeError(f"{type(self).__name__} {wrong}")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be removed")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *[self.__dict__[name] for name in self.fields]))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.fields)
        return f"{type(self).__name__}({values})"


@dataclass_transform(frozen_default=True, kw_only_default=True)
def attributes(cls: C) -> C:
    """Reads the fields of an attribute class: `name: type`, or `name: type = default`."""
    own = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - inspect is slow to import
    cls.fields = {**cls.fields, **own}
    cls.defaults = {
        **cls.defaults,
        **{name: cls.__dict__[name] for name in own if name in cls.__dict__},
    }
    return cls


class TensorValue:
    """The value of a `Const`: a read-only buffer that lies beside the graph.

    Two values are equal only when they are the same object: a constant may hold gigabytes, and
    comparing or hashing its bytes would make data part of the program.
    """

    __slots__ = ("array", "dtype")

    def __init__(self, array: NDArray[Any], dtype: DType) -> None:
        array.flags.writeable = False
        self.array = array
        self.dtype = dtype

    def __repr__(self) -> str:
        return f"<TensorValue {self.dtype.name} {list(self.array.shape)}>"


@attributes
class NoAttributes(Attributes):
    """For ops without any attribute."""


@attributes
class TypeAttributes(Attributes):
    """For ops whose one attribute is their element type."""

    T: DType


# TensorFlow's attribute kinds, by the annotation that an attribute class writes.
_KINDS = {
    "DType": "type",
    "int": "int",
    "float": "float",
    "bool": "bool",
    "str": "string",
    "TensorShape": "shape",
    "TensorValue": "tensor",
    "tuple[DType, ...]": "list(type)",
    "tuple[int, ...]": "list(int)",
    "tuple[float, ...]": "list(float)",
    "tuple[str, ...]": "list(string)",
    "tuple[TensorShape, ...]": "list(shape)",
}


def attribute_kinds(cls: type[Attributes]) -> dict[str, str]:
    """Maps each attribute name of `cls` to TensorFlow's name of its kind (`type`, `list(int)`, …)."""
    return {name: _KINDS[annotation] for name, annotation in cls.fields.items()}


def attribute_names(cls: type[Attributes]) -> tuple[str, ...]:
    """The attribute names of `cls`, in the order of their declaration."""
    return tuple(cls.fields)
