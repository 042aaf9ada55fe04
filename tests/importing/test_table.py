import importlib

import pytest

from headrace.base.tensorflow1 import OUTSIDE
from headrace.importing.served import lookup, missing, public_module, sources_of
from headrace.importing.table import MODULES, NAMES, PACKAGES

OURS = sorted(
    {source for sources in MODULES.values() for source in sources if "headrace." in source}
)


@pytest.mark.parametrize("module", OURS)
def test_every_module_of_ours_in_the_table_exists(module):
    assert importlib.import_module(module).__name__ == module


@pytest.mark.parametrize("path", sorted(NAMES))
def test_every_internal_name_in_the_table_is_a_function_and_no_public_one(path):
    module, _, name = path.rpartition(".")
    assert callable(lookup(module, name))
    assert not hasattr(importlib.import_module("headrace"), name)


def test_a_name_that_tensorflow_renamed_is_said_inside_its_modules_too():
    assert missing("python.ops.math_ops.mul").endswith("TensorFlow renamed it to tf.multiply.")


def test_no_package_has_names_of_its_own_but_the_roots():
    assert PACKAGES & set(MODULES) == {"compat", "core", "python"}


def test_the_same_tree_stands_below_compat_v1():
    assert sources_of("compat.v1.python.ops.math_ops") == sources_of("python.ops.math_ops")


def test_a_room_of_headraces_is_no_module_of_tensorflows():
    assert public_module("importing") is None


@pytest.mark.parametrize("path", sorted(OUTSIDE))
def test_what_is_outside_says_why(path):
    assert missing(f"{path}.layers") == f"tf.{path} is outside what Headrace does: {OUTSIDE[path]}."
