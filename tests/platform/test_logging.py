"""A logger is set up once a process, so what is shown is looked at in processes of their own."""

import logging as python_logging

import pytest

from headrace.platform import logging
from tests.launch import python, write


def shown(folder, source):
    write(
        folder,
        "program.py",
        "import logging as python_logging\nfrom headrace.platform import logging\n",
    )
    with (folder / "program.py").open("a") as file:
        file.write(source)
    ended = python(folder, "program.py")
    assert ended.returncode == 0, ended.stderr
    return ended.stdout, ended.stderr


@pytest.fixture
def records():
    """What the logger was given, as `(level, text, file, function)`."""
    seen = []

    class Keep(python_logging.Handler):
        def emit(self, record):
            seen.append((record.levelname, record.getMessage(), record.filename, record.funcName))

    logger, keep = logging.get_logger(), Keep()
    before = logger.level
    logger.addHandler(keep)
    logging.set_verbosity(logging.DEBUG)
    yield seen
    logger.removeHandler(keep)
    logger.setLevel(before)


def test_shows_warnings_on_stderr_in_tensorflows_format(tmp_path):
    source = """
logging.info("hidden")
logging.warning("w %d", 3)
logging.fatal("f")
"""
    assert shown(tmp_path, source) == ("", "WARNING:tensorflow:w 3\nCRITICAL:tensorflow:f\n")


def test_importing_adds_no_handler_and_a_use_only_one(tmp_path):
    source = """
print(python_logging.getLogger("tensorflow").handlers, python_logging.root.handlers)
for _ in range(2):
    logging.error("e")
print(len(python_logging.getLogger("tensorflow").handlers), python_logging.root.handlers)
"""
    assert shown(tmp_path, source) == ("[] []\n1 []\n", "ERROR:tensorflow:e\n" * 2)


def test_a_root_handler_of_the_program_is_the_only_one(tmp_path):
    source = """
python_logging.basicConfig(format="mine %(message)s", level=python_logging.INFO)
logging.info("i")
"""
    assert shown(tmp_path, source) == ("", "mine i\n")


def test_an_interactive_python_shows_info_on_stdout(tmp_path):
    source = """
import sys
sys.ps1 = ">>> "
logging.info("i")
logging.debug("d")
"""
    assert shown(tmp_path, source) == ("INFO:tensorflow:i\n", "")


@pytest.mark.parametrize(
    ("call", "level"),
    [
        (lambda: logging.debug("%s", "m"), "DEBUG"),
        (lambda: logging.info("%s", "m"), "INFO"),
        (lambda: logging.warn("%s", "m"), "WARNING"),
        (lambda: logging.warning("%s", "m"), "WARNING"),
        (lambda: logging.error("%s", "m"), "ERROR"),
        (lambda: logging.fatal("%s", "m"), "CRITICAL"),
        (lambda: logging.log(logging.INFO, "%s", "m"), "INFO"),
        (lambda: logging.vlog(logging.INFO, "%s", "m"), "INFO"),
        (lambda: logging.log_if(logging.INFO, "%s", True, "m"), "INFO"),
        (lambda: logging.log_first_n(logging.INFO, "%s", 1, "m"), "INFO"),
        (lambda: logging.log_every_n(logging.INFO, "%s", 1, "m"), "INFO"),
        (lambda: logging.TaskLevelStatusMessage("m"), "ERROR"),
    ],
)
def test_a_record_names_its_level_and_the_programs_line(records, call, level):
    call()
    assert records == [(level, "m", "test_logging.py", "<lambda>")]


def test_a_false_condition_logs_nothing(records):
    logging.log_if(logging.ERROR, "m", False)
    assert records == []


def test_counts_the_calls_of_each_line(records):
    for call in range(5):
        logging.log_every_n(logging.INFO, "every %d", 2, call)
        logging.log_first_n(logging.INFO, "first %d", 2, call)
        logging.log_first_n(logging.INFO, "again %d", 1, call)
    assert [text for _, text, _, _ in records] == [
        *("every 0", "first 0", "again 0", "first 1", "every 2", "every 4")
    ]


def test_keeps_an_exception_and_a_stack_level_of_the_program(records):
    def report():
        logging.info("m", stacklevel=2)

    report()
    assert records[0][3] == "test_keeps_an_exception_and_a_stack_level_of_the_program"


def test_verbosity_is_a_level_or_its_name(records):
    logging.set_verbosity("ERROR")
    assert logging.get_verbosity() == logging.ERROR
    logging.warning("hidden")
    assert records == []
    with pytest.raises(ValueError, match="Unknown level: 'NOISY'"):
        logging.set_verbosity("NOISY")


def test_the_levels_are_pythons():
    levels = (logging.DEBUG, logging.INFO, logging.WARN, logging.ERROR, logging.FATAL)
    assert levels == (10, 20, 30, 40, 50)


def test_flush_reaches_the_handlers(records):
    flushed = []
    handler = python_logging.NullHandler()
    handler.flush = lambda: flushed.append(True)  # type: ignore[method-assign]
    logging.get_logger().addHandler(handler)
    logging.flush()
    logging.get_logger().removeHandler(handler)
    assert flushed == [True]
