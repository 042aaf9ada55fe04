import json

import pytest
import typer
from typer.testing import CliRunner

from headrace.cli import symbols as command
from tests.cli.scan.namespaces import small_namespace

GOOD = "import tensorflow as tf\ntf.nn.relu(tf.placeholder(tf.float32))\n"
BAD = "import tensorflow as tf\ntf.plaecholder(3)\ntf.nn.relu(x, alpha=2)\ntf.train.AdamOptimizer(0.1).minimize\n"


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setattr(command, "Namespace", small_namespace)
    monkeypatch.setenv("COLUMNS", "80")
    app = typer.Typer()
    app.command()(command.symbols)
    return lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_program_whose_names_are_present_gives_0_and_one_sentence(run, tmp_path):
    (tmp_path / "a.py").write_text(GOOD)
    result = run(tmp_path)
    assert result.exit_code == 0
    assert result.output == "3 of 3 uses (100 %) of 3 tf. names are present in Headrace.\n"


def test_a_missing_name_gives_1_its_place_and_what_is_near(run, tmp_path):
    (tmp_path / "a.py").write_text(BAD)
    result = run(tmp_path / "a.py")
    assert result.exit_code == 1
    assert "tf.plaecholder" in result.output
    assert "tf.placeholder" in result.output
    assert "tf.nn.relu(alpha=)" in result.output
    assert "keyword missing" in result.output
    assert "2 of 3 uses (66.67 %) of 3 tf. names are present" in result.output


@pytest.fixture
def long_names(tmp_path):
    folder = tmp_path / ("long" * 20)
    folder.mkdir()
    (folder / "a.py").write_text(f"{BAD}tf.contrib.{'very' * 20}.long\nxrange(3)\n")
    return folder


def test_on_a_terminal_the_output_fits_80_columns(run, long_names, monkeypatch):
    monkeypatch.setattr("headrace.cli.symbols._width", lambda: 80)
    assert max(map(len, run(long_names).output.splitlines())) <= 80


def test_in_a_file_no_name_is_cut(run, long_names):
    assert f"tf.contrib.{'very' * 20}.long " in run(long_names).output


def test_idioms_alone_give_1(run, tmp_path):
    (tmp_path / "a.py").write_text(f"{GOOD}print 'x'\nfor i in xrange(3): pass\n")
    result = run(tmp_path)
    assert result.exit_code == 1
    assert "print is a function since Python 3" in result.output
    assert "Python 3 has no xrange" in result.output


def test_all_lists_the_present_names_too(run, tmp_path):
    (tmp_path / "a.py").write_text(GOOD)
    assert "tf.nn.relu" not in run(tmp_path).output
    assert "tf.nn.relu" in run(tmp_path, "--all").output


def test_json_holds_every_place(run, tmp_path):
    (tmp_path / "a.py").write_text(BAD)
    (tmp_path / "b.py").write_text(f"{BAD}import cPickle\nx = np.é\n$\n")
    result = run(tmp_path, "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 1
    assert found["files"] == 2
    assert (found["uses"], found["uses_present"], found["complete"]) == (6, 4, False)
    row = next(row for row in found["symbols"] if row["name"] == "tf.plaecholder")
    assert row["near"] == "tf.placeholder"
    assert [(place["path"][-4:], place["line"]) for place in row["places"]] == [
        ("a.py", 2),
        ("b.py", 2),
    ]
    assert [problem["line"] for problem in found["problems"]] == [7]


def test_a_file_named_twice_counts_once(run, tmp_path):
    (tmp_path / "a.py").write_text(GOOD)
    assert json.loads(run(tmp_path, tmp_path / "a.py", "--json").stdout)["files"] == 1


def test_an_unreadable_file_is_told_and_the_others_are_read(run, tmp_path):
    (tmp_path / "a.py").write_bytes(b"\0\0")
    (tmp_path / "b.py").write_text(GOOD)
    result = run(tmp_path)
    assert result.exit_code == 1
    assert "binary data" in result.output
    assert "3 of 3 uses" in result.output


@pytest.mark.parametrize("arguments", [(), ("nowhere.py",), ("--names", "nowhere.tsv")])
def test_a_bad_path_gives_2(run, arguments):
    assert run(*arguments).exit_code == 2


def test_a_program_that_copes_with_a_missing_name_is_complete(run, tmp_path):
    code = "try:\n    from tensorflow.contrib import slim\nexcept ImportError:\n    slim = None\n"
    (tmp_path / "a.py").write_text(code)
    assert run(tmp_path).exit_code == 0


def test_of_branches_the_meaning_that_exists_counts(run, tmp_path):
    code = "import tensorflow as tf\ncell = tf.nn.rnn_cell if x else tf.contrib.nope\ncell.BasicLSTMCell(3)\n"
    (tmp_path / "a.py").write_text(code)
    assert "tf.contrib.nope.BasicLSTMCell" not in run(tmp_path).output


def test_a_missing_module_is_told_only_without_missing_names_in_it(run, tmp_path):
    (tmp_path / "a.py").write_text("import tensorflow.contrib.slim as slim\nslim.conv2d(x)\n")
    (tmp_path / "b.py").write_text("import tensorflow.contrib.tpu\n")
    found = json.loads(run(tmp_path, "--json").stdout)["symbols"]
    assert [row["name"] for row in found] == ["tf.contrib.slim.conv2d", "tf.contrib.tpu"]


def test_a_list_of_names_is_counted(run, tmp_path):
    (tmp_path / "list.tsv").write_text("symbol\trepos\tuses\ntf.nn.relu\t3\t30\ntf.nope\t1\t10\n")
    result = run("--names", tmp_path / "list.tsv")
    assert result.exit_code == 1
    assert "30 of 40 uses (75 %) of 2 tf. names" in result.output


def test_the_three_ways_of_feeding_a_program_are_read(run, tmp_path):
    code = (
        "%%time\nimport tensorflow as tf\nX = tf.placeholder(dtype=tf.float32, shape=[None, 3])\n"
        "A = tf.nn.relu(X)\nwith tf.Session() as sess:\n    print sess.run(A, feed_dict={X: x})\n"
    )
    (tmp_path / "a.py").write_text(code)
    found = json.loads(run(tmp_path, "--json").stdout)
    assert {row["name"] for row in found["symbols"]} == {
        "tf.placeholder",
        "tf.float32",
        "tf.nn.relu",
        "tf.Session",
    }
    assert [idiom["name"] for idiom in found["idioms"]] == ["notebook-magic", "print-statement"]
