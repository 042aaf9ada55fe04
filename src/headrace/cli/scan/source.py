"""Files as Python text: encodings, notebooks, and which line of the text is which line of the file.

Nothing here knows Python's grammar.
"""

import io
import json
import tokenize
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

from headrace.cli.scan.found import Place

LARGEST = 4 << 20
"""Files above this many bytes hold data, not a program; reading them would only cost time."""

LARGEST_NOTEBOOK = 64 << 20
"""Notebooks carry their pictures, so their code may be a small part of them."""

# Cell magics behind which Python follows; behind the others (`%%bash`, `%%html`) something else.
_PYTHON_MAGICS = frozenset(
    ["time", "timeit", "capture", "prun", "python", "python3", "memit", "mprun", "lprun", "pypy"]
)


class UnreadableError(Exception):
    """A file that holds no text we can read; the message says why."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file's Python code.

    Attributes:
        path: the file, as it is shown.
        parts: pieces that parse on their own: (text, line before its first in the document).
        cells: for a notebook, the number of each part's cell.
        note: what the reader should know about the decoding; empty if nothing.
    """

    path: str
    parts: tuple[tuple[str, int], ...]
    cells: tuple[int, ...] = field(default=())
    note: str = ""

    def place(self, line: int) -> Place:
        """Where a line of the document stands in the file."""
        if not self.cells:
            return Place(self.path, line)
        starts = [start for _, start in self.parts]
        part = max(bisect_right(starts, line - 1) - 1, 0)
        return Place(self.path, line - starts[part], self.cells[part])


def read_document(path: Path) -> Document:
    """Read a `.py` or `.ipynb` file.

    Args:
        path: the file.

    Returns:
        Its code.

    Raises:
        UnreadableError: if it is too large, cannot be opened or decoded, or is no notebook.
    """
    notebook = path.suffix == ".ipynb"
    limit = LARGEST_NOTEBOOK if notebook else LARGEST
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise UnreadableError(error.strerror or str(error)) from error
    if len(data) > limit:
        raise UnreadableError(f"larger than {limit >> 20} MiB")
    if notebook:
        return _notebook(str(path), data)
    text, note = _decode(data)
    return Document(str(path), ((text, 0),), note=note)


def _decode(data: bytes) -> tuple[str, str]:
    """The text of a Python file, and a note if it is not in the encoding it declares (PEP 263)."""
    if b"\0" in data:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode(
                "utf-16", "replace"
            ), "UTF-16: save it as UTF-8, Python does not read it"
        raise UnreadableError("binary data, no Python source")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return _newlines(data.decode(encoding)), ""
    except SyntaxError as error:
        note = str(error)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        note = f"not {error.encoding} in line {line}"
    except (LookupError, UnicodeError):  # such as hex or undefined, which Python knows as codecs
        note = f"{encoding} is no encoding of text"
    return _newlines(data.decode("latin-1")), f"{note}: read as Latin-1, Python would refuse it"


def _newlines(text: str) -> str:
    """Any line ends as Python reads them."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _notebook(path: str, data: bytes) -> Document:
    try:
        notebook = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"no notebook: {error}") from error
    if not isinstance(notebook, dict):
        raise UnreadableError("no notebook: its top level is not an object")
    if isinstance(cells := notebook.get("cells"), list):
        every = cells
    else:  # the format before version 4
        sheets = notebook.get("worksheets")
        sheets = sheets if isinstance(sheets, list) else []
        every = [
            cell for sheet in sheets if isinstance(sheet, dict) for cell in sheet.get("cells", [])
        ]
    code = [cell for cell in every if isinstance(cell, dict) and cell.get("cell_type") == "code"]
    parts, numbers, line = list[tuple[str, int]](), list[int](), 0
    for number, cell in enumerate(code, 1):
        text = _cell_text(cell.get("source", cell.get("input", "")))
        if text.strip():
            parts.append((text, line))
            numbers.append(number)
            line += text.count("\n") + 1
    return Document(path, tuple(parts), tuple(numbers))


def _cell_text(source: object) -> str:
    """A cell's Python; empty if its `%%magic` hands it to something else."""
    text = "".join(map(str, source)) if isinstance(source, list) else str(source)
    text = _newlines(text)
    first = text.lstrip().split(maxsplit=1)
    if first and first[0].startswith("%%") and first[0][2:] not in _PYTHON_MAGICS:
        return ""
    return text
