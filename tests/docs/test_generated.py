"""Generated pages are fresh."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_op_table_is_fresh() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "generate_ops_table.py"), "--check"]
    done = subprocess.run(command, cwd=ROOT, check=False)
    assert done.returncode == 0, "run: python scripts/generate_ops_table.py"
