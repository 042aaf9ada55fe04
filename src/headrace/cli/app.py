"""The typer application: what `headrace --help` lists.

Only the registration of subcommands lives here; each is a file of its own, loaded when it is
called.
"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from headrace.cli.symbols import symbols

# The letter \b on its line keeps the line breaks below it.
_EPILOG = """\b
Examples:
  headrace run train.py --steps 100   a script, with its own arguments
  headrace run -m package.train       a module, as python -m does
  headrace symbols models/            what a folder of scripts would miss

`headrace COMMAND --help` tells more about a command.
"""

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,  # plain text: the help is read in logs and pipes, too
    epilog=_EPILOG,
    help="Run TensorFlow-1 graph programs without TensorFlow.",
)


def _show_version(asked: bool) -> None:
    if asked:
        try:
            number = version("headrace")
        except PackageNotFoundError:  # run from its sources
            number = "(not installed)"
        typer.echo(f"headrace {number} on Python {sys.version.split()[0]}")
        raise typer.Exit


@app.callback()
def headrace(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Run TensorFlow-1 graph programs without TensorFlow."""


@app.command(
    "run",
    short_help="Run a script or a module, unchanged.",
    add_help_option=False,
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)
def run(context: typer.Context) -> None:
    """Run a script or a module with `import tensorflow` served by Headrace."""
    from headrace.cli.run import run as run_program

    run_program(context.args)


app.command("symbols", short_help="Say what a script or a folder would miss.")(symbols)
