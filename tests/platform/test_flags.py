"""Names are those of TensorFlow 2.21's `tf.flags` less absl's latest; behaviour is as found there."""

import copy
import pickle
import sys
from typing import Any

import absl.flags
import pytest

from headrace.platform import flags
from headrace.platform.flags import ImplicitlyParsedFlags
from tests.launch import python, write

NAMES = """
ArgumentParser ArgumentSerializer BaseListParser BooleanFlag BooleanParser CantOpenFlagFileError
CsvListSerializer DEFINE DEFINE_alias DEFINE_bool DEFINE_boolean DEFINE_enum DEFINE_enum_class DEFINE_flag
DEFINE_float DEFINE_integer DEFINE_list DEFINE_multi DEFINE_multi_enum DEFINE_multi_enum_class
DEFINE_multi_float DEFINE_multi_integer DEFINE_multi_string DEFINE_spaceseplist DEFINE_string
DuplicateFlagError EnumClassFlag EnumClassListSerializer EnumClassParser EnumClassSerializer EnumFlag
EnumParser Error FLAGS Flag FlagHolder FlagNameConflictsWithMethodError FlagValues FloatParser
IllegalFlagValueError IntegerParser ListParser ListSerializer MultiEnumClassFlag MultiFlag
UnparsedFlagAccessError UnrecognizedFlagError ValidationError WhitespaceSeparatedListParser
adopt_module_key_flags declare_key_flag disclaim_key_flags doc_to_help flag_dict_to_args get_help_width
mark_bool_flags_as_mutual_exclusive mark_flag_as_required mark_flags_as_mutual_exclusive
mark_flags_as_required multi_flags_validator register_multi_flags_validator
register_validator set_default text_wrap validator
"""
TAKES_OLD_NAMES = [
    ("DEFINE_string", "s"),
    ("DEFINE_integer", 3),
    ("DEFINE_float", 0.5),
    ("DEFINE_bool", True),
    ("DEFINE_boolean", False),
]


@pytest.fixture
def values(monkeypatch) -> Any:
    """Flags of their own, with a string `name`, in a program that was started with `--name=given`."""
    monkeypatch.setattr(sys, "argv", ["program", "--name=given", "word"])
    own = ImplicitlyParsedFlags(absl.flags.FlagValues())
    flags.DEFINE_string("name", "x", "its name", flag_values=own)
    return own


@pytest.mark.parametrize("name", NAMES.split())
def test_has_tensorflows_name(name):
    assert getattr(flags, name) is getattr(flags, name)


def test_lists_its_names_and_no_module():
    listed = dir(flags)
    assert set(NAMES.split()) <= set(listed)
    assert not {"sys", "argparse_flags", "Iterator"} & set(listed)


@pytest.mark.parametrize("name", ["DEFINE_nothing", "_helpers", "__path__"])
def test_a_missing_name_is_an_attribute_error(name):
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
        getattr(flags, name)


def test_reading_a_flag_parses_the_programs_words(values):
    assert not values.is_parsed()
    assert values.name == "given"
    assert values.is_parsed()


@pytest.mark.parametrize(
    "look",
    [
        lambda values: values["name"].value == "x",
        lambda values: "name" in values and "nothing" not in values,
        lambda values: list(values) == ["name"] and len(values) == 1,
        lambda values: values.flag_values_dict() == {"name": "x"},
        lambda values: "name" in dir(values) and "--name: its name" in str(values),
        lambda values: isinstance(values, absl.flags.FlagValues),
        lambda values: not hasattr(values, "__wrapped__"),
    ],
)
def test_looking_at_flags_parses_nothing(values, look):
    assert look(values)
    assert not values.is_parsed()


def test_an_unknown_word_of_the_program_is_refused(values, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["program", "--unknown"])
    with pytest.raises(
        absl.flags.UnrecognizedFlagError, match="Unknown command line flag 'unknown'"
    ):
        values.name  # noqa: B018  # reading parses


def test_flags_can_be_set_called_and_deleted(values):
    assert values(["program", "--name=called", "word"]) == ["program", "word"]
    assert values.name == "called"
    values.name = "set"
    assert values.name == "set"
    del values.name
    assert not hasattr(values, "name")
    with pytest.raises(absl.flags.UnrecognizedFlagError):
        values.name = "gone"


def test_flags_copy_as_absls_do(values):
    copied = copy.deepcopy(values)
    copied(["program", "--name=copied"])
    assert (copied.name, values.name) == ("copied", "given")
    for shallow in (copy.copy, pickle.dumps):
        with pytest.raises(TypeError):
            shallow(values)


@pytest.mark.parametrize(("define", "default"), TAKES_OLD_NAMES)
def test_takes_the_argument_names_of_tensorflow_1(values, define, default):
    holder = getattr(flags, define)(
        flag_name="old", default_value=default, docstring="its help", flag_values=values
    )
    assert (holder.name, values["old"].default, values["old"].help) == ("old", default, "its help")
    assert values.old == default
    with pytest.raises(TypeError):
        getattr(flags, define)("older", 1, default_value=2, docstring="", flag_values=values)


def test_a_program_shares_its_flags_with_absl(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import sys
        import headrace.platform.app, headrace.platform.flags as flags
        assert not any(name.split(".")[0] == "absl" for name in sys.modules)
        flags.DEFINE_integer("ours", 1, "help")
        import absl.app, absl.flags
        absl.flags.DEFINE_integer("theirs", 2, "help")

        def main(argv):
            print(flags.FLAGS.theirs, absl.flags.FLAGS.ours, flags.FLAGS.find_module_defining_flag("ours"))

        absl.app.run(main)
        """,
    )
    ended = python(tmp_path, "program.py", "--ours=3", "--theirs=4")
    assert (ended.stdout, ended.returncode) == ("4 3 program.py\n", 0), ended.stderr


def test_a_flag_defined_twice_names_the_program(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        from headrace.platform import flags
        flags.DEFINE_string("name", "x", "its name")
        flags.DEFINE_string("name", "x", "its name")
        """,
    )
    sentence = "The flag 'name' is defined twice. First from program.py, second from program.py."
    assert sentence in python(tmp_path, "program.py").stderr
