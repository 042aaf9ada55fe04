"""Words of Python source of any age, without judging its grammar.

`tokenize` follows the running Python and stops at ``0777`` or a backtick, so old programs need a
reader that only tells words, strings and comments apart. Meaning lives in ``python2`` and
``fallback``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TRIPLE = r"{q}{q}{q}[^\\{q}]*(?:(?:\\.|{q}(?!{q}{q}))[^\\{q}]*)*(?:{q}{q}{q}|\Z)"
_SINGLE = r"{q}(?:[^\\\r\n{q}]|\\\r\n|\\.)*{q}?"
_BODIES = "|".join(form.format(q=quote) for form in (_TRIPLE, _SINGLE) for quote in "\"'")
_TOKEN = re.compile(
    rf"""
    (?P<space>(?:[ \t\f]|\\\r?\n)+)
  | (?P<newline>\r\n|\r|\n)
  | (?P<comment>\#[^\r\n]*)
  | (?P<string>[rRuUbBfF]{{0,2}}(?:{_BODIES}))
  | (?P<number>0[xXoObB][0-9a-fA-F_]+[lL]?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[jJlL]?)
  | (?P<name>[^\W\d]\w*)
  | (?P<op><>|\*\*|>>|<<|->|[-+*/%&|^=!<>:]=|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_REST_OF_LINE = re.compile(r"[^\r\n]*")
_LINE_BREAKS = frozenset({"\n", "\r", "\r\n", ";"})
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")
_RESTART = frozenset(["import", "from", "def", "class"])
_COMPOUND = frozenset(
    [
        "if",
        "elif",
        "else",
        "for",
        "while",
        "try",
        "except",
        "finally",
        "with",
        "def",
        "class",
        "async",
        "match",
        "case",
    ]
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word: its kind (name, op, string, number, newline), text, span and line."""

    kind: str
    text: str
    start: int
    line: int

    @property
    def end(self) -> int:
        """The offset just behind the word."""
        return self.start + len(self.text)


def tokens(text: str) -> Iterator[Token]:
    """Yield the words of `text`, without spaces and comments; any text is accepted.

    A notebook's ``%magic`` or ``!shell`` line, also behind ``=``, is one word of kind "magic":
    what stands there is not Python, and its quotes and brackets need not close.
    """
    line, position, depth, previous = 1, 0, 0, "\n"
    while match := _TOKEN.match(text, position):
        kind, word = match.lastgroup or "op", match.group()
        if word[0] in "%!" and depth == 0 and (previous in _LINE_BREAKS or previous == "="):
            kind, word = "magic", _REST_OF_LINE.match(text, position)[0]  # type: ignore[index]  # matches any text
        if kind not in {"space", "comment"}:
            yield Token(kind, word, position, line)
            depth = max(depth + (word in _OPEN) - (word in _CLOSE), 0)
            previous = word
        if kind in {"space", "newline", "string"}:
            line += word.count("\n") + word.count("\r") - word.count("\r\n")
        position += len(word)


def statements(text: str) -> Iterator[list[Token]]:
    """Yield the words of each simple statement or compound header, brackets kept whole.

    The body of a one-line compound statement (``if x: print y``) is a statement of its own.
    """
    depth, current = 0, list[Token]()
    for token in tokens(text):
        # A bracket that never closes must not swallow the rest of a broken file.
        if depth and token.text in _RESTART and text[max(token.start - 1, 0)] in "\r\n":
            yield current
            depth, current = 0, []
        if token.kind == "newline":
            if depth == 0 and current:
                yield current
                current = []
            continue
        if token.kind == "op":
            depth += (token.text in _OPEN) - (token.text in _CLOSE)
            depth = max(depth, 0)
            if depth == 0 and token.text == ";":
                if current:
                    yield current
                current = []
                continue
        current.append(token)
        if token.text == ":" and depth == 0 and current[0].text in _COMPOUND:
            yield current
            current = []
    if current:
        yield current
