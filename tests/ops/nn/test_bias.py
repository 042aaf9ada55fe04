import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.base.errors import ShapeError
from headrace.graph.graph import Graph
from headrace.ops.nn.bias import bias_add, relu_layer, xw_plus_b
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run


@pytest.mark.parametrize(
    ("data_format", "layout"), [(None, "NHWC"), ("NWC", "NHWC"), ("NC", "NCHW"), ("NCDHW", "NCHW")]
)
def test_every_layout_is_one_of_two(data_format, layout) -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2, 3, 3])
        made = bias_add(x, [1.0, 2.0, 3.0], data_format)
        assert made.op.get_attr("data_format") == layout.encode()


def test_adds_to_the_second_axis_when_channels_come_first() -> None:
    with Graph().as_default():
        got = run(bias_add(np.zeros((1, 2, 3)), [1, 2], "NCW"))
    np.testing.assert_array_equal(got, [[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (([2, 3], [4]), "Dimensions must be equal, but are 3 and 4"),
        (([3], [3]), "Shape must be at least rank 2 but is rank 1"),
        (([2, 3], [3], "NCHW"), "Shape must be at least rank 3 but is rank 2"),
        (([2, 3], [1, 3]), "Shape must be rank 1 but is rank 2"),
        (([2, 4, 5, 3], [3], "NCHW"), "Dimensions must be equal, but are 4 and 3"),
    ],
)
def test_sizes_that_do_not_fit_are_named_when_the_graph_is_built(arguments, sentence) -> None:
    with Graph().as_default():
        value, bias = (placeholder(dtypes.float32, shape) for shape in arguments[:2])
        with pytest.raises(ShapeError, match=f"^{sentence}"):
            bias_add(value, bias, *arguments[2:])


def test_the_bias_tells_the_channels_of_a_value_that_does_not() -> None:
    with Graph().as_default():
        value = placeholder(dtypes.float32, [None, None])
        assert bias_add(value, placeholder(dtypes.float32, [4])).shape.as_list() == [None, 4]


def test_another_dtype_is_refused_with_the_operands_name() -> None:
    with (
        Graph().as_default(),
        pytest.raises(ValueError, match=r"^bias: Tensor conversion requested dtype"),
    ):
        bias_add(np.ones((2, 3)), placeholder(dtypes.float32, [3]))


def test_an_unknown_layout_is_refused() -> None:
    with (
        Graph().as_default(),
        pytest.raises(ValueError, match=r"^`data_format` must be of the form"),
    ):
        bias_add(np.ones((2, 3)), np.ones(3), "XY")


@pytest.mark.parametrize(
    ("value", "bias", "sentence"),
    [
        (
            (1, 3),
            (2,),
            r"Must provide as many biases as the last dimension of the input tensor: \[2\] vs",
        ),
        ((3,), (3,), r"Input tensor must be at least 2D: \[3\]"),
        ((1, 3), (1, 3), r"Biases must be 1D: \[1,3\]"),
    ],
)
def test_sizes_that_do_not_fit_are_named_in_the_run(value, bias, sentence) -> None:
    with Graph().as_default():
        x, b = placeholder(dtypes.float32), placeholder(dtypes.float32)
        with pytest.raises(errors.InvalidArgumentError, match=sentence):
            run(bias_add(x, b), {x: np.ones(value), b: np.ones(bias)})


def test_layers_are_a_product_a_bias_and_a_relu() -> None:
    x, w, b = np.array([[1.0, 2.0]]), np.array([[1.0, -1.0], [1.0, -1.0]]), np.array([0.5, 0.5])
    with Graph().as_default() as graph:
        plain, rectified = xw_plus_b(x, w, b, "p"), relu_layer(x, w, b, "r")
        assert nodes(graph)[3:5] == [
            "p/MatMul = MatMul(p/x, p/weights)",
            "p = BiasAdd(p/MatMul, p/biases)",
        ]
        values = run([plain, rectified])
    assert [value.tolist() for value in values] == [[[3.5, -2.5]], [[3.5, 0.0]]]


@pytest.mark.parametrize("layer", [xw_plus_b, relu_layer])
def test_operands_that_may_have_more_axes_are_multiplied_in_batches(layer) -> None:
    with Graph().as_default() as graph:
        x, weights = placeholder(dtypes.float32), placeholder(dtypes.float32, [2, 3])
        layer(x, weights, np.zeros(3, np.float32), name="y")
        assert nodes(graph)[1] == "y/MatMul = BatchMatMulV2(Placeholder, Placeholder_1)"
