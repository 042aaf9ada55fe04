"""`tf.compat`: text and bytes, groups of types, and `tf.compat.v1`, which is the whole tree once more."""

import sys
from typing import Any

from headrace.api.missing import reporter
from headrace.base.dimensions import dimension_value
from headrace.base.shapes import dimension_at_index
from headrace.platform.compat import (
    as_bytes,
    as_str,
    as_str_any,
    as_text,
    bytes_or_text_types,
    complex_types,
    forward_compatibility_horizon,
    forward_compatible,
    integral_types,
    path_to_str,
    real_types,
)

__all__ = [
    "as_bytes",
    "as_str",
    "as_str_any",
    "as_text",
    "bytes_or_text_types",
    "complex_types",
    "dimension_at_index",
    "dimension_value",
    "forward_compatibility_horizon",
    "forward_compatible",
    "integral_types",
    "path_to_str",
    "real_types",
]

_report_missing = reporter(__name__, "tf.compat", [*__all__, "v1"])


def __getattr__(name: str) -> Any:
    if name == "v1":
        return sys.modules["headrace"]  # which imports this module
    return _report_missing(name)
