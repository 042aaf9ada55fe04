"""What programs compare versions with."""

from headrace.platform import versions


def test_the_version_is_tensorflow_1s_last():
    assert versions.VERSION == "1.15.5"
    assert versions.VERSION in versions.GIT_VERSION


def test_graphs_are_as_new_as_tensorflow_2_21s():
    assert (
        versions.GRAPH_DEF_VERSION,
        versions.GRAPH_DEF_VERSION_MIN_CONSUMER,
        versions.GRAPH_DEF_VERSION_MIN_PRODUCER,
    ) == (2474, 0, 0)


def test_says_how_it_was_built():
    assert versions.COMPILER_VERSION
    assert not set("[]") & set(versions.COMPILER_VERSION)
    assert (versions.CXX11_ABI_FLAG, versions.CXX_VERSION, versions.MONOLITHIC_BUILD) == (
        1,
        201703,
        0,
    )
