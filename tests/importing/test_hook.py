import subprocess

import pytest

from tests.launch import python, write

INSTALL = "from headrace.importing import install\ninstall()\n"


@pytest.fixture
def run(tmp_path):
    """Runs a program in a process where the hook is installed and gives what it prints."""

    def run(source: str, **environment: str) -> subprocess.CompletedProcess[str]:
        write(tmp_path, "program.py", INSTALL + source)
        result = python(tmp_path, "program.py", **environment)
        assert result.returncode == 0, result.stderr
        return result

    return run


@pytest.mark.parametrize(
    "claim",
    [
        "tf.Session is headrace.Session",
        "tf.nn is headrace.nn",
        "tf.float32 is headrace.float32",
        "tf.compat.v1.Session is headrace.Session",
        "tf.compat.v1.nn is headrace.nn",
        "tf.__version__ == headrace.__version__ == '1.15.5'",
        "sys.modules['tensorflow'] is tf and type(tf).__mro__[1] is types.ModuleType",
        "vars(tf)['Session'] is headrace.Session",
        "set(dir(headrace.nn)) == set(dir(tf.nn))",
        "'Session' in dir(tf) and 'cli' not in dir(tf) and not hasattr(tf, 'cli')",
        "tf.__spec__.name == 'tensorflow' and tf.__spec__.submodule_search_locations == []",
        "tf.__path__ == [] and tf.__package__ == 'tensorflow' and tf.__loader__ is tf.__spec__.loader",
        "importlib.util.find_spec('tensorflow') is tf.__spec__",
        "importlib.util.find_spec('tensorflow.python.ops').name == 'tensorflow.python.ops'",
        "importlib.reload(tf) is tf and tf.Session is headrace.Session",
        "tf.nn.__spec__.name == tf.nn.__name__",
        "pickle.loads(pickle.dumps(tf.float32)) is tf.float32",
    ],
)
def test_tensorflow_is_a_true_module_of_headraces_names(run, claim):
    program = f"""
import importlib.util, pickle, sys, types
import tensorflow as tf
import tensorflow.compat.v1
import headrace
print({claim})
"""
    assert run(program).stdout == "True\n"


@pytest.mark.parametrize(
    ("statement", "name", "expected"),
    [
        ("import tensorflow.compat.v1 as tf; tf.disable_v2_behavior()", "tf.Session", "Session"),
        ("import tensorflow.nn as nn", "nn.relu", "nn.relu"),
        ("import tensorflow.compat.v1.nn as nn", "nn.relu", "nn.relu"),
        ("from tensorflow import *", "Session", "Session"),
        ("from tensorflow.python.framework import ops", "ops.Graph", "Graph"),
        ("from tensorflow.python.framework import dtypes", "dtypes.float32", "float32"),
        ("from tensorflow.python.framework import tensor_shape as t", "t.Dimension", "Dimension"),
        ("from tensorflow.python.framework import errors", "errors.OpError", "errors.OpError"),
        ("from tensorflow.python.ops import math_ops", "math_ops.matmul", "matmul"),
        ("from tensorflow.python.ops import array_ops", "array_ops.reshape", "reshape"),
        ("from tensorflow.python.ops import nn_ops", "nn_ops.conv2d", "nn.conv2d"),
        ("from tensorflow.python.ops import control_flow_ops as c", "c.group", "group"),
        ("from tensorflow.python.ops.math_ops import matmul", "matmul", "matmul"),
        ("from tensorflow.python.client import session", "session.Session", "Session"),
        ("import tensorflow.python.framework.ops as ops", "ops.Graph", "Graph"),
    ],
)
def test_internal_modules_have_the_public_functions(run, statement, name, expected):
    program = f"{statement}\nimport headrace\nprint({name} is headrace.{expected})\n"
    assert run(program).stdout == "True\n"


@pytest.mark.parametrize(
    ("module", "message"),
    [
        ("framework.graph_pb2", "GraphDef"),
        ("framework.attr_value_pb2", "AttrValue"),
        ("framework.node_def_pb2", "NodeDef"),
        ("framework.tensor_shape_pb2", "TensorShapeProto"),
        ("framework.types_pb2", "DT_FLOAT"),
        ("protobuf.config_pb2", "ConfigProto"),
    ],
)
def test_messages_come_from_headraces_own(run, module, message):
    package, _, name = module.partition(".")
    program = f"from tensorflow.core.{package} import {name}\nprint(hasattr({name}, '{message}'))\n"
    assert run(program).stdout == "True\n"


