"""Shows what a program did not catch, as Python would, without Headrace's own frames.

Frames are taken away and the exception is shown here; why it happened is `explain.py`'s matter.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import NoReturn

_PACKAGE = f"{Path(__file__).parent.parent}/"
_MACHINERY = ("<frozen runpy>", "<frozen importlib")


def end_with(error: BaseException, *, hide: bool) -> NoReturn:
    """Show an exception through `sys.excepthook`, say what it comes from, and raise it once more.

    Args:
        error: What the program did not catch. Its tracebacks lose Headrace's frames if `hide`.
        hide: Whether to take Headrace's frames away.

    Raises:
        BaseException: `error` itself, shown no second time: Python makes the exit status of it,
            which for KeyboardInterrupt is the end by the signal, and `python -i` can look at it.
    """
    if hide:
        strip(error)
    sys.excepthook(type(error), error, error.__traceback__)
    from headrace.cli.explain import explain

    sentence = explain(error)
    if sentence is not None:
        sys.stderr.write(f"headrace: {sentence}\n")
    sys.excepthook = _show_nothing
    raise error


def hide_frames_in_threads() -> None:
    """Let the failures of threads be shown without Headrace's frames, too."""
    shown = threading.excepthook

    def show(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            strip(arguments.exc_value)
            arguments = threading.ExceptHookArgs(
                (
                    arguments.exc_type,
                    arguments.exc_value,
                    arguments.exc_value.__traceback__,
                    arguments.thread,
                )
            )
        shown(arguments)

    threading.excepthook = show


def strip(error: BaseException) -> None:
    """Take Headrace's frames from the tracebacks of an exception and of all that it came from."""
    for part in _family(error):
        part.__traceback__ = _without_ours(part.__traceback__)


def _family(error: BaseException) -> Iterator[BaseException]:
    """The exception, its causes and contexts, and the members of groups, each once."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        part = waiting.pop()
        if part is None or id(part) in seen:
            continue
        seen.add(id(part))
        yield part
        waiting += [part.__cause__, part.__context__]
        if isinstance(part, BaseExceptionGroup):
            waiting += part.exceptions


def _without_ours(traceback: TracebackType | None) -> TracebackType | None:
    entries = []
    while traceback is not None:
        entries.append(traceback)
        traceback = traceback.tb_next
    kept: TracebackType | None = None
    for entry in reversed(entries):
        if not _is_ours(entry.tb_frame.f_code.co_filename):
            kept = TracebackType(kept, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return kept


def _is_ours(filename: str) -> bool:
    return filename.startswith((_PACKAGE, *_MACHINERY))


def _show_nothing(*_: object) -> None:
    """The exception has been shown already."""
