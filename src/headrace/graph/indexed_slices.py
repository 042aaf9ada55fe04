"""`tf.IndexedSlices`: some slices of a tensor along its first axis, as the gradient of `tf.gather` is.

Only the triple lives here, with what feeding, fetching and conversion need.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from headrace.base import dtypes
from headrace.base.shapes import TensorShape
from headrace.graph.build import build
from headrace.graph.convert import convert_to_tensor, register_tensor_conversion_function
from headrace.graph.inference import described_dims
from headrace.graph.refusal import refusal
from headrace.graph.sparse_tensor import SparseTensor
from headrace.graph.tensor import Tensor

if TYPE_CHECKING:
    from headrace.base.dtypes import DType
    from headrace.graph.graph import Graph
    from headrace.graph.operation import Operation


class IndexedSlicesValue(NamedTuple):
    """The value of IndexedSlices: what a fetch gives and a feed takes.

    Attributes:
        values: the slices, [count, …].
        indices: the position of each, [count].
        dense_shape: the sizes of the whole tensor, or None.
    """

    values: Any
    indices: Any
    dense_shape: Any


class IndexedSlices:
    """Slices of a tensor along its first axis; slices of equal position add up.

    Args:
        values: the slices: a Tensor [count, …].
        indices: their positions: an integer Tensor [count].
        dense_shape: the sizes of the whole tensor: an integer Tensor [rank], or None if nobody
            needs them.
    """

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        self._values = values
        self._indices = indices
        self._dense_shape = dense_shape

    @property
    def values(self) -> Any:
        """The slices: [count, …]."""
        return self._values

    @property
    def indices(self) -> Any:
        """The position of each slice: [count]."""
        return self._indices

    @property
    def dense_shape(self) -> Any:
        """The sizes of the whole tensor, or None."""
        return self._dense_shape

    # --- what a Tensor has, too -------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the slices."""
        return str(self._values.name)

    @property
    def device(self) -> str:
        """The device of the slices."""
        return str(self._values.device)

    @property
    def dtype(self) -> DType:
        """The dtype of the slices."""
        dtype: DType = self._values.dtype
        return dtype

    @property
    def op(self) -> Operation:
        """The operation that makes the slices."""
        op: Operation = self._values.op
        return op

    @property
    def graph(self) -> Graph:
        """The graph that the slices belong to."""
        graph: Graph = self._values.graph
        return graph

    @property
    def shape(self) -> TensorShape:
        """The static shape of the whole tensor, as far as it is known."""
        sizes = self._dense_shape
        if sizes is None:
            return TensorShape(None)
        return TensorShape.of(described_dims(sizes.partial, sizes.dims))

    def consumers(self) -> list[Operation]:
        """The operations that take one of the parts."""
        return list(dict.fromkeys(op for part in self._parts() for op in part.consumers()))

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(-self._values, self._indices, self._dense_shape)

    def __str__(self) -> str:
        shape = "" if self._dense_shape is None else f", dense_shape={self._dense_shape}"
        return f"IndexedSlices(indices={self._indices}, values={self._values}{shape})"

    # --- graph and sessions -----------------------------------------------------------------------

    def _as_graph_element(self) -> Tensor:
        """What `tf.control_dependencies` waits for."""
        element: Tensor = self._values
        return element

    def _parts(self) -> list[Tensor]:
        parts = [self._values, self._indices, self._dense_shape]
        return [part for part in parts if part is not None]

    def _feed_parts(self, value: Any) -> list[tuple[Tensor, Any]]:
        """The parts with their values; as in TensorFlow, a part without one stays unfed."""
        return list(zip(self._parts(), value, strict=False))

    def _fetch_parts(
        self,
    ) -> tuple[Sequence[Tensor], Callable[[Sequence[Any]], IndexedSlicesValue]]:
        """The tensors to fetch, and what makes the result of their values."""
        if self._dense_shape is None:
            return self._parts(), lambda values: IndexedSlicesValue(values[0], values[1], None)
        return self._parts(), IndexedSlicesValue._make


def _to_dense(
    value: IndexedSlices, dtype: DType | None = None, name: str | None = None, as_ref: bool = False
) -> Tensor:
    """The whole tensor: slices of equal position are summed, all others are zero.

    Raises:
        ValueError: the sizes of the whole tensor or the dtype are missing or wrong.
    """
    if dtype is not None and not dtype.is_compatible_with(value.dtype):
        raise refusal(
            ValueError,
            f"Incompatible tensor conversion requested to `dtype` {dtype.name} for IndexedSlices ({value}) "
            f"with dtype {value.dtype.name}",
            advice="tf.cast the values",
        )
    if value.dense_shape is None:
        raise refusal(
            ValueError,
            "Tensor conversion requested for IndexedSlices for argument `value` without dense_shape: "
            f"{value}",
            advice="give the slices a dense_shape",
        )
    return build("UnsortedSegmentSum", value.values, value.indices, value.dense_shape[0], name=name)


register_tensor_conversion_function(IndexedSlices, _to_dense)


def convert_to_tensor_or_indexed_slices(
    value: Any, dtype: Any = None, name: str | None = None
) -> Tensor | IndexedSlices | SparseTensor:
    """Converts `value` to a Tensor unless it is IndexedSlices or a SparseTensor, which it stays.

    Args:
        value: IndexedSlices, a SparseTensor, or whatever `tf.convert_to_tensor` takes.
        dtype: the dtype to have; derived from the value if None.
        name: the name of a constant that is made.

    Raises:
        TypeError: the value has no conversion.
        ValueError: a Tensor, IndexedSlices or a SparseTensor has another dtype.
    """
    if not isinstance(value, Tensor | IndexedSlices | SparseTensor):
        return convert_to_tensor(value, dtype, name)
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    if wanted is not None and not wanted.is_compatible_with(value.dtype):
        raise refusal(
            ValueError,
            f"Incompatible tensor conversion requested to `dtype` {wanted.name} for `value` ({value}) with "
            f"dtype {value.dtype.name}.",
            advice="tf.cast the values",
        )
    return value
