"""Generates the ``*_pb2`` modules of ``headrace.codecs.proto`` from its ``.proto`` files.

Run it after an edit of a ``.proto`` file and commit the result::

    python scripts/generate_protos.py

It installs the compiler below into a temporary environment, so the package index must be reachable.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

SOURCE_ROOT = Path(__file__).resolve().parents[1] / "src"
PROTO_FOLDER = SOURCE_ROOT / "headrace" / "codecs" / "proto"

# The last release with protoc 26, whose output loads on every protobuf runtime from 5.26 on. Later
# compilers write a check that refuses runtimes more than one major version away.
COMPILER = ["grpcio-tools==1.65.5", "setuptools<81"]  # it imports pkg_resources, which 81 removes


def compile_protos(python: Path) -> None:
    """Runs protoc on all files, with ``python`` as the interpreter that has it."""
    for stale in [*PROTO_FOLDER.glob("*_pb2.py"), *PROTO_FOLDER.glob("*_pb2.pyi")]:
        stale.unlink()
    # Paths relative to the source root become the names in the descriptor pool and the imports.
    names = [str(path.relative_to(SOURCE_ROOT)) for path in sorted(PROTO_FOLDER.glob("*.proto"))]
    command = [str(python), "-m", "grpc_tools.protoc", "-I.", "--python_out=.", "--pyi_out=."]
    subprocess.run([*command, *names], cwd=SOURCE_ROOT, check=True)


def main() -> int:
    """Makes the temporary environment, installs the compiler and runs it."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "-q", *COMPILER], check=True)
        compile_protos(python)
    return 0


if __name__ == "__main__":
    sys.exit(main())
