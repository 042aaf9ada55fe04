"""`headrace run`: a program with `import tensorflow` served by Headrace.

The order of things lives here: arguments, hook, program, failure. How a program is made `__main__`
is `program.py`'s matter, how its failure is shown `failures.py`'s.
"""

from __future__ import annotations

from headrace.cli.arguments import parse
from headrace.cli.failures import end_with, hide_frames_in_threads
from headrace.cli.program import load
from headrace.importing import install


def run(words: list[str]) -> None:
    """Run the program that the words after `headrace run` name.

    Raises:
        SystemExit: as the program raised it, or if there is nothing to run.
        BaseException: what the program did not catch, already shown; Python turns it into an exit
            status.
    """
    chosen = parse(words)
    install(restore_numpy=chosen.old_numpy)
    hide = not chosen.full_traceback
    if hide:
        hide_frames_in_threads()
    try:
        start = load(chosen.program, is_module=chosen.is_module, arguments=chosen.arguments)
        start()
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001 # this is the program's outermost frame
        end_with(error, hide=hide)
