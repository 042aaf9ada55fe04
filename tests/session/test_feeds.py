import re
from collections import namedtuple
from types import MappingProxyType

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InternalError
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.session.feeds import encoded, feed_array, feed_pairs, resolve_feed


def fed(dtype, value, shape=None):
    tensor = placeholder(dtype, shape, name="x")
    return feed_array(tensor.graph, tensor, value)


# --- keys -----------------------------------------------------------------------------------------


def test_a_key_is_a_tensor_or_its_name(graph):
    x = placeholder("float32", name="x")
    assert resolve_feed(graph, x) is resolve_feed(graph, "x:0") is resolve_feed(graph, b"x:0") is x


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        (
            "x",
            "The name 'x' refers to an Operation, not a Tensor. Tensor names must be of the form",
        ),
        (
            "y:0",
            "The name 'y:0' refers to a Tensor which does not exist. The operation, 'y', does not",
        ),
        (1, "Can not convert a int into a Tensor."),
        (None, "Can not convert a NoneType into a Tensor."),
    ],
)
def test_a_key_that_is_no_tensor_is_refused(graph, key, sentence):
    placeholder("float32", name="x")
    with pytest.raises(TypeError) as caught:
        resolve_feed(graph, key)
    assert str(caught.value).startswith(f"Cannot interpret feed_dict key as Tensor: {sentence}")
    assert "\n  try       " in str(caught.value)


def test_an_operation_or_a_tensor_of_another_graph_is_no_key(graph):
    x = placeholder("float32", name="x")
    for key in (x.op, x):
        with pytest.raises(TypeError, match=r"^Cannot interpret feed_dict key as Tensor: "):
            resolve_feed(Graph() if key is x else graph, key)


@pytest.mark.parametrize("nothing", [None, {}, [], (), 0])
def test_nothing_feeds_nothing(graph, nothing):
    assert feed_pairs(graph, nothing) == []


@pytest.mark.parametrize("wrong", [[1, 2], "a", 1])
def test_a_feed_dict_is_a_mapping(graph, wrong):
    sentence = (
        "FlattenDictItems: 'dict' must be a dictionary or collection.Mapping type object, instead of "
        f"'{type(wrong).__name__}'."
    )
    with pytest.raises(TypeError, match=f"^{re.escape(sentence)}"):
        feed_pairs(graph, wrong)
    x = placeholder("float32")
    assert feed_pairs(graph, MappingProxyType({x: 1})) == [(x, 1)]


def test_tuples_of_tensors_take_tuples_of_values(graph):
    pair = namedtuple("pair", "a b")
    x, y, z = (placeholder("float32") for _ in range(3))
    assert feed_pairs(graph, {(x, y): [1, 2], z: 3}) == [(x, 1), (y, 2), (z, 3)]
    assert feed_pairs(graph, {((x,), y): ((1,), 2)}) == [(x, 1), (y, 2)]
    assert feed_pairs(graph, {pair(x, y): pair(1, 2)}) == [(x, 1), (y, 2)]


def test_tuples_that_do_not_fit_are_refused(graph):
    x, y = placeholder("float32"), placeholder("float32")
    sentence = (
        r"^Could not flatten dictionary\. Key had 2 elements, but value had 4 elements\. Key: \["
    )
    with pytest.raises(ValueError, match=sentence):
        feed_pairs(graph, {(x, y): ([1, 2], [3, 4])})
    with pytest.raises(
        ValueError, match=r"^Cannot flatten dict because this key is not unique: Tensor"
    ):
        feed_pairs(graph, {(x, y): (1, 2), x: 3})


def test_a_composite_key_feeds_its_parts(graph):
    x, y = placeholder("float32"), placeholder("float32")

    class Sparse:
        def _feed_parts(self, value):
            return [(x, value[0]), (y, value[1])]

    assert feed_pairs(graph, {Sparse(): (1, 2)}) == [(x, 1), (y, 2)]


# --- values: what needs no copy -------------------------------------------------------------------


def test_a_fitting_array_is_not_copied():
    array = np.ones((2, 3), np.float32)
    assert fed("float32", array, [2, None]) is array


@pytest.mark.parametrize(
    "view",
    [
        np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3)),
        np.arange(12, dtype=np.float32).reshape(2, 6)[:, ::2],
        np.arange(6, dtype=np.float32).reshape(2, 3)[:, ::-1],
        np.arange(6, dtype=np.float32).reshape(3, 2).T,
        np.broadcast_to(np.float32(1), (2, 3)),
    ],
    ids=["fortran", "strided", "reversed", "transposed", "broadcast"],
)
def test_any_layout_enters_as_it_is(view):
    assert fed("float32", view, [2, 3]) is view


