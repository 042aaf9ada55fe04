"""Op types have the inputs, outputs, attributes, defaults and dtypes that TensorFlow registers."""

import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.graph import registry
from headrace.graph.attributes import attribute_kinds
from tests.golden import files, texts

RECORDED = files.load("opdefs.json")
DEFINITIONS = {each.name: each for each in registry.all_definitions()}
SHARED = sorted(RECORDED.keys() & DEFINITIONS.keys())

# TensorFlow's quantized numbers and opaque handles, which no op here takes.
NOT_TAKEN = {"qint8", "quint8", "qint16", "quint16", "qint32", "resource", "variant"}


def argument_text(argument):
    kind = argument.type_list_attr or argument.type_attr or argument.type.name
    if argument.number_attr:
        kind = f"{argument.number_attr} * {kind}"
    return f"{argument.name}: Ref({kind})" if argument.is_ref else f"{argument.name}: {kind}"


def recorded_default(attribute):
    if "default" not in attribute:
        return None
    return texts.attribute_text(dtypes, attribute["type"], attribute["default"])


def defaults(definition):
    kinds = attribute_kinds(definition.attributes)
    given = definition.attributes.defaults
    return {
        name: texts.attribute_text(dtypes, kind, given[name]) if name in given else None
        for name, kind in kinds.items()
    }


@pytest.mark.parametrize("op_type", SHARED)
def test_inputs_and_outputs_are_those_of_tensorflow(op_type):
    definition = DEFINITIONS[op_type]
    assert [argument_text(each) for each in definition.inputs] == RECORDED[op_type]["inputs"]
    assert [argument_text(each) for each in definition.outputs] == RECORDED[op_type]["outputs"]


@pytest.mark.parametrize("op_type", SHARED)
def test_attributes_have_the_names_and_kinds_of_tensorflow(op_type):
    recorded = {each["name"]: each["type"] for each in RECORDED[op_type]["attrs"]}
    assert attribute_kinds(DEFINITIONS[op_type].attributes) == recorded


@pytest.mark.parametrize("op_type", SHARED)
def test_attributes_have_the_defaults_of_tensorflow(op_type):
    recorded = {each["name"]: recorded_default(each) for each in RECORDED[op_type]["attrs"]}
    assert defaults(DEFINITIONS[op_type]) == recorded


@pytest.mark.parametrize("op_type", SHARED)
def test_dtypes_are_allowed_in_the_order_of_tensorflow(op_type):
    recorded = {
        each["name"]: [name for name in each["allowed"] if name not in NOT_TAKEN]
        for each in RECORDED[op_type]["attrs"]
        if each["type"] in {"type", "list(type)"} and "allowed" in each
    }
    # Where TensorFlow allows every dtype, ours names those that a NumPy array can have.
    observed = {
        name: [each.name for each in allowed if each.name not in NOT_TAKEN]
        for name, allowed in DEFINITIONS[op_type].types.items()
        if name in recorded
    }
    assert observed == recorded


def test_every_op_type_is_compared():
    assert set(DEFINITIONS) - set(RECORDED) == set()
