"""Building ops: convert the inputs, infer dtypes and shapes, check, append to the graph.

`build` is what public functions, gradients and operators call. It finds the op type in the
registry, so that op files need not import each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import ShapeError
from headrace.base.messages import compose
from headrace.graph import registry
from headrace.graph.attributes import Attributes, TensorValue
from headrace.graph.inference import Mismatch, ShapeContext, shape_text
from headrace.graph.opdef import Arg, OpDef
from headrace.graph.operation import Operation
from headrace.graph.partial import MAX_ELEMENTS
from headrace.graph.refusal import describe, refusal
from headrace.graph.scopes import graph_of, name_scope
from headrace.graph.source import user_source
from headrace.graph.tensor import Tensor


def build(op_type: str, *inputs: Any, name: str | None = None, **attrs: Any) -> Tensor:
    """Adds an op that has one output.

    Args:
        op_type: the op type.
        *inputs: one value for each declared input: a Tensor or whatever `convert_to_tensor` takes;
            a sequence for a list input.
        name: the op's name; its type by default.
        **attrs: attributes by name; those that are dtypes of inputs, or count lists, are derived.

    Returns:
        The output.

    Raises:
        TypeError: dtypes do not agree, or are not allowed.
        ShapeError: static shapes do not fit (a ValueError).
        RuntimeError: the graph is finalized.
    """
    return build_operation(op_type, *inputs, name=name, **attrs).outputs[0]


def build_outputs(
    op_type: str, *inputs: Any, name: str | None = None, **attrs: Any
) -> tuple[Tensor, ...]:
    """Adds an op and returns all its outputs; see `build`."""
    return tuple(build_operation(op_type, *inputs, name=name, **attrs).outputs)


def build_operation(op_type: str, *inputs: Any, name: str | None = None, **attrs: Any) -> Operation:
    """Adds an op and returns the operation; see `build`."""
    definition = registry.get(op_type)
    if len(inputs) != len(definition.inputs):
        raise refusal(
            TypeError,
            f"{op_type} takes {len(definition.inputs)} inputs, but {len(inputs)} were given.",
        )
    if definition.is_simple and all(isinstance(value, Tensor) for value in inputs):
        return _add(definition, inputs, inputs, attrs, name or op_type)
    with graph_of(_flatten(definition, inputs)).as_default(), name_scope(name or op_type) as scope:
        try:
            converted = _convert_inputs(definition, inputs, attrs)
        except (TypeError, ValueError) as error:
            raise _placed(error) from None
        flat = _flatten(definition, converted)
        return _add(definition, converted, tuple(flat), attrs, scope)


def build_flat(
    op_type: str, inputs: tuple[Tensor, ...], name: str | None = None, **attrs: Any
) -> Operation:
    """Adds an op whose inputs are tensors in one flat sequence (as a NodeDef lists them)."""
    definition = registry.get(op_type)
    grouped: list[Any] = []
    rest = list(inputs)
    for i, arg in enumerate(definition.inputs):
        if not arg.is_list:
            grouped.append(rest.pop(0))
            continue
        tail = len(definition.inputs) - i - 1
        count = (
            attrs.get(arg.number_attr, len(rest) - tail) if arg.number_attr else len(rest) - tail
        )
        grouped.append(rest[:count])
        rest = rest[count:]
    return build_operation(op_type, *grouped, name=name, **attrs)


def add_constant(array: NDArray[Any], dtype: DType, name: str) -> Tensor:
    """Adds a `Const` holding `array`.

    Args:
        array: the value. It becomes the graph's and read-only: nobody else may hold its memory
            (`to_array` sees to that).
        dtype: its dtype.
        name: the op's name.
    """
    return build("Const", value=TensorValue(array, dtype), dtype=dtype, name=name)


# --- inputs ---------------------------------------------------------------------------------------


def _flatten(definition: OpDef[Any], inputs: Sequence[Any]) -> list[Any]:
    flat: list[Any] = []
    for arg, value in zip(definition.inputs, inputs, strict=True):
        if arg.is_list and isinstance(value, list | tuple):
            flat.extend(value)
        else:
            flat.append(value)
    return flat


def _convert_inputs(
    definition: OpDef[Any], inputs: Sequence[Any], attrs: dict[str, Any]
) -> tuple[Any, ...]:
    known: dict[str, DType] = {
        key: value for key, value in attrs.items() if isinstance(value, DType)
    }
    converted: list[Any] = []
    for arg, value in zip(definition.inputs, inputs, strict=True):
        if arg.is_list:
            converted.append(_convert_list(definition, arg, value, known))
            continue
        tensor = value if isinstance(value, Tensor) else _convert_one(definition, arg, value, known)
        converted.append(tensor)
        if arg.type_attr is not None:
            known.setdefault(arg.type_attr, tensor.dtype.base_dtype)
    return tuple(converted)


def _convert_one(definition: OpDef[Any], arg: Arg, value: Any, known: dict[str, DType]) -> Tensor:
    from headrace.graph.convert import convert  # convert builds Const and Pack through this module

    _check_allowed(definition, known)  # TensorFlow looks at the first input before the second
    dtype = arg.type or known.get(arg.type_attr or "")
    try:
        if dtype is None:
            return _convert_freely(definition, arg, value)
        return convert(value, dtype.base_dtype, arg.name)
    except TypeError as error:
        if dtype is None:
            raise
        raise TypeError(
            f"Expected {dtype.name} passed to parameter '{arg.name}' of op '{definition.name}', got {value!r} "
            f"of type '{type(value).__name__}' instead. Error: {error}"
        ) from None
    except ValueError as error:
        raise ValueError(
            f"Tried to convert '{arg.name}' to a tensor and failed. Error: {error}"
        ) from None


def _convert_freely(definition: OpDef[Any], arg: Arg, value: Any) -> Tensor:
    """Converts by the value's own dtype and, if the op does not allow that, again by the default.

    TensorFlow leaves the first constant in the graph too: `tf.reshape(x, [])` makes `Reshape/shape`
    and `Reshape/shape_1`.
    """
    from headrace.graph.convert import convert  # see _convert_one

    default = definition.attributes.defaults.get(arg.type_attr or "")
    allowed = definition.types.get(arg.type_attr or "")
    if not isinstance(default, DType) or not allowed:
        return convert(value, None, arg.name)
    try:
        made = convert(value, None, arg.name)
    except (TypeError, ValueError):
        return convert(value, None, arg.name, default)
    if made.dtype.base_dtype in allowed:
        return made
    return convert(value, None, arg.name, default)


def _convert_list(
    definition: OpDef[Any], arg: Arg, values: Any, known: dict[str, DType]
) -> list[Tensor]:
    from headrace.graph.convert import convert  # see _convert_one

    if not isinstance(values, list | tuple):
        raise refusal(
            TypeError,
            f"Expected list for '{arg.name}' argument to '{definition.name}' Op, not {values}.",
            [values],
            advice="give a list: [tensor]",
        )
    dtype = arg.type or known.get(arg.type_attr or "")
    if dtype is None and arg.type_list_attr is None:
        dtype = next((v.dtype.base_dtype for v in values if isinstance(v, Tensor)), None)
    made: list[Tensor] = []
    for i, value in enumerate(values):
        try:
            tensor = (
                value if isinstance(value, Tensor) else convert(value, dtype, f"{arg.name}_{i}")
            )
        except TypeError:
            kinds = ", ".join(
                v.dtype.name if isinstance(v, Tensor) else type(v).__name__ for v in values
            )
            raise _mixed_list(definition, arg, kinds, values) from None
        made.append(tensor)
        if dtype is None and arg.type_list_attr is None:
            dtype = tensor.dtype.base_dtype
    if arg.type_attr is not None and dtype is not None:
        known.setdefault(arg.type_attr, dtype)
    return made


def _placed(error: TypeError | ValueError) -> TypeError | ValueError:
    """The error with the user's line below its sentence, unless it names the line already."""
    text = str(error)
    if type(error) not in (TypeError, ValueError) or "\n  made at" in text:
        return error
    return type(error)(compose(text, [("made at", user_source().text())]))


