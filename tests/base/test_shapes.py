"""TensorFlow 2.21's facts about TensorShape, recorded by running it with TF-1 behaviour."""

# ruff: noqa: RUF005, SIM201, SIM202, SIM300  # which operator runs, on which side, is the claim

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headrace.base import shapes
from headrace.base.dimensions import Dimension
from headrace.base.errors import BroadcastError
from headrace.base.shapes import TensorShape, broadcast_shape

UNKNOWN = TensorShape(None)
PARTIAL = TensorShape([None, 12])
FULL = TensorShape([3, 12])

dims = st.lists(st.none() | st.integers(0, 4), max_size=4).map(tuple)
maybe_dims = st.none() | dims
full_dims = st.lists(st.integers(0, 4), max_size=4).map(tuple)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ([], ()),
        ([None, 12], (None, 12)),
        ((3, Dimension(None)), (3, None)),
        ([Dimension(3), np.int64(4)], (3, 4)),
        (3, (3,)),
        (Dimension(3), (3,)),
        (np.int32(3), (3,)),
        (np.array([3, 4]), (3, 4)),
        (np.array(3), (3,)),
        (range(3), (0, 1, 2)),
        ({3: 1}, (3,)),
        (b"ab", (97, 98)),
        (TensorShape([3]), (3,)),
        (TensorShape(None), None),
    ],
)
def test_a_shape_is_made_of_sizes(value, expected):
    made = TensorShape(value)
    assert made.dims_tuple == expected
    assert all(type(size) in {int, type(None)} for size in made.dims_tuple or ())
    assert made == TensorShape.of(expected)


@pytest.mark.parametrize("value", [3.0, object(), [3.5], ["a"], [[3]], [1, "a"]])
def test_a_shape_refuses_what_is_no_size(value):
    with pytest.raises(TypeError, match=r"^Dimension value must be integer or None or have an"):
        TensorShape(value)


def test_a_shape_refuses_an_iterable_of_other_values():
    with pytest.raises(TypeError) as refusal:
        TensorShape("ab")
    assert str(refusal.value) == (
        "Failed to convert ''ab'' to a shape: ''a''could not be converted to a dimension. A shape "
        "should either be single dimension (e.g. 10), or an iterable of dimensions "
        "(e.g. [1, 10, None])."
    )


@pytest.mark.parametrize("value", [-1, [-1], [-1, None]])
def test_a_shape_refuses_negative_sizes(value):
    with pytest.raises(ValueError, match=r"^Dimension -1 must be >= 0$"):
        TensorShape(value)


@pytest.mark.parametrize(
    ("value", "text", "code"),
    [
        (None, "<unknown>", "TensorShape(None)"),
        ([], "()", "TensorShape([])"),
        ([3], "(3,)", "TensorShape([Dimension(3)])"),
        ([None], "(?,)", "TensorShape([Dimension(None)])"),
        ([None, 12], "(?, 12)", "TensorShape([Dimension(None), Dimension(12)])"),
    ],
)
def test_text_of_a_shape(value, text, code):
    assert str(TensorShape(value)) == f"{TensorShape(value)}" == text
    assert repr(TensorShape(value)) == code


def test_rank_length_and_truth():
    assert (FULL.rank, FULL.ndims, len(FULL)) == (2, 2, 2)
    assert (UNKNOWN.rank, UNKNOWN.ndims, UNKNOWN.dims) == (None, None, None)
    assert TensorShape([])
    assert TensorShape([0])
    assert not UNKNOWN
    with pytest.raises(ValueError, match=r"^Cannot take the length of shape with unknown rank\.$"):
        len(UNKNOWN)


def test_users_meet_dimensions():
    assert [type(size) for size in PARTIAL.dims] == [Dimension, Dimension]
    assert [size.value for size in PARTIAL] == [None, 12]
    assert [size.value for size in reversed(PARTIAL)] == [12, None]
    assert PARTIAL[1] == 12
    assert type(PARTIAL[0]) is Dimension
    assert 12 in PARTIAL
    assert 13 not in PARTIAL
    assert None not in PARTIAL
    assert np.zeros(FULL).shape == (3, 12)
    with pytest.raises(ValueError, match=r"^Cannot iterate over a shape with unknown rank\.$"):
        iter(UNKNOWN)


