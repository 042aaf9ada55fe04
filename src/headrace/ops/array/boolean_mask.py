"""`tf.boolean_mask`, which is also what a boolean subscript of a Tensor means. Defines no op."""

from __future__ import annotations

from typing import Any

from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.static_shapes import shape_of


def boolean_mask(tensor: Any, mask: Any, name: str = "boolean_mask", axis: Any = None) -> Tensor:
    """What stands where a mask is true, in the order of the elements.

    Args:
        tensor: a tensor.
        mask: a boolean tensor whose sizes are those of axes `axis`, `axis` + 1, … of `tensor`; its
            rank must be known.
        name: the name of the scope.
        axis: the first axis that the mask is for; 0 if None.

    Returns:
        A tensor in which one axis, as long as the mask has true elements, stands for the masked
        axes.

    Raises:
        ValueError: the mask is a scalar or of unknown rank, or its static sizes are others.
        InvalidArgumentError: (in a run) the sizes are others.
    """
    with name_scope(name, None, [tensor, mask]):
        x = convert(tensor, None, "tensor")
        chosen = convert(mask, None, "mask")
        depth = _depth(chosen)
        first = _known(0 if axis is None else axis)
        if not isinstance(first, Tensor):
            _check_fit(x, chosen, first, depth)
        count = build("Prod", shape_of(x)[first : first + depth], [0], keep_dims=False)
        sizes = [shape_of(x)[:first], [count], shape_of(x)[first + depth :]]
        flat = build("Reshape", x, build("ConcatV2", sizes, 0, name="concat"))
        places = build("Where", build("Reshape", chosen, [-1]))
        return build("GatherV2", flat, build("Squeeze", places, squeeze_dims=(1,)), first)


def _check_fit(x: Tensor, mask: Tensor, first: int, depth: int) -> None:
    masked = x.shape[first : first + depth]
    if not masked.is_compatible_with(mask.shape):
        raise refusal(
            ValueError,
            f"Shapes {masked} and {mask.shape} are incompatible",
            [x, mask],
            advice="axis= names the first axis that the mask is for",
        )


def _depth(mask: Tensor) -> int:
    """How many axes the mask is for."""
    dims = mask.dims
    if dims is None:
        raise refusal(
            ValueError,
            "Number of mask dimensions must be specified, even if some dimensions are None.  "
            "E.g. shape=[None] is ok, but shape=None is not.",
            [mask],
            advice="give the mask a static rank: mask.set_shape([None])",
        )
    if not dims:
        raise refusal(
            ValueError,
            "mask cannot be scalar.",
            [mask],
            advice="give one boolean an element; tf.cond takes a single one",
        )
    return len(dims)


def _known(axis: Any) -> Any:
    """The axis as a number of its dtype where a tensor's value is known."""
    if not isinstance(axis, Tensor) or axis.partial is None or not axis.partial.is_known:
        return axis
    return axis.partial.values.astype(axis.dtype.base_dtype.as_numpy_dtype)[()]
