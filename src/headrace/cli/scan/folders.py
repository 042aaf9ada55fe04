"""Finding the programs under a folder; reading them is ``source``'s."""

import os
from collections.abc import Iterator
from pathlib import Path

SUFFIXES = frozenset({".py", ".ipynb"})
_PRUNED = frozenset(
    [
        "__pycache__",
        "site-packages",
        "dist-packages",
        "node_modules",
        "venv",
        "env",
        "virtualenv",
        "build",
        "dist",
    ]
)


def programs(root: Path, refused: list[OSError]) -> Iterator[Path]:
    """Yield the Python files and notebooks in a folder, in order; a file yields itself.

    Hidden folders, virtual environments, installed packages and build outputs are left out, and
    links to folders are not followed: they may lead around in a circle or to the whole disk.

    Args:
        root: a folder or a file.
        refused: takes the errors of folders that cannot be listed.
    """
    if not root.is_dir():
        yield root
        return
    for folder, folders, files in os.walk(root, onerror=refused.append):
        folders[:] = sorted(name for name in folders if _holds_programs(Path(folder, name)))
        for name in sorted(files):
            path = Path(folder, name)
            if path.suffix in SUFFIXES and path.is_file():
                yield path


def _holds_programs(folder: Path) -> bool:
    name = folder.name
    if name.startswith(".") or name in _PRUNED or name.endswith(".egg-info"):
        return False
    return not os.path.lexists(folder / "pyvenv.cfg")
