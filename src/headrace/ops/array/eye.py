"""`tf.eye`: composed of ones, zeros and a diagonal, as in TensorFlow."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.array.fill import ones, zeros
from headrace.ops.array.matrix_diagonal import matrix_diag, matrix_set_diag


def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Identity matrices.

    Args:
        num_rows: their rows, an integer or a scalar tensor.
        num_columns: their columns; as many as rows if None.
        batch_shape: the leading axes of the result, integers or a vector; none if None.
        dtype: the dtype.
        name: the scope's name.

    Returns:
        A tensor of shape `batch_shape + [num_rows, num_columns]`, 1 on the diagonals and 0
        elsewhere.

    Raises:
        TypeError: a size is neither an integer nor a tensor.
        ValueError: a size is negative.
    """
    with name_scope(name, "eye", [num_rows, num_columns, batch_shape]):
        columns = num_rows if num_columns is None else num_columns
        batch = [] if batch_shape is None else batch_shape
        size = _diagonal_size(num_rows, columns)
        if isinstance(batch, Tensor) or isinstance(size, Tensor):
            lead = convert(batch, dtypes.int32, "shape")
            diagonal_shape: Any = _joined(lead, [size])
            shape: Any = None if num_columns is None else _joined(lead, [num_rows, columns])
        else:
            diagonal_shape, shape = [*batch, size], [*batch, num_rows, columns]
        diagonal = ones(diagonal_shape, dtype)
        if num_columns is None or (isinstance(columns, Integral) and columns == num_rows):
            return matrix_diag(diagonal)
        return matrix_set_diag(zeros(shape, dtype), diagonal)


def _diagonal_size(rows: Any, columns: Any) -> Any:
    if isinstance(rows, Tensor) or isinstance(columns, Tensor):
        return build("Minimum", rows, columns)
    if not (isinstance(rows, Integral) and isinstance(columns, Integral)):
        raise refusal(
            TypeError,
            "Arguments `num_rows` and `num_columns` must be positive integer values. "
            f"Received: num_rows={rows}, num_columns={columns}",
            advice="pass integers",
        )
    return min(rows, columns)


def _joined(lead: Tensor, sizes: list[Any]) -> Tensor:
    return build("ConcatV2", [lead, sizes], 0, name="concat")
