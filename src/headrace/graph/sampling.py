"""Sampling domains: the calls by which an op is tested, declared beside the op.

The all-ops table test draws each sample for each allowed dtype and compares reference, golden
value, shape rule and finite differences. Drawing is reproducible: it depends on the seed alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType


@dataclass(frozen=True, slots=True)
class Spec:
    """One input of a sample.

    Attributes:
        shape: its shape.
        low: least value drawn.
        high: bound of the values drawn (not reached by floats; reached by none of the integers).
        dtype: its dtype; None takes that of the input's type attribute.
        value: a value given literally instead of drawn (nested lists; it is not varied by dtype but
            cast).
        distinct: draw no value twice (for max, argmax, top-k: no ties).
    """

    shape: tuple[int, ...] = ()
    low: float = -2.0
    high: float = 2.0
    dtype: DType | None = None
    value: Any = None
    distinct: bool = False

    def draw(self, rng: np.random.RandomState, dtype: DType) -> NDArray[Any]:
        """An array of this spec; `dtype` holds if the spec names none."""
        kind = self.dtype or dtype
        if kind is dtypes.string:
            return _strings(self, rng)
        target = np.dtype(kind.as_numpy_dtype)
        if self.value is not None:
            with np.errstate(all="ignore"):
                return np.array(self.value).astype(target)
        if kind.is_bool:
            return np.asarray(rng.randint(0, 2, self.shape), np.bool_)
        if kind.is_integer:
            low = max(int(np.ceil(self.low)), 0) if kind.is_unsigned else int(np.ceil(self.low))
            high = max(int(np.floor(self.high)), low + 1)
            if self.distinct:
                size = int(np.prod(self.shape))
                return (
                    rng.permutation(np.arange(low, low + max(size, high - low)))[:size]
                    .reshape(self.shape)
                    .astype(target)
                )
            return np.asarray(rng.randint(low, high, self.shape)).astype(target)
        real = self._reals(rng)
        if kind.is_complex:
            return np.asarray(real + 1j * self._reals(rng)).astype(target)
        return real.astype(target)

    def _reals(self, rng: np.random.RandomState) -> NDArray[np.float64]:
        size = int(np.prod(self.shape))
        if self.distinct:  # evenly spaced, so that float16 keeps them apart too
            steps = (rng.permutation(size) + 0.5) / max(size, 1)
            return (self.low + (self.high - self.low) * steps).reshape(self.shape)
        return np.asarray(self.low + (self.high - self.low) * rng.random_sample(self.shape))


def _strings(spec: Spec, rng: np.random.RandomState) -> NDArray[Any]:
    if spec.value is not None:
        return np.array(spec.value, object)
    words = [b"", b"a", b"bc", b"\xff\x00", "é".encode()]
    picks = rng.randint(0, len(words), spec.shape)
    out = np.empty(spec.shape, object)
    for index in np.ndindex(*spec.shape):
        out[index] = words[int(picks[index])]
    return out


def reals(*shape: int, low: float = -2.0, high: float = 2.0, distinct: bool = False) -> Spec:
    """Numbers in [low, high) of the input's own dtype (whole ones for integers)."""
    return Spec(shape, low, high, distinct=distinct)


def integers(*shape: int, low: int, high: int, dtype: DType | None = dtypes.int32) -> Spec:
    """Integers in [low, high)."""
    return Spec(shape, low, high, dtype=dtype)


def given(value: Any, dtype: DType | None = None) -> Spec:
    """A literal value."""
    return Spec(np.shape(value), value=value, dtype=dtype)


def int_vector(*values: Any) -> Spec:
    """A literal int32 vector (or a matrix, of rows), such as sizes, axes and paddings are."""
    return given(list(values), dtypes.int32)


# What floating-point functions must get right besides ordinary numbers.
SPECIAL = (
    float("nan"),
    float("inf"),
    float("-inf"),
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -2.5,
    1e4,
    -1e4,
    3e38,
)


class Sample:
    """One call of an op.

    Args:
        *inputs: a Spec for each declared input; a tuple of Specs for a list input.
        differentiable: whether the gradient may be compared with finite differences here (no ties,
            kinks, infinities).
        only: the dtypes (of the first type attribute) that the sample is for; all if empty.
        **attributes: the attributes that are not derived from the inputs.
    """

    __slots__ = ("attributes", "differentiable", "inputs", "only")

    def __init__(
        self,
        *inputs: Spec | tuple[Spec, ...],
        differentiable: bool = True,
        only: tuple[DType, ...] = (),
        **attributes: Any,
    ) -> None:
        self.inputs = inputs
        self.differentiable = differentiable
        self.only = only
        self.attributes = attributes

    def __repr__(self) -> str:
        shapes = [
            [s.shape for s in spec] if isinstance(spec, tuple) else spec.shape
            for spec in self.inputs
        ]
        return f"Sample({shapes}, {self.attributes})"


def special_values() -> Sample:
    """NaN, infinities, signed zeros and large numbers through a unary op (floating point only)."""
    floats = dtypes.NUMPY_FLOATING
    return Sample(given(list(SPECIAL)), differentiable=False, only=floats)
