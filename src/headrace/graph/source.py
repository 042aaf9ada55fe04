"""The user's place: which file and line made an op, and that line's text for messages."""

from __future__ import annotations

import contextlib
import linecache
import os
import sys
from typing import NamedTuple

# Frames of this package, and of contextlib, which stands between a `with` of the user's and our
# generators. (Not by pathlib, whose import takes longer than this whole room's.)
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep  # noqa: PTH100, PTH120
_OURS = (_PACKAGE, contextlib.__file__)


class Source(NamedTuple):
    """A place in the user's program."""

    file: str
    line: int

    def text(self) -> str:
        """`train.py:41  logits = tf.matmul(x, w)`: the place and, where it can be read, its line."""
        code = linecache.getline(self.file, self.line).strip()
        short = self.file.rpartition("/")[2]
        return f"{short}:{self.line}  {code}" if code else f"{short}:{self.line}"


def user_source() -> Source:
    """The innermost frame outside this package (outermost of all if there is none)."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename.startswith(_OURS) and frame.f_back is not None:
        frame = frame.f_back
    return Source(frame.f_code.co_filename, frame.f_lineno)
