"""Ops under the names of TensorFlow's `gen_math_ops` and its sisters: `mat_mul`, `conv2d`, `relu_grad`.

A leading underscore, which TensorFlow 1 put before many, is accepted before all.
"""

from __future__ import annotations

import functools
import re
from typing import Any, Final

from headrace.graph import registry
from headrace.graph.raw_ops import raw_op

# Conv2DBackpropInput is conv2d_backprop_input: D follows no small letter and none follows it.
_WORD_START: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<!^)(?=[A-Z][a-z])")


@functools.cache
def _op_types() -> dict[str, str]:
    names = (definition.name for definition in registry.all_definitions())
    return {_WORD_START.sub("_", name).lower(): name for name in names}


def __getattr__(name: str) -> Any:
    op_type = _op_types().get(name.removeprefix("_"))
    if op_type is None:
        raise AttributeError(name)
    return raw_op(op_type)


def __dir__() -> list[str]:
    return sorted(_op_types())
