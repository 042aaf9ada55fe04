"""The import hook: it serves `tensorflow` and its module tree from Headrace's public names.

Here stand the table of TensorFlow's modules, the finder, its inheritance by child processes, and
the aliases of older NumPy. Nothing here imports more than data from another room, and nothing a
third-party package: the hook is on the path of every start.
"""

from __future__ import annotations

from headrace.importing.hook import install

__all__ = ["install"]
