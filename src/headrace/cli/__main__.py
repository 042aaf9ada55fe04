"""`python -m headrace.cli` is the `headrace` command."""

from __future__ import annotations

from headrace.cli.main import main

main()
