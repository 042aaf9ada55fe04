"""Conv2D and what is built of it, against the definition."""

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
from headrace.ops.nn import patches
from headrace.ops.nn.convolution import conv2d
from headrace.ops.nn.convolution_backprop import conv2d_backprop_filter, conv2d_backprop_input
from headrace.ops.nn.convolution_nd import atrous_conv2d, conv1d, convolution
from headrace.ops.nn.convolution_transpose import conv2d_transpose
from headrace.ops.nn.windows import ConvolutionAttributes
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session
from tests.ops.nn import naive

ONES = (1, 1, 1, 1)


def attributes(strides=(1, 1), padding="VALID", dilations=(1, 1), data_format="NHWC", **more):
    space = (0, 2, 3) if data_format == "NCHW" else (0, 1, 2)
    full = [[1] * 4, [1] * 4]
    for values, pair in zip(full, (strides, dilations), strict=True):
        values[space[1]], values[space[2]] = pair
    return ConvolutionAttributes(
        T=dtypes.float64,
        strides=tuple(full[0]),
        dilations=tuple(full[1]),
        padding=padding,
        data_format=data_format,
        **more,
    )


def reference(op_type, attrs, *inputs):
    return registry.get(op_type).reference(attrs, *inputs)


def convolve(x, weights, **arguments):
    return reference("Conv2D", attributes(**arguments), x, weights)


def run(function, *arrays, **arguments):
    with Graph().as_default() as graph, Session(graph=graph) as session:
        inputs = [placeholder(dtypes.from_numpy(a.dtype)) for a in arrays]
        return session.run(function(*inputs, **arguments), dict(zip(inputs, arrays, strict=True)))


@st.composite
def cases(draw):
    """Input, filter, strides, dilations and padding of a convolution that has outputs."""
    window = draw(st.tuples(st.integers(1, 3), st.integers(1, 3)))
    strides = draw(st.tuples(st.integers(1, 4), st.integers(1, 4)))
    dilations = draw(st.tuples(st.integers(1, 2), st.integers(1, 2)))
    padding = draw(st.sampled_from(["SAME", "VALID"]))
    least = [
        (w - 1) * d + 1 if padding == "VALID" else 1 for w, d in zip(window, dilations, strict=True)
    ]
    sizes = [draw(st.integers(low, low + 8)) for low in least]
    groups, depth, share = draw(
        st.tuples(st.integers(1, 2), st.sampled_from([1, 2, 9]), st.integers(1, 2))
    )
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    x = rng.standard_normal((draw(st.integers(1, 3)), *sizes, groups * depth))
    weights = rng.standard_normal((*window, depth, groups * share))
    return x, weights, strides, dilations, padding


def pads_of(x, weights, strides, dilations, padding):
    return naive.pads_of(x.shape[1:3], weights.shape[:2], strides, dilations, padding)


@settings(max_examples=60, deadline=None)
@given(cases(), st.sampled_from(["NHWC", "NCHW"]))
def test_is_the_weighted_sum_of_each_window(case, data_format):
    x, weights, strides, dilations, padding = case
    expected = naive.convolution(x, weights, strides, dilations, pads_of(*case))
    given_x = x.transpose(0, 3, 1, 2) if data_format == "NCHW" else x
    found = convolve(
        given_x,
        weights,
        strides=strides,
        padding=padding,
        dilations=dilations,
        data_format=data_format,
    )
    if data_format == "NCHW":
        found = found.transpose(0, 2, 3, 1)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@settings(max_examples=60, deadline=None)
