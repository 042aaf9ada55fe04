import pytest

from headrace.ops.deprecated import renamed


@pytest.mark.parametrize(
    ("value", "old_value", "want"),
    [(None, None, None), (1, None, 1), (None, 0, 0), (False, None, False)],
)
def test_takes_whichever_spelling_was_given(value, old_value, want) -> None:
    assert renamed("axis", value, "dim", old_value) is want


def test_refuses_both_spellings_in_tensorflows_words() -> None:
    with pytest.raises(ValueError, match=r"^Cannot specify both 'dim' and 'axis'.\n  made at "):
        renamed("axis", 0, "dim", 0)
