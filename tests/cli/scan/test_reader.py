import ast
import textwrap

import pytest

from headrace.cli.scan.reader import Reader


def uses(code):
    found = Reader().read(ast.parse(textwrap.dedent(code)).body)
    return [".".join(chain) for use in found.uses for chain in use.chains]


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("import tensorflow as tf; tf.nn.relu", "tf.nn.relu"),
        ("import tensorflow; tensorflow.nn.relu", "tf.nn.relu"),
        ("import tensorflow.compat.v1 as tf; tf.nn.relu", "tf.nn.relu"),
        ("from tensorflow.compat import v1 as tf; tf.nn.relu", "tf.nn.relu"),
        ("import headrace as tf; tf.nn.relu", "tf.nn.relu"),
        ("from tensorflow import nn; nn.relu", "tf.nn.relu"),
        ("from tensorflow.nn import relu as r", "tf.nn.relu"),
        ("from tensorflow.contrib import rnn; rnn.GRUCell(3)", "tf.contrib.rnn.GRUCell"),
        ("import tensorflow.contrib.slim as slim; slim.conv2d", "tf.contrib.slim.conv2d"),
        (
            "import tensorflow.contrib.slim; tensorflow.contrib.slim.conv2d",
            "tf.contrib.slim.conv2d",
        ),
        (
            "from tensorflow.python.ops import math_ops; math_ops.add(1, 2)",
            "tf.python.ops.math_ops.add",
        ),
        ("from tensorflow import *; placeholder(3)", "tf.placeholder"),
        ("import tensorflow as tf; getattr(tf, 'squeeze')(x)", "tf.squeeze"),
        ("import tensorflow as tf; getattr(tf.nn, 'relu').x", "tf.nn.relu.x"),
        ("import importlib; tf = importlib.import_module('tensorflow'); tf.abs", "tf.abs"),
        ("import tensorflow as tf; L = tf.layers; L.dense(x)", "tf.layers.dense"),
        ("import tensorflow as tf; a, b = tf.nn, tf.layers; b.dense(x)", "tf.layers.dense"),
        ("import tensorflow as tf; class_ = tf.nn if x else tf.layers; class_.f", "tf.nn.f"),
        ("import tensorflow as tf\n@tf.custom_gradient\ndef f(): pass", "tf.custom_gradient"),
        ("import tensorflow as tf\ndef f(x, act=tf.tanh): pass", "tf.tanh"),
        ("import tensorflow as tf\ndef f(x: tf.Tensor) -> None: pass", "tf.Tensor"),
        ("import tensorflow as tf\nclass A(tf.Module): pass", "tf.Module"),
        ("import tensorflow as tf\nf'{tf.shape(x)}'", "tf.shape"),
        ("import tensorflow as tf\n[tf.zeros(i) for i in tf.xs]", "tf.zeros"),
        ("import tensorflow as tf\nf = lambda x: tf.nn.relu(x)", "tf.nn.relu"),
        ("import tensorflow as tf\nwith tf.Session() as s: s.run(tf.x)", "tf.x"),
        ("import tensorflow as tf\nwhile tf.a:\n  pass\nelse:\n  tf.b", "tf.b"),
        ("import tensorflow as tf\nmatch x:\n  case 1 if tf.a: tf.b", "tf.b"),
        ("def f():\n  tf.late\nimport tensorflow as tf", "tf.late"),
        ("def f():\n  global tf\n  import tensorflow as tf\n  tf.here", "tf.here"),
    ],
)
def test_finds_the_name(statement, name):
    assert name in uses(statement)


@pytest.mark.parametrize(
    "body",
    [
        "def f(tf): return tf.x",
        "def f():\n    tf = load()\n    return tf.x",
        "def f():\n    for tf in xs: tf.x",
        "def f():\n    with g() as tf: tf.x",
        "[tf.x for tf in xs]",
        "lambda tf: tf.x",
        "lambda *tf: tf.x",
        "tf = 3\ntf.x",
        "def f():\n    try: g()\n    except E as tf: tf.x",
        "def f():\n    match y:\n        case [tf, *_]: tf.x",
        "self.tf.x",
        "class tf: pass\ntf.x",
        "hasattr(tf, 'x')",
    ],
)
def test_a_shadowed_name_is_no_use(body):
    assert uses(f"import tensorflow as tf\n{body}") == []


def test_an_assignment_in_a_class_does_not_hide_the_module_from_methods():
    code = "import tensorflow as tf\nclass A:\n    tf = 3\n    def m(self): return tf.x"
    assert uses(code) == ["tf.x"]


def test_branches_that_bind_one_name_keep_both_meanings():
    code = """
        import tensorflow as tf
        if old:
            cell = tf.contrib.rnn
        else:
            cell = tf.nn.rnn_cell
        cell.GRUCell(3)
    """
    assert uses(code)[-2:] == ["tf.contrib.rnn.GRUCell", "tf.nn.rnn_cell.GRUCell"]


def test_a_fallback_binding_does_not_hide_the_import():
    code = "try:\n    import tensorflow as tf\nexcept ImportError:\n    tf = None\ntf.x"
    assert uses(code) == ["tf.x"]


def test_an_assigned_name_is_counted_once():
    found = Reader().read(ast.parse("import tensorflow as tf\nr = tf.nn.relu\nr(1)\nr(2)").body)
    assert [use.line for use in found.uses] == [2]


def test_keywords_of_a_call_through_an_alias_are_kept():
    found = Reader().read(ast.parse("import tensorflow as tf\nr = tf.nn.relu\nr(1, alpha=2)").body)
    assert found.uses[-1].keywords == ("alpha",)
    assert found.uses[-1].known == 3


@pytest.mark.parametrize(
    "code",
    [
        "try:\n    from tensorflow.contrib import rnn\nexcept ImportError:\n    pass",
        "try:\n    pass\nexcept ImportError:\n    from tensorflow.contrib import rnn",
        "import tensorflow as tf\ntry:\n    tf.x\nexcept AttributeError:\n    pass",
        "import tensorflow as tf\ngetattr(tf, 'x', None)",
    ],
)
def test_a_program_that_copes_is_noted(code):
    assert [use.guarded for use in Reader().read(ast.parse(code).body).uses] == [True]


def test_names_of_two_star_imports_count_only_if_they_exist():
    found = Reader().read(ast.parse("from tensorflow import *\nfrom x import *\nshape(y)").body)
    assert [use.optional for use in found.uses if use.chains == (("tf", "shape"),)] == [True]


def test_relative_imports_are_the_programs_own():
    assert uses("from . import tensorflow as tf\ntf.x\nfrom .tensorflow import nn\nnn.x") == []
