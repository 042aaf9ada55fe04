"""The question's six programs, unmodified: they run, and all ways of feeding give the same result."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

PROGRAMS = Path(__file__).parent.parent / "examples" / "question"
WAYS = ("arrays", "constants", "placeholders")
COUNT = 60  # images, where the programs have 60,000: the large run is made once, below


def computed(x: NDArray[Any], w: NDArray[Any]) -> NDArray[Any]:
    """The forward pass in float64 NumPy, written for nothing but to be right."""
    windows = sliding_window_view(x[..., 0], (3, 3), axis=(1, 2))
    convolved = np.einsum("nijkl,klo->nijo", windows, w[:, :, 0, :])
    pooled = convolved.reshape(len(x), 15, 2, 15, 2, 6).mean(axis=(2, 4))
    return np.maximum(pooled, 0.0)


def run_program(name: str, count: int, out: Path) -> NDArray[Any]:
    """Runs a program under `headrace run`, seeded and with `count` images; what it left in `result`."""
    text = (PROGRAMS / f"{name}.py").read_text(encoding="utf-8").replace("60000", str(count))
    script = out / f"{name}.py"
    seeded = text.replace("import numpy as np\n", "import numpy as np\nnp.random.seed(3)\n")
    script.write_text(f"{seeded}\nnp.save({str(out / name)!r}, result)\n", encoding="utf-8")
    command = [sys.executable, "-m", "headrace.cli", "run", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    result: NDArray[Any] = np.load(out / f"{name}.npy")
    return result


def expected(count: int) -> NDArray[Any]:
    rng = np.random.RandomState(3)
    x = rng.random_sample([count, 32, 32, 1])
    return computed(x, rng.random_sample([3, 3, 1, 6]))


@pytest.mark.parametrize("suffix", ["", "_ten_runs"])
def test_the_six_programs_agree_to_the_bit_and_with_numpy(suffix: str, tmp_path: Path) -> None:
    results = [run_program(f"{way}{suffix}", COUNT, tmp_path) for way in WAYS]
    # nine products and four sums: a few rounding errors of numbers below ten
    np.testing.assert_allclose(results[0], expected(COUNT), rtol=0, atol=32 * np.finfo(float).eps)
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])


@pytest.mark.timeout(600)
def test_the_question_runs_at_its_full_size(tmp_path: Path) -> None:
    result = run_program("placeholders", 60000, tmp_path)
    assert result.shape == (60000, 15, 15, 6)
    assert result.dtype == np.float64
    np.testing.assert_allclose(
        result[:100], expected(60000)[:100], rtol=0, atol=32 * np.finfo(float).eps
    )
