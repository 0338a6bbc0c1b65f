"""The simulated patients whose values calculators are given."""

import numpy as np
import pytest

from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.parameter import Quantity
from medgym_plugin_medcalcbench.patient import ADULT, column, patients

QUANTITIES = {p.name: p for one in CALCULATORS.values() for p in one.parameters if isinstance(p, Quantity)}


def correlation(one, other):
    known = np.isfinite(column(one)) & np.isfinite(column(other))
    return np.corrcoef(column(one)[known], column(other)[known])[0, 1]


def test_there_are_many_adults_of_either_sex():
    assert len(patients()) > 1000
    assert {patient.sex for patient in patients()} == {"female", "male"}
    assert min(patient.values["age"] for patient in patients()) >= ADULT


def test_every_value_is_a_quantity_of_some_calculator():
    assert {name for patient in patients() for name in patient.values} <= set(QUANTITIES)


@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        ("haematocrit", "haemoglobin", 0.9),
        ("sbp", "dbp", 0.4),
        ("bun", "creatinine", 0.4),
        ("height", "weight", 0.2),
    ],
)
def test_what_rises_together_does(one, other, least):
    assert correlation(one, other) > least


def test_a_fast_pulse_has_a_short_qt():
    assert correlation("heart_rate", "qt") < -0.8


def test_a_column_knows_findings_and_sex():
    assert set(column("sex")) == {0.0, 1.0}
    assert set(column("diabetes")) == {0.0, 1.0}
    assert np.isnan(column("hair_colour")).all()
