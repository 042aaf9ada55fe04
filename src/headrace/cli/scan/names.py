"""Counted lists of names: how much of what many programs use is present.

A list is a text file of tab-separated columns: name, repositories, uses. Lines that do not begin
with ``tf.`` (a header, comments) are left out.
"""

from pathlib import Path

from headrace.cli.scan.found import Place
from headrace.cli.scan.namespace import Namespace
from headrace.cli.scan.report import Report, SymbolRow
from headrace.cli.scan.source import UnreadableError


def read_names(path: Path) -> list[tuple[str, int, int]]:
    """Read a list of names.

    Args:
        path: the file.

    Returns:
        (name, uses, line) of each entry; uses count 1 where the column is missing.

    Raises:
        UnreadableError: if the file cannot be read or a count is no number.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableError(str(error)) from error
    entries = list[tuple[str, int, int]]()
    for number, line in enumerate(lines, 1):
        if not line.startswith("tf."):
            continue
        name, *columns = line.split("\t")
        try:
            uses = int(columns[1]) if len(columns) > 1 else 1
        except ValueError as error:
            raise UnreadableError(f"line {number}: the third column is no number") from error
        entries.append((name.strip(), uses, number))
    return entries


def count_names(path: Path, namespace: Namespace) -> Report:
    """Report which names of a list Headrace has, weighted by their uses."""
    report = Report(namespace)
    for name, uses, line in read_names(path):
        place = Place(str(path), line)
        report.symbols[name] = SymbolRow(name, namespace.exists(name), uses=uses, places=[place])
    report.finish()
    return report
