import json
import signal
import sys
from pathlib import Path

import pytest

from tests.launch import headrace_run, python, write

# What a program can see of how it was started, less what names the launcher.
LOOK = """
import json, sys
main = sys.modules["__main__"]
print(json.dumps({
    "argv": sys.argv, "path": sys.path[0], "name": __name__, "file": __file__, "doc": __doc__,
    "package": __package__, "spec": __spec__ and __spec__.name, "loader": type(__loader__).__name__,
    "is main": main.__dict__ is globals(), "names": sorted(globals()),
}))
"""


def both(folder: Path, *words: str) -> tuple[dict[str, object], dict[str, object]]:
    ours, theirs = headrace_run(folder, *words), python(folder, *words)
    assert (ours.returncode, ours.stderr) == (0, "")
    return json.loads(ours.stdout), json.loads(theirs.stdout)


def test_a_script_sees_what_python_shows_it(tmp_path):
    write(tmp_path, "look.py", LOOK)
    ours, theirs = both(tmp_path, "look.py", "-m", "--help", "--", "--old-numpy")
    assert ours == theirs


def test_a_script_in_another_folder_has_that_folder_on_its_path(tmp_path):
    write(tmp_path, "inner/look.py", LOOK)
    ours, theirs = both(tmp_path, "inner/look.py")
    assert ours == theirs
    assert ours["path"] == str(tmp_path / "inner")


def test_a_linked_script_has_its_true_folder_on_its_path(tmp_path):
    write(tmp_path, "inner/look.py", LOOK)
    (tmp_path / "link.py").symlink_to(tmp_path / "inner" / "look.py")
    ours, theirs = both(tmp_path, "link.py")
    assert ours == theirs


@pytest.mark.parametrize("name", ["package", "package.look", "look"])
def test_a_module_sees_what_python_shows_it(tmp_path, name):
    for file in ("look.py", "package/look.py", "package/__main__.py"):
        write(tmp_path, file, LOOK)
    write(tmp_path, "package/__init__.py", "")
    ours, theirs = both(tmp_path, "-m", name, "--help")
    assert ours == theirs


def test_a_folder_with_a_main_file_runs(tmp_path):
    write(tmp_path, "folder/__main__.py", LOOK)
    ours, theirs = both(tmp_path, "folder", "a")
    assert ours == theirs


def test_the_scripts_future_imports_are_its_own(tmp_path):
    write(tmp_path, "a.py", "def f(x: int): pass\nprint(f.__annotations__['x'] is int)")
    assert headrace_run(tmp_path, "a.py").stdout == "True\n"


def test_objects_of_main_can_be_pickled(tmp_path):
    write(
        tmp_path,
        "a.py",
        """
        import pickle
        class A: pass
        print(type(pickle.loads(pickle.dumps(A()))) is A)
        """,
    )
    assert headrace_run(tmp_path, "a.py").stdout == "True\n"


@pytest.mark.parametrize(
    ("statement", "status", "said"),
    [
        ("sys.exit()", 0, ""),
        ("sys.exit(7)", 7, ""),
        ("sys.exit('no data')", 1, "no data\n"),
        ("import atexit; atexit.register(print, 'left'); sys.exit(3)", 3, ""),
    ],
)
def test_exit_statuses_are_the_programs_own(tmp_path, statement, status, said):
    write(tmp_path, "a.py", f"import sys\n{statement}\n")
    result = headrace_run(tmp_path, "a.py")
    assert (result.returncode, result.stderr) == (status, said)


def test_an_interrupted_program_ends_by_the_signal(tmp_path):
    write(tmp_path, "a.py", "import signal\nsignal.raise_signal(signal.SIGINT)\n")
    result = headrace_run(tmp_path, "a.py")
    assert result.returncode == -signal.SIGINT
    assert result.stderr.endswith("KeyboardInterrupt\n")


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        (("gone.py",), 2, "can't open file"),
        (("-m", "gone"), 1, "No module named gone"),
        (("-m", "gone.away"), 1, "Error while finding module specification for 'gone.away'"),
        (("-m", "email"), 1, "No module named email.__main__; 'email' is a package"),
        ((".",), 1, "can't find '__main__' module in '.'"),
        ((), 2, "give a SCRIPT or -m MODULE to run"),
        (("--fast", "a.py"), 2, "there is no option --fast"),
    ],
)
def test_says_why_there_is_nothing_to_run(tmp_path, words, status, reason):
    result = headrace_run(tmp_path, *words)
    assert result.returncode == status
    assert f"headrace run: {reason}" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_package_that_fails_on_the_way_shows_its_own_error(tmp_path):
    write(tmp_path, "package/__init__.py", "import nothing_there")
    write(tmp_path, "package/a.py", "")
    result = headrace_run(tmp_path, "-m", "package.a")
    assert result.returncode == 1
    assert result.stderr.endswith("No module named 'nothing_there'\n")


def test_the_programs_tensorflow_is_headrace(tmp_path):
    write(
        tmp_path,
        "a.py",
        """
        import sys
        import tensorflow as tf
        import headrace
        print(tf.__version__, tf.Session is headrace.Session)
        def main(argv):
            print(argv)
            return 4
        if __name__ == "__main__":
            sys.exit(sys.modules["__main__"].main(sys.argv))
        """,
    )
    result = headrace_run(tmp_path, "a.py", "--steps", "1")
    assert result.stdout == "1.15.5 True\n['a.py', '--steps', '1']\n"
    assert result.returncode == 4


def test_old_numpy_has_its_names_only_when_asked(tmp_path):
    write(tmp_path, "a.py", "import numpy as np\nprint(np.float, np.object)\n")
    assert headrace_run(tmp_path, "a.py").returncode == 1
    assert headrace_run(tmp_path, "--old-numpy", "a.py").stdout == f"{float} {object}\n"


def test_the_command_line_tools_are_not_loaded_for_a_program(tmp_path):
    write(tmp_path, "a.py", "import sys\nprint({'typer', 'rich', 'click'} & set(sys.modules))\n")
    assert headrace_run(tmp_path, "a.py").stdout == "set()\n"


@pytest.mark.parametrize("words", [("--help",), ("run", "--help"), ("symbols", "--help")])
def test_help_is_given_everywhere(tmp_path, words):
    result = python(tmp_path, "-m", "headrace.cli", *words)
    assert result.returncode == 0
    assert "headrace" in result.stdout
    assert result.stderr == ""


def test_the_version_names_the_python_too(tmp_path):
    result = python(tmp_path, "-m", "headrace.cli", "--version")
    assert result.stdout.startswith("headrace ")
    assert result.stdout.endswith(f"on Python {sys.version.split()[0]}\n")
