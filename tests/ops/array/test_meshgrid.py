import numpy as np
import pytest

from headrace.ops.array.meshgrid import meshgrid
from headrace.session.session import Session


@pytest.mark.parametrize("indexing", ["xy", "ij"])
@pytest.mark.parametrize("lengths", [(3,), (2, 3), (2, 3, 4)])
def test_meshgrid_is_numpys(indexing, lengths) -> None:
    vectors = [np.arange(n, dtype=np.float32) + n for n in lengths]
    made = meshgrid(*vectors, indexing=indexing)
    with Session() as session:
        for got, want in zip(
            session.run(made), np.meshgrid(*vectors, indexing=indexing), strict=True
        ):
            np.testing.assert_array_equal(got, want)


def test_meshgrid_of_nothing_is_nothing() -> None:
    assert meshgrid() == []


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({"sparse": True}, TypeError, "'sparse' is an invalid keyword argument"),
        ({"indexing": "zz"}, ValueError, "must be either 'xy' or 'ij', got 'zz'"),
    ],
)
def test_meshgrid_refuses_other_keywords(keywords, error, message) -> None:
    with pytest.raises(error, match=message):
        meshgrid([1, 2], **keywords)
