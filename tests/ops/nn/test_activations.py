import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import ShapeError
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.nn.activations import crelu, leaky_relu, relu, relu6, softplus, swish
from headrace.ops.sources.placeholder import placeholder
from tests.ops.reverse import reverse_sweep
from tests.ops.running import nodes, run


def test_nan_stays_nan() -> None:
    with Graph().as_default():
        values = run([relu([np.nan, -1.0]), relu6([np.nan, 7.0]), leaky_relu([np.nan])])
    assert all(np.isnan(value[0]) for value in values)
    assert [value[1] for value in values[:2]] == [0.0, 6.0]


def test_a_nan_gradient_stays_nan_where_the_slope_is_zero() -> None:
    with Graph().as_default():
        got = run(build("ReluGrad", [np.nan, 1.0], [-1.0, -1.0]))
    assert np.isnan(got[0])
    assert got[1] == 0.0


def test_gradient_shapes_must_be_equal() -> None:
    with Graph().as_default():
        gradients, features = (
            placeholder(dtypes.float32, [2, 3]),
            placeholder(dtypes.float32, [4, 3]),
        )
        with pytest.raises(
            ShapeError, match=r"^Dimension 0 in both shapes must be equal, but are 2 and 4"
        ):
            build("ReluGrad", gradients, features)


@pytest.mark.parametrize(
    "op_type", ["EluGrad", "SeluGrad", "SoftplusGrad", "LeakyReluGrad", "ReluGrad"]
)
def test_activations_can_be_differentiated_twice(op_type) -> None:
    data = np.array([-2.0, -0.5, 0.5, 2.0])
    with Graph().as_default():
        x = placeholder(dtypes.float64, [None])
        y = build(op_type.removesuffix("Grad"), x)
        (first,) = reverse_sweep(y, build("OnesLike", y), [x])
        (second,) = reverse_sweep(first, build("OnesLike", x), [x])
        ends = [run(first, {x: data + step}) for step in (1e-6, -1e-6)]
        np.testing.assert_allclose(
            run(second, {x: data}), (ends[0] - ends[1]) / 2e-6, rtol=1e-6, atol=1e-9
        )


def test_softplus_neither_overflows_nor_loses_small_results() -> None:
    with Graph().as_default():
        got = run(softplus(np.array([-30.0, 30.0, 800.0, -np.inf, np.inf])))
    np.testing.assert_allclose(
        got, [np.exp(-30.0), 30.0 + np.exp(-30.0), 800.0, 0.0, np.inf], rtol=1e-12
    )


def test_leaky_relu_casts_integers_and_takes_numbers_only() -> None:
    with Graph().as_default():
        assert run(leaky_relu([-5, 5])).tolist() == [-1.0, 5.0]
        assert leaky_relu([1.0], alpha=np.float64(0.5)).op.get_attr("alpha") == 0.5
        with pytest.raises(
            TypeError, match=r"^Expected float for argument 'alpha' not <tf.Tensor 'a:0'"
        ):
            leaky_relu([1.0], alpha=placeholder(dtypes.float32, [], name="a"))


def test_the_slope_is_a_float32_in_every_dtype() -> None:
    with Graph().as_default():
        assert run(leaky_relu(np.array([-1.0])))[0] == -np.float64(np.float32(0.2))


def test_crelu_joins_both_signs_along_an_axis() -> None:
    with Graph().as_default() as graph:
        got = run(crelu([[1.0, -2.0]], name="c"))
        assert nodes(graph)[-2:] == ["c = ConcatV2(c/features, c/Neg, c/axis)", "c/Relu = Relu(c)"]
    assert got.tolist() == [[1.0, 0.0, 0.0, 2.0]]


def test_swish_passes_the_gradient_of_its_product() -> None:
    data = np.array([-1.0, 0.0, 3.0])
    sigmoid = 1 / (1 + np.exp(-2 * data))
    with Graph().as_default():
        x = placeholder(dtypes.float64, [3])
        y = swish(x, beta=np.float64(2.0))
        (grad,) = reverse_sweep(y, build("OnesLike", y), [x])
        value, slope = run([y, grad], {x: data})
    np.testing.assert_allclose(value, data * sigmoid)
    np.testing.assert_allclose(slope, sigmoid + 2 * data * sigmoid * (1 - sigmoid))
