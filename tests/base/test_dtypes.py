"""TensorFlow 2.21's facts about dtypes, recorded by running it, stand in the tables here."""

# ruff: noqa: SIM201, SIM202  # which operator runs, on which side, is the claim

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

from headrace.base import dtypes

# name, number, bytes, NumPy name, and the `is_…` that hold (numeric: in TensorFlow's numbertype)
TABLE = [
    ("float32", 1, 4, "float32", {"floating", "numeric"}),
    ("float64", 2, 8, "float64", {"floating", "numeric"}),
    ("int32", 3, 4, "int32", {"integer", "numeric"}),
    ("uint8", 4, 1, "uint8", {"integer", "unsigned", "numeric"}),
    ("int16", 5, 2, "int16", {"integer", "numeric"}),
    ("int8", 6, 1, "int8", {"integer", "numeric"}),
    ("string", 7, 0, "object", set()),
    ("complex64", 8, 8, "complex64", {"complex", "numeric"}),
    ("int64", 9, 8, "int64", {"integer", "numeric"}),
    ("bool", 10, 1, "bool", {"bool"}),
    ("qint8", 11, 1, "void8", {"quantized", "numeric"}),
    ("quint8", 12, 1, "void8", {"quantized", "numeric"}),
    ("qint32", 13, 4, "void32", {"quantized", "numeric"}),
    ("bfloat16", 14, 2, "bfloat16", {"floating", "numeric"}),
    ("qint16", 15, 2, "void16", {"quantized", "numeric"}),
    ("quint16", 16, 2, "void16", {"quantized", "numeric"}),
    ("uint16", 17, 2, "uint16", {"integer", "unsigned", "numeric"}),
    ("complex128", 18, 16, "complex128", {"complex", "numeric"}),
    ("float16", 19, 2, "float16", {"floating", "numeric"}),
    ("resource", 20, 0, None, set()),
    ("variant", 21, 0, None, set()),
    ("uint32", 22, 4, "uint32", {"integer", "unsigned", "numeric"}),
    ("uint64", 23, 8, "uint64", {"integer", "unsigned", "numeric"}),
    ("float8_e5m2", 24, 1, "float8_e5m2", {"floating"}),
    ("float8_e4m3fn", 25, 1, "float8_e4m3fn", {"floating"}),
    ("float8_e4m3fnuz", 26, 1, "float8_e4m3fnuz", {"floating"}),
    ("float8_e4m3b11fnuz", 27, 1, "float8_e4m3b11fnuz", {"floating"}),
    ("float8_e5m2fnuz", 28, 1, "float8_e5m2fnuz", {"floating"}),
    ("int4", 29, 1, "int4", {"integer"}),
    ("uint4", 30, 1, "uint4", {"integer", "unsigned"}),
    ("int2", 31, 1, "int2", {"integer"}),
    ("uint2", 32, 1, "uint2", {"integer", "unsigned"}),
    ("float4_e2m1fn", 33, 1, "float4_e2m1fn", {"floating"}),
]
TRAITS = ("floating", "integer", "unsigned", "complex", "quantized", "bool", "numeric")
BOUNDS = [
    ("int8", -128, 127),
    ("uint8", 0, 255),
    ("int16", -32768, 32767),
    ("uint16", 0, 65535),
    ("int32", -2147483648, 2147483647),
    ("uint32", 0, 4294967295),
    ("int64", -(2**63), 2**63 - 1),
    ("uint64", 0, 2**64 - 1),
    ("int4", -8, 7),
    ("uint4", 0, 15),
    ("int2", -2, 1),
    ("uint2", 0, 3),
    ("float16", np.float16(-65504), np.float16(65504)),
    ("float32", np.float32(-3.4028235e38), np.float32(3.4028235e38)),
    ("float64", -1.7976931348623157e308, 1.7976931348623157e308),
    ("float8_e5m2", -57344, 57344),
    ("float8_e4m3fn", -448, 448),
    ("float8_e4m3fnuz", -240, 240),
    ("float8_e4m3b11fnuz", -30, 30),
    ("float8_e5m2fnuz", -57344, 57344),
    ("float4_e2m1fn", -6, 6),
]
ALIKE = [
    (1, "float32"),
    (101, "float32_ref"),
    (True, "float32"),  # 1 under another name, for TensorFlow too
    (1.0, "float32"),
    ("float", "float32"),
    ("double", "float64"),
    ("half", "float16"),
    ("float_ref", "float32_ref"),
    ("double_ref", "float64_ref"),
    ("half_ref", "float16_ref"),
    ("resource", "resource"),
    ("qint8_ref", "qint8_ref"),
    (np.str_("float32"), "float32"),
    (float, "float32"),
    (bool, "bool"),
    (object, "string"),
    (np.bool_, "bool"),
    (np.str_, "string"),
    (np.bytes_, "string"),
    (np.object_, "string"),
    (np.longlong, "int64"),
    (np.ulonglong, "uint64"),
    (np.intc, "int32"),
    (np.uintc, "uint32"),
    (np.intp, "int64"),
    (np.dtype("S3"), "string"),
    (np.dtype("U3"), "string"),
    (np.dtype("O"), "string"),
    (np.dtype(">f4"), "float32"),
    (np.dtype(">i8"), "int64"),
    (np.dtype([("quint16", "u2")]), "quint16"),
    (np.array(1.0), "float64"),
    (np.array(["a"]), "string"),
    (np.float64(1.5), "float64"),
]
NO_TYPES = [
    *(None, "foo", [], {}, (), 3.5, 0, 34, 100, 134, 999, -1, b"float32", "FLOAT", "float32 "),
    *("int", "str", "f4", "<f4", "d", "O", "bool_", "object", "complex", int, str, bytes, complex),
    *(list, type(None), np.ndarray, np.generic, np.integer, np.void, np.datetime64, np.longdouble),
    *(
        np.dtype("m8"),
        np.dtype("V2"),
        np.dtype("(2,)f4"),
        np.dtype("f4,i4"),
        np.dtype("clongdouble"),
    ),
]


