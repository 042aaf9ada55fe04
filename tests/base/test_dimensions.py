"""TensorFlow 2.21's facts about Dimension, recorded by running it."""

# ruff: noqa: SIM300  # which operator runs, on which side, is the claim

import copy
import math
import operator
import pickle

import numpy as np
import pytest

from headrace.base.dimensions import Dimension, as_dimension, dimension_value, size_of

UNKNOWN = Dimension(None)


class Indexable:
    def __index__(self):
        return 7


@pytest.mark.parametrize(
    ("value", "size"),
    [
        (None, None),
        (3, 3),
        (0, 0),
        (np.int64(3), 3),
        (np.array(3), 3),
        (Indexable(), 7),
        (10**30, 10**30),
    ],
)
def test_a_dimension_holds_an_integer_or_none(value, size):
    assert Dimension(value).value == size
    assert Dimension(Dimension(value)).value == size
    assert type(Dimension(value).value) in {int, type(None)}


@pytest.mark.parametrize("value", ["3", 3.0, 3.7, np.float32(3), [], (1,), b"3", object(), int])
def test_a_dimension_refuses_what_is_no_integer(value):
    with pytest.raises(TypeError) as refusal:
        Dimension(value)
    assert str(refusal.value) == (
        "Dimension value must be integer or None or have an __index__ method, "
        f"got value '{value!r}' with type '{type(value)!r}'"
    )


def test_a_dimension_is_not_negative():
    with pytest.raises(ValueError, match=r"^Dimension -1 must be >= 0$"):
        Dimension(-1)


def test_text_of_a_dimension():
    assert (str(Dimension(3)), repr(Dimension(3)), f"{Dimension(3)}") == ("3", "Dimension(3)", "3")
    assert (str(UNKNOWN), repr(UNKNOWN)) == ("?", "Dimension(None)")


def test_a_known_dimension_stands_where_an_index_is_taken():
    three = Dimension(3)
    assert list(range(three)) == [0, 1, 2]
    assert "abcd"[three] == "d"
    assert np.zeros([three, 2]).shape == (3, 2)
    assert np.ones((3, 4)).reshape(three, -1).shape == (3, 4)
    assert (int(three), float(three), math.floor(three), operator.index(three)) == (3, 3.0, 3, 3)
    assert [1] * three == [1, 1, 1]


def test_an_unknown_dimension_is_no_index():
    for use in (int, range, operator.index):
        with pytest.raises(TypeError, match=r"returned non-int"):
            use(UNKNOWN)


def test_truth_of_a_dimension():
    assert Dimension(3)
    assert not Dimension(0)
    assert not UNKNOWN


@pytest.mark.parametrize(
    ("operation", "left", "right", "size"),
    [
        (operator.add, 3, 2, 5),
        (operator.sub, 7, 3, 4),
        (operator.mul, 3, 2, 6),
        (operator.floordiv, 7, 2, 3),
        (operator.mod, 7, 2, 1),
    ],
)
def test_arithmetic_gives_dimensions_from_either_side(operation, left, right, size):
    for result in (
        operation(Dimension(left), right),
        operation(left, Dimension(right)),
        operation(Dimension(left), Dimension(right)),
        operation(Dimension(left), np.int32(right)),
        operation(np.int32(left), Dimension(right)),
    ):
        assert type(result) is Dimension
        assert result.value == size


@pytest.mark.parametrize(
    "operation", [operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod]
)
def test_arithmetic_with_an_unknown_size_is_unknown(operation):
    for left, right in ((Dimension(3), None), (None, Dimension(3)), (UNKNOWN, 3), (3, UNKNOWN)):
        assert operation(left, right).value is None


@pytest.mark.parametrize(
    ("operation", "symbol"),
    [(operator.add, "+"), (operator.sub, "-"), (operator.mul, "*"), (operator.floordiv, "//")],
)
def test_arithmetic_refuses_other_operands(operation, symbol):
    for other, kind in ((2.0, "float"), (-1, "int"), ({}, "dict")):
        with pytest.raises(TypeError) as refusal:
            operation(Dimension(3), other)
        assert str(refusal.value) == (
            f"unsupported operand type(s) for {symbol}: 'Dimension' and '{kind}'"
        )


