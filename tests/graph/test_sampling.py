import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.sampling import SPECIAL, Sample, given, integers, reals, special_values


def drawn(spec, dtype, seed=0):
    return spec.draw(np.random.RandomState(seed), dtype)


def test_drawing_depends_on_the_seed_alone():
    spec = reals(3, 4)
    assert np.array_equal(drawn(spec, dtypes.float32), drawn(spec, dtypes.float32))
    assert not np.array_equal(drawn(spec, dtypes.float32), drawn(spec, dtypes.float32, seed=1))


@pytest.mark.parametrize(
    "dtype", [dtypes.float16, dtypes.float64, dtypes.int32, dtypes.uint8, dtypes.complex64]
)
def test_values_have_dtype_shape_and_bounds(dtype):
    values = drawn(reals(50, low=1.0, high=5.0), dtype)
    assert values.dtype == dtype.as_numpy_dtype
    assert values.shape == (50,)
    assert values.real.min() >= 1
    assert values.real.max() < 5


def test_integers_have_their_own_dtype_whatever_the_op_computes_in():
    values = drawn(integers(40, low=-1, high=2), dtypes.float32)
    assert values.dtype == np.int32
    assert set(values.tolist()) == {-1, 0, 1}


def test_distinct_values_stay_distinct_even_in_half_precision():
    values = drawn(reals(60, distinct=True), dtypes.float16)
    assert len(set(values.tolist())) == 60


def test_given_values_are_cast_and_bools_and_strings_are_drawn():
    assert drawn(given([1, 2]), dtypes.float64).tolist() == [1.0, 2.0]
    assert drawn(reals(20), dtypes.bool_).dtype == np.bool_
    words = drawn(reals(20), dtypes.string)
    assert words.dtype == object
    assert all(isinstance(word, bytes) for word in words)


def test_special_values_are_no_place_for_finite_differences():
    sample = special_values()
    assert isinstance(sample, Sample)
    assert not sample.differentiable
    values = drawn(sample.inputs[0], dtypes.float64)
    assert np.array_equal(values, SPECIAL, equal_nan=True)
    assert np.signbit(values[4])
