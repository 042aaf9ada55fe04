import dataclasses

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph import registry
from headrace.graph.attributes import Attributes, TypeAttributes, attributes
from headrace.graph.inference import same_shape
from headrace.graph.opdef import Arg, NoGradient, Why, define


@attributes
class ListAttributes(Attributes):
    T: "dtypes.DType"
    N: "int"
    Tout: "tuple[DType, ...]"  # noqa: F821 - the annotation's text says the kind


@pytest.fixture
def defined(monkeypatch):
    """Defines ops in a registry that is forgotten after the test."""
    monkeypatch.setattr(registry, "_definitions", dict(registry._definitions))

    def make(name="Test", inputs="x: T", outputs="y: T", kind=TypeAttributes):
        return define(
            name,
            inputs=inputs,
            outputs=outputs,
            attributes=kind,
            shape=same_shape,
            reference=lambda attrs, x: np.asarray(x),
            gradient=NoGradient(Why.DISCRETE),
            samples=(),
            types={"T": [dtypes.float32]},
            doc="A test.",
        )

    return make


def test_arguments_are_read_from_their_declaration(defined):
    op = defined(
        inputs="a: N * T, b: int32, c: Ref(T), d: Tout...",
        outputs="e: float, f: T",
        kind=ListAttributes,
    )
    assert op.inputs == (
        Arg("a", type_attr="T", number_attr="N"),
        Arg("b", type=dtypes.int32),
        Arg("c", type_attr="T", is_ref=True),
        Arg("d", type_list_attr="Tout"),
    )
    assert [arg.is_list for arg in op.inputs] == [True, False, False, True]
    assert op.outputs == (Arg("e", type=dtypes.float32), Arg("f", type_attr="T"))
    assert not op.is_simple


def test_a_definition_is_registered_prints_and_says_its_signature(defined):
    op = defined()
    assert registry.get("Test") is op is registry.find("Test")
    assert op.is_simple
    assert op.types == {"T": (dtypes.float32,)}
    assert repr(op) == "<OpDef Test>"
    assert op.signature() == "Test(x) -> (y) [T]"


def test_a_name_is_defined_once(defined):
    defined()
    with pytest.raises(ValueError, match=r"^op type 'Test' is registered twice$"):
        defined()


def test_a_definition_is_compared_by_identity(defined):
    first, second = defined("A"), defined("B")
    assert first != second
    assert len({first, second}) == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        first.name = "B"


def test_every_op_without_a_gradient_says_why():
    for op in registry.all_definitions():
        assert callable(op.gradient) or (
            isinstance(op.gradient, NoGradient) and op.gradient.why.value
        )
