"""Which dotted names a Python name may mean, scope by scope.

Straight code is followed in order, branches are merged. A function's body runs later than its
definition, so it sees every meaning that an outer name ever has. Only bindings live here; walking
statements is ``reader``'s.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from headrace.cli.scan.found import Path

TENSORFLOW_ROOTS = frozenset({"tensorflow", "headrace"})
# The module's own names and IPython's are no builtins, but nobody binds them either.
BUILTIN_NAMES = frozenset(dir(builtins)) | {"__file__", "__path__", "get_ipython", "display"}


@dataclass(frozen=True, slots=True)
class Meaning:
    """A dotted name, and how many of its parts the binding has already counted as used."""

    path: Path
    known: int


Meanings = frozenset[Meaning]
OPAQUE: Meanings = frozenset()
"""The name is bound to something that is no module or attribute of one."""


def dotted(module: str) -> Path:
    """The parts of an imported module's name; TensorFlow's roots all become ``tf``."""
    parts = tuple(part for part in module.split(".") if part)
    if parts and parts[0] in TENSORFLOW_ROOTS:
        rest = parts[1:]
        return ("tf", *(rest[2:] if rest[:2] == ("compat", "v1") else rest))
    return parts


@dataclass(slots=True)
class Scope:
    """One Python scope while it is read.

    Attributes:
        kind: module, class, function or comprehension.
        parent: the scope around it.
        own: the names a function assigns, which are local in the whole of it.
        outer: names declared global or nonlocal.
        now: what names mean at the present statement.
        ever: what names mean anywhere in the scope.
        stars: modules of ``from m import *``; an empty path stands for any that is not ours.
    """

    kind: str
    parent: "Scope | None" = None
    own: frozenset[str] = frozenset()
    outer: set[str] = field(default_factory=set)
    now: dict[str, Meanings] = field(default_factory=dict)
    ever: dict[str, Meanings] = field(default_factory=dict)
    stars: list[Path] = field(default_factory=list)

    def module(self) -> "Scope":
        """The outermost scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def bind(self, name: str, meanings: Meanings) -> None:
        """Let `name` mean `meanings` from here on."""
        scope = self.module() if name in self.outer else self
        scope.now[name] = meanings
        scope.ever[name] = scope.ever.get(name, OPAQUE) | meanings

    def lookup(self, name: str) -> Meanings | None:
        """What `name` means here; None if no scope binds it."""
        if name in self.now:
            return self.now[name]
        if name in self.own and name not in self.outer:
            return OPAQUE
        scope, present = self.parent, self.kind == "comprehension"
        while scope is not None:
            table = scope.now if present else scope.ever
            if name in table and (scope.kind != "class" or present):
                return table[name]
            if name in scope.own:
                return OPAQUE
            present = present and scope.kind == "comprehension"
            scope = scope.parent
        return None


def merge(branches: Iterable[dict[str, Meanings]]) -> dict[str, Meanings]:
    """What names mean behind alternatives: any of their meanings."""
    merged = dict[str, Meanings]()
    for branch in branches:
        for name, meanings in branch.items():
            merged[name] = merged.get(name, OPAQUE) | meanings
    return merged


def assigned_names(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """The names that the statements of one scope bind, nested scopes left out."""
    return frozenset(_assigned(list(nodes)))


def _assigned(stack: list[ast.AST]) -> Iterator[str]:
    while stack:
        node = stack.pop()
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                yield name
                continue
            case (
                ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp()
            ):
                continue
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                for alias in names:
                    yield alias.asname or alias.name.partition(".")[0]
            case ast.ExceptHandler(name=str(name)):
                yield name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.MatchMapping(rest=str(name)):
                yield name
        stack.extend(ast.iter_child_nodes(node))


def parameter_names(arguments: ast.arguments) -> frozenset[str]:
    """The parameters of a function."""
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
    return frozenset(argument.arg for argument in every)
