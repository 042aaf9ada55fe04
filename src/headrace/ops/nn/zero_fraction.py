"""The share of zeros in a tensor, which summaries of sparse activations show."""

from __future__ import annotations

from typing import Any

import numpy as np

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.reductions import reduce


def zero_fraction(value: Any, name: str | None = None) -> Tensor:
    """The share of elements that are 0, a float32 scalar; NaN if there are none.

    TensorFlow counts in 32 bits when the tensor is small, which takes a branch; here all is counted
    in 64 bits.

    Args:
        value: a tensor of numbers.
        name: the name scope.
    """
    with name_scope(name, "zero_fraction", [value]):
        x = convert(value, None, "value")
        size = build("Size", x, out_type=dtypes.int64)
        zeros = convert(np.zeros((), x.dtype.base_dtype.as_numpy_dtype), None, "zeros")
        ones = build("Cast", build("NotEqual", x, zeros), DstT=dtypes.int64)
        nonzero = reduce("Sum", ones, None, None, "nonzero_count")
        with name_scope("counts_to_fraction"):
            zero_count = build("Cast", size - nonzero, DstT=dtypes.float32)
            fraction = build(
                "RealDiv", zero_count, build("Cast", size, DstT=dtypes.float32), name="truediv"
            )
        return build("Identity", fraction, name="fraction")
