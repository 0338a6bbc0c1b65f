import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.mimic3.ehrsql.prescription import dosed, in_usual_units, usual_units

GIVEN = ("HADM_ID", "DRUG", "STARTDATE", "ENDDATE", "DOSE_VAL_RX", "DOSE_UNIT_RX", "ROUTE")
ROW = dict.fromkeys(GIVEN, "x") | {"DOSE_VAL_RX": "1"}


def _doses(*rows):
    batch = pa.RecordBatch.from_pylist(
        [ROW | row for row in rows], pa.schema([(name, pa.string()) for name in GIVEN])
    )
    return [dose for kept in dosed([batch]) for dose in kept["DOSE_VAL_RX"].to_pylist()]


@pytest.mark.parametrize("column", GIVEN)
def test_incomplete_rows_are_dropped(column):
    assert _doses({}, {column: None}) == ["1"]


@pytest.mark.parametrize(
    ("written", "number"),
    [("40", "40"), ("1,000", "1000"), ("1,000,000", "1000000"), ("007", "7"), ("000", "0"), ("0", "0")],
)
def test_whole_doses_become_numbers(written, number):
    assert _doses({"DOSE_VAL_RX": written}) == [number]


@pytest.mark.parametrize("written", ["0.5", "1-2", "one", ",", "5 mg", "-5", "²", "5\n", "٣"])
def test_other_doses_are_dropped(written):
    assert _doses({"DOSE_VAL_RX": written}) == []


def _batch(pairs):
    return pa.record_batch({"DRUG": [drug for drug, _ in pairs], "DOSE_UNIT_RX": [unit for _, unit in pairs]})


def test_the_most_frequent_unit_over_all_batches():
    first, second = [("a", "mg"), ("a", "mg"), ("b", "ml")], [("a", "g"), ("a", "g"), ("a", "g"), ("b", "ml")]
    assert usual_units([_batch(first), _batch(second)]) == {"a": "g", "b": "ml"}


@given(st.permutations([("a", "ml"), ("a", "cap"), ("a", "amp"), ("a", "ml"), ("a", "cap")]))
def test_among_equals_the_alphabetically_first(pairs):
    assert usual_units([_batch(pairs)]) == {"a": "cap"}


def test_rows_in_other_units_are_dropped():
    (kept,) = in_usual_units([_batch([("a", "g"), ("a", "mg"), ("b", "g")])], {"a": "mg", "b": "g"})
    assert kept.to_pylist() == [{"DRUG": "a", "DOSE_UNIT_RX": "mg"}, {"DRUG": "b", "DOSE_UNIT_RX": "g"}]
