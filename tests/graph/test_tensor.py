import copy
import pickle
import re

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import OperatorNotAllowedInGraphError
from headrace.base.shapes import TensorShape
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder


@pytest.fixture
def x():
    return placeholder("float32", [2, None], name="x")


def test_tells_name_dtype_shape_and_graph(x, graph):
    assert (x.name, x.dtype, x.value_index, x.device, x.graph) == (
        ("x:0", dtypes.float32, 0, "", graph)
    )
    assert x.shape == x.get_shape() == TensorShape([2, None])
    assert x.dims == (2, None)


def test_prints_as_tensorflow_does(x):
    assert repr(x) == "<tf.Tensor 'x:0' shape=(2, ?) dtype=float32>"
    assert str(x) == 'Tensor("x:0", shape=(2, ?), dtype=float32)'
    unknown = placeholder("int32", name="u")
    assert repr(unknown) == "<tf.Tensor 'u:0' shape=<unknown> dtype=int32>"
    assert str(unknown) == 'Tensor("u:0", dtype=int32)'
    assert str(constant(1, name="c")) == 'Tensor("c:0", shape=(), dtype=int32)'


def test_equality_is_identity_whatever_stands_on_the_other_side(x):
    twin = placeholder("float32", [2, None])
    assert (x == x, x == twin, x != x, x != twin) == (True, False, False, True)  # noqa: PLR0124
    assert (x == None, x == 1, 1 == x, np.float32(1) == x) == (False,) * 4  # noqa: E711, SIM300
    array = np.zeros(2)
    assert (x == array, array == x, x != array, array != x) == (False, False, True, True)


def test_is_a_key(x):
    twin = placeholder("float32", [2, None])
    assert {x: 1, twin: 2}[twin] == 2
    assert x in {x, twin}
    assert [twin, x].index(x) == 1


def test_knows_its_consumers_once_for_each_use(x):
    y = x * x
    z = y * 2.0
    assert x.consumers() == [y.op, y.op]
    assert y.consumers() == [z.op]
    y.consumers().clear()
    assert y.consumers() == [z.op]
    assert z.consumers() == []


# --- set_shape ------------------------------------------------------------------------------------


def test_set_shape_adds_what_was_unknown(x):
    x.set_shape([None, 3])
    assert x.dims == (2, 3)
    assert (x * x).dims == (2, 3)
    unknown = placeholder("float32")
    for shape, dims in ((None, None), ([None], (None,)), (3, (3,)), (TensorShape(None), (3,))):
        unknown.set_shape(shape)
        assert unknown.dims == dims


def test_set_shape_leaves_what_was_built_before(x):
    y = x * x
    x.set_shape([2, 3])
    assert y.dims == (2, None)


@pytest.mark.parametrize(
    ("shape", "kind", "sentence"),
    [
        (
            [3, 3],
            ValueError,
            "Dimension 0 in both shapes must be equal, but are 2 and 3. Shapes are [2,?] and [3,3].",
        ),
        ([2], ValueError, "Shapes must be equal rank, but are 2 and 1"),
        ([2, -1], ValueError, "Dimension -1 must be >= 0"),
        ("a", TypeError, "Failed to convert"),
    ],
)
def test_set_shape_refuses_what_contradicts(x, shape, kind, sentence):
    with pytest.raises(kind, match=f"^{re.escape(sentence)}"):
        x.set_shape(shape)
    assert x.dims == (2, None)


# --- a tensor has no value while the graph is built -----------------------------------------------


@pytest.mark.parametrize("use", [bool, lambda x: 1 if x else 2, lambda x: not x, lambda x: x and 1])
def test_is_no_bool(x, use):
    sentence = r"^Using a symbolic `tf\.Tensor` as a Python `bool` is not allowed\."
    with pytest.raises(OperatorNotAllowedInGraphError, match=sentence) as caught:
        use(x)
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize("use", [list, iter, tuple, lambda x: [*x]])
def test_is_no_iterable(x, use):
    with pytest.raises(
        OperatorNotAllowedInGraphError,
        match=r"^Iterating over a symbolic `tf\.Tensor` is not allowed\.",
    ):
        use(x)


def test_contains_nothing(x):
    with pytest.raises(TypeError, match="is not iterable"):
        _ = 1 in x


def test_has_no_length(x):
    with pytest.raises(
        TypeError, match=r"^len is not well defined for a symbolic Tensor \(x:0\)\."
    ):
        len(x)


@pytest.mark.parametrize(
    "use", [float, int, complex, hex, lambda x: [1, 2][x], bytes, "{:.2f}".format]
)
def test_is_no_number(x, use):
    with pytest.raises(TypeError):
        use(x)


@pytest.mark.parametrize(
    "use", [np.array, np.asarray, np.sum, np.zeros_like, lambda x: np.add(x, 1)]
)
def test_is_no_array(x, use):
    with pytest.raises(
        NotImplementedError,
        match=r"^Cannot convert a symbolic tf\.Tensor \(x:0\) to a numpy array\.",
    ):
        use(x)


def test_takes_no_items(x):
    with pytest.raises(TypeError, match="does not support item assignment"):
        x[0] = 1


def test_eval_needs_a_session(x):
    sentence = (
        "Cannot evaluate tensor using `eval()`: No default session is registered. Use `with "
        "sess.as_default()` or pass an explicit session to `eval(session=sess)`"
    )
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}\n  made at "):
        x.eval()


def test_takes_what_a_program_hangs_on_it(x):
    x.aliases = ["net"]
    assert x.op.outputs[0].aliases == ["net"]


@pytest.mark.parametrize("take_away", [pickle.dumps, copy.deepcopy])
def test_does_not_leave_its_graph_however_long_that_is(x, take_away):
    for _ in range(2000):
        x = -x
    with pytest.raises(TypeError, match=r"^cannot pickle 'Operation' object: 'Neg_1999' is a part"):
        take_away([x])
