"""`headrace symbols`: what Headrace lacks of the names that programs use, before anything runs.

Only the command's arguments, order of work and exit code live here; reading is in `cli/scan`.
"""

import gc
import json
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer

from headrace.cli.scan.file import scan_file
from headrace.cli.scan.folders import programs
from headrace.cli.scan.found import Place, Problem
from headrace.cli.scan.names import count_names
from headrace.cli.scan.namespace import Namespace
from headrace.cli.scan.report import Report
from headrace.cli.scan.source import UnreadableError

# Columns of a line that goes to a file: none is so long.
_UNCUT = 10_000
_IMPORTABLE = frozenset({".py", ".so", ""})

Paths = Annotated[
    list[Path] | None,
    typer.Argument(metavar="PATH…", help="Scripts, notebooks or folders of them."),
]
Names = Annotated[
    Path | None, typer.Option("--names", help="A tab-separated list to count: name, repos, uses.")
]
Json = Annotated[bool, typer.Option("--json", help="Print everything, with all places, as JSON.")]
Everything = Annotated[bool, typer.Option("--all", help="List the present names too.")]


def symbols(
    paths: Paths = None, names: Names = None, as_json: Json = False, everything: Everything = False
) -> None:
    """Say which tf. names programs use that Headrace lacks, and outdated Python or NumPy.

    The programs are only read: nothing of them is imported or run. The exit code is 0 if all is
    present, 1 if something is missing or outdated, and 2 if a path cannot be read.
    """
    if not paths and names is None:
        raise typer.BadParameter("give a script, a notebook, a folder, or --names FILE")
    for path in paths or ():
        if not (path.is_dir() or path.is_file()):
            raise typer.BadParameter(
                f"{path}: {'no plain file' if path.exists() else 'no such file'}"
            )
    try:
        namespace = Namespace()
        report = count_names(names, namespace) if names else Report(namespace)
    except UnreadableError as error:
        raise typer.BadParameter(f"{names}: {error}") from error
    if paths:
        _scan(paths, report)
    if as_json:
        typer.echo(json.dumps(report.as_json(), indent=2, ensure_ascii=False))
    else:
        from rich.console import Console

        from headrace.cli.scan.table import show

        show(report, Console(width=_width()), everything=everything)
    raise typer.Exit(0 if report.complete else 1)


def _width() -> int | None:
    """The columns to fill: the terminal's, or any number in a file, where a cut name cannot be found."""
    return None if sys.stdout.isatty() else _UNCUT


def _scan(paths: Iterable[Path], report: Report) -> None:
    """Add every program under `paths` to the report, each once."""
    refused = list[OSError]()
    found = dict.fromkeys(file for path in paths for file in programs(path, refused))
    for error in refused:
        place = Place(str(error.filename), 0)
        report.problems.append(Problem(place, error.strerror or str(error)))
    local_modules = _modules_beside(found)
    with _without_collector():
        for file in _progress(list(found)):
            try:
                report.add(scan_file(file, local_modules))
            except UnreadableError as error:
                report.problems.append(Problem(Place(str(file), 0), str(error)))
    report.finish()


def _modules_beside(files: Iterable[Path]) -> frozenset[str]:
    """Names of the modules and packages that the programs may import from their own folders."""
    beside = set[str]()
    for folder in {file.parent for file in files}:
        with suppress(OSError):
            beside.update(entry.stem for entry in folder.iterdir() if entry.suffix in _IMPORTABLE)
    return frozenset(beside)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Syntax trees have no cycles, and looking for some doubles the time to parse."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _progress(files: list[Path]) -> Iterator[Path]:
    """Yield the files; on a terminal a bar shows how far it is, once a second has gone by."""
    if not sys.stderr.isatty():
        yield from files
        return
    from rich.console import Console
    from rich.progress import Progress

    started = time.monotonic()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=len(files), visible=False)
        for file in files:
            yield file
            bar.update(task, advance=1, visible=time.monotonic() - started > 1)
