"""TensorFlow's switches between its first and its second version.

Headrace is always where `tf.disable_v2_behavior()` leads. Switching off is done already; switching
on is refused where the program would mean something else, and has no effect where it would not.
"""

from typing import Any, Final

from headrace.base.messages import compose

_RUN_IN_A_SESSION: Final = "leave the call out, and fetch what it would have shown: `with tf.Session() as sess: sess.run(x)`"


def executing_eagerly() -> bool:
    """Whether an op gives its value at once: never, a session runs it."""
    return False


def executing_eagerly_outside_functions() -> bool:
    """Whether an op gives its value at once outside of functions: never."""
    return False


def control_flow_v2_enabled() -> bool:
    """Whether loops and branches have TensorFlow 2's ops: never."""
    return False


def resource_variables_enabled() -> bool:
    """Whether variables are resources unless asked otherwise: never."""
    return False


def disable_v2_behavior() -> None:
    """No effect: Headrace behaves so from the start."""


def disable_eager_execution() -> None:
    """No effect: nothing is executed eagerly."""


def disable_control_flow_v2() -> None:
    """No effect: control flow is TensorFlow 1's."""


def disable_resource_variables() -> None:
    """No effect: variables are no resources."""


def disable_tensor_equality() -> None:
    """No effect: `==` between tensors compares identity."""


def disable_v2_tensorshape() -> None:
    """No effect: the items of a shape are Dimensions."""


def enable_control_flow_v2() -> None:
    """No effect: loops and branches give the same values either way."""


def enable_resource_variables() -> None:
    """No effect: variables stay TensorFlow 1's."""


def enable_eager_execution(
    config: Any = None, device_policy: Any = None, execution_mode: Any = None
) -> None:
    """Refused.

    Raises:
        NotImplementedError: always.
    """
    del config, device_policy, execution_mode
    raise _refused("enable_eager_execution", _RUN_IN_A_SESSION)


def enable_v2_behavior() -> None:
    """Refused.

    Raises:
        NotImplementedError: always.
    """
    raise _refused("enable_v2_behavior", _RUN_IN_A_SESSION)


def enable_tensor_equality() -> None:
    """Refused.

    Raises:
        NotImplementedError: always.
    """
    raise _refused("enable_tensor_equality", "tf.equal(a, b) compares values, a is b identity")


def enable_v2_tensorshape() -> None:
    """Refused.

    Raises:
        NotImplementedError: always.
    """
    raise _refused(
        "enable_v2_tensorshape",
        "shape.as_list()[i] or tf.compat.dimension_value(shape[i]) is an int or None",
    )


def _refused(switch: str, advice: str) -> NotImplementedError:
    # A RuntimeError too, which programs catch that fall back to graphs.
    sentence = f"tf.{switch} is not supported: Headrace runs TensorFlow-1 graphs, built first and run in a session."
    return NotImplementedError(compose(sentence, [("try", advice)]))
