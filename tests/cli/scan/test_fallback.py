import pytest

from headrace.cli.scan.fallback import uses_by_words


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import tensorflow as tf\n$ tf.nn.relu(x)", "tf.nn.relu"),
        ("import os, tensorflow as tf\n) tf.abs", "tf.abs"),
        ("import tensorflow.contrib.slim as slim\n) slim.conv2d(", "tf.contrib.slim.conv2d"),
        (
            "import tensorflow.contrib.slim\n) tensorflow.contrib.slim.conv2d(",
            "tf.contrib.slim.conv2d",
        ),
        (
            "from tensorflow.contrib import (rnn,\n  slim as s)\n) s.conv2d",
            "tf.contrib.slim.conv2d",
        ),
        ("from tensorflow import nn\n) nn . relu", "tf.nn.relu"),
        ("import tensorflow as tf\nL = tf.layers\n) L.dense(", "tf.layers.dense"),
    ],
)
def test_finds_names_in_text_that_does_not_parse(text, name):
    assert (tuple(name.split(".")),) in [use.chains for use in uses_by_words(text)]


@pytest.mark.parametrize(
    "text",
    [
        'import tensorflow as tf\n\'tf.x\' # tf.y\n"""\ntf.z\n"""',
        "import tensorflow as tf\nself.tf.x",
        "import tensorflow as tf\nf(tf=3)",
        "import tensorflow_hub as tf\ntf.x",
        "from tensorflow import *\ntf.x",
    ],
)
def test_text_that_is_no_use_is_left_alone(text):
    assert uses_by_words(text) == []


def test_an_alias_of_a_call_is_no_alias():
    uses = uses_by_words("import tensorflow as tf\nx = tf.nn.relu(y)\nx.name\n")
    assert [use.line for use in uses] == [2]
