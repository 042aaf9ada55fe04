"""Reading statements in the order they run: imports, aliases, branches, functions.

Expressions live in ``expressions``, the meaning of names in ``scopes``.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from headrace.cli.scan import outdated
from headrace.cli.scan.expressions import VERSION_GUARD, ExpressionReader, Later, asks_version
from headrace.cli.scan.found import Findings, Hit, Path, Use
from headrace.cli.scan.scopes import OPAQUE, Meaning, Scope, dotted, merge

_IMPORT_GUARDS = frozenset(
    {"ImportError", "ModuleNotFoundError", "Exception", "BaseException", "", VERSION_GUARD}
)
_ALTERNATIVE_GUARDS = frozenset(
    {"ImportError", "ModuleNotFoundError", "NameError", "AttributeError", ""}
)


@dataclass(slots=True)
class Reader:
    """Finds the names and idioms of one module.

    Args:
        local_modules: modules that stand beside the file, which hide Python 2's of that name.
    """

    local_modules: frozenset[str] = frozenset()
    found: Findings = field(default_factory=Findings)
    expressions: ExpressionReader = field(init=False)
    defined: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.expressions = ExpressionReader(self.found)

    def read(self, body: Sequence[ast.stmt]) -> Findings:
        """Read a module's statements, then the functions in it, and return what they hold."""
        self._block(body, Scope("module"))
        later = self.expressions.later
        while later:
            function = later.popleft()
            self.expressions.guards = function.guards
            if isinstance(function.body, list):
                self._block(function.body, function.scope)
            else:
                self.expressions.read(function.body, function.scope)
        # A class of the file's own may well have `iteritems`.
        self.found.hits[:] = [hit for hit in self.found.hits if not self._is_own(hit)]
        return self.found

    def _is_own(self, hit: Hit) -> bool:
        return hit.key in outdated.METHOD_IDIOMS and hit.name in self.defined

    def _block(self, body: Sequence[ast.stmt], scope: Scope) -> None:
        for statement in body:
            self._statement(statement, scope)

    def _statement(self, node: ast.stmt, scope: Scope) -> None:
        match node:
            case ast.Import() | ast.ImportFrom():
                self._import(node, scope)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node, scope)
            case ast.ClassDef():
                self._class(node, scope)
            case ast.Assign(targets=targets, value=value):
                self.expressions.read(value, scope)
                for target in targets:
                    self._assign(target, value, scope)
            case ast.AnnAssign(target=target, value=value, annotation=annotation):
                self.expressions.read(annotation, scope)
                self.expressions.read(value, scope)
                self._assign(target, value, scope)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                scope.outer.update(names)
            case ast.Try() | ast.TryStar():
                self._try(node, scope)
            case _:
                self._other(node, scope)

    def _other(self, node: ast.stmt, scope: Scope) -> None:
        """Expressions first, then what the statement binds, then its blocks as branches."""
        blocks = list[Sequence[ast.stmt]]()
        for _, value in ast.iter_fields(node):
            parts = value if isinstance(value, list) else [value]
            if parts and isinstance(parts[0], ast.stmt):
                blocks.append(parts)
                continue
            for part in parts:
                match part:
                    case ast.withitem(context_expr=context, optional_vars=target):
                        self.expressions.read(context, scope)
                        self._assign(target, None, scope)
                    case ast.match_case(pattern=pattern, guard=guard, body=body):
                        self._assign(pattern, None, scope)
                        self.expressions.read(guard, scope)
                        blocks.append(body)
                    case ast.AST():
                        self.expressions.read(part, scope)
        if isinstance(node, ast.For | ast.AsyncFor | ast.AugAssign):
            self._assign(node.target, None, scope)
        guards = self.expressions.guards
        if isinstance(node, ast.If) and asks_version(node.test):
            self.expressions.guards = guards | {VERSION_GUARD}
        if blocks:
            always = isinstance(node, ast.With | ast.AsyncWith)
            complete = always or (isinstance(node, ast.If) and bool(node.orelse))
            self._branches(blocks, scope, complete=complete)
        self.expressions.guards = guards

    def _branches(
        self, blocks: Sequence[Sequence[ast.stmt]], scope: Scope, *, complete: bool
    ) -> None:
        """Read alternatives from one state, and go on with the merged one."""
        before = scope.now
        ends = [] if complete else [before]
        for block in blocks:
            scope.now = dict(before)
            self._block(block, scope)
            ends.append(scope.now)
        scope.now = ends[0] if len(ends) == 1 else merge(ends)

    def _assign(self, target: ast.AST | None, value: ast.AST | None, scope: Scope) -> None:
        match target, value:
            case None, _:
                return
            case ast.Name(id=name), _:
                meanings = self.expressions.meanings(value, scope) if value else OPAQUE
                scope.bind(name, meanings)
            case (
                ast.Tuple(elts=targets) | ast.List(elts=targets),
                ast.Tuple(elts=values) | ast.List(elts=values),
            ) if len(targets) == len(values):
                for inner, part in zip(targets, values, strict=True):
                    self._assign(inner, part, scope)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)), _:
                scope.bind(name, OPAQUE)
                for child in ast.iter_child_nodes(target):
                    self._assign(child, None, scope)
            case ast.Attribute() | ast.Subscript() | ast.MatchValue(), _:
                self.expressions.read(target, scope)
            case ast.AST(), _:
                for child in ast.iter_child_nodes(target):
                    self._assign(child, None, scope)

    def _import(self, node: ast.Import | ast.ImportFrom, scope: Scope) -> None:
        guarded = bool(self.expressions.guards & _IMPORT_GUARDS)
        if not guarded:
            self.expressions.hit(outdated.in_import(node, self.local_modules))
        if isinstance(node, ast.Import):
            for alias in node.names:
                path = dotted(alias.name)
                bound = path if alias.asname else dotted(alias.name.partition(".")[0])
                name = alias.asname or alias.name.partition(".")[0]
                scope.bind(name, frozenset({Meaning(bound, 1)}))
                self._imported(path, node.lineno, guarded=guarded)
            return
        for alias in node.names:
            if node.level or not node.module:
                scope.bind(alias.asname or alias.name, OPAQUE)
                continue
            path = dotted(f"{node.module}.{alias.name}")
            if alias.name == "*":
                self._star(path[:-1], node.lineno, scope, guarded=guarded)
                continue
            # TensorFlow's names count where they are read, other modules' where they are imported.
            known = 1 if path[0] == "tf" else len(path)
            scope.bind(alias.asname or alias.name, frozenset({Meaning(path, known)}))
            self._imported(path, node.lineno, guarded=guarded)

    def _imported(self, path: Path, line: int, *, guarded: bool) -> None:
        if path[0] == "tf" and len(path) > 1:
            self.found.uses.append(Use((path,), 1, line, guarded=guarded))

    def _star(self, path: Path, line: int, scope: Scope, *, guarded: bool) -> None:
        ours = path[0] == "tf"
        scope.module().stars.append(path if ours else ())
        if ours:
            self._imported(path, line, guarded=guarded)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> None:
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        annotations = [argument.annotation for argument in every]
        outside = [*node.decorator_list, *arguments.defaults, *arguments.kw_defaults, *annotations]
        for expression in [*outside, node.returns]:
            self.expressions.read(expression, scope)
        scope.bind(node.name, OPAQUE)
        self.defined.add(node.name)
        inner = self.expressions.function_scope(arguments, node.body, scope)
        self.expressions.later.append(Later(inner, node.body, self.expressions.guards))

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        keywords = [keyword.value for keyword in node.keywords]
        for expression in [*node.decorator_list, *node.bases, *keywords]:
            self.expressions.read(expression, scope)
        inner = Scope("class", scope)
        # Names of the enclosing block as they are now: a class body runs at once.
        inner.now = dict(scope.now)
        self._block(node.body, inner)
        scope.bind(node.name, OPAQUE)

    def _try(self, node: ast.Try | ast.TryStar, scope: Scope) -> None:
        before_guards, before = self.expressions.guards, dict(scope.now)
        caught = frozenset(name for handler in node.handlers for name in _caught(handler))
        self.expressions.guards = before_guards | caught
        self._block(node.body, scope)
        self.expressions.guards = before_guards
        self._block(node.orelse, scope)
        ends = [scope.now]
        for handler in node.handlers:
            scope.now = merge([before, ends[0]])
            if not _ALTERNATIVE_GUARDS.isdisjoint(_caught(handler)):
                # What stands here serves where the body's names are missing, as in old Python.
                self.expressions.guards = before_guards | {VERSION_GUARD}
            self.expressions.read(handler.type, scope)
            if handler.name:
                scope.bind(handler.name, OPAQUE)
            self._block(handler.body, scope)
            ends.append(scope.now)
            self.expressions.guards = before_guards
        scope.now = merge(ends)
        self._block(node.finalbody, scope)


def _caught(handler: ast.ExceptHandler) -> list[str]:
    """The names of the exceptions that a handler catches; "" for all."""
    if handler.type is None:
        return [""]
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [kind.id for kind in types if isinstance(kind, ast.Name)]