@pytest.mark.parametrize("index", [1, -1, Dimension(1), np.int64(1), True])
def test_an_axis_is_found_by_any_index(index):
    assert PARTIAL[index].value == 12


def test_a_bad_index_raises_as_a_list_does():
    with pytest.raises(IndexError, match=r"^list index out of range$"):
        _ = PARTIAL[2]
    with pytest.raises(TypeError, match=r"^list indices must be integers or slices, not float$"):
        _ = PARTIAL[1.0]


def test_any_axis_of_unknown_rank_is_unknown():
    for index in (0, 5, -1):
        assert UNKNOWN[index].value is None


@given(dims, st.slices(5))
def test_a_slice_is_a_shape_of_the_slice(sizes, key):
    assert TensorShape(sizes)[key].dims_tuple == sizes[key]


@pytest.mark.parametrize(
    ("key", "rank"),
    [
        (slice(1, None), None),
        (slice(None, 2), 2),
        (slice(1, 3), 2),
        (slice(3, 1), 0),
        (slice(None, 0), 0),
        (slice(-2, None), None),
        (slice(None, -1), None),
        (slice(-3, 2), None),
        (slice(None), None),
    ],
)
def test_a_slice_of_unknown_rank_knows_its_rank_if_counted_from_the_left(key, rank):
    assert UNKNOWN[key].dims_tuple == (None if rank is None else (None,) * rank)


def test_a_slice_of_unknown_rank_takes_no_step():
    with pytest.raises(ValueError, match=r"^Steps are not yet handled$"):
        _ = UNKNOWN[::2]


def test_as_list_gives_plain_sizes():
    assert PARTIAL.as_list() == [None, 12]
    with pytest.raises(
        ValueError, match=r"^as_list\(\) is not defined on an unknown TensorShape\.$"
    ):
        UNKNOWN.as_list()


@pytest.mark.parametrize(
    ("value", "count"),
    [([3, 12], 36), ([], 1), ([0, 5], 0), ([None, 12], None), ([0, None], None), (None, None)],
)
def test_num_elements_is_known_when_all_sizes_are(value, count):
    assert TensorShape(value).num_elements() == count


def test_num_elements_does_not_overflow():
    assert TensorShape([10**10, 10**10]).num_elements() == 10**20


def test_fully_defined_means_every_size_is_known():
    assert FULL.is_fully_defined()
    assert TensorShape([]).is_fully_defined()
    assert not PARTIAL.is_fully_defined()
    assert not UNKNOWN.is_fully_defined()
    FULL.assert_is_fully_defined()
    with pytest.raises(ValueError, match=r"^Shape \(\?, 12\) is not fully defined$"):
        PARTIAL.assert_is_fully_defined()
    with pytest.raises(ValueError, match=r"^Shape <unknown> is not fully defined$"):
        UNKNOWN.assert_is_fully_defined()


def test_merge_takes_what_is_known():
    assert PARTIAL.merge_with([3, None]) == FULL
    assert PARTIAL.merge_with(None) == UNKNOWN.merge_with(PARTIAL) == PARTIAL
    assert UNKNOWN.merge_with(3) == TensorShape([3])
    assert UNKNOWN.merge_with(None).rank is None


@pytest.mark.parametrize(
    ("other", "text"), [([3, 13], "(3, 13)"), ([3], "(3,)"), (3, "(3,)"), ([1, 2, 3], "(1, 2, 3)")]
)
def test_merge_refuses_shapes_that_differ(other, text):
    with pytest.raises(ValueError) as refusal:  # noqa: PT011  # the whole sentence is compared
        PARTIAL.merge_with(other)
    assert str(refusal.value) == f"Shapes (?, 12) and {text} are not compatible"


@given(maybe_dims, maybe_dims)
def test_merge_agrees_with_compatibility_and_commutes(left, right):
    one, other = TensorShape(left), TensorShape(right)
    assert one.is_compatible_with(other) == other.is_compatible_with(one)
    if one.is_compatible_with(other):
        merged = one.merge_with(other)
        assert merged == other.merge_with(one)
        assert merged.merge_with(one) == merged.merge_with(other) == merged
    else:
        with pytest.raises(ValueError, match=r"are not compatible$"):
            one.merge_with(other)


