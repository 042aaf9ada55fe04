"""TensorFlow's data types: one row a type, and what a value may be called when a type is meant.

Here live `DType`, the table that creates every DType with its `_ref` twin, `as_dtype`,
`from_numpy` and the groups that ops allow. Casting values does not belong here.
"""

from collections.abc import Callable
from typing import Any, Final, Literal, NoReturn

import numpy as np

_REF_OFFSET: Final = 100  # TensorFlow numbers a reference type 100 above its base.

_Kind = Literal["float", "int", "uint", "complex", "bool", "quantized", "string", "handle"]


class DType:
    """The type of a tensor's elements, one object a type, so that `is` compares.

    `DType(number)` gives the type that TensorFlow's `DataType` enum numbers so.

    Attributes:
        name: TensorFlow's name, such as `'float32'` or `'float32_ref'`.
        wire_name: the name in TensorFlow's C++ messages, such as `'float'` for float32.
        as_datatype_enum: the number in TensorFlow's `DataType` enum.
        base_dtype: the type without `_ref`.
        size: bytes of an element; 0 for strings and handles.
        is_numpy_compatible: whether NumPy arrays of this type exist.
        is_bool: whether this is the boolean type.
        is_integer: whether this is an integer, not quantised, type.
        is_floating: whether this is a real floating-point type.
        is_complex: whether this is a complex type.
        is_quantized: whether this is a quantised type.
        is_unsigned: whether this is an unsigned integer, not quantised, type.
        is_numeric: whether TensorFlow's ops on all numbers take it.
    """

    __slots__ = (
        "__weakref__",
        "_as_ref",
        "_is_ref_dtype",
        "_numpy",
        "as_datatype_enum",
        "base_dtype",
        "is_bool",
        "is_complex",
        "is_floating",
        "is_integer",
        "is_numeric",
        "is_numpy_compatible",
        "is_quantized",
        "is_unsigned",
        "name",
        "size",
        "wire_name",
    )

    name: str
    wire_name: str
    as_datatype_enum: int
    base_dtype: "DType"
    size: int
    is_numpy_compatible: bool
    is_bool: bool
    is_integer: bool
    is_floating: bool
    is_complex: bool
    is_quantized: bool
    is_unsigned: bool
    is_numeric: bool
    _numpy: Any
    _as_ref: "DType"
    _is_ref_dtype: bool

    def __new__(cls, type_enum: Any) -> "DType":
        """The one DType that has this number."""
        number = int(type_enum)
        found = _BY_ENUM.get(number)
        if found is None:
            raise TypeError(f"{number} does not correspond to a valid tensorflow::DataType")
        return found

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"property {name!r} of 'DType' object has no setter")

    @property
    def as_numpy_dtype(self) -> Any:
        """The NumPy scalar type (for a quantised type, the structured dtype) of the elements.

        Raises:
            KeyError: a resource or variant has none.
        """
        found = self._numpy
        return _numpy_type(self) if found is None else found

    @property
    def real_dtype(self) -> "DType":
        """The type of the real part of a complex type; any other type itself."""
        if not self.is_complex:
            return self
        return float32 if self.base_dtype is complex64 else float64

    @property
    def min(self) -> Any:
        """The least finite value.

        Raises:
            TypeError: the type is neither a real floating-point nor an integer type.
        """
        return self._bound("minimum", lambda info: info.min)

    @property
    def max(self) -> Any:
        """The greatest finite value.

        Raises:
            TypeError: the type is neither a real floating-point nor an integer type.
        """
        return self._bound("maximum", lambda info: info.max)

    @property
    def limits(self) -> tuple[Any, Any]:
        """The range of an image's intensities: (0, 1) in floats, (0, max) in integers.

        Raises:
            ValueError: TensorFlow states no range for this type.
        """
        limits = _LIMITS.get(self.as_numpy_dtype)
        if limits is None:
            raise ValueError(f"{self} does not have defined limits.")
        return limits

    def is_compatible_with(self, other: object) -> bool:
        """Whether a tensor of type `other` may stand where this type is asked for.

        A reference fits where its base type is asked for, not the other way round.

        Args:
            other: anything that `as_dtype` takes.

        Raises:
            TypeError: `other` is no type.
        """
        found = as_dtype(other)
        return self is found or self is found.base_dtype

    def _bound(self, which: str, pick: Callable[[Any], Any]) -> Any:
        sentence = f"Cannot find {which} value of {self}"
        if self.is_quantized:
            raise TypeError(f"{sentence} with quantized type {self.base_dtype}.")
        if not self.is_numpy_compatible:
            raise TypeError(f"{sentence}.")
        if not (self.is_floating or self.is_integer):
            raise TypeError(f"{sentence} with type {self.base_dtype}.")
        # NumPy knows nothing of the limits of ml_dtypes' types, and ml_dtypes takes long to import.
        numbers: Any = np if self._numpy is not None else _ml_dtypes()
        info = numbers.finfo if self.is_floating else numbers.iinfo
        return pick(info(self.as_numpy_dtype))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if other is None or type(other) is DType:
            return False
        try:
            return self is as_dtype(other)
        except TypeError:
            return False

    def __hash__(self) -> int:
        return self.as_datatype_enum

    def __int__(self) -> int:
        return self.as_datatype_enum

    def __str__(self) -> str:
        return f"<dtype: {self.name!r}>"

    def __repr__(self) -> str:
        return f"tf.{self.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        return as_dtype, (self.name,)


