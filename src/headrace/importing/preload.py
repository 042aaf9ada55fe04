"""Installs the hook when imported: what multiprocessing's fork server preloads.

For nothing else.
"""

from __future__ import annotations

from headrace.importing.hook import install

install(announce=False)
