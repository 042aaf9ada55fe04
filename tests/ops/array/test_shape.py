"""Shape, Rank, Size: what the table of ops cannot see."""

from headrace.base import dtypes
from headrace.ops.array.shape import rank, shape, shape_n, size
from headrace.ops.sources.placeholder import placeholder


def test_known_answers_are_constants() -> None:
    x = placeholder(dtypes.float32, [2, 3])
    asked = [shape(x), rank(x), size(x), rank(placeholder(dtypes.float32, [None]))]
    assert [tensor.op.type for tensor in asked] == ["Const"] * 4


def test_unknown_answers_are_ops() -> None:
    x, y = placeholder(dtypes.float32, [None, 3]), placeholder(dtypes.float32)
    asked = [shape(x), size(x), rank(y), shape_n([x])[0]]
    assert [tensor.op.type for tensor in asked] == ["Shape", "Size", "Rank", "ShapeN"]


def test_out_type_is_the_dtype_of_constant_and_op() -> None:
    for sizes in ([2, 3], [None, 3]):
        x = placeholder(dtypes.float32, sizes)
        assert shape(x, out_type=dtypes.int64).dtype is dtypes.int64
        assert size(x, out_type="int64").dtype is dtypes.int64


def test_large_size_wraps_in_int32_as_in_tensorflow() -> None:
    x = placeholder(dtypes.float32, [2**20, 2**20])
    assert size(x).op.attributes.value.array == 0
    assert size(x, out_type=dtypes.int64).op.attributes.value.array == 2**40