@pytest.mark.parametrize(("name", "number", "size", "numpy", "traits"), TABLE)
def test_a_type_and_its_reference_are_as_tensorflow_has_them(name, number, size, numpy, traits):
    for dtype, ref in ((dtypes.as_dtype(name), False), (dtypes.as_dtype(f"{name}_ref"), True)):
        assert dtype.name == (f"{name}_ref" if ref else name)
        assert dtype.as_datatype_enum == int(dtype) == hash(dtype) == number + 100 * ref
        assert dtype.size == size
        assert {trait for trait in TRAITS if getattr(dtype, f"is_{trait}")} == traits
        assert dtype._is_ref_dtype is ref
        assert dtype.base_dtype is dtypes.as_dtype(name)
        assert dtype._as_ref is dtypes.as_dtype(f"{name}_ref")
        assert repr(dtype) == f"tf.{dtype.name}"
        assert str(dtype) == f"<dtype: '{dtype.name}'>"
        assert dtype.is_numpy_compatible is (numpy is not None)
        if numpy is not None:
            assert np.dtype(dtype.as_numpy_dtype).name == numpy


def test_the_table_has_every_type_once():
    assert [dtype.name for dtype in dtypes.ALL] == [row[0] for row in TABLE]


@pytest.mark.parametrize("name", ["resource", "variant_ref"])
def test_a_handle_has_no_numpy_type(name):
    with pytest.raises(KeyError, match=r"no NumPy dtype"):
        _ = dtypes.as_dtype(name).as_numpy_dtype


@pytest.mark.parametrize(("name", "least", "greatest"), BOUNDS)
def test_bounds_are_the_finite_range(name, least, greatest):
    dtype = dtypes.as_dtype(name)
    assert dtype.min == least
    assert dtype.max == greatest
    assert dtype._as_ref.max == greatest


