import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headrace.base import dtypes
from headrace.graph.inference import Mismatch
from headrace.ops.array.slice_spec import (
    AxisSlice,
    SliceSpec,
    StridedSliceAttributes,
    expand,
    indices,
    sizes,
)


def _spec(begin: list[int], end: list[int], strides: list[int], **masks: int) -> SliceSpec:
    attrs = StridedSliceAttributes(T=dtypes.float32, Index=dtypes.int32, **masks)
    return SliceSpec(begin, end, strides, attrs)


def test_an_ellipsis_stands_for_the_axes_that_are_left() -> None:
    spec = _spec([0, 0, 0], [0, 0, 1], [1, 1, 1], new_axis_mask=1, ellipsis_mask=2)
    assert expand(spec, 3) == [
        AxisSlice(None, 0),
        AxisSlice(0, None),
        AxisSlice(1, None),
        AxisSlice(2, 2),
    ]


def test_sizes_are_known_as_far_as_bounds_and_axes_are() -> None:
    known = _spec([0, 1, 0], [2, 0, 1], [1, 2, 1], end_mask=2, shrink_axis_mask=4)
    assert sizes(known, (3, 6, None)) == (2, 3)
    unknown = SliceSpec(None, None, known.strides, known.masks)
    assert sizes(unknown, (3, 6, 4)) == (None, None)


def test_more_entries_than_axes_are_refused() -> None:
    with pytest.raises(Mismatch, match=r"^Index out of range using input dim 1; input has only 1"):
        expand(_spec([0, 0], [1, 1], [1, 1]), 1)


_BOUND = st.none() | st.integers(-7, 7)


@given(st.integers(0, 5), _BOUND, _BOUND, st.integers(-3, 3).filter(bool))
def test_a_range_is_what_python_makes_of_it(
    size: int, start: int | None, stop: int | None, step: int
) -> None:
    spec = _spec([start or 0], [stop or 0], [step], begin_mask=start is None, end_mask=stop is None)
    data = np.arange(size)
    expected = data[start:stop:step]
    np.testing.assert_array_equal(data[indices(spec, (size,))], expected)
    assert sizes(spec, (size,)) == expected.shape
