"""Finding Python-2 and old-NumPy idioms in code that Python 3 parses.

The texts, and the lists of old names, stand in ``headrace.cli.idioms``; here is only how each one
looks in a syntax tree. What cannot be told from the tree (`/` between integers) is not guessed.
"""

import ast
import sys
import warnings
from collections.abc import Iterator

from headrace.cli import idioms
from headrace.cli.scan.found import Hit, Path
from headrace.cli.scan.scopes import Scope
from headrace.importing.old_numpy import ALIASES

_DICT_METHODS = idioms.idiom("dict-method").replacements
_NUMPY_FUNCTIONS = idioms.idiom("numpy-function").replacements
# Other objects than arrays have the rest of NUMPY_METHODS rightly (a dtype's newbyteorder).
_ARRAY_METHODS = frozenset({"tostring", "itemset"})
METHOD_IDIOMS = frozenset({"dict-method", "numpy-method"})
"""Idioms that are told by a method's name alone."""

_VIEWS = frozenset({"keys", "values", "items"})
_LAZY = frozenset({"map", "zip", "filter"})
_LIST_METHODS = frozenset({"sort", "index", "append"})
_NAME_GUARDS = frozenset({"NameError", "Exception", ""})


def removed_builtin(name: str, guards: frozenset[str]) -> str | None:
    """The idiom's key if `name` was a builtin of Python 2 and the program does not cope."""
    return "removed-builtin" if name in idioms.BUILTINS and not guards & _NAME_GUARDS else None


