"""What `import headrace` loads, and what it must not."""

from __future__ import annotations

import json
import subprocess
import sys

# Each takes from 20 ms to a second; whoever needs one loads it then.
HEAVY = {
    "absl",
    "google.protobuf",
    "ml_dtypes",
    "rich",
    "typer",
    "click",
    "multiprocessing",
    "asyncio",
    "unittest",
    "difflib",
    "scipy",
    "tensorflow",
}


def loaded_by(statement: str) -> set[str]:
    """The modules that `statement` loads in a fresh process, beyond Python's own start."""
    code = (
        "import json, sys\nbefore = set(sys.modules)\n"
        f"{statement}\nprint(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_import_loads_numpy_and_nothing_heavier() -> None:
    beyond = loaded_by("import headrace") - loaded_by("import numpy")
    foreign = {
        name.split(".")[0]
        for name in beyond
        if not name.startswith("headrace") and name.split(".")[0] not in sys.stdlib_module_names
    }
    assert foreign <= {"numpy"}
    assert {name for name in beyond if name in HEAVY or name.split(".")[0] in HEAVY} == set()


def test_the_namespace_has_what_the_question_needs_without_loading_more() -> None:
    beyond = loaded_by(
        "import headrace as tf; tf.nn.conv2d, tf.Session, tf.float64, tf.placeholder"
    )
    assert not beyond & HEAVY
