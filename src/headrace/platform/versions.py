"""The versions that programs ask for: `tf.__version__`, `tf.version`, and the constants beside them.

A program that compares versions meets TensorFlow 1's last; a graph is made as TensorFlow 2.21 makes
it.
"""

import sys
from typing import Final

VERSION: Final = "1.15.5"
GIT_VERSION: Final = f"v{VERSION}-headrace"
COMPILER_VERSION: Final = sys.version.rpartition("[")[2].rstrip(
    "]"
)  # Python's: no other is at work

# What a GraphDef says of who wrote it and who may read it.
GRAPH_DEF_VERSION: Final = 2474
GRAPH_DEF_VERSION_MIN_CONSUMER: Final = 0
GRAPH_DEF_VERSION_MIN_PRODUCER: Final = 0

CXX11_ABI_FLAG: Final = 1
CXX_VERSION: Final = 201703
MONOLITHIC_BUILD: Final = 0
