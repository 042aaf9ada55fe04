"""TensorFlow names of text that does not parse, by its words alone.

Imports and aliases hold for the whole file; scopes and keywords are not known here.
"""

from collections.abc import Iterator

from headrace.cli.scan.found import Path, Use
from headrace.cli.scan.lexer import Token, statements
from headrace.cli.scan.scopes import TENSORFLOW_ROOTS, Meaning, dotted


def uses_by_words(text: str) -> list[Use]:
    """Find the `tf.` names in source of any kind.

    Args:
        text: the source.

    Returns:
        The uses, in the order of the text.
    """
    sentences = list(statements(text))
    meanings = dict[str, Meaning]()
    uses = list[Use]()
    for words in sentences:
        for name, path, line in _imports(words):
            meanings[name] = Meaning(path, 1)
            if len(path) > 1:
                uses.append(Use((path,), 1, line))
    for words in sentences:
        if words[0].text in {"import", "from"}:
            continue
        for start, meaning, path in _chains(words, meanings):
            if len(path) > meaning.known:
                uses.append(Use((path,), meaning.known, words[start].line))
        is_alias = len(words) > 2 and words[0].kind == "name" and words[1].text == "="
        chains = list(_chains(words[2:], meanings)) if is_alias else []
        if chains and 2 * len(chains[0][2]) - 1 >= len(words) - 2 and chains[0][0] == 0:
            meanings[words[0].text] = Meaning(chains[0][2], len(chains[0][2]))
    return sorted(uses, key=lambda use: use.line)


def _imports(words: list[Token]) -> Iterator[tuple[str, Path, int]]:
    """The names an import of TensorFlow binds: (name, what it means, line)."""
    texts = [word.text for word in words if word.kind in {"name", "op"} and word.text not in "()"]
    line = words[0].line
    if texts[:1] == ["import"]:
        for module, name in _clauses(texts[1:]):
            root = module.partition(".")[0]
            if root in TENSORFLOW_ROOTS:
                yield (name, dotted(module), line) if name else (root, dotted(root), line)
    elif texts[:1] == ["from"] and "import" in texts:
        split = texts.index("import")
        module = "".join(texts[1:split])
        if module.partition(".")[0] in TENSORFLOW_ROOTS:
            for imported, name in _clauses(texts[split + 1 :]):
                if imported != "*":
                    yield name or imported, dotted(f"{module}.{imported}"), line


def _clauses(texts: list[str]) -> Iterator[tuple[str, str]]:
    """`a.b as c, d` as ("a.b", "c"), ("d", "")."""
    clause = list[str]()
    for text in [*texts, ","]:
        if text != ",":
            clause.append(text)
            continue
        if clause:
            split = clause.index("as") if "as" in clause else len(clause)
            yield "".join(clause[:split]), "".join(clause[split + 1 :])
        clause = []


def _chains(
    words: list[Token], meanings: dict[str, Meaning]
) -> Iterator[tuple[int, Meaning, Path]]:
    """Each known name with the attributes behind it: (position, meaning, dotted name)."""
    for start, word in enumerate(words):
        meaning = meanings.get(word.text) if word.kind == "name" else None
        after = words[start + 1].text if start + 1 < len(words) else ""
        # `f(tf=1)` names a keyword, `x.tf` an attribute.
        if meaning is None or after == "=" or (start and words[start - 1].text == "."):
            continue
        path, position = meaning.path, start + 1
        while position + 1 < len(words) and words[position].text == ".":
            path = (*path, words[position + 1].text)
            position += 2
        yield start, meaning, path