def test_a_read_only_array_stays_read_only():
    array = np.ones(2, np.float32)
    array.flags.writeable = False
    assert fed("float32", array) is array
    assert not array.flags.writeable


# --- values: what is cast -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "value", "result"),
    [
        ("float32", [1, 2.5], [1.0, 2.5]),
        ("float32", (1, 2), [1.0, 2.0]),
        ("float32", [np.ones(2), np.zeros(2)], [[1.0, 1.0], [0.0, 0.0]]),
        ("float32", 3, 3.0),
        ("float32", True, 1.0),
        ("float32", np.array([True, False]), [1.0, 0.0]),
        ("float32", range(2), [0.0, 1.0]),
        ("float32", [], []),
        ("float32", [[], []], [[], []]),
        ("float32", ["1.5"], [1.5]),
        ("float32", 2**100, 2.0**100),
        ("float32", np.array([1, 2], object), [1.0, 2.0]),
        ("float64", [2**53 + 1], [2.0**53]),
        ("float16", 70000, np.inf),
        ("float32", np.array([1e300]), [np.inf]),
        ("int32", [1.7, -1.7], [1, -1]),
        ("int32", 1.7, 1),
        ("int32", np.float64(2.5), 2),
        ("int32", [3000000000], [3000000000 - 2**32]),
        ("int32", np.int64(2**40 + 5), 5),
        ("int32", np.array([np.nan, np.inf]), [-(2**31), -(2**31)]),
        ("uint8", np.array([-1, 257]), [255, 1]),
        ("uint64", 2**64 - 1, 2**64 - 1),
        ("bool", [0, 1, 2], [False, True, True]),
        ("complex64", [1, 2.5, 1j], [1, 2.5, 1j]),
        ("bfloat16", [0.5, 256.0], [0.5, 256.0]),
        ("float32", np.array([1, 2], ">f4"), [1.0, 2.0]),
        ("int32", np.array([1, 2], ">i8"), [1, 2]),
        ("float32", np.array(3.0), 3.0),
    ],
)
def test_values_are_cast_silently(dtype, value, result):
    array = fed(dtype, value)
    assert type(array) is np.ndarray
    assert array.dtype == dtypes.as_dtype(dtype).as_numpy_dtype
    assert array.dtype.isnative
    assert array.tolist() == result


def test_none_among_floats_is_nan():
    assert np.array_equal(fed("float32", [1.0, None]), [1.0, np.nan], equal_nan=True)


def test_subclasses_of_arrays_lose_what_they_add():
    assert type(fed("float32", np.ma.array([[1.0, 2.0]], mask=[[True, False]]))) is np.ndarray


# --- values: what is refused ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        ("int32", 3000000000),
        ("int32", 2**64 - 1),
        ("uint8", 300),
        ("uint8", -1),
        ("uint64", -1),
        ("int64", 2**63),
        ("bool", 2),
        ("string", 1),
        ("string", True),
    ],
)
def test_a_python_int_must_fit(dtype, value):
    sentence = f"Type of feed value {value} with type {type(value)} is not compatible with Tensor type <class '"
    with pytest.raises(
        TypeError, match=f"^{re.escape(sentence)}.*larger type \\(e\\.g\\. int64\\)"
    ) as caught:
        fed(dtype, value)
    assert "\n  made at   test_feeds.py:" in str(caught.value)


@pytest.mark.parametrize(
    ("dtype", "value", "sentence"),
    [
        ("int64", 2**70, "Python int too large to convert to C long"),
        ("float32", 2**2000, "int too large to convert to float"),
    ],
)
def test_a_python_int_that_fits_nowhere_overflows(dtype, value, sentence):
    with pytest.raises(OverflowError, match=sentence):
        fed(dtype, value)


def test_a_tensor_is_no_value():
    x, c = placeholder("float32", name="x"), constant(1.0, name="c")
    with pytest.raises(TypeError) as caught:
        feed_array(x.graph, x, c)
    assert str(caught.value).startswith(
        "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, "
        "strings, lists, numpy ndarrays, or TensorHandles. For reference, the tensor object was "
        'Tensor("c:0", shape=(), dtype=float32) which was passed to the argument `feed_dict` with key '
        'Tensor("x:0", dtype=float32).\n  made at   test_feeds.py:'
    )


