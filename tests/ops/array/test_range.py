"""Range, linspace: what the table of ops cannot see. Sentences are TensorFlow's."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.build import build
from headrace.ops.array.range import linspace, range
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((5,), np.arange(5, dtype=np.int32)),
        ((2, 5), np.arange(2, 5, dtype=np.int32)),
        ((2, 11, 3), np.arange(2, 11, 3, dtype=np.int32)),
        ((5, 0, -2), np.arange(5, 0, -2, dtype=np.int32)),
        ((0, 0), np.arange(0, dtype=np.int32)),
        ((np.int64(2), 4), np.arange(2, 4)),
        ((0, 1.5, 0.5), np.array([0, 0.5, 1], np.float32)),
        ((0.0, 1.0, 0.1), np.arange(10).astype(np.float32) * np.float32(0.1)),
        ((np.float64(3),), np.arange(3.0)),
        ((np.float16(3),), np.arange(3, dtype=np.float16)),
    ],
)
def test_range_has_the_widest_dtype_and_its_static_size(arguments, expected) -> None:
    made = range(*arguments)
    with Session() as session:
        value = session.run(made)
    assert value.dtype == expected.dtype
    np.testing.assert_array_equal(value, expected)
    assert made.shape.as_list() == [len(expected)]


def test_range_of_a_fed_limit() -> None:
    limit = placeholder(dtypes.int64, [])
    made = range(limit)
    with Session() as session:
        assert session.run(made, {limit: 3}).tolist() == [0, 1, 2]
    assert (made.dtype, made.shape.as_list()) == (dtypes.int64, [None])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 4, 0), "Requires delta != 0"),
        ((5, 0), "Requires start <= limit when delta > 0: 5/0"),
        ((0, 5, -1), "Requires start >= limit when delta < 0: 0/5"),
        ((0.0, 1.0, -0.5), "Requires start >= limit when delta < 0: 0/1"),
        (([1, 2], 5), "Shape must be rank 0 but is rank 1"),
    ],
)
def test_static_range_must_lead_to_its_limit(arguments, message) -> None:
    with pytest.raises(ValueError, match=message):
        range(*arguments)


@pytest.mark.parametrize(
    ("start", "limit", "delta", "message"),
    [
        (0, 5, 0, "Requires delta != 0: 0"),
        (0, 5, -1, "Requires start >= limit when delta < 0: 0/5"),
        (0, np.inf, 0.1, "Requires ((limit - start) / delta) <= 9223372036854775807"),
        (0, np.nan, 0.1, "Requires start <= limit when delta > 0: 0/nan"),
        ([0, 1], 5, 1, "start must be a scalar, not shape [2]"),
    ],
)
def test_range_must_lead_to_its_limit_in_a_run(start, limit, delta, message) -> None:
    operands = [placeholder(dtypes.float64) for _ in (start, limit, delta)]
    feeds = dict(zip(operands, (start, limit, delta), strict=True))
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(build("Range", *operands), feeds)
    assert caught.value.message.splitlines()[0] == message


def test_lin_space_needs_a_number() -> None:
    with pytest.raises(ValueError, match="Requires num > 0: 0"):
        build("LinSpace", 0.0, 1.0, 0)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((0.0, 1.0, 5), np.linspace(0, 1, 5)),
        ((0, 1, 5), np.linspace(0, 1, 5)),
        ((2.0, 3.0, 1), [2.0]),
        (([0.0, 1.0], 3.0, 4), np.linspace([0, 1], [3, 3], 4)),
    ],
)
def test_linspace_reaches_both_ends(arguments, expected) -> None:
    with Session() as session:
        np.testing.assert_allclose(session.run(linspace(*arguments)), expected, rtol=1e-6)


def test_linspace_along_the_last_axis() -> None:
    with Session() as session:
        made = session.run(linspace([0.0, 1.0], [3.0, 4.0], 4, axis=-1))
    assert made.tolist() == [[0, 1, 2, 3], [1, 2, 3, 4]]