def test_bounds_have_the_types_that_tensorflow_gives():
    import ml_dtypes

    assert type(dtypes.int32.max) is type(dtypes.int4.max) is int
    assert type(dtypes.float16.min) is np.float16
    assert type(dtypes.bfloat16.max) is ml_dtypes.bfloat16


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("bool", " with type <dtype: 'bool'>."),
        ("string_ref", " with type <dtype: 'string'>."),
        ("complex64", " with type <dtype: 'complex64'>."),
        ("qint8_ref", " with quantized type <dtype: 'qint8'>."),
        ("resource", "."),
    ],
)
def test_a_type_without_order_has_no_bounds(name, ending):
    dtype = dtypes.as_dtype(name)
    with pytest.raises(TypeError) as least:
        _ = dtype.min
    with pytest.raises(TypeError) as greatest:
        _ = dtype.max
    assert str(least.value) == f"Cannot find minimum value of {dtype}{ending}"
    assert str(greatest.value) == f"Cannot find maximum value of {dtype}{ending}"


def test_limits_are_an_image_s_range():
    assert dtypes.float32.limits == dtypes.float64.limits == (0, 1)
    assert dtypes.uint8.limits == dtypes.uint8._as_ref.limits == (0, 255)
    assert dtypes.int32.limits == (0, 2147483647)
    assert dtypes.bool_.limits == (0, True)


@pytest.mark.parametrize("name", ["float16", "bfloat16", "string", "complex64", "qint8", "int4"])
def test_other_types_have_no_limits(name):
    with pytest.raises(ValueError, match=rf"^<dtype: '{name}'> does not have defined limits\.$"):
        _ = dtypes.as_dtype(name).limits


def test_real_dtype_is_the_type_of_a_complex_type_s_parts():
    assert dtypes.complex64.real_dtype is dtypes.complex64._as_ref.real_dtype is dtypes.float32
    assert dtypes.complex128.real_dtype is dtypes.float64
    assert dtypes.int32.real_dtype is dtypes.int32
    assert dtypes.float32._as_ref.real_dtype is dtypes.float32._as_ref


def test_a_reference_fits_where_its_base_is_asked_for_only():
    ref = dtypes.float32._as_ref
    assert dtypes.float32.is_compatible_with(ref)
    assert dtypes.float32.is_compatible_with("float32")
    assert ref.is_compatible_with(ref)
    assert not ref.is_compatible_with(dtypes.float32)
    assert not dtypes.float32.is_compatible_with(np.float64)
    with pytest.raises(TypeError, match=r"to a TensorFlow DType"):
        dtypes.float32.is_compatible_with(None)


@pytest.mark.parametrize("same", [np.float32, "float32", "float", np.dtype("f4"), 1, float])
def test_a_type_equals_whatever_stands_for_it(same):
    assert dtypes.float32 == same
    assert same == dtypes.float32
    assert not dtypes.float32 != same


@pytest.mark.parametrize(
    "other", [None, "foo", "f4", object(), [1], 3.5, np.float64, dtypes.float32._as_ref]
)
def test_a_type_equals_nothing_else(other):
    assert dtypes.float32 != other
    assert not dtypes.float32 == other


@pytest.mark.parametrize(("value", "name"), ALIKE)
def test_as_dtype_knows_every_spelling(value, name):
    assert dtypes.as_dtype(value) is dtypes.as_dtype(name)
    assert dtypes.as_dtype(value).name == name


@pytest.mark.parametrize("value", NO_TYPES)
def test_as_dtype_refuses_what_is_no_type_in_tensorflow_s_words(value):
    with pytest.raises(TypeError) as refusal:
        dtypes.as_dtype(value)
    assert str(refusal.value) == (
        f"Cannot convert the argument `type_value`: {value!r} to a TensorFlow DType."
    )


def test_an_object_s_dtype_counts_only_if_numpy_reads_it():
    class Described:
        def __init__(self, dtype):
            self.dtype = dtype

    assert dtypes.as_dtype(Described(np.dtype("f4"))) is dtypes.float32
    assert dtypes.as_dtype(Described("float32")) is dtypes.float32
    with pytest.raises(TypeError, match=r"to a TensorFlow DType"):
        dtypes.as_dtype(Described(dtypes.float64))


def test_ml_dtypes_types_are_known():
    import ml_dtypes

    assert dtypes.as_dtype(ml_dtypes.bfloat16) is dtypes.bfloat16
    assert dtypes.as_dtype(np.dtype(ml_dtypes.int4)) is dtypes.int4
    assert dtypes.from_numpy(np.dtype(ml_dtypes.float8_e5m2)) is dtypes.float8_e5m2
    with pytest.raises(TypeError, match=r"to a TensorFlow DType"):
        dtypes.as_dtype(ml_dtypes.float8_e3m4)


