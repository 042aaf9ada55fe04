from tests.launch import python, write


def test_every_alias_is_there_afterwards_and_means_what_the_table_says(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import warnings
        import numpy as np
        from headrace.importing.old_numpy import ALIASES, restore
        warnings.simplefilter("ignore")
        before = {name for name in ALIASES if hasattr(np, name)}
        restored = restore()
        assert not before & set(restored)
        assert all(getattr(np, name) is eval(ALIASES[name]) for name in restored)
        print(sorted(name for name in ALIASES if not hasattr(np, name)))
        print(np.zeros(2, np.float).dtype, np.product([2, 3]), np.Inf)
        """,
    )
    result = python(tmp_path, "program.py")
    assert result.stdout == "[]\nfloat64 6 inf\n", result.stderr


def test_names_that_numpy_still_has_are_left_alone(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import numpy as np
        before = np.bool_, np.zeros, getattr(np, "bool", bool)
        from headrace.importing.old_numpy import restore
        restore()
        restore()
        print(before == (np.bool_, np.zeros, np.bool))
        """,
    )
    assert python(tmp_path, "program.py").stdout == "True\n"
