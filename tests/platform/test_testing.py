"""`tf.test.main` ends its process, so the programs that call it run in processes of their own."""

import unittest.mock
from pathlib import Path

import pytest

from headrace.platform import testing
from tests.launch import python, write

PROGRAM = """
import unittest
from headrace.platform import flags, testing
flags.DEFINE_string("name", "x", "its name")

class Some(unittest.TestCase):
    def test_flag(self):
        self.assertEqual(flags.FLAGS.name, "x")

    def test_fails(self):
        self.fail(testing.get_temp_dir())

if __name__ == "__main__":
    testing.main({arguments})
"""


def run(folder, *words, arguments=""):
    return python(
        folder, str(write(folder, "some_test.py", PROGRAM.format(arguments=arguments))), *words
    )


@pytest.mark.parametrize(
    "question",
    [
        testing.is_gpu_available,
        lambda: testing.is_gpu_available(True, min_cuda_compute_capability=(3, 0)),
        testing.gpu_device_name,
        testing.is_built_with_cuda,
        testing.is_built_with_gpu_support,
        testing.is_built_with_rocm,
        testing.is_built_with_xla,
    ],
)
def test_there_is_only_the_cpu(question):
    assert question() in ("", False)


def test_main_runs_the_programs_tests(tmp_path):
    ended = run(tmp_path)
    assert ended.returncode == 1
    assert "Ran 2 tests" in ended.stderr
    assert "AssertionError" in ended.stderr


def test_main_runs_the_tests_that_are_named_and_parses_flags(tmp_path):
    passes = run(tmp_path, "--name=x", "Some.test_flag")
    assert (passes.returncode, "Ran 1 test" in passes.stderr) == (0, True)
    fails = run(tmp_path, "--name=y", "Some.test_flag")
    assert (fails.returncode, "'y' != 'x'" in fails.stderr) == (1, True)


def test_main_takes_words_for_those_of_the_program(tmp_path):
    ended = run(tmp_path, "Some.test_fails", arguments="argv=['p', 'Some.test_flag']")
    assert (ended.returncode, "Ran 1 test" in ended.stderr) == (0, True)


def test_the_temporary_folder_lasts_as_long_as_the_process(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        from pathlib import Path
        from headrace.platform import testing
        assert testing.get_temp_dir() == testing.get_temp_dir()
        (Path(testing.get_temp_dir()) / "file").touch()
        print(testing.get_temp_dir())
        """,
    )
    folder = Path(python(tmp_path, "program.py", TMPDIR=str(tmp_path)).stdout.strip())
    assert folder.parent == tmp_path
    assert folder.name.startswith("program")
    assert not folder.exists()


def test_mock_is_unittests():
    assert testing.mock is unittest.mock
    with pytest.raises(AttributeError, match="has no attribute 'mocks'"):
        getattr(testing, "mocks")  # noqa: B009  # mypy knows that there is none