@given(cases(), st.sampled_from(["NHWC", "NCHW"]))
def test_gradient_ops_are_its_adjoints(case, data_format):
    # <conv(x, w), g> = <x, backprop_input(w, g)> = <w, backprop_filter(x, g)>
    x, weights, strides, dilations, padding = case
    attrs = attributes(strides, padding, dilations, data_format)
    x = np.ascontiguousarray(x.transpose(0, 3, 1, 2)) if data_format == "NCHW" else x
    y = reference("Conv2D", attrs, x, weights)
    g = np.random.default_rng(1).standard_normal(y.shape)
    sizes = np.array(x.shape, np.int32)
    by_input = reference("Conv2DBackpropInput", attrs, sizes, weights, g)
    sizes = np.array(weights.shape, np.int32)
    by_filter = reference("Conv2DBackpropFilter", attrs, x, sizes, g)
    assert by_input.shape == x.shape
    assert by_filter.shape == weights.shape
    expected = np.vdot(y, g)
    np.testing.assert_allclose(np.vdot(x, by_input), expected, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(np.vdot(weights, by_filter), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("channels", [1, 9])
def test_small_scratch_cuts_images_into_rows_with_the_same_result(monkeypatch, channels):
    rng = np.random.default_rng(0)
    x = rng.standard_normal((3, 20, 9, channels))
    weights = rng.standard_normal((3, 3, channels, 2))
    attrs = attributes(strides=(2, 1), padding="SAME")
    grad = rng.standard_normal((3, 10, 9, 2))

    def results():
        return (
            reference("Conv2D", attrs, x, weights),
            reference("Conv2DBackpropInput", attrs, np.array(x.shape), weights, grad),
            reference("Conv2DBackpropFilter", attrs, x, np.array(weights.shape), grad),
        )

    whole = results()
    blocks = []
    original = patches._Plan.blocks

    def counted(plan, *arguments):
        for block in original(plan, *arguments):
            blocks.append(block)
            yield block

    monkeypatch.setattr(patches._Plan, "blocks", counted)
    monkeypatch.setattr(patches, "SCRATCH_BYTES", 1)
    monkeypatch.setattr(patches, "_MOST_SCRATCH", 5000 * channels)
    for found, expected in zip(results(), whole, strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    assert any(block.stop - block.start < 10 for block in blocks)


@pytest.mark.parametrize("channels", [1, 9])
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_memory_layout_of_the_input_changes_no_bit(channels, padding):
    rng = np.random.default_rng(0)
    x = rng.standard_normal((4, 11, 12, channels)).astype(np.float32)
    weights = rng.standard_normal((3, 3, channels, 5)).astype(np.float32)
    expected = convolve(x, weights, padding=padding)
    strided = np.zeros((8, 11, 12, channels), np.float32)
    strided[::2] = x
    for given_x, given_w in (
        (np.asfortranarray(x), weights),
        (strided[::2], np.asfortranarray(weights)),
    ):
        np.testing.assert_array_equal(convolve(given_x, given_w, padding=padding), expected)


@pytest.mark.parametrize("channels", [1, 9])
def test_an_image_does_not_depend_on_its_batch(channels):
    rng = np.random.default_rng(0)
    x = rng.standard_normal((5, 12, 12, channels)).astype(np.float32)
    weights = rng.standard_normal((3, 3, channels, 7)).astype(np.float32)
    whole = convolve(x, weights)
    for i in range(5):
        np.testing.assert_array_equal(convolve(x[i : i + 1], weights), whole[i : i + 1])


def test_half_precision_is_summed_in_float32_and_rounded_once():
    x = np.full((1, 1, 1, 2049), 1.0, np.float16)
    weights = np.full((1, 1, 2049, 1), 1.0, np.float16)
    assert convolve(x, weights)[0, 0, 0, 0] == np.float16(2048)  # the nearest to 2049
    weights[0, 0, 0, 0] = 4.0  # in float16, 2048 + 1 would stay 2048 forever
    assert convolve(x, weights)[0, 0, 0, 0] == np.float16(2052)


def test_padding_is_zero_even_for_infinite_weights():
    weights = np.zeros((3, 3, 1, 1))
    weights[0, 0] = np.inf
    found = convolve(np.ones((1, 3, 3, 1)), weights, padding="SAME")
    np.testing.assert_array_equal(np.isnan(found[0, :, :, 0]), [[1, 1, 1], [1, 0, 0], [1, 0, 0]])


def test_no_channels_give_zeros():
    found = run(conv2d, np.ones((1, 3, 3, 0)), np.ones((2, 2, 1, 3)), strides=1, padding="VALID")
    np.testing.assert_array_equal(found, np.zeros((1, 2, 2, 3)))


@pytest.mark.parametrize(
    ("x", "weights", "sentence"),
    [
        (
            (1, 4, 4, 2),
            (3, 3, 3, 6),
            "input depth must be evenly divisible by filter depth: 2 vs 3",
        ),
        ((4, 4, 2), (3, 3, 2, 6), "convolution input must be 4-dimensional: [4,4,2]"),
        ((1, 4, 4, 2), (3, 3, 6), "convolution filter must be 4-dimensional: [3,3,6]"),
        ((1, 4, 4, 4), (3, 3, 2, 5), "output depth must be evenly divisible by number of groups"),
        ((1, 4, 4, 2), (3, 3, 0, 2), "filter depth must be stricly positive, got 0"),
        ((1, 4, 4, 1), (0, 3, 1, 2), "filter must not have zero elements"),
        ((1, 1, 1, 1), (5, 5, 1, 2), "Computed output size would be negative: -3"),
    ],
)
def test_shapes_that_do_not_fit_fail_in_the_run(x, weights, sentence):
    with pytest.raises(InvalidArgumentError) as caught:
        run(conv2d, np.ones(x), np.ones(weights), strides=1, padding="VALID")
    assert sentence in caught.value.message


def test_strides_over_the_batch_are_refused_in_the_run():
    with pytest.raises(UnimplementedError, match="strides in the batch and depth dimensions"):
        run(
            conv2d,
            np.ones((2, 4, 4, 1)),
            np.ones((3, 3, 1, 2)),
            strides=[2, 1, 1, 1],
            padding="SAME",
        )


def test_a_window_that_is_too_large_leaves_nothing_in_the_run():
    found = run(conv2d, np.ones((1, 4, 2, 1)), np.ones((3, 3, 1, 2)), strides=1, padding="VALID")
    assert found.shape == (1, 2, 0, 2)


@pytest.mark.parametrize(
    ("sizes", "weights", "grad", "sentence"),
    [
        ([1, 4, 4, 2], (3, 3, 2, 6), (1, 4, 4, 6), "Size of out_backprop doesn't match computed"),
        ([1, 4, 4, 2], (3, 3, 2, 6), (1, 2, 2, 5), "filter and out_backprop must have the same"),
        ([1, 4, 4, 3], (3, 3, 2, 6), (1, 2, 2, 6), "input depth must be evenly divisible by"),
        ([4, 4, 4], (3, 3, 2, 6), (1, 2, 2, 6), "to contain 4 values or 2 values, but got: 3"),
        ([5, 4, 4, 2], (3, 3, 2, 6), (1, 2, 2, 6), "Input batch: 5, outbackprop batch: 1"),
        ([-1, 4, 4, 2], (3, 3, 2, 6), (1, 2, 2, 6), "Dimension -1 must be >= 0"),
        ([[1, 4, 4, 2]], (3, 3, 2, 6), (1, 2, 2, 6), "input_sizes input must be 1-dim, not 2"),
    ],
)
def test_backprop_input_checks_its_three_shapes(sizes, weights, grad, sentence):
    arrays = np.array(sizes, np.int32), np.ones(weights), np.ones(grad)
    with pytest.raises(InvalidArgumentError) as caught:
        run(conv2d_backprop_input, *arrays, strides=[1, 1, 1, 1], padding="VALID")
    assert sentence in caught.value.message


@pytest.mark.parametrize(
    ("x", "sizes", "grad", "sentence"),
    [
        ((1, 4, 4, 2), [3, 3, 2, 6], (1, 4, 4, 6), "Size of out_backprop doesn't match computed"),
        ((1, 4, 4, 2), [3, 3, 2], (1, 2, 2, 6), "filter must be 4-dimensional"),
        ((4, 4, 2), [3, 3, 2, 6], (1, 2, 2, 6), "input must be 4-dimensional"),
    ],
)
def test_backprop_filter_checks_its_three_shapes(x, sizes, grad, sentence):
    arrays = np.ones(x), np.array(sizes, np.int32), np.ones(grad)
    with pytest.raises(InvalidArgumentError) as caught:
        run(conv2d_backprop_filter, *arrays, strides=[1, 1, 1, 1], padding="VALID")
    assert sentence in caught.value.message


def test_backprop_input_infers_batch_and_rank_from_what_is_known():
    with Graph().as_default():
        weights, grad = placeholder("float32", [3, 3, 2, 6]), placeholder("float32", [7, 2, 2, 6])
        sizes = placeholder("int32", [4])
        arguments = {"strides": ONES, "padding": "VALID"}
        assert build("Conv2DBackpropInput", sizes, weights, grad, **arguments).dims == (
            7,
            *[None] * 3,
        )
        sizes = placeholder("int32", [2])
        found = build("Conv2DBackpropInput", sizes, weights, grad, **arguments)
        assert found.dims == (7, None, None, 2)


def test_transposed_convolution_spreads_each_pixel_over_a_window():
    x = np.arange(4.0).reshape(1, 2, 2, 1)
    found = run(
        lambda a, w: conv2d_transpose(a, w, [1, 4, 4, 1], 2, "VALID"), x, np.ones((2, 2, 1, 1))
    )
    np.testing.assert_array_equal(found[0, :, :, 0], np.kron(x[0, :, :, 0], np.ones((2, 2))))


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_atrous_convolution_is_convolution_with_dilation(padding):
    rng = np.random.default_rng(0)
    x, weights = rng.standard_normal((2, 9, 8, 3)), rng.standard_normal((3, 2, 3, 4))
    expected = convolve(x, weights, padding=padding, dilations=(2, 2))
    with Graph().as_default() as graph, Session(graph=graph) as session:
        found = session.run(atrous_conv2d(x, weights, 2, padding))
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def test_one_dimensional_convolution_has_height_one():
    x = np.arange(10.0).reshape(1, 5, 2)
    weights = np.ones((2, 2, 1))
    found = run(lambda a, w: conv1d(a, w, 2, "VALID"), x, weights)
    np.testing.assert_array_equal(found, [[[6.0], [22.0]]])
    first = run(
        lambda a, w: conv1d(a, w, 2, "VALID", data_format="NCW"), x.transpose(0, 2, 1), weights
    )
    np.testing.assert_array_equal(first, [[[6.0, 22.0]]])


def test_convolution_refuses_strides_together_with_dilation():
    with Graph().as_default(), pytest.raises(ValueError, match="not supported in conjunction"):
        convolution(
            *(np.ones((1, 9, 9, 1)), np.ones((3, 3, 1, 1)), "SAME"), strides=2, dilation_rate=2
        )


def test_both_spellings_of_the_filter_are_refused():
    x, weights = np.ones((1, 4, 4, 1)), np.ones((3, 3, 1, 1))
    with Graph().as_default(), pytest.raises(ValueError, match="both 'filter' and 'filters'"):
        conv2d(x, weights, 1, "SAME", filters=weights)