# What stands for a type, filled by the table below: numbers, names, NumPy and Python types.
_BY_ENUM: Final[dict[int, DType]] = {}
_KNOWN: Final[dict[Any, DType]] = {}
_BY_SCALAR: Final[dict[type, DType]] = {}
_LIMITS: Final[dict[Any, tuple[Any, Any]]] = {}


def _new_dtype(number: int, name: str, wire_name: str, kind: _Kind, size: int, ref: bool) -> DType:
    """One interned DType, entered under its number and names."""
    suffix = "_ref" if ref else ""
    fields = {
        "name": name + suffix,
        "wire_name": wire_name + suffix,
        "as_datatype_enum": number + _REF_OFFSET * ref,
        "size": size,
        "is_numpy_compatible": kind != "handle",
        "is_bool": kind == "bool",
        "is_integer": kind in {"int", "uint"},
        "is_floating": kind == "float",
        "is_complex": kind == "complex",
        "is_quantized": kind == "quantized",
        "is_unsigned": kind == "uint",
        "is_numeric": False,
        "_numpy": None,
        "_is_ref_dtype": ref,
    }
    dtype = object.__new__(DType)
    for field, value in fields.items():
        object.__setattr__(dtype, field, value)
    _BY_ENUM[dtype.as_datatype_enum] = dtype
    for key in (dtype.as_datatype_enum, dtype.name, dtype.wire_name):
        _KNOWN[key] = dtype
    return dtype


def _row(
    number: int, name: str, kind: _Kind, size: int, numpy: Any = None, wire_name: str = ""
) -> DType:
    """One row of the table.

    Args:
        number: the base type's number in TensorFlow's `DataType` enum.
        name: TensorFlow's name of the base type.
        kind: which of the `is_…` attributes hold.
        size: bytes of an element.
        numpy: the NumPy type; None when ml_dtypes holds it under the same name, or nothing does.
        wire_name: the name in TensorFlow's C++ messages, where it is another.
    """
    base = _new_dtype(number, name, wire_name or name, kind, size, ref=False)
    twin = _new_dtype(number, name, wire_name or name, kind, size, ref=True)
    for dtype in (base, twin):
        object.__setattr__(dtype, "base_dtype", base)
        object.__setattr__(dtype, "_as_ref", twin)
        object.__setattr__(dtype, "_numpy", numpy)
    if numpy is not None:
        _KNOWN[numpy] = _KNOWN[np.dtype(numpy)] = base
        if isinstance(numpy, type) and issubclass(numpy, np.generic):
            _BY_SCALAR[numpy] = base
            if base.is_integer:
                _LIMITS[numpy] = (0, base.max)
    return base


