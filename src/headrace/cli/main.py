"""The entry point: sends `headrace run` straight to its file and all else to the typer application.

Nothing but that choice lives here, so that a program starts without typer and rich, which take
longer to load than Python itself.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the `headrace` command on `sys.argv`."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["run"]:
        from headrace.cli.run import run

        run(arguments[1:])
    else:
        from headrace.cli.app import app  # loads typer

        app(prog_name="headrace")
