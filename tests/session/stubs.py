"""Ops that do what a test says.

They are in no registry: only the graph that they are added to knows them.
"""

from headrace.base import dtypes
from headrace.graph.attributes import TypeAttributes
from headrace.graph.inference import same_shape
from headrace.graph.opdef import EXACT, Arg, NoGradient, OpDef, Why


def add_stub(reference, *inputs, shape=same_shape, dims=None, outputs=1, dtype=None, name="Stub"):
    """Adds an op to the graph of its first input and returns its outputs (one by itself).

    Args:
        reference: `reference(*arrays)` → an array, or a tuple of them.
        *inputs: its input tensors, at least one.
        shape: its shape rule, which a run calls.
        dims: the static sizes of its outputs; those of the first input if None.
        outputs: how many it has.
        dtype: their dtype; that of the first input if None.
        name: its name.
    """
    first = inputs[0]
    definition = OpDef(
        name="Stub",
        inputs=tuple(Arg(f"x{i}", type=tensor.dtype) for i, tensor in enumerate(inputs)),
        outputs=tuple(Arg(f"y{i}", type_attr="T") for i in range(outputs)),
        attributes=TypeAttributes,
        shape=shape,
        reference=lambda attrs, *arrays: reference(*arrays),
        gradient=NoGradient(Why.DISCRETE),
        samples=(),
        types={},
        tolerance=EXACT,
        partial=None,
        doc="A stub.",
    )
    kind = dtypes.as_dtype(dtype) if dtype else first.dtype
    sizes = first.dims if dims is None else dims
    made = first.graph.add_operation(
        definition, TypeAttributes(T=kind), inputs, [(kind, sizes)] * outputs, name
    )
    return made.outputs[0] if outputs == 1 else tuple(made.outputs)
