import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headrace.cli.scan.file import scan_file


def scan(tmp_path, text, name="a.py"):
    path = tmp_path / name
    path.write_text(text)
    return scan_file(path)


def names(found):
    return [(".".join(use.chains[0]), use.line) for use in found.uses]


def test_python_2_is_repaired_and_read_with_scopes(tmp_path):
    found = scan(tmp_path, "import tensorflow as tf\nprint tf.a\ndef f(tf):\n    print tf.b\n")
    assert names(found) == [("tf.a", 2)]
    assert [(hit.key, hit.line) for hit in found.hits] == [
        ("print-statement", 2),
        ("print-statement", 4),
    ]
    assert found.problems == []


def test_mixed_tabs_are_named(tmp_path):
    found = scan(tmp_path, "import tensorflow as tf\nif 1:\n\ttf.a\n        tf.b\n")
    assert names(found) == [("tf.a", 3), ("tf.b", 4)]
    assert [hit.key for hit in found.hits] == ["mixed-tabs"]


def test_text_that_no_python_parses_is_read_by_its_words(tmp_path):
    found = scan(tmp_path, "import tensorflow as tf\nx = tf.a $ 3\n")
    assert names(found) == [("tf.a", 2)]
    assert [(str(p.place)[-6:], "does not parse" in p.reason) for p in found.problems] == [
        ("a.py:2", True)
    ]


@pytest.mark.parametrize(
    "deep",
    ["x = " + "-" * 20_000 + "1", "x = " + "+".join("1" * 20_000), "f" + "(1)" * 20_000],
)
def test_deep_nesting_is_told_and_names_are_still_found(tmp_path, deep):
    found = scan(tmp_path, f"import tensorflow as tf\ntf.a\n{deep}\n")
    assert ("tf.a", 2) in names(found)
    assert len(found.problems) <= 1


def test_many_branches_in_a_row_are_told_and_names_are_still_found(tmp_path):
    branches = "".join(f"elif x == {i}:\n    tf.b\n" for i in range(2000))
    found = scan(tmp_path, f"import tensorflow as tf\nif tf.a:\n    pass\n{branches}")
    assert len(names(found)) == 2001


def test_a_broken_cell_leaves_the_others_whole(tmp_path):
    cells = [
        "import tensorflow as tf",
        "%matplotlib inline\ntf.a",
        "tf.b $",
        "def f(tf): tf.c\ntf.d",
    ]
    notebook = {"cells": [{"cell_type": "code", "source": cell} for cell in cells]}
    found = scan(tmp_path, json.dumps(notebook), "n.ipynb")
    assert sorted(names(found)) == [("tf.a", 3), ("tf.b", 4), ("tf.d", 6)]
    assert [str(problem.place)[-12:] for problem in found.problems] == ["n.ipynb[3]:1"]
    assert found.hits == []


def test_magic_in_a_script_is_an_idiom(tmp_path):
    found = scan(tmp_path, "%%time\nimport tensorflow as tf\ntf.a\n")
    assert names(found) == [("tf.a", 3)]
    assert [hit.key for hit in found.hits] == ["notebook-magic"]


def test_a_warning_of_the_parser_is_not_the_users(tmp_path):
    assert scan(tmp_path, 'x = "\\d"\ny = 1 is 1\n').problems == []


def test_nothing_of_the_program_is_run(tmp_path):
    mark = tmp_path / "mark"
    (tmp_path / "beside.py").write_text(f"open({str(mark)!r}, 'w')")
    scan(tmp_path, f"import beside\nopen({str(mark)!r}, 'w')\n")
    assert not mark.exists()


FRAGMENTS = r"""import tensorflow as tf
|from tensorflow import|tf.a|tf|.|(|)|[|
|
  |print |except A, e:|try:
|lambda (a, b): |`|0777|'|\|%|!|?|raise A, b|def f(tf):
|=|,|;|:|#|async|	|é|$| as | import |"""


@given(st.lists(st.sampled_from([*FRAGMENTS.split("|"), '"""']), max_size=30).map("".join))
def test_no_text_stops_the_reading(text):
    with tempfile.TemporaryDirectory() as folder:
        found = scan(Path(folder), text)
    assert all(1 <= use.line <= text.count("\n") + 1 for use in found.uses)
    assert all(1 <= hit.line <= text.count("\n") + 1 for hit in found.hits)
