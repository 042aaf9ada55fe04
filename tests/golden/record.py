"""Records TensorFlow's behaviour into the JSON files of this folder: `python -m tests.golden.record`.

Needs tensorflow-cpu 2.21 in the running environment; nothing else in the project does. Names of
recordings may follow on the command line (`python -m tests.golden.record nodes session`).
"""

import os
import sys
from collections.abc import Callable
from typing import Any

# oneDNN changes the last bits of float results from one CPU to the next.
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["CUDA_VISIBLE_DEVICES"] = ""

from tests.golden import files, snippets
from tests.golden.opdefs import record_opdefs
from tests.golden.signatures import observe_signatures

RECORDINGS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "signatures": observe_signatures,
    "opdefs": record_opdefs,
    "nodes": lambda tf: {
        name: snippets.observe_nodes(tf, code)
        for name, code in snippets.read("node_snippets").items()
    },
    "session": lambda tf: {
        name: snippets.observe_session(tf, code)
        for name, code in snippets.read("session_snippets").items()
    },
}


def main(names: list[str]) -> None:
    """Records the recordings called `names`, or all of them."""
    import tensorflow.compat.v1 as tf  # type: ignore[import-not-found]

    tf.disable_v2_behavior()
    tf.logging.set_verbosity(tf.logging.ERROR)
    for name in names or list(RECORDINGS):
        entries = RECORDINGS[name](tf)
        files.save(f"{name}.json", entries)
        print(f"{name}.json: {len(entries)} entries")


if __name__ == "__main__":
    main(sys.argv[1:])
