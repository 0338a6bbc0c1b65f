"""Results are read as their kind, whatever holds them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from medgym_core.answer import Column, Integer, ListOf, Number, Record, SetOf, Table, Text
from medgym_core.verifier.fault import Refused
from medgym_core.verifier.parse import exact
from medgym_core.verifier.table import read

PAIR = Record(fields={"a": Integer(), "b": SetOf(items=Text())})
KINDS = [
    Integer(),
    Number(nullable=True),
    SetOf(items=Text()),
    ListOf(items=ListOf(items=Integer())),
    ListOf(items=PAIR),
    PAIR,
    Table(columns=(Column(name="a", kind=Integer()),)),
    Table(columns=(Column(name="a", kind=Integer()), Column(name="b", kind=Text()))),
]
NAMES = st.sampled_from(["a", "b", "columns", "rows", "index"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=10,
)
FRAMES = st.fixed_dictionaries(
    {"columns": st.lists(NAMES, max_size=3), "rows": st.lists(st.lists(JSON, max_size=3), max_size=3)},
    optional={"index": st.integers(-1, 4) | st.booleans()},
)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
@example(value={"columns": ["a"], "rows": [[[None]]]})
@given(value=JSON | FRAMES)
def test_reading_is_total_and_what_was_read_stays(kind, value):
    try:
        found = read(kind, exact(value))
    except Refused:
        return
    assert isinstance(kind, Table) or found == exact(value) or read(kind, found) == found


CELLS = st.lists(st.integers(0, 9) | st.sampled_from(["x", "y"]), max_size=4)


@given(CELLS)
def test_a_column_is_a_list_in_every_shape(cells):
    kind = ListOf(items=Integer())
    for shape in (
        cells,
        [[cell] for cell in cells],
        [{"n": cell} for cell in cells],
        {"columns": ["n"], "rows": [[cell] for cell in cells]},
        {"columns": ["k", "n"], "rows": [["k", cell] for cell in cells], "index": 1},
    ):
        assert read(kind, shape) == cells


@given(st.lists(st.tuples(st.integers(), st.integers()).map(list), min_size=1, max_size=4))
def test_two_columns_are_no_list_and_two_rows_no_value(rows):
    frame = {"columns": ["a", "b"], "rows": rows}
    for kind in (SetOf(items=Integer()), Integer()):
        with pytest.raises(Refused, match="wrong_columns"):
            read(kind, frame)
    twice = {"columns": ["a"], "rows": [[1], [1]]}
    with pytest.raises(Refused, match="wrong_length"):
        read(Integer(), twice)
