import pytest

from medgym_ehr.questions.option import COMPARISONS, EXTREMES, FIRST, LAST, UNIT_COUNTS
from medgym_ehr.questions.period import Period
from medgym_plugin_eicu.templates.time_visit import _EDGES
from medgym_plugin_eicu.templates.vital import BOUNDED, VITALS

HIGHEST, LOWEST = EXTREMES
HEART = next(vital for vital in BOUNDED if vital.words == "heart rate" and vital.bound == "85")


@pytest.fixture
def current(stay):
    """Patient 1-1: an ended visit, and a current one that began two days ago with a stay half a day later."""
    stay(
        "1-1",
        10,
        100,
        hospitaladmittime="2104-01-01 00:00:00",
        hospitaldischargetime="2104-01-09 00:00:00",
        unitadmittime="2104-01-01 01:00:00",
        unitdischargetime="2104-01-08 00:00:00",
    )
    stay("1-1", 20, 200, hospitaladmittime="2105-12-29 23:59:00", unitadmittime="2105-12-30 11:59:00")


def test_a_visit_with_several_stays_began_once(current, stay, ask):
    stay("1-1", 20, 201, hospitaladmittime="2105-12-29 23:59:00", unitadmittime="2105-12-31 11:59:00")
    assert ask("since_admission", {"unit": UNIT_COUNTS[1]}, patient="1-1") == [(pytest.approx(48),)]
    rows = ask("since_icu_admission", {"unit": UNIT_COUNTS[0]}, patient="1-1")
    assert sorted(rows) == [(pytest.approx(0.5),), (pytest.approx(1.5),)]


@pytest.mark.parametrize(
    ("template", "table", "fact", "name", "time"),
    [
        ("since_diagnosis", "diagnosis", "diagnosis", "diagnosisname", "diagnosistime"),
        ("since_treatment", "treatment", "treatment", "treatmentname", "treatmenttime"),
        ("since_drug", "medication", "drug", "drugname", "drugstarttime"),
        ("since_lab", "lab", "lab", "labname", "labresulttime"),
    ],
)
def test_days_since_an_event(current, add, ask, template, table, fact, name, time):
    add(table, patientunitstayid=200, **{name: "x", time: "2105-12-30 23:59:00"})
    options = {"unit": UNIT_COUNTS[0], "nth": FIRST}
    assert ask(template, options, patient="1-1", **{fact: "x"}) == [(pytest.approx(1),)]


def test_a_lab_test_of_a_former_visit_is_not_of_this_one(current, add, ask):
    for unit, at in ((100, "2104-01-02 23:59:00"), (200, "2105-12-30 23:59:00")):
        add("lab", patientunitstayid=unit, labname="x", labresulttime=at)
    options = {"unit": UNIT_COUNTS[0], "nth": FIRST}
    assert ask("since_lab", options, patient="1-1", lab="x") == [(pytest.approx(1),)]


@pytest.mark.parametrize(
    ("template", "table", "fact", "name", "time"),
    [
        ("treatment_time", "treatment", "treatment", "treatmentname", "treatmenttime"),
        ("drug_time", "medication", "drug", "drugname", "drugstarttime"),
        ("drug_stop_time", "medication", "drug", "drugname", "drugstoptime"),
        ("lab_time", "lab", "lab", "labname", "labresulttime"),
        ("specimen_time", "microlab", "specimen", "culturesite", "culturetakentime"),
    ],
)
def test_times_are_those_of_the_named_event(current, add, ask, template, table, fact, name, time):
    for value, day in (("x", 3), ("x", 2), ("y", 1)):
        add(table, patientunitstayid=100, **{name: value, time: f"2104-01-0{day} 00:00:00"})
    times = [ask(template, {"nth": nth}, patient="1-1", **{fact: "x"}) for nth in (FIRST, LAST)]
    assert times == [[("2104-01-02 00:00:00",)], [("2104-01-03 00:00:00",)]]


@pytest.mark.parametrize("table", ["diagnosis", "allergy"])
def test_what_happens_once_has_one_time(current, add, ask, table):
    for value, day in (("x", 3), ("y", 1)):
        columns = {f"{table}name": value, f"{table}time": f"2104-01-0{day} 00:00:00"}
        add(table, patientunitstayid=100, **columns)
    assert ask(f"{table}_time", patient="1-1", **{table: "x"}) == [("2104-01-03 00:00:00",)]


def test_visits_and_stays_begin_and_end_at_their_own_times(current, ask):
    first = {"nth": FIRST}
    assert ask("admission_time", first, patient="1-1") == [("2104-01-01 00:00:00",)]
    assert ask("discharge_time", first, patient="1-1") == [("2104-01-09 00:00:00",)]
    period = Period("abs-year-in", "2104")
    assert ask("icu_admission_time", first, period, patient="1-1") == [("2104-01-01 01:00:00",)]
    assert ask("icu_discharge_time", first, period, patient="1-1") == [("2104-01-08 00:00:00",)]
    admitted, discharged = (ask("visit_times", {"edge": edge}, patient="1-1") for edge in _EDGES)
    assert len(admitted) == 2
    assert discharged == [("2104-01-09 00:00:00",)]


@pytest.fixture
def rates(current, add):
    for hour, rate in ((1, 80), (2, 99), (3, None), (4, 90), (5, 60)):
        add(
            "vitalperiodic",
            patientunitstayid=100,
            heartrate=rate,
            observationtime=f"2104-01-01 0{hour}:00:00",
        )


def test_extremes_and_bounds_of_vital_signs_pass_over_gaps(rates, ask):
    heart = next(vital for vital in VITALS if vital.words == "heart rate")
    found = [ask("vital_extreme_time", {"extreme": e, "vital": heart}, patient="1-1") for e in EXTREMES]
    assert found == [[("2104-01-01 02:00:00",)], [("2104-01-01 05:00:00",)]]
    options = {"nth": LAST, "side": COMPARISONS[0], "vital": HEART}
    assert ask("vital_beyond_time", options, patient="1-1") == [("2104-01-01 04:00:00",)]
