"""Quantities in other units, and what is none."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_fhir import in_base_units
from medgym_fhir.quantity import UCUM, unit


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("g", "gram"),
        ("g", "Grams"),
        ("ug", "mcg"),
        ("h", "hours"),
        ("h", "Hr"),
        ("meq", "mEq"),
        ("mL", "milliliter"),
        ("g/h", "grams per hour"),
        ("mg/min", "mg / minute"),
    ],
)
def test_names_of_one_unit(one, other):
    assert unit(one) == unit(other) is not None


@pytest.mark.parametrize("text", ["G", "MG", "H", "", "g/", "g/h/h", "tablet", "mmol", "meq/tablet"])
def test_what_is_no_unit_that_is_known(text):
    assert unit(text) is None


@pytest.mark.parametrize(
    ("quantity", "value", "base"),
    [
        ({"value": 2000, "unit": "mg"}, 2.0, "g"),
        ({"value": 1.5, "system": UCUM, "code": "h"}, 5400.0, "s"),
        ({"value": 20.000000000000018, "unit": "mEq", "code": "meq"}, 0.02, "eq"),
        ({"value": 36, "unit": "g/h"}, 0.01, "g/s"),
    ],
)
def test_quantities_in_base_units(quantity, value, base):
    assert in_base_units(quantity) == {"value": value, "unit": base}


@pytest.mark.parametrize(
    "change",
    [
        {"value": "2"},
        {"value": True},
        {"value": None},
        {"value": float("inf")},
        {"unit": "mg"},
        {"unit": 5},
        {"unit": None},
        {"system": "urn:other"},
        {"comparator": "<"},
    ],
)
def test_what_is_no_quantity_of_one_unit(change):
    assert in_base_units({"value": 2, "unit": "g", "code": "g"}) == {"value": 2.0, "unit": "g"}
    assert in_base_units({"value": 2, "unit": "g", "code": "g", **change}) is None


@given(
    st.integers(1, 10**6), st.sampled_from(["kg", "g", "mg", "ug"]), st.sampled_from(["d", "h", "min", "s"])
)
def test_a_rate_is_the_same_whatever_its_units(micrograms, mass, time):
    amount, per = unit(mass), unit(time)
    value = float(Fraction(micrograms, 10**6) / amount.factor * per.factor)
    found = in_base_units({"value": value, "unit": f"{mass}/{time}"})
    assert found["unit"] == "g/s"
    assert found["value"] == pytest.approx(micrograms / 10**6, rel=1e-8)
