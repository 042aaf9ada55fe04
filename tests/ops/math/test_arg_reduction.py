import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.base.errors import ShapeError
from headrace.graph.graph import Graph
from headrace.ops.math.arg_reduction import arg_max, argmax, argmin
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run


def test_the_axis_is_named_dimension() -> None:
    with Graph().as_default() as graph:
        argmax(placeholder(dtypes.float32, [2, 3]), 1)
        assert nodes(graph) == [
            "ArgMax/dimension = Const()",
            "ArgMax = ArgMax(Placeholder, ArgMax/dimension)",
        ]


@pytest.mark.parametrize("axis", [[1], "a", 1.0])
def test_argmax_takes_no_list_as_axis(axis) -> None:
    with (
        Graph().as_default(),
        pytest.raises(
            TypeError, match=r"^axis must be int or Tensor with integer datatype\n  made at "
        ),
    ):
        argmax(placeholder(dtypes.float32, [2, 3]), axis)


def test_argmax_takes_no_numpy_scalar_as_axis_but_arg_max_does() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2, 3])
        with pytest.raises(
            TypeError, match=r"^axis tensor dtypes int64 is not supported\n  made at "
        ):
            argmax(x, np.int64(1))
        assert arg_max(x, np.int64(1)).shape.as_list() == [2]


def test_argmax_casts_a_short_axis_tensor() -> None:
    with Graph().as_default():
        axis = placeholder(dtypes.int16, [])
        assert run(argmax([[1, 2], [4, 3]], axis), {axis: 1}).tolist() == [1, 0]


def test_refuses_a_float_axis_tensor_and_both_spellings() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2, 3])
        with pytest.raises(TypeError, match=r"axis tensor dtypes .*float32.* is not supported"):
            argmax(x, placeholder(dtypes.float32, []))
        with pytest.raises(ValueError, match=r"Cannot specify both 'dimension' and 'axis'."):
            argmin(x, 0, dimension=0)


def test_the_output_type_must_be_one_of_integers() -> None:
    with Graph().as_default(), pytest.raises(TypeError, match="'output_type' has DataType float32"):
        argmax(placeholder(dtypes.float32, [2]), 0, output_type=dtypes.float32)


def test_an_axis_out_of_range_is_named_when_the_graph_is_built() -> None:
    with (
        Graph().as_default(),
        pytest.raises(ShapeError, match=r"Dimension \(2\) must be in the range"),
    ):
        argmin(placeholder(dtypes.float32, [2, 3]), 2)


@pytest.mark.parametrize(
    ("fed", "axis", "sentence"),
    [
        (np.zeros((2, 3)), 5, r"Expected dimension in the range \[-2, 2\), but got 5"),
        (np.zeros(()), 0, r"Expected dimension in the range \[0, 0\), but got 0"),
        (np.zeros((0, 3)), 0, r"Reduction axis 0 is empty in shape \[0,3\]"),
        (np.zeros((2, 3)), [0, 1], r"dim must be a scalar, but received tensor of shape: \[2\]"),
    ],
)
def test_what_only_the_run_can_see_is_named_there(fed, axis, sentence) -> None:
    with Graph().as_default():
        x, along = placeholder(dtypes.float32), placeholder(dtypes.int32)
        with pytest.raises(errors.InvalidArgumentError, match=sentence):
            run(argmax(x, along), {x: fed, along: axis})


def test_of_equal_elements_the_first_is_found_and_nan_is_passed_over() -> None:
    with Graph().as_default():
        rows = [[np.nan, 2.0, 2.0], [np.nan, np.nan, np.nan], [1.0, np.nan, 1.0]]
        assert run(argmax(rows, 1)).tolist() == [1, 0, 0]
        assert run(argmin(rows, 1)).tolist() == [1, 0, 0]


def test_the_axis_of_a_vector_is_looked_at_in_the_run() -> None:
    with Graph().as_default():
        made = argmax(placeholder(dtypes.float32, [3]), 7)
        assert made.shape.as_list() == []
        with pytest.raises(errors.InvalidArgumentError, match=r"in the range \[-1, 1\), but got 7"):
            run(made, {made.op.inputs[0]: [1.0, 2.0, 3.0]})


def test_an_empty_axis_is_named_as_it_was_given() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32)
        with pytest.raises(errors.InvalidArgumentError, match=r"axis -2 is empty in shape \[0,4\]"):
            run(argmax(x, -2), {x: np.zeros((0, 4))})
