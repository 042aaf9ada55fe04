import pytest

from tests.launch import headrace_run, python, write


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    return 1 / 0\nf()\n",
        "try:\n    {}['a']\nexcept KeyError as error:\n    raise ValueError('b') from error\n",
        "try:\n    {}['a']\nexcept KeyError:\n    undefined\n",
        "raise ExceptionGroup('both', [ValueError('a'), TypeError('b')])\n",
        "error = ValueError('a')\nerror.add_note('a note')\nraise error\n",
        "x = 1 +\n",
        "import broken\n",
        "import nothing_there\n",
        "import signal\nsignal.raise_signal(signal.SIGINT)\n",
        "import sys\nsys.excepthook = lambda kind, error, trace: print(kind, trace.tb_lineno)\n1 / 0\n",
    ],
)
def test_a_failure_looks_as_under_python(tmp_path, source):
    write(tmp_path, "a.py", source)
    write(tmp_path, "broken.py", "y = (\n")
    ours, theirs = headrace_run(tmp_path, "a.py"), python(tmp_path, "a.py")
    assert ours.stderr == theirs.stderr
    assert ours.stdout == theirs.stdout
    assert ours.returncode == theirs.returncode


MISSING = "import tensorflow as tf\ntry:\n    import tensorflow.contrib.nothing\nfinally:\n    tf.nothing\n"


def test_frames_of_headrace_are_hidden_in_every_part_of_a_chain(tmp_path):
    write(tmp_path, "a.py", MISSING)
    shown = headrace_run(tmp_path, "a.py").stderr
    assert [line for line in shown.splitlines() if line.startswith("  File")] == [
        f'  File "{tmp_path / "a.py"}", line 3, in <module>',
        f'  File "{tmp_path / "a.py"}", line 5, in <module>',
    ]


@pytest.mark.parametrize("words", [("--traceback", "full"), ("--traceback=full",)])
def test_full_tracebacks_show_them(tmp_path, words):
    write(tmp_path, "a.py", MISSING)
    assert "headrace/importing/hook.py" in headrace_run(tmp_path, *words, "a.py").stderr


def test_the_environment_asks_for_full_tracebacks(tmp_path):
    write(tmp_path, "a.py", MISSING)
    shown = headrace_run(tmp_path, "a.py", HEADRACE_TRACEBACK="full").stderr
    assert "headrace/importing/hook.py" in shown


def test_frames_of_headrace_are_hidden_in_threads(tmp_path):
    write(
        tmp_path,
        "a.py",
        """
        import threading
        import tensorflow as tf
        thread = threading.Thread(target=lambda: tf.nothing, name="reader")
        thread.start()
        thread.join()
        print("goes on")
        """,
    )
    result = headrace_run(tmp_path, "a.py")
    assert result.stdout == "goes on\n"
    assert result.stderr.startswith("Exception in thread reader")
    assert "headrace/" not in result.stderr
    assert "tf.nothing" in result.stderr


def test_cause_and_fix_are_one_line_after_the_traceback(tmp_path):
    write(tmp_path, "a.py", "print 'loss', 1\n")
    result = headrace_run(tmp_path, "a.py")
    assert result.returncode == 1
    assert result.stderr.splitlines()[-2:] == [
        "SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)?",
        "headrace: print is a function since Python 3: write print(...) with parentheses.",
    ]
