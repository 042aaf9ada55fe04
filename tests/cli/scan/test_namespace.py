import pytest

from headrace.cli.scan.namespace import Namespace, nearest
from tests.cli.scan.namespaces import public_symbols, small_namespace


def resolve(name):
    return small_namespace().resolve(tuple(name.split(".")))


@pytest.mark.parametrize(
    ("chain", "symbol", "present"),
    [
        ("tf.nn.relu", "tf.nn.relu", True),
        ("tf.nn.relu.__name__", "tf.nn.relu", True),
        ("tf.compat.v1.nn.relu", "tf.nn.relu", True),
        ("tf.float32.as_numpy_dtype", "tf.float32", True),
        ("tf.GraphKeys.TRAINABLE_VARIABLES", "tf.GraphKeys.TRAINABLE_VARIABLES", True),
        ("tf.GraphKeys.TRAINABLE_VARIABLES.x", "tf.GraphKeys.TRAINABLE_VARIABLES", True),
        ("tf.GraphKeys.LOSSES", "tf.GraphKeys.LOSSES", False),
        ("tf.app.flags.FLAGS.batch_size", "tf.app.flags.FLAGS", True),
        ("tf.float64.as_numpy_dtype", "tf.float64", False),
        ("tf.SparseTensor.from_value", "tf.SparseTensor.from_value", False),
        ("tf.flags.FLAGS.batch_size", "tf.flags.FLAGS", False),
        ("tf.saved_model.tag_constants.SERVING", "tf.saved_model.tag_constants.SERVING", False),
        ("tf.nn.crelu.__doc__", "tf.nn.crelu", False),
        ("tf.contrib.slim.nets.vgg.vgg_16", "tf.contrib.slim.nets.vgg.vgg_16", False),
        ("tf.contrib.rnn.LSTMCell.call", "tf.contrib.rnn.LSTMCell.call", False),
    ],
)
def test_the_symbol_is_the_longest_name(chain, symbol, present):
    found = resolve(chain)
    assert (found.name, found.present) == (symbol, present)


@pytest.mark.parametrize("chain", ["tf", "tf.nn", "tf.contrib.rnn", "tf.contrib.slim", "tf.layers"])
def test_a_module_is_known_as_one(chain):
    assert resolve(chain).module


def test_a_function_tells_the_keywords_it_takes():
    assert resolve("tf.nn.relu").takes == {"features", "name"}
    assert resolve("tf.subtract").takes is None


def test_exists_means_the_whole_name():
    namespace = small_namespace()
    assert namespace.exists("tf.nn.relu")
    assert namespace.exists("tf.nn")
    assert not namespace.exists("tf.nn.relu.x")
    assert not namespace.exists("tf.nn.selu")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("tf.plaecholder", "tf.placeholder"),
        ("tf.relu", "tf.nn.relu"),
        ("tf.sub", "tf.subtract"),
        ("tf.python.ops.math_ops.sub", "tf.subtract"),
        ("tf.nn.relu7", ""),
        ("tf.nn.conv3d_transpose", ""),
    ],
)
def test_the_nearest_name_is_a_slip_a_move_or_none(name, near):
    assert nearest(name, public_symbols()) == near


def test_headrace_itself_is_asked():
    namespace = Namespace()
    assert namespace.exists("tf.placeholder")
    assert namespace.exists("tf.nn.conv2d")
    assert namespace.exists("tf.compat.v1.placeholder")
    assert namespace.exists("tf.GraphKeys.TRAINABLE_VARIABLES")
    assert not namespace.exists("tf.plaecholder")
    assert not namespace.exists("tf.ops")
    assert nearest("tf.plaecholder", namespace.public_symbols()) == "tf.placeholder"


class Refusing:
    def __call__(self):
        """Does nothing."""

    def __getattr__(self, name):
        raise RuntimeError(f"{name} was asked for")


def test_objects_that_act_when_looked_at_are_not_asked_for_their_keywords():
    namespace = Namespace(lambda path: False, lambda path, name: Refusing(), dict)
    assert namespace.resolve(("tf", "FLAGS")).takes is None
