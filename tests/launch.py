"""Runs programs in processes of their own, as a user starts them."""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import headrace

_SOURCES = str(Path(headrace.__file__).parent.parent)


def headrace_run(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`headrace run WORDS` in `folder`."""
    return python(folder, "-m", "headrace.cli", "run", *words, **environment)


def python(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`python WORDS` in `folder`, where `headrace` can be imported."""
    path = os.pathsep.join(filter(None, (_SOURCES, environment.pop("PYTHONPATH", ""))))
    inherited = {key: value for key, value in os.environ.items() if key != "HEADRACE_TRACEBACK"}
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=inherited | environment | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def write(folder: Path, name: str, source: str) -> Path:
    """A file in `folder` with that text, less its common indent."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(source))
    return file
