import pytest

from headrace.base import dtypes
from headrace.base.shapes import TensorShape
from headrace.graph.build import build
from headrace.graph.convert import convert_to_tensor
from headrace.graph.partial import PartialValue


def placeholder(*sizes, dtype=dtypes.float32):
    return build("Placeholder", dtype=dtype, shape=TensorShape(list(sizes)))


def filled(dims):
    """The static shape that a tensor used as a shape gives."""
    return build("Fill", dims, 0.0).shape.as_list()


def shape():
    return build("Shape", placeholder(7, None))


def test_sizes_hide_negative_numbers() -> None:
    assert PartialValue.from_sizes((2, None, 0)).sizes() == (2, None, 0)
    assert PartialValue.from_array(
        convert_to_tensor([-1, 3]).op.attributes.value.array
    ).sizes() == (
        None,
        3,
    )


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (shape, [7, None]),
        (lambda: build("Identity", shape()), [7, None]),
        (lambda: build("Reshape", shape(), [-1]), [7, None]),
        (lambda: build("Reshape", build("Rank", placeholder(2, None)), [1]), [2]),
        (lambda: build("Reshape", build("Size", placeholder(2, 3)), [-1]), [6]),
        (lambda: build("ExpandDims", build("Size", placeholder(2, 3)), 0), [6]),
        (lambda: build("Squeeze", build("ExpandDims", shape(), 0)), [7, None]),
        (lambda: build("ConcatV2", [shape(), [4]], 0), [7, None, 4]),
        (lambda: build("Tile", shape(), [2]), [7, None, 7, None]),
        (lambda: build("Fill", [2], build("Size", placeholder(2, 3))), [6, 6]),
        (lambda: build("BroadcastTo", shape(), [2]), [7, None]),
        (lambda: build("BroadcastArgs", shape(), [4, 1, 1]), [4, 7, None]),
        (lambda: build("Range", 2, build("Rank", placeholder(2, None, 3, 4)), 1), [2, 3]),
        (lambda: build("Transpose", shape(), [0]), [7, None]),
        (lambda: build("InvertPermutation", [1, 0]), [1, 0]),
    ],
)
def test_shape_arithmetic_is_seen_through(make, expected) -> None:
    assert filled(make()) == expected


def test_unknown_scalar_leaves_the_rest_of_a_shape_known() -> None:
    fed = placeholder(dtype=dtypes.int32)
    assert filled(build("Pack", [fed, 3], axis=0)) == [None, 3]


def test_unknown_vector_leaves_the_rest_of_a_shape_known() -> None:
    fed = placeholder(2, dtype=dtypes.int32)
    assert filled(build("ConcatV2", [fed, [4]], 0)) == [None, None, 4]


def test_reshape_by_a_dynamic_batch_keeps_the_other_sizes() -> None:
    x = placeholder(None, 3, 4)
    assert build("Reshape", x, [build("Shape", x)[0], 12]).shape.as_list() == [None, 12]


def test_unknown_axis_leaves_the_value_unknown() -> None:
    axis = placeholder(dtype=dtypes.int32)
    assert build("ConcatV2", [shape(), [4]], axis).partial is None


def test_large_integer_tensors_are_data() -> None:
    assert build("Range", 0, 2000, 1).partial is None
