"""Names of ops and scopes: which are valid, and how they are made unique."""

from __future__ import annotations

import re

from headrace.graph.refusal import refusal

_ROOT_NAME = re.compile(r"^[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$")
_INNER_NAME = re.compile(r"^[A-Za-z0-9_.\\/>-]*$")


def check_name(name: str, *, is_root: bool) -> None:
    """Raises ValueError unless `name` may name a scope or an op.

    Args:
        name: the name as it is asked for, without the scope it is made in.
        is_root: whether it is made outside every scope; the first character is then a letter, digit
            or dot.

    Raises:
        TypeError: it is no string.
        ValueError: it has characters that a name may not have.
    """
    pattern = _ROOT_NAME if is_root else _INNER_NAME
    if not pattern.match(name):
        kind = "root scope" if is_root else "scope"
        raise refusal(
            ValueError,
            f"'{name}' is not a valid {kind} name. A {kind} name has to match the following pattern: "
            f"{pattern.pattern}",
            advice=_allowed(is_root),
        )


def _allowed(is_root: bool) -> str:
    rest = "letters, digits and . _ \\ / > -"
    return f"{rest}; the first one a letter, digit or dot" if is_root else rest


def strip_name_scope(name: str, export_scope: str | None) -> str:
    """`name`, which may stand behind `^` or `loc:@`, without the scope it begins with."""
    if not export_scope:
        return name
    return re.sub(rf"^(\^|loc:@|){re.escape(export_scope.removesuffix('/'))}/", r"\1", name)


def prepend_name_scope(name: str, import_scope: str | None) -> str:
    """`name`, which may stand behind `^` or `loc:@`, inside the scope."""
    if not import_scope:
        return name
    return re.sub(r"^(\^|loc:@|)", rf"\g<1>{import_scope.removesuffix('/')}/", name)


class NameTable:
    """Hands out unique names; case does not distinguish two names (`zed` after `Zed` is `zed_1`)."""

    __slots__ = ("_counts",)

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def unique(self, name: str, *, mark_as_used: bool = True) -> str:
        """`name`, or `name_1`, `name_2`, … : the first that is free."""
        counts = self._counts
        key = name.lower()
        count = counts.get(key, 0)
        if mark_as_used:
            counts[key] = count + 1
        if count == 0:
            return name
        candidate = key
        while candidate in counts:
            candidate = f"{key}_{count}"
            count += 1
        if mark_as_used:
            counts[candidate] = 1
            counts[key] = count  # so that the next search does not start from one again
        return f"{name}_{count - 1}"
