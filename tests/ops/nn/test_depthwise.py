"""Depthwise convolution against the definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph import registry
from headrace.graph.graph import Graph
from headrace.ops.nn.depthwise import depthwise_conv2d_native
from headrace.ops.nn.depthwise_backprop import (
    depthwise_conv2d_native_backprop_filter,
    depthwise_conv2d_native_backprop_input,
)
from headrace.ops.nn.depthwise_windows import DepthwiseAttributes
from headrace.ops.nn.separable import depthwise_conv2d, separable_conv2d
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session
from tests.ops.nn import naive


def reference(op_type, attrs, *inputs):
    return registry.get(op_type).reference(attrs, *inputs)


def run(function, *arrays, **arguments):
    with Graph().as_default() as graph, Session(graph=graph) as session:
        inputs = [placeholder(dtypes.from_numpy(a.dtype)) for a in arrays]
        return session.run(function(*inputs, **arguments), dict(zip(inputs, arrays, strict=True)))


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(st.integers(1, 3), st.integers(1, 3)),
    st.tuples(st.integers(1, 3), st.integers(1, 3)),
    st.tuples(st.integers(1, 2), st.integers(1, 2)),
    st.tuples(st.integers(5, 9), st.integers(5, 9)),
    st.tuples(st.integers(1, 3), st.integers(1, 3)),
    st.sampled_from(["SAME", "VALID"]),
    st.sampled_from(["NHWC", "NCHW"]),
)
def test_is_the_weighted_sum_of_each_channels_windows_and_gradients_are_adjoint(
    window, strides, dilations, sizes, counts, padding, data_format
):
    rng = np.random.default_rng(0)
    channels, filters = counts
    x = rng.standard_normal((2, *sizes, channels))
    weights = rng.standard_normal((*window, channels, filters))
    pads = naive.pads_of(sizes, window, strides, dilations, padding)
    expected = naive.depthwise(x, weights, strides, dilations, pads)
    first = data_format == "NCHW"
    attrs = DepthwiseAttributes(
        T=dtypes.float64,
        strides=(1, 1, *strides) if first else (1, *strides, 1),
        dilations=(1, 1, *dilations) if first else (1, *dilations, 1),
        padding=padding,
        data_format=data_format,
    )
    x = np.ascontiguousarray(x.transpose(0, 3, 1, 2)) if first else x
    found = reference("DepthwiseConv2dNative", attrs, x, weights)
    np.testing.assert_allclose(
        found.transpose(0, 2, 3, 1) if first else found, expected, rtol=1e-12, atol=1e-12
    )
    g = rng.standard_normal(found.shape)
    shape = np.array(x.shape, np.int32)
    by_input = reference("DepthwiseConv2dNativeBackpropInput", attrs, shape, weights, g)
    shape = np.array(weights.shape, np.int32)
    by_filter = reference("DepthwiseConv2dNativeBackpropFilter", attrs, x, shape, g)
    np.testing.assert_allclose(np.vdot(x, by_input), np.vdot(found, g), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(np.vdot(weights, by_filter), np.vdot(found, g), rtol=1e-9, atol=1e-9)


def test_memory_layout_changes_no_bit_of_the_filter_gradient():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((3, 9, 9, 2)).astype(np.float32)
    g = rng.standard_normal((3, 7, 7, 4)).astype(np.float32)
    attrs = DepthwiseAttributes(T=dtypes.float32, strides=(1, 1, 1, 1), padding="VALID")
    sizes = np.array([3, 3, 2, 2], np.int32)
    name = "DepthwiseConv2dNativeBackpropFilter"
    expected = reference(name, attrs, x, sizes, g)
    found = reference(name, attrs, np.asfortranarray(x), sizes, np.asfortranarray(g))
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("x", "weights", "sentence"),
    [
        ((1, 4, 4, 2), (3, 3, 3, 3), "input and filter must have the same depth: 2 vs 3"),
        ((4, 4, 2), (3, 3, 2, 3), "input must be 4-dimensional[4,4,2]"),
        ((1, 4, 4, 2), (3, 3, 2), "filter must be 4-dimensional: [3,3,2]"),
    ],
)
def test_shapes_that_do_not_fit_fail_in_the_run(x, weights, sentence):
    with pytest.raises(InvalidArgumentError) as caught:
        run(
            *(depthwise_conv2d_native, np.ones(x), np.ones(weights)),
            strides=[1, 1, 1, 1],
            padding="VALID",
        )
    assert sentence in caught.value.message


def test_strides_over_the_batch_are_refused_in_the_run():
    with pytest.raises(InvalidArgumentError, match="strides in the batch and depth dimensions"):
        run(
            *(depthwise_conv2d_native, np.ones((2, 4, 4, 1)), np.ones((3, 3, 1, 2))),
            strides=[2, 1, 1, 1],
            padding="SAME",
        )


@pytest.mark.parametrize(
    ("sizes", "weights", "grad", "sentence"),
    [
        ([1, 4, 4, 2], (3, 3, 2, 3), (1, 4, 4, 6), "Number of rows of out_backprop doesn't match"),
        ([1, 4, 4, 2], (3, 3, 2, 3), (1, 2, 2, 5), "depth_multiplier * in_depth not equal to"),
        ([1, 4, 4, 3], (3, 3, 2, 3), (1, 2, 2, 6), "input and filter must have the same in_depth"),
        ([5, 4, 4, 2], (3, 3, 2, 3), (1, 2, 2, 6), "must have the same batch size"),
        ([4, 4], (3, 3, 2, 3), (1, 2, 2, 6), "input must be 4-dimensional"),
        ([-1, 4, 4, 2], (3, 3, 2, 3), (1, 2, 2, 6), "Dimension 0 of input_sizes must be >= 0"),
    ],
)
def test_backprop_input_checks_its_three_shapes(sizes, weights, grad, sentence):
    arrays = np.array(sizes, np.int32), np.ones(weights), np.ones(grad)
    arguments = {"strides": [1, 1, 1, 1], "padding": "VALID"}
    with pytest.raises(InvalidArgumentError) as caught:
        run(depthwise_conv2d_native_backprop_input, *arrays, **arguments)
    assert sentence in caught.value.message


def test_backprop_filter_checks_its_three_shapes():
    arrays = np.ones((1, 4, 4, 2)), np.array([3, 3], np.int32), np.ones((1, 2, 2, 6))
    with pytest.raises(InvalidArgumentError, match="filter must be 4-dimensional"):
        run(
            *(depthwise_conv2d_native_backprop_filter, *arrays),
            strides=[1, 1, 1, 1],
            padding="VALID",
        )


def test_a_rate_dilates():
    rng = np.random.default_rng(0)
    x, weights = rng.standard_normal((2, 9, 8, 2)), rng.standard_normal((3, 3, 2, 2))
    pads = naive.pads_of((9, 8), (3, 3), (1, 1), (2, 1), "SAME")
    expected = naive.depthwise(x, weights, (1, 1), (2, 1), pads)
    with Graph().as_default() as graph, Session(graph=graph) as session:
        found = session.run(depthwise_conv2d(x, weights, [1, 1, 1, 1], "SAME", rate=[2, 1]))
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def test_separable_convolution_mixes_channels_after_depthwise_convolution():
    rng = np.random.default_rng(0)
    x, depth = rng.standard_normal((2, 5, 5, 2)), rng.standard_normal((3, 3, 2, 2))
    point = rng.standard_normal((1, 1, 4, 3))
    none = ((0, 0), (0, 0))
    between = naive.depthwise(x, depth, (1, 1), (1, 1), none)
    expected = naive.convolution(between, point, (1, 1), (1, 1), none)
    with Graph().as_default() as graph, Session(graph=graph) as session:
        found = session.run(separable_conv2d(x, depth, point, [1, 1, 1, 1], "VALID"))
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
