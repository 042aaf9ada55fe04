"""`tf.logging`: messages to the logger `tensorflow`, shown as `INFO:tensorflow:…` on stderr.

Nothing is set up before the first use, so that importing Headrace leaves a program's logging alone.
"""

from __future__ import annotations

import functools
import itertools
import logging
import sys
import threading
from collections import defaultdict
from typing import Any, Final

DEBUG: Final = logging.DEBUG
INFO: Final = logging.INFO
WARN: Final = logging.WARNING
ERROR: Final = logging.ERROR
FATAL: Final = logging.CRITICAL

# Calls of log_every_n and log_first_n, by file and line: they count where they stand in the
# program.
_calls: Final[defaultdict[tuple[str, int], itertools.count[int]]] = defaultdict(itertools.count)
_first_use: Final = threading.RLock()
_TO_CALLER: Final = 2  # stack levels from the logger to who called a function of this module


def get_logger() -> logging.Logger:
    """The logger `tensorflow`.

    On first use it gets a handler, unless the program has set up a root one.

    As in TensorFlow, an interactive Python shows INFO, and on stdout; a program shows WARN, on
    stderr.
    """
    with _first_use:  # two threads may be the first, and two handlers would show each message twice
        return _set_up()


def log(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at a level, such as `tf.logging.INFO`."""
    _log(level, msg, args, kwargs)


def vlog(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at a level, as `log` does."""
    _log(level, msg, args, kwargs)


def debug(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level DEBUG."""
    _log(DEBUG, msg, args, kwargs)


def info(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level INFO."""
    _log(INFO, msg, args, kwargs)


def warning(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level WARN."""
    _log(WARN, msg, args, kwargs)


def warn(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level WARN."""
    _log(WARN, msg, args, kwargs)


def error(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level ERROR."""
    _log(ERROR, msg, args, kwargs)


def fatal(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level FATAL, which Python names CRITICAL; the program goes on."""
    _log(FATAL, msg, args, kwargs)


def TaskLevelStatusMessage(msg: Any) -> None:  # noqa: N802  # TensorFlow's name
    """Logs `msg` at level ERROR."""
    _log(ERROR, msg, (), {})


def log_every_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Logs at the first of every `n` calls from one line of the program.

    Raises:
        ZeroDivisionError: `n` is 0.
    """
    if _earlier_calls() % n == 0:
        _log(level, msg, args, {})


def log_first_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Logs at the first `n` calls from one line of the program."""
    if _earlier_calls() < n:
        _log(level, msg, args, {})


def log_if(level: int, msg: Any, condition: Any, *args: Any) -> None:
    """Logs if `condition` is true."""
    if condition:
        _log(level, msg, args, {})


def flush() -> None:
    """Writes out what the logger's handlers hold back."""
    for handler in get_logger().handlers:
        handler.flush()


def get_verbosity() -> int:
    """The lowest level that is shown."""
    return get_logger().getEffectiveLevel()


def set_verbosity(v: int | str) -> None:
    """Sets the lowest level that is shown: a number, or its name such as `'INFO'`.

    Raises:
        ValueError: there is no level of this name.
    """
    get_logger().setLevel(v)


@functools.cache
def _set_up() -> logging.Logger:
    logger = logging.getLogger("tensorflow")
    interactive = hasattr(sys, "ps1") or bool(sys.flags.interactive)
    if interactive and logger.level == logging.NOTSET:
        logger.setLevel(INFO)
    # absl.app.run sets up a root handler of its own; TensorFlow's format is shown beside it.
    if all(type(handler).__module__.startswith("absl.") for handler in logging.root.handlers):
        handler = logging.StreamHandler(sys.stdout if interactive else sys.stderr)
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT))
        logger.addHandler(handler)
    return logger


def _log(level: int, msg: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    deeper = kwargs.pop("stacklevel", 1) + _TO_CALLER  # a formatter shows the program's own line
    get_logger().log(level, msg, *args, stacklevel=deeper, **kwargs)


def _earlier_calls() -> int:
    """How often the line that called the function that calls this one has done so before."""
    frame = sys._getframe(_TO_CALLER)
    return next(_calls[frame.f_code.co_filename, frame.f_lineno])
