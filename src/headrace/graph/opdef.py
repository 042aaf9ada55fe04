"""What an op type *is*: signature, attributes, shape rule, reference, gradient, samples.

Everything Headrace knows of an op type is one `OpDef`, made beside the op's public function by
`define` and kept by the registry. Nothing is optional by silence: an op without a gradient says
why.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attribute_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from headrace.graph.inference import Dims, ShapeContext
    from headrace.graph.operation import Operation
    from headrace.graph.partial import PartialRule
    from headrace.graph.sampling import Sample
    from headrace.graph.tensor import Tensor

A = TypeVar("A", bound=Attributes)

# Shape rule: static sizes of the inputs (and small values) → sizes of the outputs. It is also the
# strict check that stands before the reference when sizes become known only in a run.
ShapeRule: TypeAlias = "Callable[[ShapeContext[A]], Sequence[Dims]]"
# Reference: (attributes, *input arrays) → one array, or a tuple of them when the op has several
# outputs.
Reference: TypeAlias = "Callable[..., NDArray[Any] | tuple[NDArray[Any], ...]]"
# Gradient: (operation, *gradients of its outputs) → one gradient, or None, for each input.
GradientRule: TypeAlias = "Callable[..., Sequence[Tensor | None]]"


class Why(enum.Enum):
    """Why an op has no gradient."""

    DISCRETE = "its values are discrete, so a small change of the input changes nothing"
    SHAPE_ONLY = "it looks at shapes, not at values"
    SOURCE = "it has no inputs that a gradient could flow to"
    NO_OUTPUT = "it has no outputs"
    INDICES = "its result is a set of positions"
    GRADIENT_OP = "it is itself a gradient op whose derivative TensorFlow does not define"
    NOT_DEFINED = "TensorFlow defines no gradient for it"


@dataclass(frozen=True, slots=True)
class NoGradient:
    """Says that an op has no gradient, and why."""

    why: Why


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far reference and golden value may lie apart: |a - b| ≤ c · eps · max(1, |b|).

    `units` is c: a multiple of the machine epsilon of the output's dtype.
    """

    units: float = 8.0


EXACT = Tolerance(0.0)
ROUNDED = Tolerance(8.0)
SUMMED = Tolerance(64.0)


@dataclass(frozen=True, slots=True)
class Arg:
    """One declared input or output.

    `type` is a fixed dtype, or None when the attribute `type_attr` holds it. `number_attr` names
    the attribute that counts a list of equal dtype; `type_list_attr` the one that lists the dtypes
    of a mixed list.
    """

    name: str
    type: DType | None = None
    type_attr: str | None = None
    number_attr: str | None = None
    type_list_attr: str | None = None
    is_ref: bool = False

    @property
    def is_list(self) -> bool:
        """Whether the argument stands for several tensors."""
        return self.number_attr is not None or self.type_list_attr is not None


@dataclass(frozen=True, slots=True, eq=False)
class OpDef(Generic[A]):
    """One op type. See `define` for what each field means."""

    name: str
    inputs: tuple[Arg, ...]
    outputs: tuple[Arg, ...]
    attributes: type[A]
    shape: ShapeRule[A]
    reference: Reference
    gradient: GradientRule | NoGradient
    samples: tuple[Sample, ...]
    types: Mapping[str, tuple[DType, ...]]
    tolerance: Tolerance
    partial: PartialRule | None
    doc: str
    per_session: Callable[[A], Reference] | None = None
    is_simple: bool = field(init=False)  # every input is a single tensor: the fast path of `build`

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_simple", not any(arg.is_list for arg in self.inputs))

    def __repr__(self) -> str:
        return f"<OpDef {self.name}>"

    def signature(self) -> str:
        """The op's inputs, outputs and attributes in one line, for docs and messages."""
        ins = ", ".join(arg.name for arg in self.inputs)
        outs = ", ".join(arg.name for arg in self.outputs)
        names = ", ".join(attribute_names(self.attributes))
        return f"{self.name}({ins}) -> ({outs}) [{names}]"


def _parse_arg(text: str, cls: type[Attributes]) -> Arg:
    name, _, kind = (part.strip() for part in text.partition(":"))
    is_ref = kind.startswith("Ref(")
    if is_ref:
        kind = kind[4:-1]
    if "*" in kind:
        number, kind = (part.strip() for part in kind.split("*"))
    else:
        number = None
    names = attribute_names(cls)
    if kind.endswith("..."):
        return Arg(name, type_list_attr=kind[:-3], is_ref=is_ref)
    if kind in names:
        return Arg(name, type_attr=kind, number_attr=number, is_ref=is_ref)
    return Arg(name, type=dtypes.as_dtype(kind), number_attr=number, is_ref=is_ref)


def _parse_args(text: str, cls: type[Attributes]) -> tuple[Arg, ...]:
    return tuple(_parse_arg(part, cls) for part in text.split(",") if part.strip())


def define(
    name: str,
    *,
    inputs: str,
    outputs: str,
    attributes: type[A],
    shape: ShapeRule[A],
    reference: Reference,
    gradient: GradientRule | NoGradient,
    samples: Sequence[Sample],
    doc: str,
    types: Mapping[str, Sequence[DType]] | None = None,
    tolerance: Tolerance = ROUNDED,
    partial: PartialRule | None = None,
    per_session: Callable[[A], Reference] | None = None,
) -> OpDef[A]:
    """Makes an `OpDef` and registers it.

    Args:
        name: TensorFlow's op type.
        inputs: the declared inputs, `"a: T, b: T"`; `N * T` is a list of N tensors of one dtype,
            `Tin...` a list whose dtypes stand in the attribute Tin, `Ref(T)` a variable.
        outputs: the declared outputs, written likewise.
        attributes: the class of its attributes; its field names are TensorFlow's.
        shape: static sizes of the inputs → sizes of the outputs; raises `Mismatch`.
        reference: what it computes, in NumPy: `reference(attributes, *arrays)`. Shapes were checked
            by `shape` before; it raises `tf.errors` for bad values (an index out of range). It may
            return views of its inputs and must not write into them.
        gradient: `gradient(op, *output_gradients)` → a Tensor or None for each input, or
            `NoGradient(why)`.
        samples: calls that test the op over its sampling domain.
        doc: one sentence for the op table.
        types: allowed dtypes of each type attribute, in TensorFlow's order.
        tolerance: how exact the reference is.
        partial: how small integer results follow from partly known inputs (shape inference needs
            them).
        per_session: for an op that remembers something from run to run: attributes → a reference
            with its own memory. It is made once for each operation in each session, and used
            instead of `reference`.

    Returns:
        The definition.

    Raises:
        ValueError: another definition has that name.
    """
    from headrace.graph import registry  # the registry's functions are typed by this module

    definition = OpDef(
        name=name,
        inputs=_parse_args(inputs, attributes),
        outputs=_parse_args(outputs, attributes),
        attributes=attributes,
        shape=shape,
        reference=reference,
        gradient=gradient,
        samples=tuple(samples),
        types={key: tuple(value) for key, value in (types or {}).items()},
        tolerance=tolerance,
        partial=partial,
        per_session=per_session,
        doc=doc,
    )
    registry.register(definition)
    return definition


def attributes_of(op: Operation, cls: type[A]) -> A:
    """The attributes of an operation by their own type, for gradient rules.

    Args:
        op: an operation.
        cls: the attribute class of its op type.
    """
    attributes = op.attributes
    assert isinstance(attributes, cls)
    return attributes
