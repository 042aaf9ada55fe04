"""How an error message is laid out: TensorFlow's sentence, then aligned rows of ours.

Only layout lives here. What a message says is written where the failure is known.
"""

from collections.abc import Iterable, Sequence
from typing import Final

_INDENT: Final = "  "
_GAP: Final = 3
# `made at` is the longest label of most messages: with this width the rows of two messages align.
_USUAL_LABEL: Final = len("made at")


def compose(sentence: str, rows: Sequence[tuple[str, str]]) -> str:
    r"""TensorFlow's sentence, and below it one row for each label.

    Args:
        sentence: what failed, in TensorFlow's words where it has some.
        rows: labels (`made at`, `inputs`, `got`, `expected`, `try`, …) with their texts. The
            further lines of a text stand below its first.

    Example:
        >>> print(compose("Sizes 784 and 512 differ.", [("made at", "train.py:41"), ("try", "x")]))
        Sizes 784 and 512 differ.
          made at   train.py:41
          try       x
    """
    width = max([_USUAL_LABEL, *(len(label) for label, _ in rows)]) + _GAP
    lines = [sentence]
    for label, text in rows:
        first, *further = text.splitlines() or [""]
        lines.append(f"{_INDENT}{label:<{width}}{first}".rstrip())
        lines.extend(f"{_INDENT}{'':<{width}}{line}".rstrip() for line in further)
    return "\n".join(lines)


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that was probably meant by `name`, for a "did you mean"; None if none is near.

    The likeness is the Ratcliff–Obershelp ratio of difflib, at least 0.6, letter case ignored.
    """
    import difflib  # only a program that is about to fail asks

    spelled: dict[str, str] = {}
    for candidate in candidates:
        spelled.setdefault(candidate.lower(), candidate)
    close = difflib.get_close_matches(name.lower(), spelled, n=1)
    return spelled[close[0]] if close else None
