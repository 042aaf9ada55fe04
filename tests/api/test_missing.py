import pytest

import headrace as tf
from headrace.api.missing import sentence, similar
from headrace.base.tensorflow1 import OUTSIDE


@pytest.mark.parametrize("name", ["train", "Variable", "layers", "summary", "contrib", "gfile"])
def test_a_part_that_is_still_to_come_is_not_mistaken_for_a_slip(name):
    with pytest.raises(AttributeError) as caught:
        getattr(tf, name)
    assert str(caught.value) == f"tf.{name} is not in Headrace yet."
    assert caught.value.name == name


@pytest.mark.parametrize(
    ("whole", "says"),
    [
        (
            "tf.plaecholder",
            "tf.plaecholder is not in Headrace. The nearest name is tf.placeholder.",
        ),
        ("tf.mul", "tf.mul is not in Headrace: TensorFlow itself renamed it to tf.multiply."),
        ("tf.nn.deconv2d", "TensorFlow itself renamed it to tf.nn.conv2d_transpose."),
        ("tf.keras", f"tf.keras is outside what Headrace does: {OUTSIDE['keras']}."),
    ],
)
def test_what_is_known_of_a_missing_name_is_said(whole, says):
    assert sentence(whole, ["placeholder", "conv2d", "matmul"]).endswith(says)


def test_conv3d_is_no_slip_for_conv2d():
    assert similar("conv3d", ["conv2d"]) == ""
    assert similar("conv2dd", ["conv2d"]) == "conv2d"


def test_python_asks_modules_for_names_in_its_own_words():
    assert not hasattr(tf.nn, "__wrapped__")


@pytest.mark.parametrize(
    "module", ["", "nn", "math", "linalg", "test", "raw_ops", "errors", "dtypes", "random"]
)
def test_every_module_reports_under_the_name_that_users_write(module):
    shown = f"tf.{module}" if module else "tf"
    owner = getattr(tf, module) if module else tf
    with pytest.raises(AttributeError, match=rf"^{shown}\.no_such is not in Headrace yet\.$"):
        owner.no_such  # noqa: B018 - asking is the test
