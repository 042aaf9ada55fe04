"""Reads the command line of `headrace run`, by hand: what follows the program is the program's own.

Only its options, help text and errors live here.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from typing import Final, NoReturn

USAGE: Final = "usage: headrace run [OPTIONS] [-m MODULE | SCRIPT] [ARGS...]"
HELP: Final = f"""{USAGE}

Run a TensorFlow-1 program as `python SCRIPT ARGS` would, with `import tensorflow` served by Headrace:
also `tensorflow.compat.v1`, `.contrib`, `.python` and `.core`, and in the processes that the program
starts through multiprocessing. An installed TensorFlow is not used.

What to run:
  SCRIPT                 a Python file, or a folder or zip file with a __main__.py
  -m MODULE              a module or package, as `python -m MODULE`
  ARGS                   given to the program untouched, options and --help too

Options:
  --old-numpy            restore the names that NumPy has removed, such as np.float and np.object,
                         in this process and those it starts
  --traceback user|full  user (the default) shows the program's own lines; full shows Headrace's, too.
                         HEADRACE_TRACEBACK=full does the same
  -h, --help             show this text

Examples:
  headrace run train.py --steps 100 --help
  headrace run -m models.train --data_dir=data
  headrace run --old-numpy old_script.py
  HEADRACE_TRACEBACK=full headrace run train.py

When a program fails because Python or NumPy has moved on (print x, xrange, np.float, scipy.misc), the
line after the traceback says the cause and the fix. `headrace symbols PATH` finds such places, and
what Headrace does not have yet, before anything runs.

The exit status is the program's own, and 2 for a command line that cannot be followed.
"""


@dataclass(frozen=True)
class RunArguments:
    """What `headrace run` was asked to do.

    Args:
        program: The script's path, or the module's name.
        is_module: Whether `program` is a module (-m).
        arguments: The program's own arguments.
        old_numpy: Whether to restore NumPy's removed aliases.
        full_traceback: Whether tracebacks show Headrace's frames.
    """

    program: str
    is_module: bool = False
    arguments: tuple[str, ...] = ()
    old_numpy: bool = False
    full_traceback: bool = False


def parse(words: list[str]) -> RunArguments:
    """Read the words after `headrace run`.

    Raises:
        SystemExit: after --help (0), or if the words cannot be understood (2, with the reason on
            stderr).
    """
    chosen = RunArguments("", full_traceback=os.environ.get("HEADRACE_TRACEBACK") == "full")
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in {"-h", "--help"}:
            sys.stdout.write(HELP)
            raise SystemExit(0)
        if word.startswith("-m"):
            name = word[2:] or _value("-m", "a module's name", rest)
            return replace(chosen, program=name, is_module=True, arguments=tuple(rest))
        if word == "--old-numpy":
            chosen = replace(chosen, old_numpy=True)
        elif word == "--traceback" or word.startswith("--traceback="):
            value = word.partition("=")[2] or _value("--traceback", "user or full", rest)
            chosen = replace(chosen, full_traceback=_is_full(value))
        elif word == "--" and rest:
            return replace(chosen, program=rest[0], arguments=tuple(rest[1:]))
        elif word.startswith("-"):
            fail(f"there is no option {word}; the program's own options stand after SCRIPT")
        else:
            return replace(chosen, program=word, arguments=tuple(rest))
    return fail("give a SCRIPT or -m MODULE to run")


def _value(option: str, what: str, rest: list[str]) -> str:
    if not rest:
        fail(f"{option} needs {what}")
    return rest.pop(0)


def _is_full(value: str) -> bool:
    if value not in {"user", "full"}:
        fail(f"--traceback takes user or full, not {value}")
    return value == "full"


def fail(reason: str) -> NoReturn:
    """End with exit status 2 and say on stderr why the command line cannot be followed."""
    sys.stderr.write(f"{USAGE}\nheadrace run: {reason} (headrace run --help tells more)\n")
    raise SystemExit(2)
