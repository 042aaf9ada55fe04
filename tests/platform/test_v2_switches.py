"""The switches that `tf.compat.v1` of TensorFlow 2.21 has, and what becomes of them here."""

import pytest

from headrace.platform import v2_switches

QUESTIONS = [
    v2_switches.executing_eagerly,
    v2_switches.executing_eagerly_outside_functions,
    v2_switches.control_flow_v2_enabled,
    v2_switches.resource_variables_enabled,
]
ALLOWED = [
    v2_switches.disable_v2_behavior,
    v2_switches.disable_eager_execution,
    v2_switches.disable_control_flow_v2,
    v2_switches.disable_resource_variables,
    v2_switches.disable_tensor_equality,
    v2_switches.disable_v2_tensorshape,
    v2_switches.enable_control_flow_v2,
    v2_switches.enable_resource_variables,
]
REFUSED = [
    v2_switches.enable_eager_execution,
    v2_switches.enable_v2_behavior,
    v2_switches.enable_tensor_equality,
    v2_switches.enable_v2_tensorshape,
]


@pytest.mark.parametrize("switch", ALLOWED)
def test_is_taken_and_changes_nothing(switch):
    switch()
    assert [question() for question in QUESTIONS] == [False] * len(QUESTIONS)


@pytest.mark.parametrize("switch", REFUSED)
def test_is_refused_as_a_runtime_error_that_names_it_and_a_way(switch):
    with pytest.raises(
        RuntimeError, match=rf"tf\.{switch.__name__} is not supported.*\n  try "
    ) as caught:
        switch()
    assert isinstance(caught.value, NotImplementedError)


def test_eager_execution_takes_tensorflows_arguments():
    with pytest.raises(NotImplementedError):
        v2_switches.enable_eager_execution(config=None, device_policy=None, execution_mode=None)
