"""Says why a program fails where Python 2 or an older NumPy ran it, from the table of idioms.

The look-up lives here; the table, and every sentence, is in `idioms.py`.
"""

from __future__ import annotations

import linecache
import os
import re
from collections.abc import Iterator
from types import TracebackType

from headrace.cli.idioms import IDIOMS, Idiom


def explain(error: BaseException) -> str | None:
    """The sentence for an exception that is owed to Python's or NumPy's changes; None for any other."""
    names = {entry.__name__ for entry in type(error).__mro__}
    for idiom in IDIOMS:
        if names.isdisjoint(idiom.errors):
            continue
        found = re.search(idiom.pattern, _message(error))
        if found is None:
            continue
        name = _old_name(found)
        if idiom.replacements and name not in idiom.replacements:
            continue
        if _is_bound_to_lines(idiom, error):
            return idiom.sentence(name)
    return explain(error.__cause__) if error.__cause__ is not None else None


def _message(error: BaseException) -> str:
    return error.msg if isinstance(error, SyntaxError) else str(error)


def _old_name(found: re.Match[str]) -> str:
    groups = {key: value for key, value in found.groupdict().items() if value is not None}
    if "module" in groups:
        return f"{groups['module']}.{groups['attribute']}"
    return next(iter(groups.values()), "")


def _is_bound_to_lines(idiom: Idiom, error: BaseException) -> bool:
    """Whether the source lines that matter fit the idiom, if it asks for them."""
    if idiom.line is None:
        return True
    if isinstance(error, SyntaxError):
        return re.search(idiom.line, error.text or "") is not None
    return any(re.search(idiom.line, line) for line in _lines(error.__traceback__))


def _lines(traceback: TracebackType | None) -> Iterator[str]:
    """The failing statements in the user's files, and the lines that assign the names they use."""
    while traceback is not None:
        filename = traceback.tb_frame.f_code.co_filename
        if not _is_library(filename):
            lines = linecache.getlines(filename, traceback.tb_frame.f_globals)
            statement = "".join(lines[slice(*_span(traceback))])
            yield statement
            names = "|".join(set(re.findall(r"[A-Za-z_]\w*", statement)))
            yield from (line for line in lines if re.match(rf"\s*({names})\s*=[^=]", line))
        traceback = traceback.tb_next


def _span(traceback: TracebackType) -> tuple[int, int]:
    """First and last line of the expression that a frame is at, as the ends of a slice."""
    positions = list(traceback.tb_frame.f_code.co_positions())
    first, last, _, _ = positions[traceback.tb_lasti // 2]
    return (first or traceback.tb_lineno) - 1, last or traceback.tb_lineno


def _is_library(filename: str) -> bool:
    return "site-packages" in filename or filename.startswith((os.path.dirname(os.__file__), "<"))  # noqa: PTH120 # pathlib would be loaded for this alone