def test_ml_dtypes_is_not_imported_before_it_is_needed():
    code = (
        "import sys; from headrace.base import dtypes; dtypes.as_dtype('bfloat16').name; "
        "dtypes.float32.max; print('ml_dtypes' in sys.modules); "
        "dtypes.bfloat16.as_numpy_dtype; print('ml_dtypes' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["False", "True"]


@pytest.mark.parametrize("letter", "?bhilqBHILQefdFD")
def test_from_numpy_keeps_numbers(letter):
    numpy = np.dtype(letter)
    assert dtypes.from_numpy(numpy).name == numpy.name
    assert dtypes.from_numpy(numpy.newbyteorder(">")).name == numpy.name


@pytest.mark.parametrize("letter", ["O", "S", "S5", "U", "U7"])
def test_from_numpy_makes_text_bytes_and_objects_strings(letter):
    assert dtypes.from_numpy(np.dtype(letter)) is dtypes.string


def test_from_numpy_knows_quantised_records_and_refuses_others():
    assert dtypes.from_numpy(dtypes.qint32.as_numpy_dtype) is dtypes.qint32
    for other in ("M8[s]", "m8", "g", "G", "V3", "f4,i4"):
        with pytest.raises(TypeError, match=r"to a TensorFlow DType"):
            dtypes.from_numpy(np.dtype(other))


def test_the_constructor_takes_a_number():
    assert dtypes.DType(1) is dtypes.float32
    assert dtypes.DType(103) is dtypes.int32._as_ref
    with pytest.raises(
        TypeError, match=r"^999 does not correspond to a valid tensorflow::DataType$"
    ):
        dtypes.DType(999)


@pytest.mark.parametrize("name", ["float32", "float32_ref", "resource", "bfloat16"])
def test_copies_and_pickles_are_the_same_object(name):
    dtype = dtypes.as_dtype(name)
    assert pickle.loads(pickle.dumps(dtype)) is dtype
    assert copy.deepcopy(dtype) is copy.copy(dtype) is dtype


def test_a_type_cannot_be_changed():
    with pytest.raises(AttributeError, match=r"has no setter"):
        dtypes.float32.size = 8
    assert dtypes.float32.size == 4


def test_types_have_no_order_and_are_no_numpy_dtypes():
    with pytest.raises(TypeError, match=r"not supported between instances of 'DType' and 'DType'"):
        _ = dtypes.float32 < dtypes.int32
    with pytest.raises(TypeError, match=r"Cannot interpret 'tf.float32' as a data type"):
        np.dtype(dtypes.float32)


def test_wire_names_are_those_of_tensorflow_s_messages():
    differing = {d.name: d.wire_name for d in dtypes.ALL if d.name != d.wire_name}
    assert differing == {"float32": "float", "float64": "double", "float16": "half"}
    assert dtypes.float32._as_ref.wire_name == "float_ref"


def test_groups_hold_what_tensorflow_s_op_definitions_allow():
    assert " ".join(d.name for d in dtypes.REAL_NUMERIC) == (
        "float32 float64 int32 uint8 int16 int8 int64 bfloat16 uint16 float16 uint32 uint64"
    )
    assert {d.name for d in dtypes.NUMERIC + dtypes.QUANTIZED} == {
        row[0] for row in TABLE if "numeric" in row[4]
    }
    assert set(dtypes.NUMERIC) == set(dtypes.REAL_NUMERIC + dtypes.COMPLEX)
    assert set(dtypes.REAL_NUMERIC) == set(dtypes.FLOATING + dtypes.INTEGRAL)
    assert [d.name for d in dtypes.FLOATING] == ["bfloat16", "float16", "float32", "float64"]
    assert all(d.is_unsigned for d in dtypes.UNSIGNED_INTEGRAL)
    assert not any(d.is_unsigned for d in dtypes.SIGNED_INTEGRAL)
    assert all(d.is_quantized for d in dtypes.QUANTIZED)
