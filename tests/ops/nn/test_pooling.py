"""Max and average pooling against the definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError, UnimplementedError
from headrace.graph import registry
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.nn.average_pooling import avg_pool
from headrace.ops.nn.pool_windows import MaxPoolAttributes, PoolAttributes
from headrace.ops.nn.pooling import max_pool, max_pool2d
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session
from tests.ops.nn import naive

NAN, INF = np.nan, np.inf
LOWEST = np.finfo(np.float32).min


def reference(op_type, attrs, *inputs):
    return registry.get(op_type).reference(attrs, *inputs)


def run(function, *arrays, **arguments):
    with Graph().as_default() as graph, Session(graph=graph) as session:
        inputs = [placeholder(dtypes.from_numpy(a.dtype)) for a in arrays]
        return session.run(function(*inputs, **arguments), dict(zip(inputs, arrays, strict=True)))


@st.composite
def cases(draw):
    window = draw(st.tuples(st.integers(1, 3), st.integers(1, 3)))
    strides = draw(st.tuples(st.integers(1, 4), st.integers(1, 4)))
    padding = draw(st.sampled_from(["SAME", "VALID"]))
    sizes = [draw(st.integers(cells if padding == "VALID" else 1, 8)) for cells in window]
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    x = rng.permutation(2 * sizes[0] * sizes[1] * 3).reshape(2, *sizes, 3).astype(np.float64)
    return x, window, strides, padding, draw(st.sampled_from(["NHWC", "NCHW"]))


def attributes_of(case, kind):
    _, window, strides, padding, data_format = case
    first = data_format == "NCHW"
    return kind(
        T=dtypes.float64,
        ksize=(1, 1, *window) if first else (1, *window, 1),
        strides=(1, 1, *strides) if first else (1, *strides, 1),
        padding=padding,
        data_format=data_format,
    )


def arranged(x, data_format):
    return np.ascontiguousarray(x.transpose(0, 3, 1, 2)) if data_format == "NCHW" else x


def expected_of(case, function):
    x, window, strides, padding, data_format = case
    pads = naive.pads_of(x.shape[1:3], window, strides, (1, 1), padding)
    pooled = naive.over_windows(x, window, strides, (1, 1), pads, function, fill=NAN)
    return arranged(pooled, data_format)


@settings(max_examples=60, deadline=None)
@given(cases())
def test_max_pool_is_the_maximum_of_each_window(case):
    found = reference("MaxPool", attributes_of(case, MaxPoolAttributes), arranged(case[0], case[4]))
    np.testing.assert_array_equal(found, expected_of(case, lambda c: np.nanmax(c, axis=(1, 2))))


@settings(max_examples=60, deadline=None)
@given(cases())
def test_avg_pool_is_the_mean_of_the_cells_inside(case):
    found = reference("AvgPool", attributes_of(case, PoolAttributes), arranged(case[0], case[4]))
    expected = expected_of(case, lambda c: np.nanmean(c, axis=(1, 2)))
    np.testing.assert_allclose(found, expected, rtol=1e-14)


@settings(max_examples=60, deadline=None)
@given(cases())
def test_gradients_are_adjoint_to_pooling(case):
    x = arranged(case[0], case[4])
    rng = np.random.default_rng(0)
    attrs = attributes_of(case, PoolAttributes)
    averages = reference("AvgPool", attrs, x)
    g = rng.standard_normal(averages.shape)
    spread = reference("AvgPoolGrad", attrs, np.array(x.shape, np.int32), g)
    np.testing.assert_allclose(np.vdot(spread, x), np.vdot(g, averages), rtol=1e-9, atol=1e-9)
    attrs = attributes_of(case, MaxPoolAttributes)
    maxima = reference("MaxPool", attrs, x)
    routed = reference("MaxPoolGrad", attrs, x, maxima, g)
    np.testing.assert_allclose(np.vdot(routed, x), np.vdot(g, maxima), rtol=1e-9, atol=1e-9)
    h = rng.standard_normal(x.shape)
    back = reference("MaxPoolGradGrad", attributes_of(case, PoolAttributes), x, maxima, h)
    np.testing.assert_allclose(np.vdot(routed, h), np.vdot(g, back), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([NAN, 3, 1, 2], 3.0),
        ([1, 2, 3, NAN], 3.0),
        ([NAN] * 4, LOWEST),
        ([-INF] * 4, LOWEST),
        ([NAN, -INF, NAN, 1], 1.0),
    ],
)
def test_nan_and_minus_infinity_never_win_a_maximum(cells, expected):
    x = np.array(cells, np.float32).reshape(1, 2, 2, 1)
    assert run(max_pool, x, ksize=2, strides=2, padding="VALID").item() == expected


@pytest.mark.parametrize(
    ("cells", "winner"),
    [
        ([1, 1, 1, 1], 0),
        ([0, 2, 2, 1], 1),
        ([NAN, 3, 1, 2], 0),  # a NaN that stands first stays
        ([1, 2, 3, NAN], 2),
        ([-INF] * 4, 0),
    ],
)
def test_the_gradient_goes_to_the_first_maximum(cells, winner):
    x = np.array(cells, np.float32).reshape(1, 2, 2, 1)
    attrs = MaxPoolAttributes(
        T=dtypes.float32, ksize=(1, 2, 2, 1), strides=(1, 2, 2, 1), padding="VALID"
    )
    grad = np.full((1, 1, 1, 1), 5, np.float32)
    found = reference("MaxPoolGrad", attrs, x, np.zeros_like(grad), grad)
    assert found.ravel().tolist() == [5.0 if i == winner else 0.0 for i in range(4)]


def test_max_pool_over_channels():
    x = np.arange(8.0).reshape(1, 1, 2, 4)
    found = run(max_pool, x, ksize=[1, 1, 1, 2], strides=[1, 1, 1, 2], padding="VALID")
    np.testing.assert_array_equal(found, [[[[1.0, 3.0], [5.0, 7.0]]]])


def test_quantized_numbers_are_pooled_as_the_integers_they_hold():
    x = np.array([-5, 3, 1, -128], np.int8).view(dtypes.qint8.as_numpy_dtype).reshape(1, 2, 2, 1)
    attrs = MaxPoolAttributes(
        T=dtypes.qint8, ksize=(1, 2, 2, 1), strides=(1, 2, 2, 1), padding="VALID"
    )
    found = reference("MaxPool", attrs, x)
    assert found.dtype == x.dtype
    assert found.view(np.int8).item() == 3


@pytest.mark.parametrize("pool", [max_pool, avg_pool])
def test_the_batch_is_not_pooled_over(pool):
    with pytest.raises(UnimplementedError, match="not yet supported on the batch dimension"):
        run(pool, np.ones((2, 4, 4, 1)), ksize=[2, 2, 2, 1], strides=1, padding="VALID")


@pytest.mark.parametrize(
    ("ksize", "strides", "sentence"),
    [
        ([1, 2, 2, 2], [1, 2, 2, 2], "exactly one of pooling across depth or pooling across width"),
        ([1, 1, 1, 2], [1, 1, 1, 1], "requires the depth window to equal the depth stride"),
        ([1, 1, 1, 3], [1, 1, 1, 3], "requires the depth window to evenly divide the input depth"),
    ],
)
def test_max_pool_over_channels_has_its_limits(ksize, strides, sentence):
    with pytest.raises(UnimplementedError, match=sentence):
        run(max_pool, np.ones((1, 4, 4, 4)), ksize=ksize, strides=strides, padding="VALID")


@pytest.mark.parametrize(
    ("pool", "shape", "arguments", "sentence"),
    [
        (max_pool, (4, 4, 1), {"ksize": 2}, "tensor_in_shape must have 2 spatial dimensions. 3 0"),
        (max_pool, (1, 4, 4, 1), {"ksize": -1, "padding": "SAME"}, "ksize is: 1,-1,-1,1"),
        (avg_pool, (1, 4, 4, 1), {"ksize": -2, "padding": "SAME"}, "int32 value, got:-2"),
        (
            *(max_pool, (1, 4, 4, 1)),
            {"ksize": 2, "padding": [[0, 0], [2, 2], [0, 0], [0, 0]]},
            "Top padding 2 needs to be smaller than the window size 2",
        ),
    ],
)
def test_what_does_not_fit_fails_in_the_run(pool, shape, arguments, sentence):
    with pytest.raises(InvalidArgumentError) as caught:
        run(pool, np.ones(shape), **{"strides": 2, "padding": "VALID", **arguments})
    assert sentence in caught.value.message


@pytest.mark.parametrize(
    ("pooled", "grad", "sentence"),
    [
        ((1, 3, 3, 1), (1, 2, 2, 1), "Expected orig_output shape to be [1,2,2,1], but got [1,3,3"),
        ((1, 2, 2, 1), (1, 3, 3, 1), "Expected grad shape to be [1,2,2,1], but got [1,3,3,1]"),
        ((1, 2, 2, 1), (2, 2, 1), "out_backprop must be 4-dimensional"),
    ],
)
def test_max_pool_grad_checks_its_three_shapes(pooled, grad, sentence):
    def make(*inputs):
        window = (1, 2, 2, 1)
        return build("MaxPoolGrad", *inputs, ksize=window, strides=window, padding="VALID")

    with pytest.raises(InvalidArgumentError) as caught:
        run(make, np.ones((1, 4, 4, 1)), np.ones(pooled), np.ones(grad))
    assert sentence in caught.value.message


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        ([4, 4, 1], "must be 1-dimensional and 4 elements"),
        ([-1, 4, 4, 1], "Expected a non-negative size, got -1"),
        ([2, 4, 4, 1], "Expected grad shape to be [2,2,2,1], but got [1,2,2,1]"),
    ],
)
def test_avg_pool_grad_checks_its_shapes(sizes, sentence):
    def make(*inputs):
        window = (1, 2, 2, 1)
        return build("AvgPoolGrad", *inputs, ksize=window, strides=window, padding="VALID")

    with pytest.raises(InvalidArgumentError) as caught:
        run(make, np.array(sizes, np.int32), np.ones((1, 2, 2, 1)))
    assert sentence in caught.value.message


def test_max_pool2d_is_named_so():
    with Graph().as_default():
        assert max_pool2d(np.zeros((1, 4, 4, 1)), 2, 2, "VALID").op.name == "MaxPool2d"


def test_an_empty_window_is_refused():
    with Graph().as_default(), pytest.raises(ValueError, match="`ksize` cannot be zero"):
        max_pool(np.zeros((1, 4, 4, 1)), 0, 2, "VALID")


def test_half_precision_is_averaged_in_float32():
    x = np.full((1, 64, 64, 1), 100.0, np.float16)  # the sum is beyond float16
    assert run(avg_pool, x, ksize=64, strides=1, padding="VALID").item() == 100.0
