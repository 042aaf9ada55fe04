"""`tf.app`: how a program's `main` is started.

absl does the work, so that a program may mix `tf.app` with `from absl import app`. Flags stand in
`flags`.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from headrace.platform import flags

__all__ = ["flags", "run"]


def run(
    main: Callable[[list[str]], Any] | None = None, argv: Sequence[str] | None = None
) -> NoReturn:
    """Parses the flags, calls `main` with the words that remain, and exits with what it returns.

    Args:
        main: gets the program's name, then every word that is no known flag: unlike absl's, unknown
            flags are left to it. None is the function `main` of the program's `__main__`.
        argv: the program's name and the words to parse; None is `sys.argv`.

    Raises:
        SystemExit: always; with status 1 where a flag's value is wrong or help was asked for.
        AttributeError: `main` is None and the program has none.
    """
    from absl import app  # a program without tf.app need not have it loaded

    # `headrace run` has made the program `__main__`; it is looked up now, when it is defined.
    started = sys.modules["__main__"].main if main is None else main
    words = None if argv is None else list(argv)
    app.run(started, argv=words, flags_parser=_parse_known)
    raise AssertionError("absl's run ends in sys.exit")


def _parse_known(words: Sequence[str]) -> list[str]:
    from absl.flags import FLAGS

    remaining: list[str] = FLAGS(words, known_only=True)
    return remaining