@given(full_dims, st.data())
def test_merging_two_partial_views_of_a_shape_loses_nothing(sizes, data):
    hide = st.lists(st.booleans(), min_size=len(sizes), max_size=len(sizes))
    first, second = data.draw(hide), data.draw(hide)
    merged = TensorShape([None if h else s for s, h in zip(sizes, first, strict=True)]).merge_with(
        [None if h else s for s, h in zip(sizes, second, strict=True)]
    )
    hidden = [a and b for a, b in zip(first, second, strict=True)]
    assert merged.as_list() == [None if h else s for s, h in zip(sizes, hidden, strict=True)]


@given(maybe_dims, maybe_dims)
def test_the_most_specific_compatible_shape_covers_both(left, right):
    one, other = TensorShape(left), TensorShape(right)
    common = one.most_specific_compatible_shape(other)
    assert common == other.most_specific_compatible_shape(one)
    assert common.is_compatible_with(one)
    assert common.is_compatible_with(other)
    if left is None or right is None or len(left) != len(right):
        assert common.rank is None
    else:
        assert common.as_list() == [a if a == b else None for a, b in zip(left, right, strict=True)]


def test_concatenation_joins_axes_from_either_side():
    assert PARTIAL.concatenate([1]) == PARTIAL + 1 == PARTIAL + (1,) == TensorShape([None, 12, 1])
    assert [1, 2] + PARTIAL == TensorShape([1, 2, None, 12])
    assert PARTIAL.concatenate(Dimension(3)).as_list() == [None, 12, 3]
    for joined in (PARTIAL + None, UNKNOWN + [1], [1] + UNKNOWN):
        assert joined.rank is None


def test_with_rank_asks_for_a_rank():
    assert PARTIAL.with_rank(2) == PARTIAL.with_rank(None) == PARTIAL
    assert UNKNOWN.with_rank(2).as_list() == [None, None]
    assert PARTIAL.with_rank_at_least(2) is PARTIAL.with_rank_at_most(2) is PARTIAL
    assert UNKNOWN.with_rank_at_least(2) is UNKNOWN.with_rank_at_most(1) is UNKNOWN
    PARTIAL.assert_has_rank(2)
    UNKNOWN.assert_has_rank(2)


@pytest.mark.parametrize(
    ("method", "rank", "ending"),
    [
        ("with_rank", 3, "3"),
        ("assert_has_rank", 3, "3"),
        ("with_rank_at_least", 3, "at least 3"),
        ("with_rank_at_most", 1, "at most 1"),
    ],
)
def test_another_rank_is_refused(method, rank, ending):
    with pytest.raises(ValueError, match=rf"^Shape \(\?, 12\) must have rank {ending}$"):
        getattr(PARTIAL, method)(rank)


def test_assertions_about_two_shapes():
    PARTIAL.assert_same_rank([1, 2])
    PARTIAL.assert_same_rank(None)
    PARTIAL.assert_is_compatible_with([3, 12])
    with pytest.raises(ValueError, match=r"^Shapes \(\?, 12\) and \(1,\) must have the same rank$"):
        PARTIAL.assert_same_rank([1])
    with pytest.raises(ValueError, match=r"^Shapes \(\?, 12\) and \[3, 13\] are incompatible$"):
        PARTIAL.assert_is_compatible_with([3, 13])


@pytest.mark.parametrize("same", [[3, 12], (3, 12), TensorShape([3, 12]), np.array([3, 12])])
def test_a_shape_equals_what_it_is_made_of(same):
    assert FULL == same
    assert not FULL != same


@pytest.mark.parametrize(
    "other", [[3, 13], [3], None, "a", 3, [3.5, 1], object(), PARTIAL, UNKNOWN]
)
def test_a_shape_equals_nothing_else(other):
    assert FULL != other
    assert not FULL == other


def test_unknown_sizes_and_ranks_equal_themselves():
    assert PARTIAL == [None, 12]
    assert UNKNOWN == TensorShape(None)
    assert UNKNOWN == None  # noqa: E711  # TensorFlow converts None
    with pytest.raises(ValueError, match=r"^Dimension -1 must be >= 0$"):
        _ = FULL == -1


