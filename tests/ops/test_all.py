"""The list of op files is complete, and each stands alone."""

import ast
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


MAKERS = {"define", "unary", "binary", "reduction", "output_gradient"}


def imports_of(path: Path) -> list[ast.ImportFrom]:
    nodes = ast.walk(ast.parse(path.read_text()))
    return [node for node in nodes if isinstance(node, ast.ImportFrom)]


def defines_ops(path: Path) -> bool:
    return any(name.name in MAKERS for node in imports_of(path) for name in node.names)


def test_files_that_define_ops_do_not_import_each_other() -> None:
    defining = {
        f"headrace.ops.{path.parent.name}.{path.stem}": path
        for path in OPS.glob("*/*.py")
        if defines_ops(path)
    }
    assert len(defining) > 50
    crossing = [
        (module, node.module)
        for module, path in defining.items()
        for node in imports_of(path)
        if node.module in defining
    ]
    assert crossing == []
