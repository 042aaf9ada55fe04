from typing import Any

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import ShapeError
from headrace.base.shapes import Dimension
from headrace.graph.convert import convert
from headrace.graph.graph import Graph
from headrace.ops.array.shape import shape
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run

DATA = np.arange(60.0, dtype=np.float32).reshape(3, 4, 5)

KEYS = [
    0,
    -1,
    np.int64(2),
    np.array(1),
    slice(None),
    slice(-9, 9),
    slice(9, -9, -1),
    slice(2, 0),
    slice(None, None, -2),
    ...,
    None,
    (),
    (0, 1, 2),
    (0, slice(1, None), slice(None, None, 2)),
    (..., -1),
    (None, ..., 0, None),
    (slice(1, None), None, 2),
]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_subscripts_take_what_numpy_takes(key: Any) -> None:
    with Graph().as_default():
        x = convert(DATA, None, None)
        item = x[key]
        expected = DATA[key]
        assert item.shape.as_list() == list(expected.shape)
        np.testing.assert_array_equal(run(item), expected)


@pytest.mark.parametrize("dtype", [dtypes.int16, dtypes.int32, dtypes.int64])
def test_tensors_are_indices_and_bounds(dtype: Any) -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [3, 4, 5])
        i = placeholder(dtype, [])
        items = [x[i], x[i:], x[:i], x[::i], x[i, 1], x[0, i:]]
        assert [str(item.shape) for item in items] == [
            "(4, 5)", "(?, 4, 5)", "(?, 4, 5)", "<unknown>", "(5,)", "(?, 5)",
        ]  # fmt: skip
        got = run(items, {x: DATA, i: 2})
    expected = [DATA[2], DATA[2:], DATA[:2], DATA[::2], DATA[2, 1], DATA[0, 2:]]
    for value, want in zip(got, expected, strict=True):
        np.testing.assert_array_equal(value, want)


def test_a_subscript_makes_the_nodes_that_tensorflow_makes() -> None:
    with Graph().as_default() as graph:
        x = placeholder(dtypes.float32, [3, 4, 5], name="x")
        i = placeholder(dtypes.int32, [], name="i")
        x[1:, None, ..., 0]
        x[i]
        x[0, i:]
    assert nodes(graph) == [
        "strided_slice/stack = Const()",
        "strided_slice/stack_1 = Const()",
        "strided_slice/stack_2 = Const()",
        "strided_slice = StridedSlice(x, strided_slice/stack, strided_slice/stack_1, strided_slice/stack_2)",
        "add/y = Const()",
        "add = AddV2(i, add/y)",
        "strided_slice_1/stack = Pack(i)",
        "strided_slice_1/stack_1 = Pack(add)",
        "strided_slice_1/stack_2 = Const()",
        (
            "strided_slice_1 = StridedSlice(x, strided_slice_1/stack, strided_slice_1/stack_1, "
            "strided_slice_1/stack_2)"
        ),
        "Const = Const()",
        "Const_1 = Const()",
        "strided_slice_2/stack/0 = Const()",
        "strided_slice_2/stack = Pack(strided_slice_2/stack/0, i)",
        "strided_slice_2/stack_1/0 = Const()",
        "strided_slice_2/stack_1 = Pack(strided_slice_2/stack_1/0, Const)",
        "strided_slice_2/stack_2/0 = Const()",
        "strided_slice_2/stack_2 = Pack(strided_slice_2/stack_2/0, Const_1)",
        (
            "strided_slice_2 = StridedSlice(x, strided_slice_2/stack, strided_slice_2/stack_1, "
            "strided_slice_2/stack_2)"
        ),
    ]
    masks: Any = graph.get_operation_by_name("strided_slice").attributes
    assert (masks.end_mask, masks.new_axis_mask, masks.ellipsis_mask, masks.shrink_axis_mask) == (
        1, 2, 4, 8,
    )  # fmt: skip


def test_bounds_of_int32_and_int64_meet_in_int64() -> None:
    with Graph().as_default() as graph:
        x = placeholder(dtypes.float32, [3, 4, 5])
        low, high = placeholder(dtypes.int32, []), placeholder(dtypes.int64, [])
        item = x[low:high]
        assert graph.get_operation_by_name("strided_slice/Cast").type == "Cast"
        np.testing.assert_array_equal(run(item, {x: DATA, low: 1, high: 2}), DATA[1:2])


def test_a_dimension_is_an_index_and_an_unknown_one_bounds_nothing() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [3, 4, 5])
        assert x[: Dimension(2), Dimension(1)].shape.as_list() == [2, 5]
        assert x[: Dimension(None)].shape.as_list() == [3, 4, 5]


def test_static_shapes_see_through_slices_of_a_partly_known_shape() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [None, 4, 5])
        sizes = shape(x)
        flat = placeholder(dtypes.float32)
        y = convert([sizes[0], sizes[1] * sizes[-1]], None, None)
        assert y.partial is not None
        assert y.partial.sizes() == (None, 20)
        tail = sizes[1:]
        assert tail.partial is not None
        assert tail.partial.sizes() == (4, 5)
        assert flat[: sizes[1]].dims is None
        assert x[0, : sizes[1] - 1].shape.as_list() == [3, 5]


BAD_KEYS = [
    (1.0, "1.0"),
    ("a", "'a'"),
    ((0, [1]), r"\[1\]"),
    (slice(1.0, None), "1.0"),
    (np.array([1]), r"array\(\[1\]\)"),
    (np.bool_(True), r"np\.True_"),
    ((0, np.array([True])), r"array\(\[ ?True\]\)"),
    ({}, r"\{\}"),
]


@pytest.mark.parametrize(("key", "shown"), BAD_KEYS, ids=str)
def test_what_is_no_index_is_a_type_error(key: Any, shown: str) -> None:
    sentence = (
        r"^Only integers, slices \(`:`\), ellipsis \(`\.\.\.`\), tf\.newaxis \(`None`\) and scalar "
        r"tf\.int32/tf\.int64 tensors are valid indices, got "
    )
    with Graph().as_default(), pytest.raises(TypeError, match=f"{sentence}{shown}\n  made at "):
        placeholder(dtypes.float32, [3])[key]


@pytest.mark.parametrize(
    ("dtype", "sizes"), [(dtypes.float32, []), (dtypes.int32, [2]), (dtypes.uint8, [])]
)
def test_a_tensor_that_is_no_integer_scalar_is_no_index(dtype: Any, sizes: list[int]) -> None:
    with Graph().as_default(), pytest.raises(TypeError, match=r"^Only integers, slices"):
        placeholder(dtypes.float32, [3])[placeholder(dtype, sizes)]


def test_a_scalar_cannot_be_indexed_but_can_get_axes() -> None:
    with Graph().as_default():
        x = convert(7.0, None, None)
        with pytest.raises(ShapeError, match=r"^Attempting to slice scalar input\."):
            x[0]
        np.testing.assert_array_equal(run(x[None, ..., None]), np.array([[7]], np.float32))