# fmt: off
#                       number  name                  kind         bytes  NumPy         wire name
float32            = _row( 1, "float32",              "float",      4, np.float32,    "float")
float64            = _row( 2, "float64",              "float",      8, np.float64,    "double")
int32              = _row( 3, "int32",                "int",        4, np.int32)
uint8              = _row( 4, "uint8",                "uint",       1, np.uint8)
int16              = _row( 5, "int16",                "int",        2, np.int16)
int8               = _row( 6, "int8",                 "int",        1, np.int8)
string             = _row( 7, "string",               "string",     0, object)
complex64          = _row( 8, "complex64",            "complex",    8, np.complex64)
int64              = _row( 9, "int64",                "int",        8, np.int64)
bool_              = _row(10, "bool",                 "bool",       1, np.bool_)
qint8              = _row(11, "qint8",                "quantized",  1, np.dtype([("qint8", np.int8)]))
quint8             = _row(12, "quint8",               "quantized",  1, np.dtype([("quint8", np.uint8)]))
qint32             = _row(13, "qint32",               "quantized",  4, np.dtype([("qint32", np.int32)]))
bfloat16           = _row(14, "bfloat16",             "float",      2)
qint16             = _row(15, "qint16",               "quantized",  2, np.dtype([("qint16", np.int16)]))
quint16            = _row(16, "quint16",              "quantized",  2, np.dtype([("quint16", np.uint16)]))
uint16             = _row(17, "uint16",               "uint",       2, np.uint16)
complex128         = _row(18, "complex128",           "complex",   16, np.complex128)
float16            = _row(19, "float16",              "float",      2, np.float16,    "half")
resource           = _row(20, "resource",             "handle",     0)
variant            = _row(21, "variant",              "handle",     0)
uint32             = _row(22, "uint32",               "uint",       4, np.uint32)
uint64             = _row(23, "uint64",               "uint",       8, np.uint64)
float8_e5m2        = _row(24, "float8_e5m2",          "float",      1)
float8_e4m3fn      = _row(25, "float8_e4m3fn",        "float",      1)
float8_e4m3fnuz    = _row(26, "float8_e4m3fnuz",      "float",      1)
float8_e4m3b11fnuz = _row(27, "float8_e4m3b11fnuz",   "float",      1)
float8_e5m2fnuz    = _row(28, "float8_e5m2fnuz",      "float",      1)
int4               = _row(29, "int4",                 "int",        1)
uint4              = _row(30, "uint4",                "uint",       1)
int2               = _row(31, "int2",                 "int",        1)
uint2              = _row(32, "uint2",                "uint",       1)
float4_e2m1fn      = _row(33, "float4_e2m1fn",        "float",      1)
# fmt: on

half: Final = float16
double: Final = float64

# The types that ops allow, in the order in which TensorFlow's op definitions list them.
FLOATING: Final = (bfloat16, float16, float32, float64)
FLOATING_HALF_FIRST: Final = (float16, bfloat16, float32, float64)
SIGNED_INTEGRAL: Final = (int8, int16, int32, int64)
UNSIGNED_INTEGRAL: Final = (uint8, uint16, uint32, uint64)
INTEGRAL: Final = SIGNED_INTEGRAL + UNSIGNED_INTEGRAL
COMPLEX: Final = (complex64, complex128)
QUANTIZED: Final = (qint8, quint8, qint32, qint16, quint16)
INDEX: Final = (int32, int64)
ANY_INDEX: Final = (int16, int32, int64)
REAL_NUMERIC: Final = (
    *(float32, float64, int32, uint8, int16, int8, int64),
    *(bfloat16, uint16, float16, uint32, uint64),
)
NUMERIC: Final = (
    *(float32, float64, int32, uint8, int16, int8, complex64, int64),
    *(bfloat16, uint16, complex128, float16, uint32, uint64),
)
# TensorFlow's `numbertype`.
NUMERIC_OR_QUANTIZED: Final = (
    *(float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32),
    *(bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64),
)
FLOATING_OR_COMPLEX: Final = FLOATING + COMPLEX
# The floating-point types that NumPy itself has.
NUMPY_FLOATING: Final = (float16, float32, float64)
ALL: Final = tuple(dtype for dtype in _BY_ENUM.values() if not dtype._is_ref_dtype)


