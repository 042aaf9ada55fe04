"""The geometry of sliding windows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headrace.graph.inference import Mismatch
from headrace.ops.nn import windows
from headrace.ops.nn.windows import batch_slices, make_axis, output_size

SIZES = st.integers(1, 12)
SMALL = st.integers(1, 4)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((32, 3, 1), 30),
        ((30, 2, 2), 15),
        ((7, 3, 2, 2), 2),
        ((7, 3, 2, 1, "SAME"), 4),
        ((0, 3, 1, 1, "SAME"), 0),
        ((4, 3, 2, 1, "EXPLICIT", (1, 2)), 3),
        ((None, 3, 1), None),
        ((5, None, 1), None),
        ((5, None, 2, 1, "SAME"), 3),
    ],
)
def test_counts_the_windows_that_fit(arguments, expected):
    assert output_size(*arguments) == expected


def test_a_window_larger_than_the_input_is_refused_when_the_graph_is_built():
    with pytest.raises(Mismatch, match="Negative dimension size caused by subtracting 5 from 4"):
        output_size(4, 3, 1, 2)


def test_a_run_yields_nothing_for_a_window_that_is_larger_by_the_stride():
    assert output_size(2, 3, 1, in_run=True) == 0
    with pytest.raises(Mismatch, match="Computed output size would be negative: -3"):
        output_size(1, 5, 1, in_run=True)


@pytest.mark.parametrize(
    ("stride", "dilation", "sentence"),
    [
        (0, 1, "Stride must be > 0, but got 0"),
        (1, 0, "Dilation rate must be >= 1, but got 0"),
    ],
)
def test_strides_and_dilations_must_be_positive(stride, dilation, sentence):
    with pytest.raises(Mismatch, match=sentence):
        output_size(4, 2, stride, dilation)


@given(SIZES, SMALL, SMALL, SMALL, st.sampled_from(["SAME", "VALID"]), st.data())
def test_taps_name_exactly_the_cells_inside_the_input(
    size, window, stride, dilation, padding, data
):
    if padding == "VALID" and (window - 1) * dilation + 1 > size:
        return
    axis = make_axis(size, window, stride, dilation, padding, (0, 0))
    start = data.draw(st.integers(0, axis.outputs))
    stop = data.draw(st.integers(start, axis.outputs))
    found = set()
    for tap in axis.taps(start, stop):
        outputs = np.arange(stop - start)[tap.outputs] + start
        inputs = np.arange(size)[tap.inputs]
        found |= {(int(o), tap.index, int(i)) for o, i in zip(outputs, inputs, strict=True)}
    expected = {
        (output, index, cell)
        for output in range(start, stop)
        for index in range(window)
        if 0 <= (cell := output * stride + index * dilation - axis.before) < size
    }
    assert found == expected
    seen = [len({i for o, i, _ in expected if o == output}) for output in range(start, stop)]
    assert list(axis.counts()[start:stop]) == [max(count, 1) for count in seen]
    everywhere = {(o, i) for o in range(axis.outputs) for i in range(window)}
    inside = {(o, i) for o, i in everywhere if 0 <= o * stride + i * dilation - axis.before < size}
    assert axis.is_padded == (inside != everywhere)


@given(st.integers(0, 50), st.integers(0, 100), st.integers(1, 1000))
def test_slices_cover_the_batch_in_order_within_the_budget(count, bytes_each, budget):
    slices = list(batch_slices(count, bytes_each, budget))
    assert [i for part in slices for i in range(part.start, part.stop)] == list(range(count))
    for part in slices:
        assert part.stop - part.start == 1 or (part.stop - part.start) * bytes_each <= budget


@pytest.mark.parametrize(
    ("padding", "explicit", "sentence"),
    [
        ("EXPLICIT", (), "explicit_paddings attribute must contain 8 values, but got: 0"),
        ("SAME", (0,) * 8, "explicit_paddings attribute must be empty if the padding"),
        ("EXPLICIT", (0, 0, -1, 0, 0, 0, 0, 0), "All elements of explicit_paddings must be nonneg"),
        ("EXPLICIT", (1, 0, 0, 0, 0, 0, 0, 0), "Nonzero explicit padding in the batch or depth"),
    ],
)
def test_explicit_paddings_must_belong_to_space(padding, explicit, sentence):
    with pytest.raises(Mismatch, match=sentence):
        windows.check_explicit(padding, explicit, "NHWC")


@pytest.mark.parametrize(("window", "stride", "count"), [(4, 2, 0), (5, 2, -1), (8, 2, -2)])
def test_in_a_run_the_negative_count_of_windows_is_rounded_to_zero(window, stride, count):
    if count == 0:
        assert output_size(1, window, stride, in_run=True) == 0
    else:
        with pytest.raises(Mismatch, match=f"output size would be negative: {count} "):
            output_size(1, window, stride, in_run=True)
