from collections import Counter

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core import DataError
from medgym_ehr.draws import ranks
from medgym_ehr.ehrsql.shuffle import Shuffling, SmallestRanks, permuted, shuffled

ROWS = st.lists(
    st.tuples(st.integers(0, 10**9), st.booleans(), st.integers(0, 3), st.text("ab", max_size=1)),
    unique_by=lambda row: row[0],
    max_size=60,
)


def _table(rows):
    names = ["ROW_ID", "own", "item", "unit"]
    types = [pa.int64(), pa.bool_(), pa.int64(), pa.string()]
    columns = zip(*rows, strict=True) if rows else [[]] * 4
    arrays = [pa.array(list(column), kind) for column, kind in zip(columns, types, strict=True)]
    return pa.table(arrays, names=names)


def _shuffled(rows, piece=1000):
    table = _table(rows)
    empty = pa.RecordBatch.from_arrays(
        [pa.array([], kind) for kind in table.schema.types], table.schema.names
    )
    return shuffled(
        lambda: [empty, *table.to_batches(piece)], lambda batch: batch["own"], ["item", "unit"], "visits"
    )


def _as_written(rows):
    """The README's text, word by word."""

    def by(rows, stream):
        return sorted(rows, key=lambda row: ranks(np.array([row[0]]), stream)[0])

    own = [row for row in rows if row[1]]
    pairs = zip(by(own, "visits places"), by(rows, "visits values"), strict=False)
    return sorted((place[0], value[2], value[3]) for place, value in pairs)


@given(ROWS)
def test_it_is_what_the_text_says(rows):
    table = _shuffled(rows)
    columns = (table[name].to_pylist() for name in ("ROW_ID", "item", "unit"))
    assert list(zip(*columns, strict=True)) == _as_written(rows)


@given(ROWS, st.integers(1, 20))
def test_it_does_not_depend_on_batches(rows, piece):
    assert _shuffled(rows, piece).equals(_shuffled(rows))


@given(ROWS)
def test_values_are_kept_and_stay_together_where_all_rows_are_the_cohorts(rows):
    rows = [(row, True, item, unit) for row, _, item, unit in rows]
    table = _shuffled(rows)
    values = zip(table["item"].to_pylist(), table["unit"].to_pylist(), strict=True)
    assert Counter(values) == Counter((item, unit) for _, _, item, unit in rows)
    assert table.equals(permuted(_table(rows), ["item", "unit"], "visits"))


def test_a_cohort_takes_values_from_all_rows():
    rows = [(row, row < 500, row, "") for row in range(1000)]
    taken = np.array(_shuffled(rows)["item"].to_pylist())
    assert 200 < (taken >= 500).sum() < 300
    assert len(set(taken)) == 500
    assert abs(np.corrcoef(taken, np.arange(500))[0, 1]) < 0.2


@pytest.mark.parametrize("piece", [1, 10, 100])
def test_little_more_than_the_cohort_is_held(piece):
    smallest = SmallestRanks(50, "visits values")
    held = []
    for start in range(0, 20_000, piece):
        smallest.add(pa.record_batch({"ROW_ID": np.arange(start, start + piece)}))
        held.append(smallest.held)
    assert max(held) <= 2 * 50
    expected = np.argsort(ranks(np.arange(20_000), "visits values"))[:50]
    assert sorted(smallest.rows()["ROW_ID"].to_pylist()) == sorted(expected)


def test_later_batches_are_hardly_copied():
    """Once the bound is known, few rows pass it: the cost is that of reading."""
    smallest, passed = SmallestRanks(10, "visits values"), 0
    for start in range(0, 100_000, 1000):
        before = smallest.held
        smallest.add(pa.record_batch({"ROW_ID": np.arange(start, start + 1000)}))
        passed += abs(smallest.held - before)
    assert passed < 500


@pytest.mark.parametrize("own", [True, False])
def test_rows_that_share_a_number(own):
    rows = [(1, True, 0, ""), (2, True, 0, "")]
    twin = pa.concat_tables([_table(rows), _table([(1, own, 0, "")])])
    with pytest.raises(DataError, match="visits: ROW_ID 1 occurs twice"):
        shuffled(twin.to_batches, lambda batch: pc.or_(batch["own"], own), ["item", "unit"], "visits")


@given(ROWS)
def test_without_deid_the_cohort_s_rows_stay_as_they_are(rows):
    table = _table(rows)
    read = table.to_batches if rows else lambda: [pa.RecordBatch.from_pylist([], schema=table.schema)]
    kept = Shuffling(deid=False).shuffled(read, lambda batch: batch["own"], ["item", "unit"], "visits")
    assert kept.equals(table.filter(table["own"]).sort_by("ROW_ID"))
    assert Shuffling(deid=False).permuted(table, ["item"], "visits").equals(table.sort_by("ROW_ID"))


def test_without_deid_too_a_key_is_of_one_row():
    table = _table([(1, True, 1, ""), (1, True, 2, "")])
    with pytest.raises(DataError, match="visits: ROW_ID 1 occurs twice"):
        Shuffling(deid=False).permuted(table, ["item"], "visits")
