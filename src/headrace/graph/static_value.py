"""What is known of a tensor's value before any run."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.graph.attributes import TensorValue
from headrace.graph.operation import Operation
from headrace.graph.tensor import Tensor


def is_tensor(x: Any) -> bool:
    """Whether `x` is a Tensor, or an object that stands for one (a SparseTensor, a variable)."""
    stands_for_one = hasattr(x, "_as_graph_element") or hasattr(x, "_fetch_parts")
    return isinstance(x, Tensor) or (stands_for_one and not isinstance(x, Operation))


def get_static_value(tensor: Any, partial: bool = False) -> NDArray[Any] | None:
    """The value of `tensor` if it follows from constants alone.

    Args:
        tensor: a Tensor.
        partial: return what is known of a partly known vector of integers, None standing for the
            rest.

    Returns:
        A copy of the value, or None if it is not known.
    """
    if not isinstance(tensor, Tensor):
        return None
    value = getattr(tensor.op.attributes, "value", None)
    if isinstance(value, TensorValue):
        return value.array.copy()
    known = tensor.partial
    if known is None:
        return None
    if known.is_known:
        return known.values.astype(tensor.dtype.as_numpy_dtype)
    if not partial:
        return None
    some = known.values.astype(object)
    some[~known.known] = None
    return np.asarray(some)
