import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headrace.base import dtypes
from headrace.graph.attributes import NoAttributes
from headrace.graph.inference import (
    Mismatch,
    ShapeContext,
    broadcast,
    broadcast_shape,
    check_rank,
    check_rank_at_least,
    described_dims,
    element_count,
    merge,
    merge_size,
    merged_shape,
    same_shape,
    scalar_shape,
    shape_text,
)
from headrace.graph.partial import PartialValue

true_shapes = st.lists(st.sampled_from([0, 1, 2, 3]), max_size=4).map(tuple)


@st.composite
def seen_shapes(draw):
    """A true shape, and what is known of it."""
    shape = draw(true_shapes)
    if draw(st.integers(0, 9)) == 0:
        return shape, None
    hidden = draw(st.tuples(*[st.booleans()] * len(shape)))
    return shape, tuple(None if hide else size for size, hide in zip(shape, hidden, strict=True))


def context(*shapes, values=None, in_run=False):
    given = values or [None] * len(shapes)
    return ShapeContext(NoAttributes(), shapes, given, (dtypes.int32,) * len(shapes), in_run)


def allows(dims, shape):
    """Whether static sizes admit the true shape."""
    return dims is None or (
        len(dims) == len(shape)
        and all(d is None or d == s for d, s in zip(dims, shape, strict=True))
    )


# --- broadcasting ---------------------------------------------------------------------------------


@given(true_shapes, true_shapes)
def test_known_sizes_broadcast_as_numpy_does(a, b):
    try:
        expected = np.broadcast_shapes(a, b)
    except ValueError:
        with pytest.raises(Mismatch) as caught:
            broadcast(a, b)
        assert caught.value.sentence.startswith("Dimensions must be equal, but are ")
        text = f"Incompatible shapes: {shape_text(a)} vs. {shape_text(b)}"
        assert caught.value.in_run == text
        assert caught.value.advice
    else:
        assert broadcast(a, b) == expected


@given(seen_shapes(), seen_shapes())
def test_what_is_inferred_admits_what_a_run_gives(a, b):
    (shape_a, dims_a), (shape_b, dims_b) = a, b
    try:
        expected = np.broadcast_shapes(shape_a, shape_b)
    except ValueError:
        return  # a run fails; inference may find out or not
    assert allows(broadcast(dims_a, dims_b), expected)


@given(seen_shapes(), seen_shapes())
def test_broadcasting_is_symmetric(a, b):
    results = []
    for first, second in ((a[1], b[1]), (b[1], a[1])):
        try:
            results.append(broadcast(first, second))
        except Mismatch:
            results.append("mismatch")
    assert results[0] == results[1]


def test_an_unknown_size_beside_a_known_one_above_one_is_that():
    assert broadcast((None, 1), (4, None)) == (4, None)
    assert broadcast((None,), (1,)) == (None,)
    assert broadcast(None, (1,)) is None


# --- merging --------------------------------------------------------------------------------------


@given(seen_shapes(), st.data())
def test_merging_two_views_of_one_shape_keeps_what_either_knows(seen, data):
    shape, first = seen
    hidden = data.draw(st.tuples(*[st.booleans()] * len(shape)))
    second = tuple(None if hide else size for size, hide in zip(shape, hidden, strict=True))
    merged = merge(first, second)
    assert allows(merged, shape)
    for i, size in enumerate(merged):
        known = (first is not None and first[i] is not None) or second[i] is not None
        assert (size is not None) == known


def test_merge_refuses_in_tensorflows_words():
    with pytest.raises(Mismatch, match=r"^Shapes must be equal rank, but are 2 and 1$"):
        merge((2, 3), (2,))
    with pytest.raises(
        Mismatch,
        match=r"^Dimension 1 in both shapes must be equal, but are 3 and 4\. Shapes are \[2,3\] and \[\?,4\]\.$",
    ):
        merge((2, 3), (None, 4))
    with pytest.raises(Mismatch, match=r"^Dimensions must be equal, but are 2 and 3$"):
        merge_size(2, 3)


def test_merge_size_takes_the_known_one():
    assert [merge_size(None, 2), merge_size(2, None), merge_size(2, 2), merge_size(None, None)] == (
        [2, 2, 2, None]
    )


