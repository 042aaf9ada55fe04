"""Python 2 and notebook syntax: what it is, and the same program as Python 3 can parse it.

The rewriting serves reading only: names, lines and scopes stay, meaning need not. What Python 2
shares with Python 3's grammar but not with its names (``xrange``) belongs to ``idioms``.
"""

import re
from collections.abc import Callable, Iterator

from headrace.cli.scan.found import Hit
from headrace.cli.scan.lexer import Token, statements

Edit = tuple[int, int, str]
_Rewrite = Callable[[list[Token]], Iterator[tuple[str, Token, list[Edit]]]]
MAGIC = "notebook-magic"
_VALUE_KINDS = frozenset({"name", "string", "number"})
_OCTAL = re.compile(r"0[0-7]+$")
# `print` before one of these words is a name in an expression, not a statement.
_OPERATOR_WORDS = frozenset({"in", "is", "and", "or", "if", "else", "for"})


def repair(text: str) -> tuple[str, list[Hit]]:
    """Rewrite what only Python 2 or a notebook parses.

    Args:
        text: source that `ast.parse` refused.

    Returns:
        The text with as many lines, and one hit for each rewritten place.
    """
    edits, hits = list[Edit](), list[Hit]()
    for words in statements(text):
        is_magic = words[0].kind == "magic" or any(word.text == "?" for word in words)
        for rewrite in (_magic,) if is_magic else _REWRITES:
            for key, at, changes in rewrite(words):
                hits.append(Hit(key, at.line))
                edits.extend(changes)
    for start, end, replacement in sorted(edits, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text, sorted(set(hits), key=lambda hit: hit.line)


def untabify(text: str) -> str:
    """Expand leading tabs to Python 2's eight columns."""
    return re.sub(r"(?m)^[ \t]+", lambda match: match.group().expandtabs(8), text)


def _commas(words: list[Token], stop: str = "") -> Iterator[int]:
    """Positions of the commas outside brackets, up to `stop`."""
    depth = 0
    for position, word in enumerate(words):
        if word.kind == "op":
            depth += (word.text in "([{") - (word.text in ")]}")
            if depth == 0 and word.text == stop:
                return
            if depth == 0 and word.text == ",":
                yield position


def _statement_words(words: list[Token]) -> Iterator[tuple[str, Token, list[Edit]]]:
    """`print x` → `print(x)`, `exec "x"` → `exec("x")`; `print >>f, x` parses as it is."""
    head = words[0]
    if head.text not in {"print", "exec"} or len(words) < 2:
        return
    follower = words[1]
    is_value = follower.kind in _VALUE_KINDS and follower.text not in _OPERATOR_WORDS
    if not is_value and follower.text not in {"~", "`", "{"}:
        return
    key = "print-statement" if head.text == "print" else "exec-statement"
    yield key, head, [(head.end, head.end, "("), (words[-1].end, words[-1].end, ")")]


def _except_comma(words: list[Token]) -> Iterator[tuple[str, Token, list[Edit]]]:
    """`except E, e:` → `except E as e:`."""
    if words[0].text == "except":
        for position in _commas(words, stop=":"):
            comma = words[position]
            yield "except-comma", words[0], [(comma.start, comma.end, " as ")]
            return


def _raise_comma(words: list[Token]) -> Iterator[tuple[str, Token, list[Edit]]]:
    """`raise E, "text"` → `raise (E, "text")`."""
    if words[0].text == "raise" and any(_commas(words)):
        begin, end = words[0].end, words[-1].end
        yield "raise-comma", words[0], [(begin, begin, "("), (end, end, ")")]


def _old_words(words: list[Token]) -> Iterator[tuple[str, Token, list[Edit]]]:
    """Backticks, `<>`, `0777`, `10L`, `ur""`, and names that became keywords."""
    open_backtick = False
    for position, word in enumerate(words):
        text, span = word.text, (word.start, word.end)
        if text == "`":
            open_backtick = not open_backtick
            yield "backticks", word, [(*span, " repr(" if open_backtick else ")")]
        elif text == "<>":
            yield "not-equal", word, [(*span, "!=")]
        elif word.kind == "number":
            yield from _old_number(word)
        elif word.kind == "string" and text[:2].lower() == "ur":
            yield "unicode-raw-literal", word, [(word.start, word.start + 1, "")]
        elif text in {"async", "await"} and _is_plain_name(words, position):
            yield "async-name", word, [(word.end, word.end, "_")]


def _old_number(word: Token) -> Iterator[tuple[str, Token, list[Edit]]]:
    digits = word.text.rstrip("lL")
    if digits != word.text:
        yield "long-literal", word, [(word.start + len(digits), word.end, "")]
    if _OCTAL.match(digits) and digits.strip("0"):
        yield "octal-literal", word, [(word.start + 1, word.start + 1, "o")]


def _is_plain_name(words: list[Token], position: int) -> bool:
    """Whether `async` or `await` is used as Python 2 and 3.6 still could: as a name."""
    before = words[position - 1].text if position else ""
    after = words[position + 1] if position + 1 < len(words) else None
    if before == ".":
        return True
    if after is None:
        return True
    if after.kind == "op":
        return after.text in {"=", ",", ")", ":", ".", "]"}
    return False


def _tuple_parameters(words: list[Token]) -> Iterator[tuple[str, Token, list[Edit]]]:
    """`lambda (k, v): k` → `lambda k, v: k`, `def f(a, (b, c)):` → `def f(a, b, c):`."""
    for position, word in enumerate(words[:-1]):
        if word.text == "lambda" and words[position + 1].text == "(":
            yield from _unwrap(words, position + 1)
    if words[0].text == "def" and len(words) > 3:
        for position in range(3, len(words)):
            if words[position].text == "(" and words[position - 1].text in {"(", ","}:
                yield from _unwrap(words, position)


def _unwrap(words: list[Token], position: int) -> Iterator[tuple[str, Token, list[Edit]]]:
    depth = 0
    for word in words[position:]:
        depth += (word.text in "([{") - (word.text in ")]}") if word.kind == "op" else 0
        if depth == 0:
            opening = words[position]
            edits = [(opening.start, opening.end, " "), (word.start, word.end, "")]
            yield "tuple-parameter", opening, edits
            return


def _magic(words: list[Token]) -> Iterator[tuple[str, Token, list[Edit]]]:
    """`%time`, `!ls` and `help?` → `pass`; `files = !ls` → `files = None`."""
    if any(word.text == "?" for word in words):
        yield MAGIC, words[0], [(words[0].start, words[-1].end, "pass")]
        return
    for word in words:
        if word.kind == "magic":
            yield MAGIC, word, [(word.start, word.end, "pass" if word is words[0] else "None")]


_REWRITES: tuple[_Rewrite, ...] = (
    _magic,
    _statement_words,
    _except_comma,
    _raise_comma,
    _old_words,
    _tuple_parameters,
)
