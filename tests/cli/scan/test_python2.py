import ast

import pytest

from headrace.cli import idioms
from headrace.cli.scan.python2 import MAGIC, repair, untabify


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("print 'a', x", "print-statement"),
        ("print 'a' % x,", "print-statement"),
        ("if x: print y; z = 1", "print-statement"),
        ("exec 'a = 1'", "exec-statement"),
        ("try:\n    f()\nexcept (A, B), e:\n    pass", "except-comma"),
        ("raise ValueError, 'no'", "raise-comma"),
        ("x = `y`", "backticks"),
        ("x = a <> b", "not-equal"),
        ("x = 0777", "octal-literal"),
        ("x = 10L + 0xFFL", "long-literal"),
        ("x = ur'a\\d'", "unicode-raw-literal"),
        ("f = lambda (k, v): v", "tuple-parameter"),
        ("def f(a, (b, c), d=(1, 2)): pass", "tuple-parameter"),
        ("f(async=True)", "async-name"),
        ("%%time\nx = 1", MAGIC),
        ("x = !ls | grep 'a", MAGIC),
        ("tf.nn.relu?", MAGIC),
    ],
)
def test_what_only_python_2_or_a_notebook_parses_is_named_and_parses_then(code, key):
    with pytest.raises(SyntaxError):
        ast.parse(code)
    repaired, hits = repair(code)
    ast.parse(repaired)
    assert {hit.key for hit in hits} == {key}
    assert repaired.count("\n") == code.count("\n")


@pytest.mark.parametrize(
    "code",
    [
        "print('a')",
        "print",
        "print >>f, 'a',",
        "print -x",
        "print ('a' % x), y",
        "x = ('%d'\n     % 3)",
        "x = 'print 1 <> 0777'",
        "x = 0, 00, 0.5, 1e5, 0o17, 10",
        "'''\nprint 1\n%time\n'''",
        "# print `1`",
        "raise ValueError('a', 'b')",
        "async def f():\n    async with x: await y",
        "x = {'print': 1}[a]",
    ],
)
def test_what_python_3_parses_is_not_touched(code):
    assert repair(code) == (code, [])


def test_lines_of_hits_are_the_places():
    _, hits = repair('x = """\n\n"""\nprint 1\n\\\n\nprint 2')
    assert [hit.line for hit in hits] == [4, 7]


def test_tabs_become_eight_columns():
    assert untabify("if x:\n\ty\n    \tz") == "if x:\n        y\n        z"


def test_every_idiom_of_syntax_that_can_be_repaired_has_its_text():
    examples = [entry for entry in idioms.SYNTAX if entry.name != "mixed-tabs"]
    for entry in examples:
        _, hits = repair(entry.example)
        assert [hit.key for hit in hits] == [entry.name]


def test_a_bracket_that_never_closes_does_not_swallow_the_file():
    _, hits = repair("x = (1,\ndef f():\n    print 1\n")
    assert [hit.line for hit in hits] == [3]
