import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_plugin_ehrshot.severity import SCALES, severity


@pytest.mark.parametrize(
    ("target", "unit", "steps"),
    [
        ("lab_thrombocytopenia", "", {"150": 0, "149.9": 1, "100": 1, "99": 2, "50": 2, "49": 3}),
        ("lab_hyperkalemia", "mmol/L", {"5.5": 0, "5.6": 1, "6": 1, "6.1": 2, "7.0": 2, "7.1": 3}),
        ("lab_hyperkalemia", "mEq/L", {"5.5": 0, "7.1": 3}),
        ("lab_hyperkalemia", "mg/dL", {"99": 0, "100": 1, "127": 3}),
        ("lab_hypoglycemia", "mmol/L", {"3.91": 0, "3.9": 1, "3.5": 1, "3.49": 2, "3": 2, "2.9": 3}),
        ("lab_hypoglycemia", "mg/dL (see scan)", {"71": 0, "70.1": 1, "70": 1, "63": 1, "54": 2, "53": 3}),
        ("lab_hyponatremia", "", {"136": 0, "135": 1, "130": 1, "129": 2, "125": 2, "124": 3}),
        ("lab_anemia", "g/dL", {"12": 0, "11.9": 1, "11": 1, "10.9": 2, "7": 2, "6.9": 3}),
        ("lab_anemia", "g/L", {"120": 0, "119": 1, "110": 1, "109": 2, "70": 2, "69": 3}),
        ("lab_anemia", "mg/dL", {"12000": 0, "11999": 1, "6999": 3}),
    ],
)
def test_boundaries_and_units_are_those_of_the_published_labels(target, unit, steps):
    assert {value: severity(target, value, unit) for value in steps} == steps


@pytest.mark.parametrize("target", SCALES)
def test_words(target):
    assert severity(target, "Normal", "whatever") == severity(target, "ADEQUATE", "") == 0
    for text in ("hemolyzed", ">900", "5,1", "see comment"):
        assert severity(target, text, "mmol/L") is None


def test_an_unknown_unit_counts_only_where_no_unit_is_asked_for():
    assert severity("lab_hyponatremia", "120", "furlongs") == 3
    for target in ("lab_hyperkalemia", "lab_hypoglycemia", "lab_anemia"):
        assert severity(target, "4", "") is severity(target, "4", "furlongs") is None


@settings(deadline=None)
@given(st.sampled_from(sorted(SCALES)), st.floats(0.01, 1e4), st.floats(0.01, 1e4))
def test_severity_never_falls_as_values_get_worse(target, one, other):
    unit = {"lab_anemia": "g/L"}.get(target, "mmol/L")
    better, worse = sorted((one, other), reverse=target != "lab_hyperkalemia")
    assert severity(target, repr(better), unit) <= severity(target, repr(worse), unit)