@pytest.mark.parametrize(
    ("value", "shape", "sentence"),
    [
        ([1, 2, 3], [2], "Cannot feed value of shape (3,) for Tensor x:0, which has shape (2,)"),
        (
            [1, 2],
            [None, 2],
            "Cannot feed value of shape (2,) for Tensor x:0, which has shape (?, 2)",
        ),
        (1.0, [2], "Cannot feed value of shape () for Tensor x:0, which has shape (2,)"),
        ([1.0], [], "Cannot feed value of shape (1,) for Tensor x:0, which has shape ()"),
        (None, [1], "Cannot feed value of shape () for Tensor x:0, which has shape (1,)"),
        (
            np.ones((5, 783)),
            [None, 784],
            "Cannot feed value of shape (5, 783) for Tensor x:0, which has shape (?, 784)",
        ),
    ],
)
def test_the_shape_must_fit(value, shape, sentence):
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}\n") as caught:
        fed("float32", value, shape)
    labels = [line.split()[0] for line in str(caught.value).splitlines()[1:]]
    assert labels == ["made", "got", "expected", "try"]


@pytest.mark.parametrize(
    ("value", "kind", "sentence"),
    [
        (["abc"], ValueError, "could not convert string to float"),
        ([[1.0, 2.0], [3.0]], ValueError, "setting an array element with a sequence"),
        (object(), TypeError, "float.. argument must be a string or a real number, not 'object'"),
        ({}, TypeError, "float.. argument must be a string or a real number, not 'dict'"),
    ],
)
def test_what_numpy_cannot_convert_is_its_error(value, kind, sentence):
    with pytest.raises(kind, match=sentence):
        fed("float32", value)


def test_a_tensor_that_may_not_be_fed_is_refused(graph):
    x = placeholder("float32", name="x")
    graph.prevent_feeding(x)
    with pytest.raises(
        ValueError, match=r"^Tensor x:0 may not be fed\.\n  made at   test_feeds\.py:"
    ):
        feed_array(graph, x, 1.0)


# --- strings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "result"),
    [
        ("abc", b"abc"),
        (["a", b"b", "é"], [b"a", b"b", "é".encode()]),
        (np.array(["a", "bc"]), [b"a", b"bc"]),
        (np.array([b"a", b"bc"]), [b"a", b"bc"]),
        (np.array([["a"], [b"bc"]], object), [[b"a"], [b"bc"]]),
        ([b"a\0"], [b"a\0"]),
        ([], []),
    ],
)
def test_strings_are_given_back_as_they_are_and_computed_with_as_bytes(value, result):
    s = placeholder("string", name="s")
    array = feed_array(s.graph, s, value)
    assert array.dtype == object
    assert array.tolist() == np.asarray(value, object).tolist()
    made = encoded(s, array)
    assert made.tolist() == result
    assert all(type(item) is bytes for item in made.ravel())


@pytest.mark.parametrize(
    ("value", "kind"), [([1], "int"), ([1.5], "float"), ([b"a", None], "NoneType")]
)
def test_what_is_no_string_fails_when_it_is_needed_as_one(value, kind):
    s = placeholder("string", name="s")
    array = feed_array(s.graph, s, value)
    with pytest.raises(
        InternalError, match=f"^Unsupported object type {kind}\n  made at   test_feeds.py:"
    ):
        encoded(s, array)


def test_text_that_utf_8_cannot_express_is_refused():
    s = placeholder("string", name="s")
    with pytest.raises(InternalError, match=r"^Unable to convert element to UTF-8\n  made at"):
        encoded(s, feed_array(s.graph, s, "\ud800"))


def test_strings_may_have_more_axes_than_numpy_iterates():
    s = placeholder("string", name="s")
    array = np.full((1,) * 40, "a", object)
    assert encoded(s, array).shape == array.shape


@pytest.mark.parametrize(
    ("dtype", "value"), [("uint64", 2**64 - 1), ("int64", np.array(3, np.longlong))]
)
def test_of_two_equal_integer_types_numpys_own_is_fed(dtype, value):
    assert type(fed(dtype, value)[()]) is getattr(np, dtype)


def test_numbers_need_no_encoding():
    x = build("Placeholder", dtype=dtypes.float32)
    array = np.ones(2, np.float32)
    assert encoded(x, array) is array


@pytest.mark.parametrize("value", [[[1, 2], [3]], ["a", "b"], [{}]])
def test_a_value_that_makes_no_array_is_told_with_the_placeholder_and_its_line(value):
    with Graph().as_default() as graph:
        x = placeholder(dtypes.float32, name="x")
    with pytest.raises(
        (TypeError, ValueError), match=r"made at +test_feeds\.py[^\0]*'x:0'[^\0]*expected"
    ):
        feed_array(graph, x, value)
