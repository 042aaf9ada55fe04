"""The list of op files is complete."""

from importlib import import_module
from pathlib import Path

import headrace
from headrace.graph import registry

OPS = Path(headrace.__file__).parent / "ops"


def test_importing_every_op_file_adds_no_op() -> None:
    before = [definition.name for definition in registry.all_definitions()]
    for path in OPS.glob("*/*.py"):
        import_module(f"headrace.ops.{path.parent.name}.{path.stem}")
    assert [definition.name for definition in registry.all_definitions()] == before
