import pytest

from headrace.graph import late


def test_every_slot_is_filled():
    assert [slot.name for slot in late.ALL if not slot.is_set] == []


def test_every_slot_of_the_module_is_listed():
    made = {value for value in vars(late).values() if isinstance(value, late.Slot)}
    assert made == set(late.ALL)


def test_a_slot_is_filled_once():
    slot = late.Slot("s", "some.module")
    slot.set(len)
    assert slot.call([1]) == 1
    with pytest.raises(RuntimeError, match="late slot 's' is set twice"):
        slot.set(len)


def test_an_empty_slot_names_its_owner():
    slot = late.Slot("s", "some.module")
    assert not slot.is_set
    with pytest.raises(RuntimeError, match=r"late slot 's' is empty: import some.module"):
        _ = slot.call