# --- dtypes ---------------------------------------------------------------------------------------


def _bind_types(definition: OpDef[Any], inputs: Sequence[Any], attrs: dict[str, Any]) -> None:
    """Derives the dtype and count attributes from the inputs, and checks that they agree."""
    first: dict[str, str] = {}
    for arg, value in zip(definition.inputs, inputs, strict=True):
        if arg.is_list:
            _bind_list(definition, arg, value, attrs)
            continue
        dtype = value.dtype.base_dtype
        wanted = arg.type if arg.type_attr is None else attrs.get(arg.type_attr)
        if wanted is None:
            assert arg.type_attr is not None
            attrs[arg.type_attr] = dtype
            first[arg.type_attr] = arg.name
        elif dtype is not wanted:
            _check_allowed(definition, attrs)  # which TensorFlow finds first
            raise _type_error(definition, arg, wanted, first.get(arg.type_attr or ""), inputs)


def _type_error(
    definition: OpDef[Any], arg: Arg, wanted: DType, first: str | None, inputs: Sequence[Any]
) -> TypeError:
    got: DType = inputs[definition.inputs.index(arg)].dtype.base_dtype
    expected = f"expected type of {wanted.name}"
    if first is not None:
        expected = f"type {wanted.name} of argument '{first}'"
    sentence = f"Input '{arg.name}' of '{definition.name}' Op has type {got.name} that does not match {expected}."
    # Fractions are lost in integers, so what is cast is the integer.
    loses = first is not None and got.is_floating and wanted.is_integer
    advice = f"tf.cast('{first}', {got.name})" if loses else f"tf.cast('{arg.name}', {wanted.name})"
    tensors = _flatten(definition, inputs)
    return refusal(TypeError, sentence, tensors, advice=advice)