def test_equal_shapes_have_equal_hashes():
    assert hash(FULL) == hash(TensorShape((3, 12))) == hash((3, 12))
    assert {PARTIAL: 1}[TensorShape([None, 12])] == 1
    assert hash(UNKNOWN) == hash(TensorShape(None))


@pytest.mark.parametrize("shape", [FULL, PARTIAL, UNKNOWN, TensorShape([])])
def test_copies_and_pickles_are_equal(shape):
    assert pickle.loads(pickle.dumps(shape)) == copy.deepcopy(shape) == shape


def test_a_shape_cannot_be_changed_through_its_dims():
    FULL.dims.append(Dimension(1))
    assert FULL.as_list() == [3, 12]
    with pytest.raises(AttributeError):
        FULL.dims = [1]


def test_makers_of_common_shapes():
    assert shapes.as_shape(FULL) is FULL
    assert shapes.as_shape([1, None]).as_list() == [1, None]
    assert shapes.unknown_shape().rank is None
    assert (
        shapes.unknown_shape(2).as_list() == shapes.unknown_shape(ndims=2).as_list() == [None] * 2
    )
    assert shapes.scalar().as_list() == []
    assert shapes.vector(None).as_list() == [None]
    assert shapes.matrix(3, Dimension(4)).as_list() == [3, 4]
    with pytest.raises(TypeError, match=r"^Unknown argument: {'ndims': 2}$"):
        shapes.unknown_shape(3, ndims=2)


def test_dimension_at_index_is_unknown_when_the_rank_is():
    assert shapes.dimension_at_index(PARTIAL, 1).value == 12
    assert shapes.dimension_at_index(UNKNOWN, 1).value is None
    with pytest.raises(IndexError):
        shapes.dimension_at_index(PARTIAL, 5)


@given(full_dims, full_dims)
def test_broadcast_of_known_sizes_is_numpy_s(left, right):
    try:
        expected = np.broadcast_shapes(left, right)
    except ValueError:
        with pytest.raises(BroadcastError) as refusal:
            broadcast_shape(TensorShape(left), TensorShape(right))
        assert {refusal.value.left, refusal.value.right} <= set(left + right)
        assert refusal.value.left != refusal.value.right
    else:
        assert broadcast_shape(TensorShape(left), TensorShape(right)).dims_tuple == expected


@given(full_dims, full_dims, st.data())
def test_broadcast_of_partly_known_sizes_holds_the_run_s_shape(left, right, data):
    one, other = (
        [data.draw(st.sampled_from([size, None])) for size in sizes] for sizes in (left, right)
    )
    try:
        actual = np.broadcast_shapes(left, right)
    except ValueError:
        return
    static = broadcast_shape(TensorShape(one), TensorShape(other))
    assert static.is_compatible_with(actual)
    assert static.rank == len(actual)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ([None], [3], [3]),
        ([None], [1], [None]),
        ([None], [None], [None]),
        ([None], [0], [None]),
        ([0], [1], [0]),
        ([1, None], [4, 1], [4, None]),
        ([2, None, 3], [None, 4, 3], [2, 4, 3]),
        ([1], [None, 1], [None, 1]),
        ([5, 4], [4, 5, 4], [4, 5, 4]),
    ],
)
def test_broadcast_of_unknown_sizes_is_tensorflow_s(left, right, expected):
    assert broadcast_shape(TensorShape(left), TensorShape(right)).as_list() == expected
    assert broadcast_shape(TensorShape(right), TensorShape(left)).as_list() == expected


def test_broadcast_with_unknown_rank_is_unknown():
    assert broadcast_shape(UNKNOWN, FULL).rank is None
    assert broadcast_shape(FULL, UNKNOWN).rank is None


def test_broadcast_refuses_in_tensorflow_s_words():
    with pytest.raises(BroadcastError) as refusal:
        broadcast_shape(TensorShape([2, 3]), TensorShape([3, 2]))
    assert str(refusal.value) == (
        "Incompatible shapes for broadcasting. Two shapes are compatible if for each dimension "
        "pair they are either equal or one of them is 1. Received: (2, 3) and (3, 2)."
    )
    assert (refusal.value.left, refusal.value.right) == (2, 3)
