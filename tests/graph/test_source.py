import contextlib
from pathlib import Path

import numpy as np

from headrace.graph.build import build
from headrace.graph.source import Source, user_source
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder

HERE = str(Path(__file__))


def line_of(marker):
    """The number of the line of this file that ends with the comment `marker`."""
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    return next(i for i, line in enumerate(lines, 1) if line.endswith(f"# {marker}"))


def test_points_to_the_line_that_called_a_public_function():
    x = placeholder("float32")  # public function
    assert x.op.source == Source(HERE, line_of("public function"))


def test_points_to_the_line_of_an_operator_and_of_its_operand():
    x = placeholder("float32", [2])
    product = x * 2.0  # operator
    reverse = np.array([1.0, 2.0]) * x  # reverse operator
    assert product.op.source == product.op.inputs[1].op.source == Source(HERE, line_of("operator"))
    assert reverse.op.source == Source(HERE, line_of("reverse operator"))


def test_points_to_where_the_user_stands_inside_a_with_of_ours(graph):
    with graph.name_scope("a"), graph.device("/cpu:0"):
        c = constant(1.0)  # inside with
    assert c.op.source == Source(HERE, line_of("inside with"))


def test_looks_through_contextlib():
    def build_in_a_generator():
        @contextlib.contextmanager
        def block():
            yield user_source()  # generator of the user

        with block() as found:
            return found

    assert build_in_a_generator() == Source(HERE, line_of("generator of the user"))


def test_points_to_the_innermost_frame_of_the_user():
    def helper():
        return build("Placeholder", dtype=placeholder("int32").dtype)  # helper

    assert helper().op.source == Source(HERE, line_of("helper"))


def test_points_into_code_that_has_no_file():
    scope = {"placeholder": placeholder}
    exec("\nx = placeholder('float32')", scope)
    assert scope["x"].op.source == Source("<string>", 2)


def test_text_shows_file_line_and_code():
    number = line_of("text")
    x = placeholder("float32", name="shown")  # text
    assert (
        x.op.source.text()
        == f'test_source.py:{number}  {"x = placeholder("}"float32", name="shown")  # text'
    )


def test_text_of_a_file_that_cannot_be_read_is_its_place():
    assert Source("/nowhere/train.py", 41).text() == "train.py:41"


def test_traceback_is_the_users_frame():
    x = placeholder("float32")  # traceback
    ((file, line, _, code),) = x.op.traceback
    assert (file, line) == (HERE, line_of("traceback"))
    assert code.startswith('x = placeholder("float32")')
