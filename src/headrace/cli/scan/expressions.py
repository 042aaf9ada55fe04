"""Reading expressions: every dotted name of an imported module that they hold.

Statements, and the order they run in, live in ``reader``; what a name means in ``scopes``.
"""

import ast
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from headrace.cli.scan import outdated
from headrace.cli.scan.found import Findings, Hit, Use
from headrace.cli.scan.scopes import (
    BUILTIN_NAMES,
    OPAQUE,
    Meaning,
    Meanings,
    Scope,
    assigned_names,
    dotted,
    parameter_names,
)

VERSION_GUARD = "sys.version_info"
_IMPORT_CALLS = frozenset({"import_module", "__import__"})
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True, slots=True)
class Later:
    """A function's body, its scope, and the guards it was defined under."""

    scope: Scope
    body: list[ast.stmt] | ast.expr
    guards: frozenset[str]


@dataclass(slots=True)
class ExpressionReader:
    """Finds names in expressions.

    Attributes:
        found: what has been found so far.
        later: bodies of functions, read when their enclosing scope is complete.
        guards: errors that the surrounding `try` copes with.
    """

    found: Findings
    later: deque[Later] = field(default_factory=deque)
    guards: frozenset[str] = frozenset()

    def read(self, root: ast.AST | None, scope: Scope) -> None:
        """Find the names in the expression `root`, evaluated in `scope`."""
        stack = [root]
        while stack:
            node = stack.pop()
            match node:
                case None | ast.Constant():
                    continue
                case ast.Name(ctx=ast.Load()) | ast.Attribute():
                    stack.extend(self._name(node, scope))
                case ast.Call():
                    stack.extend(self._call(node, scope))
                case ast.Lambda(args=arguments, body=body):
                    stack.extend([*arguments.defaults, *arguments.kw_defaults])
                    inner = self.function_scope(arguments, [body], scope)
                    self.later.append(Later(inner, body, self.guards))
                case ast.IfExp(test=test, body=body, orelse=orelse) if asks_version(test):
                    before, self.guards = self.guards, self.guards | {VERSION_GUARD}
                    self.read(body, scope)
                    self.read(orelse, scope)
                    self.guards = before
                case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                    self._comprehension(node, scope)
                case ast.NamedExpr(target=ast.Name(id=name), value=value):
                    scope.bind(name, self.meanings(value, scope))
                    stack.append(value)
                case _:
                    self.hit(outdated.in_expression(node, scope))
                    stack.extend(ast.iter_child_nodes(node))

    def hit(self, hits: Iterable[Hit]) -> None:
        """Record idioms, unless the code asks for the Python version first."""
        if VERSION_GUARD not in self.guards:
            self.found.hits.extend(hits)

    def function_scope(
        self, arguments: ast.arguments, body: list[ast.stmt] | list[ast.expr], scope: Scope
    ) -> Scope:
        """The scope of a function defined in `scope`."""
        parameters = parameter_names(arguments)
        inner = Scope("function", scope, own=parameters | assigned_names(body))
        for parameter in parameters:
            inner.bind(parameter, OPAQUE)
        return inner

    def meanings(self, node: ast.AST, scope: Scope) -> Meanings:
        """The dotted names that an assigned expression may stand for; opaque for other values."""
        match node:
            case ast.Name(id=name):
                return scope.lookup(name) or OPAQUE
            case ast.Attribute(value=value, attr=attribute):
                longer = ((*meaning.path, attribute) for meaning in self.meanings(value, scope))
                return frozenset(Meaning(path, len(path)) for path in longer)
            case ast.IfExp(body=body, orelse=orelse):
                return self.meanings(body, scope) | self.meanings(orelse, scope)
            case ast.Call(
                func=ast.Name(id="getattr"), args=[value, ast.Constant(value=str(name)), *_]
            ):
                longer = ((*meaning.path, name) for meaning in self.meanings(value, scope))
                return frozenset(Meaning(path, len(path)) for path in longer)
            case ast.Call(
                func=ast.Name(id=name) | ast.Attribute(attr=name),
                args=[ast.Constant(value=str(module)), *_],
            ) if name in _IMPORT_CALLS and not module.startswith("."):
                path = dotted(module if name == "import_module" else module.partition(".")[0])
                return frozenset({Meaning(path, 1)} if path else ())
        return OPAQUE

    def _chain(self, node: ast.AST, scope: Scope) -> tuple[Meanings, ast.AST]:
        """The meanings of a name with its attributes, and the expression the attributes hang on."""
        attributes = list[str]()
        while isinstance(node, ast.Attribute):
            attributes.append(node.attr)
            node = node.value
        if isinstance(node, ast.Name):
            base = scope.lookup(node.id) or OPAQUE
        else:
            base = self.meanings(node, scope)
        tail = tuple(reversed(attributes))
        return frozenset(replace(meaning, path=meaning.path + tail) for meaning in base), node

    def _name(self, node: ast.AST, scope: Scope, call: ast.Call | None = None) -> list[ast.AST]:
        """Record a name, and return the expressions inside that are still to be read."""
        meanings, base = self._chain(node, scope)
        if meanings:
            self._record(node, meanings, call)
        elif isinstance(base, ast.Name):
            self._unbound(base, scope)
        self.hit(outdated.in_attribute(node, bool(meanings), call))
        return [] if isinstance(base, ast.Name) else [base]

    def _record(self, node: ast.AST, meanings: Meanings, call: ast.Call | None) -> None:
        line: int = getattr(node, "lineno", 0)
        ours = sorted((m for m in meanings if m.path[0] == "tf"), key=lambda m: m.path)
        if ours:
            keywords = tuple(k.arg for k in call.keywords if k.arg) if call else ()
            known = max(meaning.known for meaning in ours)
            chains = tuple(meaning.path for meaning in ours)
            counted = known >= max(map(len, chains)) and isinstance(node, ast.Name) and not keywords
            if len(chains[0]) > 1 and not counted:
                guarded = "AttributeError" in self.guards
                self.found.uses.append(Use(chains, known, line, keywords, guarded))
        hits = [list(outdated.in_chain(m.path, m.known, line, call)) for m in meanings]
        if all(hits):  # else a branch has bound the name to what is there today
            self.hit(hits[0])

    def _unbound(self, node: ast.Name, scope: Scope) -> None:
        """A name no scope binds: from a star import, a removed builtin, or a builtin."""
        if scope.lookup(node.id) is not None or node.id in BUILTIN_NAMES:
            return
        stars = scope.module().stars
        if key := outdated.removed_builtin(node.id, self.guards):
            self.hit([Hit(key, node.lineno, node.id)])
        elif any(stars):
            chains = tuple((*path, node.id) for path in stars if path)
            self.found.uses.append(Use(chains, 1, node.lineno, optional=not all(stars)))

    def _call(self, node: ast.Call, scope: Scope) -> list[ast.AST]:
        self.hit(outdated.in_call(node, scope))
        rest: list[ast.AST] = [*node.args, *(keyword.value for keyword in node.keywords)]
        match node:
            case ast.Call(
                func=ast.Name(id="getattr" | "hasattr" as function),
                args=[value, ast.Constant(value=str(name)), *default],
            ) if base := self._chain(value, scope)[0]:
                if function == "hasattr":
                    return list(rest[2:])
                longer = frozenset(replace(meaning, path=(*meaning.path, name)) for meaning in base)
                before, self.guards = (
                    self.guards,
                    self.guards | ({"AttributeError"} if default else set()),
                )
                self._record(node, longer, None)
                self.guards = before
                return list(rest[2:])
            case ast.Call(func=ast.Name() | ast.Attribute()):
                return self._name(node.func, scope, node) + rest
        return [node.func, *rest]

    def _comprehension(self, node: _Comprehension, scope: Scope) -> None:
        own = assigned_names([generator.target for generator in node.generators])
        inner = Scope("comprehension", scope, own=own)
        for position, generator in enumerate(node.generators):
            self.read(generator.iter, inner if position else scope)
            for condition in generator.ifs:
                self.read(condition, inner)
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for part in parts:
            self.read(part, inner)


def asks_version(test: ast.expr) -> bool:
    """Whether a condition looks at the Python version, so that both branches know theirs."""
    words = {"version_info", "PY2", "PY3", "hexversion", "python_version"}
    for node in ast.walk(test):
        if isinstance(node, ast.Attribute) and node.attr in words:
            return True
        if isinstance(node, ast.Name) and node.id in words:
            return True
    return False