def _finish_table() -> None:
    """Enters what no row says: the spellings that share a type, and TensorFlow's `numbertype`."""
    for dtype in NUMERIC + QUANTIZED:
        object.__setattr__(dtype, "is_numeric", True)
        object.__setattr__(dtype._as_ref, "is_numeric", True)
    _KNOWN[float] = float32
    _KNOWN[bool] = bool_
    _LIMITS.update({np.float32: (0, 1), np.float64: (0, 1), np.bool_: (0, True)})
    scalars: dict[type, DType] = {np.object_: string, np.bytes_: string, np.str_: string}
    # C has two types of 64 bits (or of 32 where long is short), and NumPy a scalar type for each.
    for scalar in (np.intc, np.int_, np.longlong, np.uintc, np.uint, np.ulonglong):
        scalars[scalar] = _KNOWN[np.dtype(scalar).name]
    _KNOWN.update(scalars)
    _BY_SCALAR.update(scalars)


_finish_table()


def _ml_dtypes() -> Any:
    import ml_dtypes  # takes up to a second, and few programs meet its types

    return ml_dtypes


def _numpy_type(dtype: DType) -> Any:
    """The NumPy type of a DType whose row names none: ml_dtypes has it under the same name."""
    if not dtype.is_numpy_compatible:
        raise KeyError(f"{dtype.name} values are handles and have no NumPy dtype")
    return getattr(_ml_dtypes(), dtype.base_dtype.name)


def as_dtype(type_value: Any) -> DType:
    """The DType that a value stands for.

    Args:
        type_value: a DType, its name or number, a NumPy dtype or scalar type, `float`, `bool`,
            `object`, or an object with a NumPy `dtype`.

    Raises:
        TypeError: the value stands for no DType.
    """
    if type(type_value) is DType:
        return type_value
    try:
        return _KNOWN[type_value]
    except (KeyError, TypeError):  # TypeError: lists and arrays have no hash
        pass
    found = _from_described(type_value)
    if found is None:
        raise TypeError(
            f"Cannot convert the argument `type_value`: {type_value!r} to a TensorFlow DType."
        )
    return found


def from_numpy(dtype: "np.dtype[Any]") -> DType:
    """The DType of an array's elements; text, bytes and objects are strings.

    Args:
        dtype: of any byte order.

    Raises:
        TypeError: TensorFlow has no such type (dates, long doubles, records).
    """
    found = _BY_SCALAR.get(dtype.type)
    return as_dtype(dtype) if found is None else found


def _from_described(value: Any) -> DType | None:
    """The DType of a NumPy dtype in an unusual layout, of an ml_dtypes type, or of `value.dtype`."""
    described = value
    if not isinstance(value, np.dtype) and not _is_numpy_scalar_type(value):
        described = getattr(value, "dtype", None)
        if described is None:
            return None
    try:
        numpy = np.dtype(described)
    except TypeError:
        return None
    found = _KNOWN.get(numpy) or _BY_SCALAR.get(numpy.type)
    if found is None and numpy.type.__module__ == "ml_dtypes":
        found = _KNOWN.get(numpy.type.__name__)
        if found is not None:  # the next one asks the dictionary only
            _KNOWN[numpy] = _KNOWN[numpy.type] = _BY_SCALAR[numpy.type] = found
    return found


def _is_numpy_scalar_type(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, np.generic)