def _bind_list(
    definition: OpDef[Any], arg: Arg, tensors: Sequence[Tensor], attrs: dict[str, Any]
) -> None:
    if arg.type_list_attr is not None:
        attrs[arg.type_list_attr] = tuple(tensor.dtype.base_dtype for tensor in tensors)
        return
    assert arg.number_attr is not None
    if not tensors:
        raise refusal(
            ValueError,
            f"List argument '{arg.name}' to '{definition.name}' Op with length 0 shorter than minimum length 1.",
            advice="give at least one tensor",
        )
    attrs[arg.number_attr] = len(tensors)
    wanted = arg.type if arg.type_attr is None else attrs.get(arg.type_attr)
    kinds = [tensor.dtype.base_dtype for tensor in tensors]
    if wanted is None and kinds:
        assert arg.type_attr is not None
        wanted = attrs[arg.type_attr] = kinds[0]
    if any(kind is not wanted for kind in kinds):
        names = ", ".join(kind.name for kind in kinds)
        raise _mixed_list(definition, arg, names, tensors)


def _mixed_list(definition: OpDef[Any], arg: Arg, types: str, values: Sequence[Any]) -> TypeError:
    sentence = (
        f"Tensors in list passed to '{arg.name}' of '{definition.name}' Op have types [{types}] "
        "that don't all match."
    )
    return refusal(TypeError, sentence, values, advice="tf.cast them to one dtype")


def _check_allowed(definition: OpDef[Any], attrs: dict[str, Any]) -> None:
    for key, allowed in definition.types.items():
        value = attrs.get(key)
        if not isinstance(value, DType) or value in allowed:
            continue
        parameter = next((a.name for a in definition.inputs if a.type_attr == key), key)
        names = ", ".join(dtype.name for dtype in allowed)
        raise refusal(
            TypeError,
            f"Value passed to parameter '{parameter}' has DataType {value.name} not in list of allowed values: {names}",
            advice=_cast_advice(parameter, value, allowed),
        )


def _cast_advice(parameter: str, given: DType, allowed: Sequence[DType]) -> str | None:
    if not (given.is_floating or given.is_integer or given.is_bool):
        return None
    target = next((dtype for dtype in (dtypes.float32, dtypes.int32) if dtype in allowed), None)
    return f"tf.cast('{parameter}', {target.name})" if target else None


# --- appending ------------------------------------------------------------------------------------


def _add(
    definition: OpDef[Any],
    grouped: Sequence[Any],
    inputs: Sequence[Tensor],
    attrs: dict[str, Any],
    name: str,
) -> Operation:
    graph = graph_of(inputs)
    graph.check_not_finalized()
    _bind_types(definition, grouped, attrs)
    if definition.types:
        _check_allowed(definition, attrs)
    attributes = definition.attributes(**attrs)
    flat = tuple(inputs)
    context: ShapeContext[Any] = ShapeContext(
        attributes,
        tuple([tensor.dims for tensor in flat]),
        [tensor.partial for tensor in flat],
        tuple([tensor.dtype.base_dtype for tensor in flat]),
    )
    try:
        shapes = definition.shape(context)
    except Mismatch as error:
        raise _shape_error(definition, error, flat, name) from None
    outputs = list(zip(output_dtypes(definition, attributes), shapes, strict=True))
    op = graph.add_operation(definition, attributes, flat, outputs, name)
    if definition.partial is not None:
        _evaluate_partially(definition, context, op)
    return op


def output_dtypes(definition: OpDef[Any], attributes: Attributes) -> list[DType]:
    """The dtype of each output of an op with these attributes."""
    found: list[DType] = []
    for arg in definition.outputs:
        if arg.type_list_attr is not None:
            found.extend(getattr(attributes, arg.type_list_attr))
            continue
        dtype: DType = arg.type if arg.type_attr is None else getattr(attributes, arg.type_attr)  # type: ignore[assignment]
        count = 1 if arg.number_attr is None else getattr(attributes, arg.number_attr)
        found.extend([dtype] * count)
    return found


def _evaluate_partially(definition: OpDef[Any], context: ShapeContext[Any], op: Operation) -> None:
    if definition.partial is None or not all(map(_is_small, op.outputs)):
        return
    found = definition.partial(definition, context)
    if found is None:
        return
    values = found if isinstance(found, tuple) else (found,)
    for output, value in zip(op.outputs, values, strict=True):
        output.partial = value


def _is_small(output: Tensor) -> bool:
    """Whether it may be a shape, part of one or a condition on one: few integers or booleans."""
    dims = output.dims
    if not (output.dtype.is_integer or output.dtype.is_bool) or dims is None or len(dims) > 2:
        return False
    count = output.shape.num_elements()
    return count is not None and count <= MAX_ELEMENTS


def _shape_error(
    definition: OpDef[Any], error: Mismatch, inputs: Sequence[Tensor], name: str
) -> ShapeError:
    shown = name.rstrip("/")
    shapes = ", ".join(shape_text(tensor.dims) for tensor in inputs)
    sentence = (
        f"{error.sentence} for '{shown}' (op: '{definition.name}') with input shapes: {shapes}."
    )
    return ShapeError(compose(sentence, describe(inputs, user_source().text(), error.advice)))
