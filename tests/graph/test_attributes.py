import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.shapes import TensorShape
from headrace.graph import registry
from headrace.graph.attributes import (
    Attributes,
    NoAttributes,
    TensorValue,
    TypeAttributes,
    attribute_kinds,
    attribute_names,
    attributes,
)


@attributes
class Everything(Attributes):
    T: "DType"
    n: "int"
    rate: "float" = 0.5
    padding: "str" = "SAME"
    shape: "TensorShape" = TensorShape(None)
    strides: "tuple[int, ...]" = (1, 2)


def test_are_compared_and_hashed_by_value():
    first, second = (Everything(T=dtypes.float32, n=1) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert first != Everything(T=dtypes.float32, n=2)
    assert TypeAttributes(T=dtypes.int32) == TypeAttributes(T=dtypes.int32)


def test_are_frozen_and_take_keywords_only():
    made = Everything(T=dtypes.float32, n=1)
    with pytest.raises(AttributeError, match="cannot be changed"):
        made.n = 2
    with pytest.raises(TypeError):
        Everything(dtypes.float32, 1)


def test_names_and_kinds_come_in_the_order_of_declaration():
    assert attribute_names(Everything) == ("T", "n", "rate", "padding", "shape", "strides")
    assert list(attribute_kinds(Everything).values()) == (
        ["type", "int", "float", "string", "shape", "list(int)"]
    )
    assert attribute_names(NoAttributes) == ()


def test_every_registered_op_declares_kinds_that_tensorflow_has():
    for definition in registry.all_definitions():
        assert set(attribute_kinds(definition.attributes)) == set(
            attribute_names(definition.attributes)
        )


def test_a_constants_value_is_read_only_and_equal_only_to_itself():
    array = np.zeros(2)
    first, second = TensorValue(array, dtypes.float64), TensorValue(array, dtypes.float64)
    assert first != second
    assert not array.flags.writeable
    assert repr(first) == "<TensorValue float64 [2]>"


def test_an_op_hands_on_all_attributes_but_those_it_names():
    made = Everything(T=dtypes.float32, n=1, padding="VALID")
    kept = made.without("T", "shape", "strides")
    assert kept == {"n": 1, "rate": 0.5, "padding": "VALID"}
    assert Everything(**made.without()) == made
