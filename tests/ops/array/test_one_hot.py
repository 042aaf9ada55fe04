import re

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError, ShapeError
from headrace.graph.graph import Graph
from headrace.ops.array.one_hot import one_hot
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run


def test_the_given_value_is_converted_before_the_default_one() -> None:
    with Graph().as_default() as graph:
        made = one_hot(placeholder(dtypes.int32, [2], "i"), 3, off_value=2)
    assert nodes(graph) == [
        "one_hot/Const = Const()",
        "one_hot/on_value = Const()",
        "one_hot/depth = Const()",
        "one_hot = OneHot(i, one_hot/depth, one_hot/on_value, one_hot/Const)",
    ]
    assert made.dtype is dtypes.int32
    assert made.shape.as_list() == [2, 3]


def test_indices_outside_are_off_throughout() -> None:
    with Graph().as_default():
        made = run(one_hot([0, -1, 7], 2, on_value=5.0, off_value=-1.0))
    np.testing.assert_array_equal(made, [[5, -1], [-1, -1], [-1, -1]])


def test_text_keeps_its_final_zeros() -> None:
    with Graph().as_default():
        on, off = constant(b"a\0"), constant(b"\0")
        assert run(one_hot([1], 2, on, off)).tolist() == [[b"\0", b"a\0"]]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            {"on_value": 1.0, "dtype": dtypes.int32},
            "dtype <dtype: 'float32'> of on_value does not match dtype parameter <dtype: 'int32'>",
        ),
        (
            {"on_value": 1, "off_value": 1.0},
            "dtype <dtype: 'int32'> of on_value does not match dtype <dtype: 'float32'> of off_value",
        ),
        ({"dtype": dtypes.bool_}, "Expected bool, but got 1 of type 'int'."),
    ],
)
def test_dtypes_must_agree(arguments, sentence) -> None:
    with Graph().as_default(), pytest.raises(TypeError, match=re.escape(sentence)):
        one_hot([0, 2], 3, **arguments)


def test_static_values_that_do_not_fit_are_refused() -> None:
    with Graph().as_default():
        with pytest.raises(ShapeError, match=r"^axis must be >= -1"):
            one_hot([0], 3, axis=-2)
        with pytest.raises(ShapeError, match=r"^Input must be scalar but has rank 1"):
            one_hot([0], [3])
        with pytest.raises(ShapeError, match="scalar input 1, must be non-negative but is -1"):
            one_hot([0], -1)


@pytest.mark.parametrize(
    ("depth", "on_value", "axis", "sentence"),
    [
        (3, 1.0, 2, "Expected axis to be -1 or between [0, 2).  But received: 2"),
        ([3], 1.0, -1, "depth must be a scalar, but got: [1]"),
        (-1, 1.0, -1, "depth must be non-negative, got: -1"),
        (3, [1.0, 2.0], -1, "on_value must be a scalar, but got: [2]"),
    ],
)
def test_a_run_refuses_what_does_not_fit(depth, on_value, axis, sentence) -> None:
    with Graph().as_default():
        size, on = placeholder(dtypes.int32), placeholder(dtypes.float32)
        made = one_hot([0], size, on, axis=axis)
        with pytest.raises(InvalidArgumentError) as caught:
            run(made, {size: depth, on: on_value})
        assert caught.value.message.startswith(sentence)
