"""Restores NumPy's removed aliases when imported: for multiprocessing's fork server, nothing else."""

from __future__ import annotations

from headrace.importing.hook import install

install(announce=False, restore_numpy=True)
