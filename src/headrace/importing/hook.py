"""The meta-path finder that serves `tensorflow`, its loaders, and `install`, which puts it in place.

What a module contains is `served.py`'s matter.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from headrace.importing import children, old_numpy
from headrace.importing.served import (
    Facade,
    canonical,
    lookup,
    missing,
    public_module,
    public_names,
    sources_of,
)

if TYPE_CHECKING:
    from importlib.abc import Loader, MetaPathFinder
else:
    Loader = MetaPathFinder = object  # importlib.abc loads zipfile, tempfile and more: 10 ms

_ORIGIN = str(Path(__file__).parent.parent / "__init__.py")


class FacadeLoader(Loader):
    """Makes a `Facade` and gives it the names that its sources have already."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """An empty facade of that name."""
        return Facade(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Fill `tensorflow` and `tensorflow.compat.v1`; the others look their names up when asked."""
        path = module.__name__.partition(".")[2]
        if path not in {"", "compat.v1"}:
            return
        headrace = public_module("")
        assert headrace is not None
        names = public_names(headrace)
        present = vars(headrace)
        # What loads on demand in `headrace` does so here too.
        module.__dict__.update({name: present[name] for name in names if name in present})
        module.__dict__["__all__"] = [name for name in names if name[0] != "_"]


class AliasLoader(Loader):
    """Serves one of Headrace's own modules, so that `tensorflow.nn` is `headrace.nn`."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._spec = module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module that is there already."""
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its own spec back, and serve the public modules that it holds."""
        served = module.__spec__
        module.__spec__ = self._spec  # the import machinery has replaced it
        assert served is not None
        # It is no package, so nobody would look for `tensorflow.nn.rnn_cell` below it.
        for name, value in vars(module).items():
            if isinstance(value, ModuleType) and value.__name__.startswith("headrace.api."):
                sys.modules.setdefault(f"{served.name}.{name}", value)


class TensorFlowFinder(MetaPathFinder):
    """Finds `tensorflow` and everything below it in Headrace.

    Args:
        announce: Whether to say once that an installed TensorFlow is not used.
        old_numpy: Whether child processes restore NumPy's removed aliases too.
    """

    def __init__(self, *, announce: bool, old_numpy: bool) -> None:
        self.announce = announce
        self.old_numpy = old_numpy

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module of TensorFlow's tree; None for any other name.

        Raises:
            ModuleNotFoundError: if Headrace lacks the module. The search does not go on: an
                installed TensorFlow's parts would not fit.
        """
        top, _, below = fullname.partition(".")
        if top != "tensorflow":
            return None
        if not below and self.announce:
            self._say_who_serves()
        if sources_of(below) is not None:
            spec = ModuleSpec(fullname, FacadeLoader(), origin=_ORIGIN, is_package=True)
            spec.has_location = True  # programs print tf.__file__
            return spec
        module = public_module(canonical(below))
        if module is not None:
            return ModuleSpec(fullname, AliasLoader(module), origin=module.__name__)
        raise ModuleNotFoundError(_why_missing(below), name=f"tf.{below}")

    def _say_who_serves(self) -> None:
        self.announce = False
        installed = PathFinder.find_spec("tensorflow")
        if installed is not None and installed.origin is not None:
            sys.stderr.write(
                f"INFO headrace: `import tensorflow` gives Headrace; the TensorFlow in "
                f"{Path(installed.origin).parent} is not used.\n"
            )


def _why_missing(path: str) -> str:
    """The sentence for a missing module, or for a name that `from … import` has looked for below one."""
    owner, _, name = path.rpartition(".")
    if owner and sources_of(owner) is None:
        return missing(path)
    try:
        lookup(owner, name)
    except AttributeError as error:
        return str(error)
    return f"tf.{canonical(path)} is no module."


def installed_finder() -> TensorFlowFinder | None:
    """The finder in this process, if `install` has put one in place."""
    return next((entry for entry in sys.meta_path if isinstance(entry, TensorFlowFinder)), None)


def install(*, announce: bool = True, restore_numpy: bool = False) -> None:
    """Serve `tensorflow` from Headrace in this process and in the children it spawns.

    A second call changes nothing but what it adds (`restore_numpy`).

    Args:
        announce: Say once on stderr, at the first import, that an installed TensorFlow is not used.
        restore_numpy: Give NumPy its removed aliases back, such as `np.float`.

    Raises:
        RuntimeError: if TensorFlow itself has been imported already.
    """
    loaded = sys.modules.get("tensorflow")
    if loaded is not None and not isinstance(loaded, Facade):
        raise RuntimeError(
            f"TensorFlow itself is imported already, from {getattr(loaded, '__file__', 'nowhere')}.\n"
            f"  try       call headrace.install_as_tensorflow() before anything imports tensorflow"
        )
    finder = installed_finder()
    if finder is None:
        finder = TensorFlowFinder(announce=announce, old_numpy=restore_numpy)
        sys.meta_path.insert(0, finder)
    if restore_numpy:
        finder.old_numpy = True
        old_numpy.restore()
    children.inherit(lambda: children.Inherited(old_numpy=finder.old_numpy))
