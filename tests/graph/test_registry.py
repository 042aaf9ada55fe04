import pytest

from headrace.graph import registry


def test_finds_what_is_defined():
    assert registry.get("Mul") is registry.find("Mul")
    assert registry.get("Mul").name == "Mul"


def test_an_unknown_type_is_an_error_or_none():
    assert registry.find("Foo") is None
    with pytest.raises(KeyError, match="op type 'Foo' is not registered"):
        registry.get("Foo")
    with pytest.raises(
        KeyError, match="'PlaceHolder' is not registered; the nearest name is 'Placeholder'"
    ):
        registry.get("PlaceHolder")


def test_lists_all_sorted_by_name():
    names = [definition.name for definition in registry.all_definitions()]
    assert names == sorted(set(names))
    assert {"Const", "Mul", "Placeholder"} <= set(names)