# --- whole rules ----------------------------------------------------------------------------------


def test_rules_of_many_ops():
    assert same_shape(context((2, None), (5,))) == ((2, None),)
    assert broadcast_shape(context((2, 1), (3,))) == ((2, 3),)
    assert merged_shape(context((2, None), (None, 3), None)) == ((2, 3),)
    assert scalar_shape(context((2,))) == ((),)


# --- the context ----------------------------------------------------------------------------------


def test_values_are_known_wholly_partly_or_not():
    partly = PartialValue.from_sizes((None, 12))
    known = PartialValue.from_array(np.array([3, -1]))
    ctx = context((2,), (2,), (3,), None, values=[partly, known, None, None])
    assert ctx.constant(0) is None
    assert ctx.constant(1).tolist() == [3, -1]
    assert ctx.as_dims(0) == (None, 12)
    assert ctx.as_dims(1) == (3, None)  # -1 asks for what is left
    assert ctx.as_dims(2) == (None, None, None)  # a vector of three sizes, none of them known
    assert ctx.as_dims(3) is None
    assert (ctx.scalar(0), ctx.scalar(1), ctx.scalar(2)) == (None, None, None)


def test_in_a_run_integer_arrays_are_their_own_value():
    arrays = [np.array(3), np.array([1.5]), np.array([2, 3], np.int32)]
    ctx = context((), (1,), (2,), values=arrays, in_run=True)
    assert ctx.scalar(0) == 3
    assert ctx.partial(1) is None  # a float is no size
    assert ctx.as_dims(2) == (2, 3)


def test_ranks_are_demanded():
    ctx = context((2, 3), None)
    assert ctx.with_rank(0, 2) == (2, 3)
    assert ctx.with_rank(1, 2) == (None, None)
    assert ctx.with_rank_at_least(0, 2) == ctx.with_rank_at_most(0, 2) == (2, 3)
    assert ctx.with_rank_at_least(1, 5) is ctx.with_rank_at_most(1, 0) is None
    with pytest.raises(Mismatch, match=r"^Shape must be rank 3 but is rank 2$"):
        ctx.with_rank(0, 3)
    with pytest.raises(Mismatch, match=r"^Shape must be at least rank 3 but is rank 2$"):
        ctx.with_rank_at_least(0, 3)
    with pytest.raises(Mismatch, match=r"^Shape must be at most rank 1 but is rank 2$"):
        ctx.with_rank_at_most(0, 1)


def test_shapes_print_as_kernels_print_them():
    assert [shape_text(d) for d in (None, (), (2,), (2, None, 3))] == ["?", "[]", "[2]", "[2,?,3]"]


def test_a_mismatch_has_one_sentence_unless_a_run_says_another():
    assert Mismatch("a").in_run == "a"
    assert (Mismatch("a", in_run="b").sentence, Mismatch("a", in_run="b").in_run) == ("a", "b")


def test_a_rank_is_refused_in_the_words_of_the_build_and_of_the_run():
    for dims in (None, (2,), (None,)):
        check_rank(dims, 1)
    with pytest.raises(Mismatch) as refused:
        check_rank((2, None), 1, "got {shape} of {rank} axes", advice="give a vector")
    assert refused.value.sentence == "Shape must be rank 1 but is rank 2"
    assert refused.value.in_run == "got [2,?] of 2 axes"
    assert refused.value.advice == "give a vector"
    check_rank_at_least((2, None), 1)
    with pytest.raises(Mismatch, match=r"^Shape must be at least rank 1 but is rank 0$"):
        check_rank_at_least((), 1)


@pytest.mark.parametrize(
    ("dims", "count"), [((2, 3), 6), ((), 1), ((0, None), 0), ((2, None), None), (None, None)]
)
def test_a_size_of_zero_decides_the_number_of_elements(dims, count):
    assert element_count(dims) == count


def test_a_vector_describes_sizes_by_its_value_or_its_length():
    value = PartialValue.from_sizes((2, None))
    assert described_dims(value, (2,)) == (2, None)
    assert described_dims(None, (3,)) == (None, None, None)
    for dims in (None, (None,), (), (2, 2)):
        assert described_dims(None, dims) is None
