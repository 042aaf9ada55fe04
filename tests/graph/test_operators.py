import operator

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder

# operator → the op type that it makes of floats
ARITHMETIC = {
    operator.add: "AddV2",
    operator.sub: "Sub",
    operator.mul: "Mul",
    operator.truediv: "RealDiv",
    operator.floordiv: "FloorDiv",
    operator.mod: "FloorMod",
    operator.pow: "Pow",
}
COMPARISONS = {
    operator.lt: ("Less", "Greater"),
    operator.le: ("LessEqual", "GreaterEqual"),
    operator.gt: ("Greater", "Less"),
    operator.ge: ("GreaterEqual", "LessEqual"),
}
LOGICAL = {
    operator.and_: ("LogicalAnd", "BitwiseAnd"),
    operator.or_: ("LogicalOr", "BitwiseOr"),
    operator.xor: ("LogicalAnd", "BitwiseXor"),
}
NUMBERS = [2, np.int64(2), np.array([2, 3]), [2, 3], (2, 3), np.float64(2), np.array([2.0, 3.0])]


@pytest.mark.parametrize("function", ARITHMETIC)
@pytest.mark.parametrize("other", NUMBERS, ids=repr)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_arithmetic_gives_what_is_beside_a_float_tensor_its_dtype(function, other, dtype):
    x = placeholder(dtype, [2])
    left, right = function(x, other), function(other, x)
    assert left.op.type == right.op.type == ARITHMETIC[function]
    assert left.op.inputs[0] is right.op.inputs[1] is x
    assert (
        left.dtype is right.dtype is left.op.inputs[1].dtype is right.op.inputs[0].dtype is x.dtype
    )
    assert left.dims == right.dims == (2,)


@pytest.mark.parametrize("function", [operator.add, operator.sub, operator.mul, operator.floordiv])
@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8"])
@pytest.mark.parametrize(
    "other", [2, np.int64(2), np.array([2, 3]), np.float64(2.5), np.array([2.5, 3])]
)
def test_arithmetic_casts_numpy_operands_even_floats_to_ints(function, dtype, other):
    x = placeholder(dtype, [2])
    for made, at in ((function(x, other), 1), (function(other, x), 0)):
        assert made.dtype is made.op.inputs[at].dtype is x.dtype
        assert made.op.inputs[at].op.attributes.value.array.ravel()[0] == 2


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_tensors_take_real_and_complex_numbers(dtype):
    x = placeholder(dtype, [2])
    for other in (2, 2.5, 1j, np.complex128(1j), np.array([1, 2])):
        assert (x * other).dtype is (other * x).dtype is x.dtype


def test_strings_are_joined():
    s = placeholder("string", [2])
    assert (s + "x").op.type == ("x" + s).op.type == "Add"
    assert (s + "x").dtype is dtypes.string


@pytest.mark.parametrize("function", COMPARISONS)
@pytest.mark.parametrize("other", [1.0, np.float64(1), np.array([1.0, 2.0]), [1, 2]], ids=repr)
def test_comparisons_give_bools_and_turn_around(function, other):
    x = placeholder("float32", [2])
    left, right = function(x, other), function(other, x)
    assert (left.op.type, right.op.type) == COMPARISONS[function]
    assert left.op.inputs[0] is right.op.inputs[0] is x
    assert left.dtype is right.dtype is dtypes.bool_


@pytest.mark.parametrize("function", LOGICAL)
def test_logic_of_bools_is_logical_and_of_ints_bitwise(function):
    logical, bitwise = LOGICAL[function]
    b, i = placeholder("bool", [2]), placeholder("int32", [2])
    for other in (b, True, np.True_, np.array([True, False])):
        assert function(b, other).op.type == function(other, b).op.type == logical
    for other in (i, 1, np.int32(1), np.array([1, 2])):
        assert function(i, other).op.type == function(other, i).op.type == bitwise


