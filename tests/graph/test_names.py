import pytest
from hypothesis import given
from hypothesis import strategies as st

from headrace.graph.names import (
    NameTable,
    check_name,
    prepend_name_scope,
    strip_name_scope,
)


def test_the_first_keeps_its_name_and_later_ones_count():
    table = NameTable()
    assert [table.unique("a") for _ in range(4)] == ["a", "a_1", "a_2", "a_3"]


def test_case_does_not_distinguish_but_is_kept():
    table = NameTable()
    assert [table.unique(n) for n in ("Zed", "zed", "ZED")] == ["Zed", "zed_1", "ZED_2"]


def test_a_taken_suffix_is_skipped():
    table = NameTable()
    assert [table.unique(n) for n in ("a_1", "a", "a", "a")] == ["a_1", "a", "a_2", "a_3"]


def test_asking_without_marking_takes_nothing():
    table = NameTable()
    table.unique("x")
    asked = [table.unique("x", mark_as_used=False) for _ in range(2)]
    assert asked == ["x_1", "x_1"]
    assert table.unique("x") == "x_1"


@given(st.lists(st.sampled_from(["a", "A", "a_1", "A_1", "a_1_1", "a_2", "b"])))
def test_names_never_collide_whatever_is_asked_for(wishes):
    table = NameTable()
    made = [table.unique(wish) for wish in wishes]
    assert len({name.lower() for name in made}) == len(made)


@given(st.lists(st.sampled_from(["a", "A", "a_1", "b", "a_2"]), max_size=12))
def test_an_unmarked_answer_is_the_one_that_marking_gives(wishes):
    table = NameTable()
    for wish in wishes:
        asked = table.unique(wish, mark_as_used=False)
        assert table.unique(wish) == asked


@pytest.mark.parametrize("name", ["a", "A.b", "0", ".x", "a-b/c", "a>b", r"a\b", "a_"])
def test_takes_valid_root_names(name):
    check_name(name, is_root=True)


@pytest.mark.parametrize("name", ["_a", "-a", "/a", "a b", "a:0", "é", "", "^a"])
def test_refuses_invalid_root_names(name):
    with pytest.raises(
        ValueError, match=f"^'{name.replace('^', '.')}' is not a valid root scope name"
    ):
        check_name(name, is_root=True)


@pytest.mark.parametrize("name", ["_a", "-a", "/a"])
def test_takes_any_first_character_inside_a_scope(name):
    check_name(name, is_root=False)


def test_refuses_a_colon_inside_a_scope():
    with pytest.raises(
        ValueError, match=r"'a:0' is not a valid scope name. A scope name has to match"
    ):
        check_name("a:0", is_root=False)


def test_a_name_is_a_string():
    with pytest.raises(TypeError, match="expected string"):
        check_name(1, is_root=True)


@pytest.mark.parametrize("inner", ["b", "b/c:0", "^b", "loc:@b/c"])
@pytest.mark.parametrize("scope", ["a", "a/", "a.b/c"])
def test_a_scope_is_put_before_a_name_and_taken_off_again(inner, scope):
    whole = prepend_name_scope(inner, scope)
    assert whole.endswith(f"{scope.rstrip('/')}/{inner.removeprefix('^').removeprefix('loc:@')}")
    assert strip_name_scope(whole, scope) == inner


@pytest.mark.parametrize("name", ["ab/c", "c/a/b"])
def test_a_name_outside_the_scope_stays(name):
    assert strip_name_scope(name, "a") == name
    assert strip_name_scope(name, None) == prepend_name_scope(name, "") == name
