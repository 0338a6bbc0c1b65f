import numpy as np
import pyarrow as pa
import pytest

from medgym_ehr.ehrsql.cost import Charged, costs
from medgym_ehr.mimic3.ehrsql.columns import COST


def _events(codes, time="CHARTTIME"):
    count = len(codes)
    times = pa.array(np.array(["2105-01-01T00:00:00"] * count, "datetime64[s]"))
    ids = {"ROW_ID": np.arange(count), "SUBJECT_ID": np.arange(count) + 10, "HADM_ID": np.arange(count) + 20}
    return pa.table({**ids, "CODE": codes, time: times})


@pytest.fixture
def rows():
    """Costs of four drugs (two alike) and of two labs."""
    return costs(_charged(), COST)


def _charged():
    drugs = _events(["b", "a", "b", "c"], "STARTDATE")
    return [
        Charged("prescriptions", drugs, "ROW_ID", "CODE", "STARTDATE"),
        Charged("labevents", _events([10, 9]), "ROW_ID", "CODE", "CHARTTIME"),
    ]


def test_one_row_for_each_event(rows):
    assert rows["ROW_ID"].to_pylist() == list(range(6))
    assert rows["EVENT_TYPE"].to_pylist() == ["prescriptions"] * 4 + ["labevents"] * 2
    assert rows["EVENT_ID"].to_pylist() == [0, 1, 2, 3, 0, 1]
    assert rows["HADM_ID"].to_pylist() == [20, 21, 22, 23, 20, 21]
    assert rows["CHARGETIME"].null_count == 0


def test_one_price_for_each_code(rows):
    b, _, again, *_ = rows["COST"].to_pylist()
    assert b == again
    assert len(set(rows["COST"].to_pylist())) == 5


def test_prices_are_drawn_in_the_order_of_sorted_codes(rows):
    rng = np.random.default_rng(0)
    drugs, labs = rng.poisson(10, 2)
    a, b, c = (round(float(rng.normal(drugs, 1)), 2) for _ in "abc")
    nine, ten = (round(float(rng.normal(labs, 1)), 2) for _ in (9, 10))
    assert rows["COST"].to_pylist() == [b, a, b, c, ten, nine]


def test_a_table_without_events_draws_no_price(rows):
    nothing = Charged("diagnoses_icd", _events(pa.array([], pa.string())), "ROW_ID", "CODE", "CHARTTIME")
    assert len(costs([nothing], COST)) == 0


def test_prices_may_be_drawn_around_another_tables_mean(rows):
    both = costs(_charged(), COST, around=(0, 0))["COST"].to_pylist()
    rng = np.random.default_rng(0)
    drugs, labs = rng.poisson(10, 2)
    assert drugs != labs
    assert both[:4] == rows["COST"].to_pylist()[:4]
    assert both[4] - rows["COST"][4].as_py() == pytest.approx(drugs - labs, abs=0.011)
