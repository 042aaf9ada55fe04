"""`tf.test`, as far as it needs no session: what the machine has, a temporary folder, `main`."""

import functools
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn


def is_gpu_available(
    cuda_only: bool = False, min_cuda_compute_capability: tuple[int, int] | None = None
) -> bool:
    """Whether ops can run on a GPU: never."""
    del cuda_only, min_cuda_compute_capability
    return False


def gpu_device_name() -> str:
    """The name of the first GPU; there is none, so it is empty."""
    return ""


def is_built_with_cuda() -> bool:
    """Whether ops can run with CUDA: never."""
    return False


def is_built_with_gpu_support() -> bool:
    """Whether ops can run on a GPU of any kind: never."""
    return False


def is_built_with_rocm() -> bool:
    """Whether ops can run with ROCm: never."""
    return False


def is_built_with_xla() -> bool:
    """Whether TensorFlow's XLA compiler is there: never. Headrace has a compiler of its own."""
    return False


@functools.cache
def get_temp_dir() -> str:
    """A folder for this process's tests, the same in every call, deleted when the process ends."""
    import atexit
    import shutil
    import tempfile

    folder = tempfile.mkdtemp(prefix=Path(sys.argv[0]).stem)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Runs the test cases of the program's `__main__` and exits.

    Args:
        argv: the program's name, flags, and the names of tests to run; None is `sys.argv`.

    Raises:
        SystemExit: always; status 0 if all tests passed.
    """
    from absl.testing import (
        absltest,
    )  # tests may read flags, which it parses as TensorFlow's main does

    if argv is None:
        absltest.main()
    else:
        absltest.main(argv=list(argv))
    raise AssertionError("absltest's main ends in sys.exit")


def __getattr__(name: str) -> Any:
    if name == "mock":
        return _mock()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _mock() -> ModuleType:
    from unittest import mock  # asyncio comes with it

    return mock
