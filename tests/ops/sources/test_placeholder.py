"""Sentences are TensorFlow's."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.base.shapes import Dimension, TensorShape
from headrace.ops.sources.placeholder import placeholder, placeholder_with_default
from headrace.session.session import Session


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ([None, 3], [None, 3]),
        (5, [5]),
        ((), []),
        (np.array([2, 3]), [2, 3]),
        ([Dimension(2), None], [2, None]),
        (TensorShape([None]), [None]),
    ],
)
def test_shape_is_whatever_a_tensor_shape_is_made_of(shape, expected) -> None:
    assert placeholder(dtypes.float32, shape).shape.as_list() == expected


@pytest.mark.parametrize("dtype", ["float32", np.float32, float, 1, dtypes.as_dtype("float32_ref")])
def test_dtype_is_whatever_names_one(dtype) -> None:
    assert placeholder(dtype).dtype is dtypes.float32


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("flaot32",), TypeError, "Expected DataType for argument 'dtype' not 'flaot32'."),
        ((None,), TypeError, "Expected DataType for argument 'dtype' not None."),
        (
            ("float32", [-2]),
            ValueError,
            "converting shape to a TensorShape: Dimension -2 must be >= 0.",
        ),
        (
            ("float32", [2.5]),
            TypeError,
            "converting shape to a TensorShape: Dimension value must be",
        ),
    ],
)
def test_bad_arguments_have_tensorflow_class_and_sentence(arguments, error, message) -> None:
    with pytest.raises(error, match=message):
        placeholder(*arguments)


@pytest.mark.parametrize(
    ("shape", "ending"),
    [
        ([None, 3], " with dtype float and shape [?,3]"),
        (None, " with dtype float"),
        ([], " shape []"),
    ],
)
def test_unfed_placeholder_names_what_to_feed(shape, ending) -> None:
    x = placeholder(dtypes.float32, shape, name="x")
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(x)
    sentence = caught.value.message.splitlines()[0]
    assert sentence.startswith("You must feed a value for placeholder tensor 'x'")
    assert sentence.endswith(ending)


def test_default_is_taken_unless_it_is_fed() -> None:
    x = placeholder_with_default([1.0, 2.0], [None])
    with Session() as session:
        assert session.run(x).tolist() == [1, 2]
        assert session.run(x, {x: [5]}).tolist() == [5]


def test_default_must_fit_the_static_shape() -> None:
    with pytest.raises(
        ValueError, match="Dimension 0 in both shapes must be equal, but are 2 and 3"
    ):
        placeholder_with_default([1.0, 2.0], [3])
    with pytest.raises(ValueError, match="Shapes must be equal rank, but are 0 and 1"):
        placeholder_with_default(1.0, [None])


def test_default_of_unknown_shape_is_not_checked_in_a_run() -> None:
    x = placeholder(dtypes.float32)
    with Session() as session:
        got = session.run(placeholder_with_default(x, [2, 4]), {x: np.zeros((2, 3))})
    assert got.shape == (2, 3)
