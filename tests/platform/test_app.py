"""`tf.app.run` ends its process, so each program runs in one of its own."""

from tests.launch import python, write

PROGRAM = """
import sys
from headrace.platform import app, flags
flags.DEFINE_string("name", "x", "its name")
FLAGS = flags.FLAGS

def main(argv):
    print(argv, FLAGS.name)
    return 7

if __name__ == "__main__":
    app.run({arguments})
"""


def run(folder, arguments, *words):
    write(folder, "program.py", PROGRAM.format(arguments=arguments))
    return python(folder, "program.py", *words)


def test_main_gets_what_is_no_flag_and_its_result_is_the_status(tmp_path):
    ended = run(tmp_path, "", "--name=q", "--unknown=3", "word", "--other", "4", "--", "--name=l")
    left = ["program.py", "--unknown=3", "word", "--other", "4", "--", "--name=l"]
    assert (ended.stdout, ended.returncode) == (f"{left} q\n", 7)


def test_a_given_function_and_given_words_are_taken(tmp_path):
    given = "main=lambda argv: print('given', argv, FLAGS.name), argv=('p', '--name=q', 'word')"
    ended = run(tmp_path, given, "--name=z")
    assert (ended.stdout, ended.returncode) == ("given ['p', 'word'] q\n", 0)


def test_a_wrong_value_ends_the_program_before_main(tmp_path):
    program = PROGRAM.replace("DEFINE_string", "DEFINE_integer").replace('"x"', "1")
    write(tmp_path, "program.py", program.format(arguments=""))
    ended = python(tmp_path, "program.py", "--name=word")
    assert ended.returncode == 1
    assert "flag --name=word: invalid literal for int()" in ended.stderr
    assert ended.stdout == ""


def test_help_lists_the_programs_own_flags(tmp_path):
    ended = run(tmp_path, "", "--helpshort")
    assert ended.returncode == 1
    assert "program.py:\n  --name: its name\n    (default: 'x')" in ended.stdout


def test_a_program_without_main_says_so(tmp_path):
    write(tmp_path, "program.py", "from headrace.platform import app\napp.run()\n")
    ended = python(tmp_path, "program.py")
    assert "AttributeError: module '__main__' has no attribute 'main'" in ended.stderr


def test_messages_look_the_same_before_and_in_main(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        from headrace.platform import app, logging
        app.run(main=lambda argv: logging.warning("in main"))
        """,
    )
    shown = python(tmp_path, "program.py").stderr.splitlines()
    assert shown[0] == "WARNING:tensorflow:in main"
