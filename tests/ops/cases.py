"""Every case of the all-ops table: registry × samples × dtypes, drawn reproducibly.

The recorder (`tests.golden.record_ops`) and the test draw the same cases from here.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph import registry
from headrace.graph.opdef import Arg, OpDef
from headrace.graph.sampling import Sample, Spec

# What the table runs over; the dtypes left out share their code with one of these.
TESTED = (
    dtypes.float16,
    dtypes.bfloat16,
    dtypes.float32,
    dtypes.float64,
    dtypes.int32,
    dtypes.int64,
    dtypes.uint8,
    dtypes.int8,
    dtypes.complex64,
    dtypes.complex128,
    dtypes.bool_,
    dtypes.string,
)


@dataclass(frozen=True)
class Case:
    """One call of one op.

    Attributes:
        definition: the op type.
        sample: which of its samples.
        index: the sample's position.
        dtype: the dtype of its first type attribute; None if it has none.
    """

    definition: OpDef[Any]
    sample: Sample
    index: int
    dtype: DType | None

    @property
    def key(self) -> str:
        """A readable name, unique within the op."""
        return f"{self.index}-{self.dtype.name if self.dtype else 'fixed'}"

    def __str__(self) -> str:
        return f"{self.definition.name}-{self.key}"

    def attributes(self) -> dict[str, Any]:
        """The attributes to pass: the sample's, and the dtypes that inputs do not tell."""
        given = dict(self.sample.attributes)
        first = self.first_type
        if self.dtype is not None and first is not None:
            given.setdefault(first, self.dtype)
        return given

    @property
    def first_type(self) -> str | None:
        """The type attribute that the table varies."""
        return next(iter(self.definition.types), None)

    def draw(self) -> list[Any]:
        """One array for each declared input, a list of arrays for a list input."""
        rng = np.random.RandomState(zlib.crc32(str(self).encode()))
        drawn: list[Any] = []
        for arg, spec in zip(self.definition.inputs, self.sample.inputs, strict=True):
            if isinstance(spec, tuple):
                drawn.append([self._draw_one(arg, item, rng) for item in spec])
            else:
                drawn.append(self._draw_one(arg, spec, rng))
        return drawn

    def _draw_one(self, arg: Arg, spec: Spec, rng: np.random.RandomState) -> NDArray[Any]:
        return spec.draw(rng, spec.dtype or self._dtype_of(arg))

    def _dtype_of(self, arg: Arg) -> DType:
        if arg.type is not None:
            return arg.type
        known = self.attributes().get(arg.type_attr or "")
        if isinstance(known, DType):
            return known
        default = self.definition.attributes.defaults.get(arg.type_attr)
        if isinstance(default, DType):
            return default
        return self.dtype or dtypes.float32

    def with_dtype(self, dtype: DType) -> Case:
        """The same sample with another dtype."""
        return Case(self.definition, self.sample, self.index, dtype)


def cases_of(definition: OpDef[Any]) -> Iterator[Case]:
    """All cases of one op type."""
    first = next(iter(definition.types), None)
    for index, sample in enumerate(definition.samples):
        fixed = sample.attributes.get(first) if first is not None else None
        if first is None or isinstance(fixed, DType):
            yield Case(definition, sample, index, fixed)
            continue
        for dtype in dict.fromkeys(definition.types[first]):  # TensorFlow lists some twice
            if dtype in TESTED and (not sample.only or dtype in sample.only):
                yield Case(definition, sample, index, dtype)


def all_cases() -> list[Case]:
    """All cases of all op types."""
    return [case for definition in registry.all_definitions() for case in cases_of(definition)]
