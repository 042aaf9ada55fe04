"""Print: what it writes to stderr, and how often."""

import pytest

from headrace.ops.control.printing import Print
from headrace.ops.sources.constant import constant
from headrace.session.session import Session


def test_writes_message_and_data_in_one_line(capsys) -> None:
    y = Print(constant(1.5), [[1, 2, 3, 4], "a"], "loss: ")
    with Session() as session:
        assert session.run(y) == 1.5
    assert capsys.readouterr() == ("", "loss: [1 2 3...][a]\n")


def test_writes_only_the_message_without_data(capsys) -> None:
    with Session() as session:
        session.run(Print(constant(1.5), [], b"here"))
    assert capsys.readouterr().err == "here\n"


def test_first_n_counts_in_each_session_whatever_is_fetched(capsys) -> None:
    x = constant(1.0)
    y = Print(x, [x], first_n=3)
    z = y * 2.0
    with Session() as one, Session() as other:
        for fetches in (y, z, [y, x], z, y):
            one.run(fetches)
        assert capsys.readouterr().err == "[1]\n" * 3
        other.run(z)
        assert capsys.readouterr().err == "[1]\n"


def test_operations_of_one_session_count_apart(capsys) -> None:
    x = constant(1.0)
    both = [Print(x, [], "a", first_n=1), Print(x, [], "b", first_n=1), Print(x, [], first_n=0)]
    with Session() as session:
        session.run(both)
        session.run(both)
    assert sorted(capsys.readouterr().err.split()) == ["a", "b"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"data": 5}, "Expected list for 'data' argument to 'Print' Op, not 5"),
        ({"data": [], "message": 5}, "Expected string for argument 'message' not 5"),
        ({"data": [], "first_n": "a"}, "Expected int for argument 'first_n' not 'a'"),
    ],
)
def test_bad_arguments_are_refused(arguments, message) -> None:
    with pytest.raises(TypeError, match=message):
        Print(1.0, **arguments)
