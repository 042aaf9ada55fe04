"""How child processes that multiprocessing spawns, or forks from its server, get the hook.

A new interpreter reads *preparation data*, a pickled dict, before it runs a line of the program. We
add an entry to it whose unpickling installs the hook there. No environment variable and no start-up
file is involved, so other programs that the user starts are not touched.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Loader, MetaPathFinder
else:
    Loader = MetaPathFinder = object  # importlib.abc takes 10 ms to load

_SPAWN = "multiprocessing.spawn"
# What the fork server imports before all else, with and without NumPy's old aliases.
_PRELOADS = {
    False: ["headrace.importing.preload"],
    True: ["headrace.importing.preload", "headrace.importing.preload_old_numpy"],
}


@dataclass(frozen=True)
class Inherited:
    """What a child takes over; to unpickle it is to install the hook."""

    old_numpy: bool

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        """A call that a new interpreter can make before its `sys.path` is that of its parent."""
        program = (
            f"import sys\nsys.path[:] = {sys.path!r}\n"
            f"from headrace.importing import install\n"
            f"install(announce=False, restore_numpy={self.old_numpy!r})"
        )
        return exec, (program,)


class _SpawnLoader(Loader):
    """Runs multiprocessing.spawn with its own loader, then adds our entry to what it sends."""

    def __init__(self, inner: Loader, inherited: Callable[[], Inherited]) -> None:
        self._inner = inner
        self._inherited = inherited

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Leave it to the module's own loader."""
        return self._inner.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module and wrap its `get_preparation_data`."""
        module.__loader__ = self._inner
        if module.__spec__ is not None:
            module.__spec__.loader = self._inner
        self._inner.exec_module(module)
        _wrap(module, self._inherited)


class _SpawnFinder(MetaPathFinder):
    """Waits for the import of multiprocessing.spawn, which costs 10 ms and which few programs need."""

    def __init__(self, inherited: Callable[[], Inherited]) -> None:
        self._inherited = inherited

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The true spec of multiprocessing.spawn with a loader around its own; None for the rest."""
        if fullname != _SPAWN:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _SpawnLoader(spec.loader, self._inherited)
        return spec


def inherit(inherited: Callable[[], Inherited]) -> None:
    """Give to every child that this process starts from now on what `inherited` returns then."""
    spawn = sys.modules.get(_SPAWN)
    if spawn is not None:
        _wrap(spawn, inherited)
    elif not any(isinstance(entry, _SpawnFinder) for entry in sys.meta_path):
        sys.meta_path.insert(0, _SpawnFinder(inherited))


def _wrap(spawn: ModuleType, inherited: Callable[[], Inherited]) -> None:
    original: Callable[[str], dict[str, Any]] = vars(spawn)["get_preparation_data"]
    if getattr(original, "headrace", False):
        return

    def get_preparation_data(name: str) -> dict[str, Any]:
        data = original(name)
        # The fork server asks under this name; it gets its data as text, and sends ours on later.
        if name == "ignore":
            return _for_server(data, inherited())
        return data | {"headrace": inherited()}

    vars(get_preparation_data)["headrace"] = True
    vars(spawn)["get_preparation_data"] = get_preparation_data


def _for_server(data: dict[str, Any], inherited: Inherited) -> dict[str, Any]:
    """Make the fork server install the hook before the modules that the user lets it preload."""
    from multiprocessing import forkserver

    # Nothing public tells which modules the user has asked for.
    asked: list[str] = vars(forkserver._forkserver)["_preload_modules"]
    preloads = _PRELOADS[inherited.old_numpy]
    rest = [name for name in asked if name not in preloads]
    forkserver.set_forkserver_preload([*preloads, *rest])
    # The server runs the main module before all preloads, hence without the hook: the children run
    # it.
    return {key: value for key, value in data.items() if not key.startswith("init_main")}