@pytest.mark.parametrize(
    ("statement", "kind", "sentence"),
    [
        (
            "import tensorflow.contrib.slim",
            "ModuleNotFoundError",
            "tf.contrib.slim is not in Headrace yet.",
        ),
        (
            "from tensorflow.contrib import slim",
            "ModuleNotFoundError",
            "tf.contrib.slim is not in Headrace yet.",
        ),
        ("tf.contrib.slim", "AttributeError", "tf.contrib.slim is not in Headrace yet."),
        (
            "import tensorflow.contrib.slim.nets",
            "ModuleNotFoundError",
            "tf.contrib.slim is not in Headrace yet.",
        ),
        (
            "from tensorflow.python.ops.math_ops import matmull",
            "ModuleNotFoundError",
            "tensorflow.python.ops.math_ops.matmull is not in Headrace yet. Near it: matmul",
        ),
        (
            "from tensorflow.python.nothing import a",
            "ModuleNotFoundError",
            "tensorflow.python.nothing is not in Headrace yet.",
        ),
        ("import tensorflow.float32", "ModuleNotFoundError", "tf.float32 is no module."),
        (
            "from tensorflow.keras import layers",
            "ModuleNotFoundError",
            "tf.keras is outside what Headrace",
        ),
        (
            "import tensorflow.python.keras",
            "ModuleNotFoundError",
            "tf.keras is outside what Headrace",
        ),
        ("from tensorflow import nothing_there", "ModuleNotFoundError", "nothing_there"),
        ("tf.nothing_there", "AttributeError", "nothing_there"),
        ("tf.compat.v1.nothing_there", "AttributeError", "nothing_there"),
    ],
)
def test_what_is_missing_is_named(run, statement, kind, sentence):
    program = f"""
import tensorflow as tf
try:
    {statement}
except (AttributeError, ImportError) as error:
    print(type(error).__name__, error)
"""
    shown = run(program).stdout
    assert shown.startswith(f"{kind} ")
    assert sentence in shown


def test_a_missing_module_can_be_tried_for(run):
    program = """
try:
    from tensorflow.contrib import slim
except ImportError:
    slim = None
import tensorflow as tf
print(slim, hasattr(tf.contrib, "slim"))
"""
    assert run(program).stdout == "None False\n"


def test_an_installed_tensorflow_is_passed_over_and_that_is_said_once(run, tmp_path):
    write(tmp_path, "site/tensorflow/__init__.py", "raise SystemExit('the installed one')")
    program = """
import tensorflow
import tensorflow.compat.v1
import headrace
print(tensorflow.Session is headrace.Session)
"""
    result = run(program, PYTHONPATH=str(tmp_path / "site"))
    assert result.stdout == "True\n"
    folder = tmp_path / "site" / "tensorflow"
    assert result.stderr == (
        f"INFO headrace: `import tensorflow` gives Headrace; the TensorFlow in {folder} is not used.\n"
    )


def test_nothing_is_said_where_none_is_installed(run):
    assert run("import tensorflow\n").stderr == ""


def test_a_second_install_changes_nothing(run):
    program = """
import sys
before = list(sys.meta_path)
install()
print(sys.meta_path == before)
import tensorflow
install()
print(sys.meta_path == before)
"""
    assert run(program).stdout == "True\nTrue\n"


def test_refuses_when_tensorflow_itself_is_imported(tmp_path):
    write(tmp_path, "tensorflow.py", "")
    write(tmp_path, "program.py", "import tensorflow\n" + INSTALL)
    result = python(tmp_path, "program.py")
    assert result.returncode == 1
    assert f"TensorFlow itself is imported already, from {tmp_path}" in result.stderr


def test_loads_no_third_party_package(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import sys
        import headrace
        before = set(sys.modules)
        from headrace.importing import install
        install()
        print(sorted({name.partition(".")[0] for name in set(sys.modules) - before}
                     - sys.stdlib_module_names))
        """,
    )
    assert python(tmp_path, "program.py").stdout == "['headrace']\n"
