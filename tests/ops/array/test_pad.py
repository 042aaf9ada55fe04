"""Padding: what the table of ops cannot see. Sentences are TensorFlow's."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.build import build
from headrace.ops.array.pad import pad
from headrace.ops.array.stack import stack
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def x(*sizes):
    return placeholder(dtypes.float32, sizes)


@pytest.mark.parametrize(
    ("arguments", "op_type"),
    [
        ({}, "Pad"),
        ({"constant_values": 0.0}, "Pad"),
        ({"constant_values": False}, "Pad"),
        ({"constant_values": 1}, "PadV2"),
        ({"mode": "reflect"}, "MirrorPad"),
        ({"mode": "SYMMETRIC"}, "MirrorPad"),
    ],
)
def test_mode_and_value_choose_the_op(arguments, op_type) -> None:
    assert pad(x(2), [[1, 1]], **arguments).op.type == op_type


def test_tensor_as_value_is_no_plain_zero() -> None:
    assert pad(x(2), [[1, 1]], constant_values=constant(0.0)).op.type == "PadV2"


def test_other_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="Received `mode` = EDGE"):
        pad(x(2), [[1, 1]], "edge")


def test_sizes_are_known_where_size_and_widths_are() -> None:
    widths = stack([[1, 2], [placeholder(dtypes.int32, []), 0]])
    assert pad(x(2, 3), widths).shape.as_list() == [5, None]
    assert pad(x(None, 3), [[0, 1], [1, 1]]).shape.as_list() == [None, 5]
    unknown = placeholder(dtypes.int32, [3, None])
    assert pad(placeholder(dtypes.float32), unknown).shape.ndims == 3


@pytest.mark.parametrize(
    ("widths", "message"),
    [
        ([[1, 1]], "Shape must be rank 1 but is rank 2"),
        ([1, 1], "Shape must be rank 2 but is rank 1"),
        ([[1, 1, 1]] * 2, "Dimension must be 2 but is 3"),
        ([[-1, 1], [0, 0]], "Paddings must be non-negative"),
    ],
)
def test_static_widths_must_fit(widths, message) -> None:
    with pytest.raises(ValueError, match=message):
        pad(x(2, 3), widths)


@pytest.mark.parametrize(
    ("mode", "widths", "message"),
    [
        (
            "CONSTANT",
            [[1, 1]],
            "The first dimension of paddings must be the rank of inputs[1,2] [2,3]",
        ),
        ("CONSTANT", [[-1, 1], [0, 0]], "Paddings must be non-negative: -1 1"),
        ("CONSTANT", [1, 1], "paddings must be a matrix with 2 columns: [2]"),
        ("REFLECT", [[2, 1], [0, 0]], "must be less than the dimension size: 2, 1 not less than 2"),
        ("SYMMETRIC", [[3, 1], [0, 0]], "no greater than the dimension size: 3, 1 greater than 2"),
        ("SYMMETRIC", [[-1, 1], [0, 0]], "paddings must be non-negative: -1 1"),
    ],
)
def test_widths_must_fit_in_a_run(mode, widths, message) -> None:
    values, operand = placeholder(dtypes.float32), placeholder(dtypes.int32)
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(pad(values, operand, mode), {values: np.zeros((2, 3)), operand: widths})
    assert message in caught.value.message.splitlines()[0]


def test_border_value_must_be_a_scalar_in_a_run() -> None:
    with Session() as session, pytest.raises(InvalidArgumentError, match=r"a scalar. Found: \[2\]"):
        session.run(pad(constant([1.0]), [[1, 1]], constant_values=constant([1.0, 2.0])))


def test_gradient_of_a_mirror_must_be_wider_than_its_border() -> None:
    with pytest.raises(ValueError, match="Negative dimension size caused by subtracting 4 from 3"):
        build("MirrorPadGrad", x(3), [[2, 2]], mode="SYMMETRIC")
