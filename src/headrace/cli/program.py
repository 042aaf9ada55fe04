"""Makes a script or a module the program of this process, as Python's own command line does.

`sys.argv`, `sys.path[0]` and the module `__main__` are set here and nowhere else. `runpy` is not
used: it runs a program in a temporary module, which `tf.app.run`, pickle and multiprocessing would
not find.
"""

from __future__ import annotations

import builtins
import importlib.util
import io
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NoReturn


def load(program: str, *, is_module: bool, arguments: tuple[str, ...]) -> Callable[[], None]:
    """Set the process up for a program and compile it.

    Args:
        program: A script's path (a file, or a folder or zip file with a `__main__.py`), or a
            module's name.
        is_module: Whether `program` is a module's name.
        arguments: The program's own arguments.

    Returns:
        A function that runs the program in the new `__main__`.

    Raises:
        SystemExit: if there is no such program, with Python's status and sentence.
        SyntaxError: if it cannot be compiled.
    """
    if is_module:
        _set_path_entry(str(Path.cwd()))
        sys.argv = ["-m", *arguments]  # what a package sees that is imported on the way
        spec = _module_spec(program)
        sys.argv[0] = spec.origin or program
        return _from_spec(spec)
    sys.argv = [program, *arguments]
    if Path(program).is_dir() or _is_zip(program):
        _set_path_entry(str(Path(program).absolute()), always=True)
        inside = PathFinder.find_spec("__main__", sys.path[:1])
        if inside is None:
            _refuse(f"can't find '__main__' module in {program!r}", status=1)
        return _from_spec(inside)
    return _from_script(Path(program))


def _from_script(script: Path) -> Callable[[], None]:
    path = str(script.absolute())
    try:
        with io.open_code(path) as file:
            source = file.read()
    except OSError as error:
        _refuse(f"can't open file {path!r}: [Errno {error.errno}] {error.strerror}", status=2)
    _set_path_entry(str(script.resolve().parent))
    names: dict[str, Any] = dict.fromkeys(("__cached__", "__package__", "__spec__"))
    names |= {"__file__": path, "__loader__": SourceFileLoader("__main__", path)}
    # Ours asks for postponed annotations; that is no business of the program's.
    code = compile(source, path, "exec", dont_inherit=True)
    return _starter(code, names)


def _from_spec(spec: ModuleSpec) -> Callable[[], None]:
    get_code: Callable[[str], CodeType | None] | None = getattr(spec.loader, "get_code", None)
    code = get_code(spec.name) if get_code is not None else None
    if code is None:
        _refuse(f"No code object available for {spec.name}", status=1)
    names = {"__file__": spec.origin, "__cached__": spec.cached, "__package__": spec.parent}
    return _starter(code, names | {"__loader__": spec.loader, "__spec__": spec})


def _module_spec(name: str) -> ModuleSpec:
    """The spec of the module to run: for a package, its `__main__`."""
    try:
        spec = importlib.util.find_spec(name)
    except (ModuleNotFoundError, ValueError) as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is None or not f"{name}.".startswith(f"{missing}."):
            raise  # the package on the way fails at an import of its own
        _refuse(
            f"Error while finding module specification for {name!r} ({type(error).__name__}: {error})",
            status=1,
        )
    if spec is None:
        _refuse(f"No module named {name}", status=1)
    if spec.submodule_search_locations is None:
        return spec
    if name.endswith("__main__"):
        _refuse("Cannot use package as __main__ module", status=1)
    inner = importlib.util.find_spec(f"{name}.__main__")
    if inner is None:
        _refuse(
            f"No module named {name}.__main__; {name!r} is a package and cannot be directly executed",
            status=1,
        )
    return inner


def _starter(code: CodeType, names: dict[str, Any]) -> Callable[[], None]:
    main = ModuleType("__main__")
    main.__dict__.update(names, __builtins__=builtins)
    if "__annotations__" in vars(sys.modules["__main__"]):  # not since Python 3.14
        main.__dict__.update(__annotations__={})
    sys.modules["__main__"] = main

    def start() -> None:
        exec(code, main.__dict__)

    return start


def _set_path_entry(entry: str, *, always: bool = False) -> None:
    """Replace the path entry that Python has made for the `headrace` command by the program's."""
    if not sys.flags.safe_path:
        sys.path[0] = entry
    elif always:
        sys.path.insert(0, entry)


def _is_zip(program: str) -> bool:
    if not Path(program).is_file():
        return False
    from zipfile import is_zipfile

    return not program.endswith(".py") and is_zipfile(program)


def _refuse(reason: str, *, status: int) -> NoReturn:
    sys.stderr.write(f"headrace run: {reason}\n")
    raise SystemExit(status)