def test_unary_operators_make_the_op_that_suits_the_dtype():
    x, i = placeholder("float32", [2]), placeholder("int32", [2])
    b, c = placeholder("bool", [2]), placeholder("complex64", [2])
    assert [(-x).op.type, abs(x).op.type, abs(c).op.type] == ["Neg", "Abs", "ComplexAbs"]
    assert [(~b).op.type, (~i).op.type] == ["LogicalNot", "Invert"]
    assert abs(c).dtype is dtypes.float32


def test_matrices_multiply():
    x, w = placeholder("float32", [2, 3]), placeholder("float32", [3, 4])
    assert (x @ w).op.type == "MatMul"
    assert (np.ones((2, 3)) @ w).dims == (x @ np.ones((3, 4))).dims == (2, 4)
    batch = placeholder("float32", [5, 2, 3])
    assert (batch @ placeholder("float32", [5, 3, 4])).op.type == "BatchMatMulV2"


def test_integers_divide_truly_in_float64_and_small_ones_in_float32():
    for dtype, result in (("int32", "float64"), ("int64", "float64"), ("uint8", "float32")):
        x = placeholder(dtype, [2])
        assert (x / 2).dtype.name == (2 / x).dtype.name == result


def test_names_stand_under_the_operator(graph):
    x, i = placeholder("float32", [2], name="x"), placeholder("int32", [2], name="i")
    _ = x + 1.0, 1.0 - x, x / x, x > 1.0, i & 1, 1 | i
    assert [op.name for op in graph.get_operations()[2:]] == [
        *("add/y", "add", "sub/x", "sub", "truediv", "Greater/y", "Greater"),
        *("and/BitwiseAnd/y", "and/BitwiseAnd", "or/x", "or/BitwiseOr"),
    ]


def test_ops_are_added_to_the_tensors_graph_and_its_scope(graph):
    x = placeholder("float32", [2])
    from headrace.graph.graph import Graph

    with graph.name_scope("s"), Graph().as_default() as other:
        made = [x * x, x * 2.0, 2.0 * x]
    assert all(tensor.graph is graph and tensor.name.startswith("s/mul") for tensor in made)
    assert other.version == 0


@pytest.mark.parametrize(
    ("use", "kind", "sentence"),
    [
        (lambda x, i: x + None, ValueError, "None values not supported."),
        (
            lambda x, i: x - None,
            ValueError,
            "Tried to convert 'y' to a tensor and failed. Error: None values not supported.",
        ),
        (
            lambda x, i: x + i,
            TypeError,
            "Input 'y' of 'AddV2' Op has type int32 that does not match type float32 of argument 'x'.",
        ),
        (
            lambda x, i: i + 1.5,
            TypeError,
            "Input 'y' of 'AddV2' Op has type float32 that does not match type int32 of argument 'x'.",
        ),
        (
            lambda x, i: i * 1.5,
            TypeError,
            (
                "Expected int32 passed to parameter 'y' of op 'Mul', got 1.5 of type 'float' instead. Error: "
                "Expected int32, but got 1.5 of type 'float'."
            ),
        ),
        (lambda x, i: 1.5 * i, TypeError, "Expected int32, but got 1.5 of type 'float'."),
        (
            lambda x, i: x / i,
            TypeError,
            "`x` and `y` must have the same dtype, got tf.float32 != tf.int32.",
        ),
        (
            lambda x, i: x & 1,
            TypeError,
            "Value passed to parameter 'x' has DataType float32 not in list of allowed values: int8, int16,",
        ),
        (
            lambda x, i: x + constant([1.0, 2.0, 3.0]),
            ValueError,
            "Dimensions must be equal, but are 2 and 3",
        ),
    ],
)
def test_refuses_operands_that_do_not_fit_in_tensorflows_words(use, kind, sentence):
    x, i = placeholder("float32", [2]), placeholder("int32", [2])
    with pytest.raises(kind) as caught:
        use(x, i)
    assert str(caught.value).startswith(sentence)


def test_an_error_shows_the_users_line():
    x, i = placeholder("float32", [2]), placeholder("int32", [2])
    for use in (lambda: x * i, lambda: x * constant([1.0, 2.0, 3.0])):
        with pytest.raises(
            (TypeError, ValueError), match=r"\n  made at   test_operators\.py:\d+  for use in"
        ):
            use()
