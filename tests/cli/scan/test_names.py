import pytest

from headrace.cli.scan.names import count_names, read_names
from headrace.cli.scan.source import UnreadableError
from tests.cli.scan.namespaces import small_namespace

LIST = "# counted\nsymbol\trepos\tuses\tpositional\ntf.nn.relu\t3\t30\t2\ntf.nope\t1\t10\t1\n"


def test_headers_and_comments_are_left_out(tmp_path):
    (tmp_path / "list.tsv").write_text(LIST)
    assert read_names(tmp_path / "list.tsv") == [("tf.nn.relu", 30, 3), ("tf.nope", 10, 4)]


def test_uses_weigh_the_names(tmp_path):
    (tmp_path / "list.tsv").write_text(LIST)
    report = count_names(tmp_path / "list.tsv", small_namespace())
    assert report.summary() == "30 of 40 uses (75 %) of 2 tf. names are present in Headrace."
    assert [row.name for row in report.missing] == ["tf.nope"]


@pytest.mark.parametrize("data", [b"tf.a\t1\tmany\n", b"tf.\xff\n"])
def test_a_list_that_cannot_be_read_is_refused(tmp_path, data):
    (tmp_path / "list.tsv").write_bytes(data)
    with pytest.raises(UnreadableError):
        read_names(tmp_path / "list.tsv")