def in_import(node: ast.Import | ast.ImportFrom, local_modules: frozenset[str]) -> Iterator[Hit]:
    """Modules and names that Python 3, NumPy or SciPy no longer import."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from _module(alias.name, local_modules, node.lineno)
        return
    if node.level or not node.module:
        return
    yield from _module(node.module, local_modules, node.lineno)
    for alias in node.names:
        name = alias.name
        if f"{node.module}.{name}" in idioms.ATTRIBUTES:
            yield Hit("moved-import", node.lineno, f"{node.module}.{name}")
        elif node.module == "scipy.misc" and name in idioms.SCIPY_MISC:
            yield Hit("scipy-misc", node.lineno, name)
        elif (node.module, name) == ("scipy", "misc"):
            yield Hit("scipy-misc-module", node.lineno)
        elif node.module == "numpy" and _numpy_lacks(name):
            key = "numpy-alias-import" if name in ALIASES else "numpy-function"
            yield Hit(key, node.lineno, name)


def _module(name: str, local_modules: frozenset[str], line: int) -> Iterator[Hit]:
    root = name.partition(".")[0]
    if name == "scipy.misc":
        yield Hit("scipy-misc-module", line)
    elif root in idioms.MODULES and root not in local_modules | sys.stdlib_module_names:
        yield Hit("renamed-module", line, root)


def _numpy_lacks(name: str) -> bool:
    if name not in ALIASES and name not in _NUMPY_FUNCTIONS:
        return False
    import numpy as np  # `headrace --help` does without

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy warns about these names when it is asked
        return not hasattr(np, name)


def _arrays_lack(name: str) -> bool:
    import numpy as np  # as above

    return not hasattr(np.ndarray, name)


def in_chain(path: Path, known: int, line: int, call: ast.Call | None) -> Iterator[Hit]:
    """Attributes of modules: `time.clock`, `np.float`, `scipy.misc.imread`."""
    if known < len(path):
        prefix = ".".join(path[:2])
        if prefix in idioms.ATTRIBUTES:
            yield Hit("moved-attribute", line, prefix)
        elif path[0] == "numpy" and _numpy_lacks(path[1]):
            key = "numpy-alias" if path[1] in ALIASES else "numpy-function"
            yield Hit(key, line, path[1])
        elif prefix == "scipy.misc" and len(path) > 2 and path[2] in idioms.SCIPY_MISC:
            yield Hit("scipy-misc-attribute", line, path[2])
    if call is None or path[0] != "numpy":
        return
    keywords = {keyword.arg for keyword in call.keywords}
    if path[1:] == ("fromstring",) and "sep" not in keywords and len(call.args) < 4:
        yield Hit("numpy-fromstring", line)
    elif path[1:] in {("histogram",), ("histogram2d",), ("histogramdd",)} and "normed" in keywords:
        yield Hit("numpy-normed", line)


def in_attribute(node: ast.AST, of_module: bool, call: ast.Call | None) -> Iterator[Hit]:
    """Methods that dicts and arrays no longer have, where they are called."""
    if not isinstance(node, ast.Attribute) or call is None or of_module:
        return
    name, value = node.attr, node.value
    if name in _DICT_METHODS:
        yield Hit("dict-method", node.lineno, name)
    elif name in _ARRAY_METHODS and _arrays_lack(name):
        yield Hit("numpy-method", node.lineno, name)
    elif name == "decode" and isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield Hit("str-decode", node.lineno)
    elif name == "next" and isinstance(value, ast.Call | ast.GeneratorExp) and _is_iterator(value):
        yield Hit("next-method", node.lineno)
    elif name in _LIST_METHODS and (view := _lazy_name(value)):
        yield Hit("lazy-sequence", node.lineno, view)


def _is_iterator(value: ast.Call | ast.GeneratorExp) -> bool:
    if isinstance(value, ast.GeneratorExp):
        return True
    return isinstance(value.func, ast.Name) and value.func.id in {"iter", "enumerate", *_LAZY}


def _lazy_name(value: ast.AST) -> str | None:
    """`dict_keys` for `d.keys()`, `map` for `map(…)`: what gives no list any more."""
    match value:
        case ast.Call(func=ast.Attribute(attr=name), args=[]) if name in _VIEWS:
            return f"dict_{name}"
        case ast.Call(func=ast.Name(id=name)) if name in _LAZY:
            return name
    return None


def in_call(node: ast.Call, scope: Scope) -> Iterator[Hit]:
    """Calls whose arguments newer Python refuses."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[value]) if (
            name := _lazy_name(value)
        ) in _LAZY and scope.lookup(str(name)) is None:
            yield Hit("lazy-sequence", node.lineno, str(name))
        case ast.Call(func=ast.Attribute(attr="shuffle"), args=[value, *_]) if _is_range(
            value, scope
        ):
            yield Hit("range-as-list", node.lineno)
        case ast.Call(
            func=ast.Attribute(attr="sort") | ast.Name(id="sorted"), keywords=keywords
        ) if any(keyword.arg == "cmp" for keyword in keywords):
            yield Hit("compare-function", node.lineno)
        case ast.Call(func=ast.Attribute(attr="sort"), args=[ast.Lambda()]):
            yield Hit("compare-function", node.lineno)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr="load" | "dump")) if (
            module in {"pickle", "cPickle", "pkl"} and any(map(_opens_text, node.args))
        ):
            yield Hit("pickle-text-file", node.lineno)
        case ast.Call(func=ast.Name(id="open"), args=[_, ast.Constant(value=str(mode)), *_]) if (
            "U" in mode and scope.lookup("open") is None
        ):
            yield Hit("universal-newlines", node.lineno)


def _opens_text(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="open"), args=[_], keywords=[]):
            return True
        case ast.Call(func=ast.Name(id="open"), args=[_, ast.Constant(value=str(mode)), *_]):
            return "b" not in mode
    return False


def _is_range(node: ast.AST, scope: Scope) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == "range" and scope.lookup("range") is None
    return False


def in_expression(node: ast.AST, scope: Scope) -> Iterator[Hit]:
    """`print >>f`, `d.keys()[0]`, `map(…)[0]`, `range(3) + [4]`."""
    match node:
        case ast.BinOp(op=ast.RShift(), left=ast.Name(id="print")):
            yield Hit("print-redirect", node.lineno)
        case ast.Subscript(value=value) if name := _lazy_name(value):
            if name not in _LAZY or scope.lookup(name) is None:
                yield Hit("lazy-sequence", node.lineno, name)
        case ast.BinOp(op=ast.Add(), left=left, right=right) if _is_range(left, scope) or _is_range(
            right, scope
        ):
            yield Hit("range-as-list", node.lineno)
