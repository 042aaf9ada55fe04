"""From the findings of many files to what is said about them: one row a symbol, one an idiom.

How it looks on a terminal is ``table``'s matter.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from headrace.cli import idioms
from headrace.cli.scan.file import FileScan
from headrace.cli.scan.found import Hit, Place, Problem, Use
from headrace.cli.scan.namespace import Namespace, Symbol, nearest
from headrace.cli.scan.python2 import MAGIC


@dataclass(slots=True)
class SymbolRow:
    """A symbol and the places that use it."""

    name: str
    present: bool
    module: bool = False
    uses: int = 0
    places: list[Place] = field(default_factory=list)
    guarded: int = 0
    near: str = ""

    @property
    def missing(self) -> bool:
        """Whether the program fails for want of it."""
        return not self.present and self.guarded < self.uses


@dataclass(slots=True)
class KeywordRow:
    """A keyword argument that Headrace's function of that name does not take."""

    name: str
    keyword: str
    places: list[Place] = field(default_factory=list)


@dataclass(slots=True)
class IdiomRow:
    """An idiom that newer Python or NumPy refuse, with the sentence that says what to do."""

    key: str
    text: str
    places: list[Place] = field(default_factory=list)


@dataclass(slots=True)
class Report:
    """Everything found under the given paths."""

    namespace: Namespace
    files: int = 0
    symbols: dict[str, SymbolRow] = field(default_factory=dict)
    keywords: dict[tuple[str, str], KeywordRow] = field(default_factory=dict)
    idioms: dict[tuple[str, str], IdiomRow] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def add(self, scan: FileScan) -> None:
        """Count what one file holds."""
        self.files += 1
        self.problems.extend(scan.problems)
        for use in scan.uses:
            self._add_use(use, scan.document.place(use.line))
        for hit in scan.hits:
            row = self.idioms.setdefault((hit.key, hit.name), IdiomRow(hit.key, sentence(hit)))
            row.places.append(scan.document.place(hit.line))

    def _add_use(self, use: Use, place: Place) -> None:
        chain, symbol = self._best(use)
        if (symbol.length <= use.known and not use.keywords) or (symbol.module and symbol.present):
            return
        if use.optional and not symbol.present:
            return
        if symbol.length > use.known:
            row = self.symbols.setdefault(
                symbol.name, SymbolRow(symbol.name, symbol.present, symbol.module)
            )
            row.places.append(place)
            row.uses += 1
            row.guarded += use.guarded
        if symbol.takes is not None and symbol.length == len(chain):
            for keyword in use.keywords:
                if keyword not in symbol.takes:
                    key = (symbol.name, keyword)
                    self.keywords.setdefault(key, KeywordRow(*key)).places.append(place)

    def _best(self, use: Use) -> tuple[tuple[str, ...], Symbol]:
        """Where branches bind a name differently, the meaning that exists."""
        found = [(chain, self.namespace.resolve(chain)) for chain in use.chains]
        return next((pair for pair in found if pair[1].present), found[-1])

    def finish(self) -> None:
        """Order the rows, and look for what is near the missing ones."""
        missing = sorted(row.name for row in self.symbols.values() if row.missing)
        for row in list(self.symbols.values()):
            # A missing module says nothing beside the names that are missing in it.
            if row.module and any(name.startswith(f"{row.name}.") for name in missing):
                del self.symbols[row.name]
        if missing:
            index = self.namespace.public_symbols()
            for row in self.symbols.values():
                row.near = "" if row.present else nearest(row.name, index)
        ordered = sorted(self.symbols.values(), key=lambda row: (-row.uses, row.name))
        self.symbols = {row.name: row for row in ordered}

    @property
    def missing(self) -> list[SymbolRow]:
        """The symbols that Headrace lacks."""
        return [row for row in self.symbols.values() if row.missing]

    @property
    def complete(self) -> bool:
        """Whether nothing stands against running the programs."""
        return not (self.missing or self.keywords or self.idioms or self.problems)

    def summary(self) -> str:
        """The last line: how much of what is used is there."""
        rows = self.symbols.values()
        return coverage((row.present, row.uses) for row in rows)

    def as_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        rows = self.symbols.values()
        return {
            "files": self.files,
            "symbols": [
                {
                    "name": row.name,
                    "present": row.present,
                    "guarded": row.guarded,
                    "uses": row.uses,
                    "near": row.near or None,
                    "places": _places(row.places),
                }
                for row in rows
            ],
            "keywords": [
                {"name": row.name, "keyword": row.keyword, "places": _places(row.places)}
                for row in self.keywords.values()
            ],
            "idioms": [
                {"name": row.key, "text": row.text, "places": _places(row.places)}
                for row in self.idioms.values()
            ],
            "problems": [
                {**_places([problem.place])[0], "reason": problem.reason}
                for problem in self.problems
            ],
            "uses": sum(row.uses for row in rows),
            "uses_present": sum(row.uses for row in rows if row.present),
            "complete": self.complete,
        }


def coverage(counts: Iterable[tuple[bool, int]]) -> str:
    """The sentence about (present, uses) pairs."""
    every = list(counts)
    uses, present = sum(n for _, n in every), sum(n for has, n in every if has)
    if not uses:
        return "No tf. names are used."
    # 99.96 % must not read as all of them.
    share = 100.0 if present == uses else min(100 * present / uses, 99.9)
    names = f"{len(every)} tf. name{'s' * (len(every) != 1)}"
    verb = "is" if present == 1 else "are"
    return f"{present} of {uses} uses ({share:.4g} %) of {names} {verb} present in Headrace."


def sentence(hit: Hit) -> str:
    """Cause and fix of an idiom."""
    if hit.key == MAGIC:
        return "a notebook's % and ! lines are not Python: delete the line."
    return idioms.idiom(hit.key).sentence(hit.name)


def _places(places: list[Place]) -> list[dict[str, Any]]:
    return [
        {"path": place.path, "line": place.line}
        | ({} if place.cell is None else {"cell": place.cell})
        for place in places
    ]
