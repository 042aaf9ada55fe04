"""`tf.SparseTensor`: a tensor given by the positions and values of its entries, as three tensors.

Only the triple lives here, with what feeding, fetching and conversion need; ops on it stand in the
op rooms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from headrace.base import dtypes
from headrace.base.shapes import TensorShape
from headrace.graph import late
from headrace.graph.convert import convert, convert_to_tensor
from headrace.graph.inference import Dims, described_dims
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor

if TYPE_CHECKING:
    from headrace.base.dtypes import DType
    from headrace.graph.graph import Graph
    from headrace.graph.operation import Operation


class SparseTensorValue(NamedTuple):
    """The value of a SparseTensor: what a fetch gives and a feed takes.

    Attributes:
        indices: the positions, int64 [entries, rank].
        values: the entries, [entries].
        dense_shape: the sizes, int64 [rank].
    """

    indices: Any
    values: Any
    dense_shape: Any


class SparseTensor:
    """A tensor whose entries that are not listed are zero.

    Args:
        indices: the positions, int64 [entries, rank]; a Tensor or what converts to one, as the
            others.
        values: the entries, [entries].
        dense_shape: the sizes, int64 [rank].

    Raises:
        TypeError: positions or sizes are no integers.
        ValueError: ranks or sizes do not fit one another, or a Tensor is not int64 where it must
            be.
    """

    def __init__(self, indices: Any, values: Any, dense_shape: Any) -> None:
        with name_scope(None, "SparseTensor", [indices, values, dense_shape]):
            self._indices = _int64(indices, "indices")
            self._values = convert(values, None, "values")
            self._dense_shape = _int64(dense_shape, "dense_shape")
        self._dims = _described_dims(self._dense_shape)
        rows = self._indices.shape.with_rank(2).dims
        entries = self._values.shape.with_rank(1).dims
        sizes = self._dense_shape.shape.with_rank(1).dims
        assert rows is not None
        assert entries is not None
        assert sizes is not None
        rows[0].assert_is_compatible_with(entries[0])
        rows[1].assert_is_compatible_with(sizes[0])

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> SparseTensor:
        """A SparseTensor of the parts of a SparseTensorValue or SparseTensor.

        Raises:
            TypeError: it is neither.
        """
        if not is_sparse(sparse_tensor_value):
            raise refusal(
                TypeError,
                f"Argument sparse_tensor_value={sparse_tensor_value} is neither a SparseTensor nor "
                "SparseTensorValue.",
            )
        value = sparse_tensor_value
        return cls(value.indices, value.values, value.dense_shape)

    # --- parts ------------------------------------------------------------------------------------

    @property
    def indices(self) -> Tensor:
        """The positions: int64 [entries, rank]."""
        return self._indices

    @property
    def values(self) -> Tensor:
        """The entries: [entries]."""
        return self._values

    @property
    def dense_shape(self) -> Tensor:
        """The sizes: int64 [rank]."""
        return self._dense_shape

    def with_values(self, new_values: Any) -> SparseTensor:
        """Other entries at the same positions.

        Raises:
            ValueError: there are more or fewer of them.
        """
        return SparseTensor(self._indices, new_values, self._dense_shape)

    # --- what a Tensor has, too -------------------------------------------------------------------

    @property
    def dtype(self) -> DType:
        """The dtype of the entries."""
        return self._values.dtype

    @property
    def op(self) -> Operation:
        """The operation that makes the entries."""
        return self._values.op

    @property
    def graph(self) -> Graph:
        """The graph that the parts belong to."""
        return self._indices.graph

    @property
    def shape(self) -> TensorShape:
        """The static shape of the dense tensor, as far as it is known."""
        return TensorShape.of(self._dims)

    def get_shape(self) -> TensorShape:
        """Alias of `shape`."""
        return self.shape

    def set_shape(self, shape: Any) -> None:
        """Adds what the user knows of the static shape.

        Raises:
            ValueError: it contradicts what is known.
        """
        self._dims = self.shape.merge_with(shape).dims_tuple

    def consumers(self) -> list[Operation]:
        """The operations that take one of the parts."""
        return list(dict.fromkeys(op for part in self._parts() for op in part.consumers()))

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """Computes the parts in the default session (or `session`).

        Returns:
            A SparseTensorValue.

        Raises:
            ValueError: there is no default session.
        """
        return late.evaluate.call(self, feed_dict, session)

    def __repr__(self) -> str:
        return (
            f"SparseTensor(indices={self._indices}, values={self._values}, "
            f"dense_shape={self._dense_shape})"
        )

    # --- sessions ---------------------------------------------------------------------------------

    def _parts(self) -> tuple[Tensor, Tensor, Tensor]:
        return self._indices, self._values, self._dense_shape

    def _feed_parts(self, value: Any) -> list[tuple[Tensor, Any]]:
        """The parts with their values; as in TensorFlow, a part without one stays unfed."""
        return list(zip(self._parts(), value, strict=False))

    def _fetch_parts(self) -> tuple[Sequence[Tensor], Callable[[Sequence[Any]], SparseTensorValue]]:
        """The tensors to fetch, and what makes the result of their values."""
        return self._parts(), SparseTensorValue._make


def _int64(value: Any, name: str) -> Tensor:
    if isinstance(value, Tensor) and value.dtype.base_dtype is not dtypes.int64:
        raise refusal(
            ValueError,
            f"{name}: Tensor conversion requested dtype int64 for Tensor with dtype {value.dtype.name}: "
            f"{value!r}",
            [value],
            advice="tf.cast(x, tf.int64)",
        )
    return convert(value, dtypes.int64, name)


def _described_dims(dense_shape: Tensor) -> Dims:
    """The sizes that `dense_shape` describes, as far as they are known."""
    dims = dense_shape.dims
    if dims == ():
        known = dense_shape.partial is not None and dense_shape.partial.is_known
        what = (
            f"value '{dense_shape.partial.values}'"
            if known and dense_shape.partial is not None
            else "with unknown value"
        )
        raise refusal(
            ValueError,
            f"Received a scalar {what} as shape; require a statically known scalar with value '-1' to "
            "describe an unknown shape.",
        )
    if dense_shape.op.type == "Const":
        # The static shape rests on this value from now on, so another must not be fed for it.
        dense_shape.graph.prevent_feeding(dense_shape)
    return described_dims(dense_shape.partial, dims)


def is_sparse(x: Any) -> bool:
    """Whether `x` is a SparseTensor or a SparseTensorValue."""
    return isinstance(x, SparseTensor | SparseTensorValue)


def convert_to_tensor_or_sparse_tensor(
    value: Any, dtype: Any = None, name: str | None = None
) -> Tensor | SparseTensor:
    """Converts `value` to a Tensor, or to a SparseTensor if it is sparse.

    Args:
        value: a SparseTensor, a SparseTensorValue, or whatever `tf.convert_to_tensor` takes.
        dtype: the dtype to have; derived from the value if None.
        name: the name of a constant that is made.

    Raises:
        TypeError: the value has no conversion.
        RuntimeError: the entries of a sparse value have another dtype.
    """
    if isinstance(value, SparseTensorValue):
        value = SparseTensor.from_value(value)
    if not isinstance(value, SparseTensor):
        return convert_to_tensor(value, dtype, name)
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    if wanted is not None and not wanted.is_compatible_with(value.dtype):
        raise refusal(
            RuntimeError,
            f"Sparse dtype mismatch. Requested: {wanted.name},  Actual: {value.dtype.name}",
            advice="tf.cast the values",
        )
    return value