def test_remainder_refuses_other_operands_as_a_dimension_does():
    with pytest.raises(TypeError, match=r"got value '2.5' with type '<class 'float'>'"):
        _ = Dimension(7) % 2.5


def test_a_negative_result_is_refused():
    with pytest.raises(ValueError, match=r"^Dimension -2 must be >= 0$"):
        _ = Dimension(3) - 5
    with pytest.raises(ValueError, match=r"^Dimension -2 must be >= 0$"):
        _ = 1 - Dimension(3)


def test_division_by_zero_raises_as_integers_do():
    with pytest.raises(ZeroDivisionError):
        _ = Dimension(7) // 0
    with pytest.raises(ZeroDivisionError):
        _ = 7 % Dimension(0)


def test_true_division_says_to_use_the_other():
    with pytest.raises(TypeError) as refusal:
        _ = Dimension(7) / 2
    assert str(refusal.value) == (
        "unsupported operand type(s) for /: 'Dimension' and 'int', please use // instead"
    )
    with pytest.raises(TypeError, match=r"'float' and 'Dimension', please use // instead"):
        _ = 7.0 / Dimension(2)


def test_equality_is_none_when_a_size_is_unknown():
    three = Dimension(3)
    assert (three == 3) is True
    assert (3 == three) is True
    assert (three == Dimension(3)) is True
    assert (three == 4) is False
    assert (three != 3) is False
    assert (three != 4) is True
    for left, right in ((three, None), (None, UNKNOWN), (UNKNOWN, 3), (UNKNOWN, UNKNOWN)):
        assert (left == right) is None
        assert (left != right) is None


@pytest.mark.parametrize("other", ["3", 3.0, [3], -1, object()])
def test_a_dimension_equals_no_other_kind_of_value(other):
    assert (Dimension(3) == other) is False
    assert (Dimension(3) != other) is True


def test_order_is_none_when_a_size_is_unknown():
    seven = Dimension(7)
    assert (seven < 8, seven <= 7, seven > 6, seven >= 8, 8 > seven) == (
        True,
        True,
        True,
        False,
        True,
    )
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):
        assert compare(seven, None) is None
        assert compare(seven, UNKNOWN) is None
        assert compare(UNKNOWN, 7) is None
        with pytest.raises(TypeError, match=r"Dimension value must be integer"):
            compare(seven, 7.5)
    assert [d.value for d in sorted([Dimension(3), Dimension(1)])] == [1, 3]


def test_a_dimension_has_no_hash():
    with pytest.raises(TypeError, match=r"unhashable type: 'Dimension'"):
        hash(Dimension(3))


def test_merge_takes_what_is_known():
    assert Dimension(3).merge_with(None).value == 3
    assert UNKNOWN.merge_with(3).value == 3
    assert UNKNOWN.merge_with(None).value is None
    assert Dimension(3).merge_with(Dimension(3)).value == 3
    with pytest.raises(ValueError, match=r"^Dimensions 3 and 4 are not compatible$"):
        Dimension(3).merge_with(4)


def test_compatible_sizes_are_equal_or_unknown():
    assert Dimension(3).is_compatible_with(3)
    assert Dimension(3).is_compatible_with(None)
    assert UNKNOWN.is_compatible_with(3)
    assert not Dimension(3).is_compatible_with(4)
    Dimension(3).assert_is_compatible_with(UNKNOWN)
    with pytest.raises(ValueError, match=r"^Dimensions 3 and 4 are not compatible$"):
        Dimension(3).assert_is_compatible_with(4)


@pytest.mark.parametrize("size", [3, None])
def test_copies_and_pickles_hold_the_size(size):
    assert pickle.loads(pickle.dumps(Dimension(size))).value == size
    assert copy.deepcopy(Dimension(size)).value == size


def test_conversions_between_dimensions_and_sizes():
    three = Dimension(3)
    assert as_dimension(three) is three
    assert as_dimension(None).value is None
    assert (dimension_value(three), dimension_value(UNKNOWN)) == (3, None)
    assert (dimension_value(5), dimension_value("a")) == (5, "a")
    assert (size_of(three), size_of(UNKNOWN), size_of(np.int8(2))) == (3, None, 2)
