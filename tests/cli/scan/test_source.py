import json

import pytest

from headrace.cli.scan import source
from headrace.cli.scan.source import UnreadableError, read_document


def cells(*sources):
    return {"cells": [{"cell_type": "code", "source": text} for text in sources], "nbformat": 4}


def written(tmp_path, content, name="n.ipynb"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


@pytest.mark.parametrize(
    "data",
    [
        "x = 'é'".encode(),
        b"\xef\xbb\xbfx = '\xc3\xa9'",
        b"# -*- coding: latin-1 -*-\nx = '\xe9'",
        b"#!/usr/bin/python\n# vim: set fileencoding=iso-8859-15 :\nx = '\xe9'",
    ],
)
def test_the_declared_encoding_is_used(tmp_path, data):
    document = read_document(written(tmp_path, data, "a.py"))
    assert "x = 'é'" in document.parts[0][0]
    assert document.note == ""


@pytest.mark.parametrize(
    "data",
    [
        b"x = 1\ny = '\xe9'",
        b"# coding: nonsense\nx = 1",
        b"# coding: rot13\nx = 1",
        b"# coding: hex\nx = 1",
        b"# coding: undefined\nx = 1",
    ],
)
def test_a_wrong_encoding_is_read_as_latin_1_and_noted(tmp_path, data):
    document = read_document(written(tmp_path, data, "a.py"))
    assert "x = 1" in document.parts[0][0]
    assert "Latin-1" in document.note


def test_line_ends_of_every_system_count_the_same(tmp_path):
    document = read_document(written(tmp_path, b"a\r\nb\rc\n", "a.py"))
    assert document.parts == (("a\nb\nc\n", 0),)


@pytest.mark.parametrize("data", [b"\0\1\2", b"x" * 101])
def test_what_is_no_source_is_refused_with_the_reason(tmp_path, monkeypatch, data):
    monkeypatch.setattr(source, "LARGEST", 100)
    with pytest.raises(UnreadableError, match=r"binary|larger than"):
        read_document(written(tmp_path, data, "a.py"))


def test_a_missing_file_is_refused_with_the_reason(tmp_path):
    with pytest.raises(UnreadableError, match="No such file"):
        read_document(tmp_path / "a.py")


def test_lines_of_a_notebook_are_counted_by_cell(tmp_path):
    content = cells("a = 1\nb = 2", ["c = 3\n", "d = 4"])
    content["cells"].insert(1, {"cell_type": "markdown", "source": "text"})
    document = read_document(written(tmp_path, content))
    assert [str(document.place(line)).rpartition("/")[2] for line in (1, 2, 3, 4)] == [
        "n.ipynb[1]:1",
        "n.ipynb[1]:2",
        "n.ipynb[2]:1",
        "n.ipynb[2]:2",
    ]


def test_cells_of_other_languages_are_dropped_and_empty_ones_keep_the_numbers(tmp_path):
    document = read_document(written(tmp_path, cells("%%bash\nls", "", "%%time\nx = 1")))
    assert document.parts == (("%%time\nx = 1", 0),)
    assert document.cells == (3,)


def test_notebooks_before_version_4_are_read(tmp_path):
    content = {"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1"]}]}]}
    assert read_document(written(tmp_path, content)).parts == (("x = 1", 0),)


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff\xfe\xfa"])
def test_what_is_no_notebook_is_refused(tmp_path, content):
    with pytest.raises(UnreadableError, match="no notebook"):
        read_document(written(tmp_path, content))


@pytest.mark.parametrize("content", [{}, {"cells": None}, {"cells": [1, {"cell_type": "code"}]}])
def test_an_odd_notebook_holds_nothing(tmp_path, content):
    assert read_document(written(tmp_path, content)).parts == ()
