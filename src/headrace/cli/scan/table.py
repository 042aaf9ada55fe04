"""The report as a person reads it: tables that fit 80 columns, and a last sentence."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from headrace.base.tensorflow1 import OUTSIDE
from headrace.cli.scan.report import IdiomRow, Report

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

Row = tuple[str, str, str, str]


def show(report: Report, console: "Console", *, everything: bool) -> None:
    """Print the report.

    Args:
        report: what was found.
        console: where to.
        everything: list the present symbols too.
    """
    rows = [
        (
            row.name,
            str(row.uses),
            str(row.places[0]),
            row.near or _verdict(row.name),
        )
        for row in report.missing
    ]
    rows += [
        (f"{row.name}({row.keyword}=)", str(len(row.places)), str(row.places[0]), "keyword missing")
        for row in report.keywords.values()
    ]
    if everything:
        rows += [
            (row.name, str(row.uses), str(row.places[0]), "present")
            for row in report.symbols.values()
            if row.present
        ]
    if rows:
        heads = ("symbol" if everything else "missing", "uses", "first place", "nearest, or why")
        console.print(_table(heads, rows), "")
    if report.idioms:
        console.print(
            _table(("idiom", "uses", "first place"), _idiom_rows(report.idioms.values())), ""
        )
    for problem in report.problems:
        console.print(f"{problem.place}: {problem.reason}", markup=False, highlight=False)
    console.print(report.summary(), markup=False, highlight=False)


def _verdict(name: str) -> str:
    """What is said where nothing is near."""
    path = name.removeprefix("tf.")
    planned = not any(path == tree or path.startswith(f"{tree}.") for tree in OUTSIDE)
    return "not yet" if planned else "not planned"


def _idiom_rows(rows: Iterable[IdiomRow]) -> list[tuple[str, str, str]]:
    ordered = sorted(rows, key=lambda row: -len(row.places))
    return [(row.text, str(len(row.places)), str(row.places[0])) for row in ordered]


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for head in heads:
        table.add_column(
            head,
            justify="right" if head == "uses" else "left",
            overflow="fold",
            no_wrap=head == "uses",
        )
    for row in rows:
        table.add_row(*map(Text, row))
    return table
