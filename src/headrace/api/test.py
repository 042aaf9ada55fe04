"""`tf.test`: what the machine has, a temporary folder, `main`."""

from typing import Any

from headrace.api.missing import reporter
from headrace.platform import testing
from headrace.platform.testing import (
    get_temp_dir,
    gpu_device_name,
    is_built_with_cuda,
    is_built_with_gpu_support,
    is_built_with_rocm,
    is_built_with_xla,
    is_gpu_available,
    main,
)

__all__ = [
    "get_temp_dir",
    "gpu_device_name",
    "is_built_with_cuda",
    "is_built_with_gpu_support",
    "is_built_with_rocm",
    "is_built_with_xla",
    "is_gpu_available",
    "main",
    "mock",  # noqa: F822 - loaded when asked for
]

_report_missing = reporter(__name__, "tf.test", __all__)


def __getattr__(name: str) -> Any:
    return testing.mock if name == "mock" else _report_missing(name)
