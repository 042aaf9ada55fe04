import subprocess
import sys

import pytest

from headrace.codecs import messages


def run_python(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def test_import_loads_no_protobuf():
    loaded = "import sys, headrace.codecs.messages as m; print('google.protobuf' in sys.modules)"
    assert run_python(loaded) == "False"


def test_asking_for_a_dunder_name_loads_no_protobuf():
    code = (
        "import sys, headrace.codecs.messages as m; hasattr(m, '__wrapped__');"
        "print('google.protobuf' in sys.modules)"
    )
    assert run_python(code) == "False"


def test_first_use_loads_the_message():
    code = "import headrace.codecs.messages as m; print(m.ConfigProto.DESCRIPTOR.full_name)"
    assert run_python(code) == "headrace.ConfigProto"


def test_dir_lists_messages_enums_and_values():
    assert {"NodeDef", "DataType", "DT_FLOAT", "RunMetadata"} <= set(dir(messages))


def test_enum_values_are_ints_with_tensorflows_numbers():
    assert (messages.DT_FLOAT, messages.DT_STRING, messages.DT_FLOAT_REF) == (1, 7, 101)
    assert messages.DataType.Name(2) == "DT_DOUBLE"


def test_unknown_name_is_an_attribute_error_that_says_the_name():
    with pytest.raises(AttributeError, match="NoSuchMessage"):
        _ = messages.NoSuchMessage


def test_nested_options_can_be_given_to_the_constructor():
    config = messages.ConfigProto(
        allow_soft_placement=True, gpu_options=messages.GPUOptions(allow_growth=True)
    )
    assert messages.ConfigProto.FromString(config.SerializeToString()).gpu_options.allow_growth


def test_unknown_field_is_a_value_error():
    with pytest.raises(ValueError, match="allow_soft_placements"):
        messages.ConfigProto(allow_soft_placements=True)
