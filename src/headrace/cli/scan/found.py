"""What reading one file yields: plain records, shared by all rooms of the scan."""

from dataclasses import dataclass, field

Path = tuple[str, ...]
"""A dotted name in parts. TensorFlow's and Headrace's root is ``tf``: ``("tf", "nn", "relu")``."""


@dataclass(frozen=True, slots=True)
class Use:
    """One place where a ``tf.`` name is written, or a name bound to one is read.

    Attributes:
        chains: the dotted names it may mean, each as written (`tf.float32.as_numpy_dtype` whole);
            more than one where branches bind a name differently.
        known: how many leading parts an assignment has already used, so that they count once.
        line: the line in the file's text (see `Document.place`).
        keywords: keyword arguments where the name is called.
        guarded: the program itself copes with the name's absence.
        optional: the name counts only if it exists (it may come from another star import).
    """

    chains: tuple[Path, ...]
    known: int
    line: int
    keywords: tuple[str, ...] = ()
    guarded: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """An idiom that newer Python or NumPy refuse: its key in the table, line, and the old name."""

    key: str
    line: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file; in a notebook, the line of its code cell (both count from 1)."""

    path: str
    line: int
    cell: int | None = None

    def __str__(self) -> str:
        if self.cell is None:
            return f"{self.path}:{self.line}" if self.line else self.path
        return f"{self.path}[{self.cell}]:{self.line}"


@dataclass(frozen=True, slots=True)
class Problem:
    """A file, or a part of it, that could not be read as it should: where and why."""

    place: Place
    reason: str


@dataclass(slots=True)
class Findings:
    """What one piece of source text holds, by the lines of that text."""

    uses: list[Use] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
