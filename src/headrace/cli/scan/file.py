"""One file from its path to its findings, whatever state it is in.

A file that does not parse is repaired as Python 2; one that still does not is read by its words.
"""

import ast
import sys
import warnings
from dataclasses import dataclass, field
from pathlib import Path

from headrace.cli.scan.fallback import uses_by_words
from headrace.cli.scan.found import Findings, Hit, Problem, Use
from headrace.cli.scan.python2 import MAGIC, repair, untabify
from headrace.cli.scan.reader import Reader
from headrace.cli.scan.source import Document, read_document

_TOO_DEEP = "nested too deeply to parse: names found by their words alone"


@dataclass(slots=True)
class FileScan:
    """What a file holds; lines are the document's."""

    document: Document
    uses: list[Use] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def scan_file(path: Path, local_modules: frozenset[str] = frozenset()) -> FileScan:
    """Read a file.

    Args:
        path: a `.py` or `.ipynb` file.
        local_modules: the modules in its folder.

    Returns:
        Its names, idioms and problems.

    Raises:
        UnreadableError: if it holds no text we can read.
    """
    document = read_document(path)
    scan = FileScan(document)
    if document.note:
        scan.problems.append(Problem(document.place(0 if not document.cells else 1), document.note))
    body, unparsed = list[ast.stmt](), list[tuple[int, int]]()
    for text, before in document.parts:
        tree = _parse(text, before, scan)
        if tree is None:
            unparsed.append((before, before + text.count("\n") + 1))
        else:
            body.extend(tree.body)
    try:
        found = Reader(local_modules).read(body)
    except RecursionError:
        scan.problems.append(Problem(document.place(1), _TOO_DEEP))
        found, unparsed = Findings(), [(0, sys.maxsize)]
    scan.uses.extend(found.uses)
    scan.hits.extend(found.hits)
    if unparsed:
        # Imports of the parts that parse hold in the ones that do not.
        whole = uses_by_words("\n".join(text for text, _ in document.parts))
        scan.uses.extend(u for u in whole if any(a < u.line <= b for a, b in unparsed))
    return scan


def _parse(text: str, before: int, scan: FileScan) -> ast.Module | None:
    """The syntax tree with the document's line numbers; None, with the problem noted, if none."""
    try:
        return _tree(text, before)
    except (RecursionError, MemoryError):
        scan.problems.append(Problem(scan.document.place(before + 1), _TOO_DEEP))
        return None
    except (SyntaxError, ValueError):
        pass
    repaired, hits = repair(text)
    try:
        try:
            tree = _tree(repaired, before)
        except TabError as error:
            hits.append(Hit("mixed-tabs", error.lineno or 1))
            tree = _tree(untabify(repaired), before)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        tree = None
        line = getattr(error, "lineno", None) or 1
        reason = getattr(error, "msg", None) or str(error) or _TOO_DEEP
        problem = f"does not parse ({reason}): names found by their words alone"
        scan.problems.append(Problem(scan.document.place(before + line), problem))
    # In a notebook magic lines are as they should be.
    kept = (hit for hit in hits if hit.key != MAGIC or not scan.document.cells)
    scan.hits.extend(Hit(hit.key, hit.line + before, hit.name) for hit in kept)
    return tree


def _tree(text: str, before: int) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "\d" in a string is none of our business
        tree = ast.parse(text)
    return ast.increment_lineno(tree, before) if before else tree
