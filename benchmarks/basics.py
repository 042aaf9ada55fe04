"""What the basics cost on this machine: import, building ops, running small and large graphs.

    python benchmarks/basics.py

Prints a table of medians with the machine and the versions. The bounds are the project's own.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

import headrace as tf

LARGE = 100_000  # ops in the large graph


def import_seconds(module: str) -> float:
    """Median time of importing `module` in a fresh process, its bytecode compiled as in an installed package."""
    code = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
    command = [sys.executable, "-c", code]
    environment = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    times = [
        float(subprocess.run(command, capture_output=True, check=True, env=environment).stdout)
        for _ in range(12)
    ]
    return statistics.median(times[1:])  # the first may compile


def per_call(call: Callable[[], object], calls: int, rounds: int = 11) -> float:
    """Median over `rounds` of the seconds that one of `calls` calls takes."""
    call()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        times.append((time.perf_counter() - start) / calls)
    return statistics.median(times)


def build_seconds() -> dict[str, float]:
    """Seconds to build one op of several kinds."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 8])
        w = tf.constant(np.ones([8, 8], np.float32))
        image = tf.placeholder(tf.float32, [None, 32, 32, 1])
        kernel = tf.constant(np.ones([3, 3, 1, 6], np.float32))
        return {
            "x * x": per_call(lambda: x * x, 500),
            "tf.matmul(x, w)": per_call(lambda: tf.matmul(x, w), 500),
            "tf.nn.relu(x)": per_call(lambda: tf.nn.relu(x), 500),
            "tf.nn.conv2d": per_call(
                lambda: tf.nn.conv2d(image, kernel, [1, 1, 1, 1], "VALID"), 300
            ),
            "tf.constant(1.0)": per_call(lambda: tf.constant(1.0), 500),
            "tf.placeholder": per_call(lambda: tf.placeholder(tf.float32, [None, 3]), 500),
        }


def large_graph_seconds() -> tuple[float, float]:
    """Seconds to build a chain of `LARGE` ops, and to run it once."""
    with tf.Graph().as_default(), tf.Session() as sess:
        start = time.perf_counter()
        y = x = tf.placeholder(tf.float32, [])
        for _ in range(LARGE):
            y = y + x
        built = time.perf_counter()
        assert sess.run(y, {x: 1.0}) == LARGE + 1
        return built - start, time.perf_counter() - built


def small_run_seconds() -> float:
    """Seconds of one `Session.run` of `x * 2 + 1` on eight floats."""
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [8])
        y, value = x * 2.0 + 1.0, np.ones(8, np.float32)
        return per_call(lambda: sess.run(y, {x: value}), 300)


def main() -> None:
    """Measures and prints."""
    print(f"{platform.platform()}, Python {platform.python_version()}, NumPy {np.__version__}")
    rows = [
        ("import numpy", import_seconds("numpy"), "s", ""),
        ("import headrace", import_seconds("headrace"), "s", "≤ 0.30 s"),
    ]
    rows += [
        (f"build {name}", s * 1e6, "µs", "≤ 60 µs an op") for name, s in build_seconds().items()
    ]
    build, run = large_graph_seconds()
    rows += [
        (f"build a chain of {LARGE:,} ops", build, "s", ""),
        (f"run a chain of {LARGE:,} ops, first run", run, "s", ""),
        ("run x * 2 + 1 on 8 floats", small_run_seconds() * 1e6, "µs", ""),
    ]
    for name, value, unit, bound in rows:
        print(f"{name:<42}{value:>9.3f} {unit:<3} {bound}")


if __name__ == "__main__":
    main()
