import pytest

from medgym_ehr.questions.option import COMPARISONS
from medgym_ehr.questions.period import Period
from medgym_plugin_eicu.templates.existence import _EVENTS
from medgym_plugin_eicu.templates.vital import BOUNDED, VITALS

ABOVE, BELOW = COMPARISONS
YEAR = Period("abs-year-in", "2104")
PATIENTS = {"patient": "1-1", "patient2": "1-2", "patient3": "1-3"}
HEART = next(vital for vital in BOUNDED if vital.words == "heart rate" and vital.bound == "85")


@pytest.fixture
def admitted(stay):
    """Patient 1-1 in hospital 1, then in hospital 2; patient 1-2 in hospital 1."""
    stay("1-1", 10, 100, hospitalid=1, hospitaladmittime="2103-05-01 00:00:00", hospitaladmitsource="floor")
    stay(
        "1-1",
        20,
        200,
        hospitalid=2,
        hospitaladmittime="2104-05-01 00:00:00",
        hospitaladmitsource="operating room",
    )
    stay("1-2", 30, 300, hospitalid=1, hospitaladmittime="2104-05-01 00:00:00", hospitaladmitsource="floor")


@pytest.mark.parametrize(("unit", "treatments"), [(100, [("dialysis",)]), (200, []), (300, [])])
def test_another_hospital_is_not_that_of_the_latest_admission(admitted, add, ask, unit, treatments):
    add(
        "treatment",
        patientunitstayid=unit,
        treatmentname="dialysis",
        treatmenttime="2104-05-02 00:00:00",
    )
    assert ask("treatments_elsewhere", patient="1-1") == treatments


def test_a_source_counts_for_visits_of_the_period(admitted, ask):
    assert ask("have_visit_from_source", period=YEAR, source="floor", **PATIENTS) == [
        (2, "2104-05-01 00:00:00")
    ]


@pytest.mark.parametrize("event", _EVENTS, ids=str)
def test_any_event_is_looked_for_in_its_own_table(admitted, add, ask, event):
    add(event.sql, patientunitstayid=100, **{event.time: "2104-06-01 00:00:00"})
    assert ask("have_any_event", {"event": event}, YEAR, **PATIENTS) == [(1, "2104-06-01 00:00:00")]


@pytest.mark.parametrize(
    ("template", "table", "fact", "column", "time"),
    [
        ("has_drug", "medication", "drug", "drugname", "drugstarttime"),
        ("has_diagnosis", "diagnosis", "diagnosis", "diagnosisname", "diagnosistime"),
        ("has_treatment", "treatment", "treatment", "treatmentname", "treatmenttime"),
        ("has_lab", "lab", "lab", "labname", "labresulttime"),
    ],
)
def test_only_the_patients_own_rows_count(admitted, add, ask, template, table, fact, column, time):
    for day in (2, 3):
        add(table, patientunitstayid=100, **{column: "x", time: f"2104-05-0{day} 00:00:00"})
    three = {fact: "w", f"{fact}2": "x", f"{fact}3": "y"}
    answers = [ask(template, period=YEAR, patient=patient, **three) for patient in ("1-1", "1-2")]
    assert answers == [[(2, "2104-05-02 00:00:00")], []]


@pytest.mark.parametrize(
    ("template", "table", "fact", "column", "time"),
    [
        ("have_drug", "medication", "drug", "drugname", "drugstarttime"),
        ("have_allergy", "allergy", "allergy", "allergyname", "allergytime"),
        ("have_culture", "microlab", "specimen", "culturesite", "culturetakentime"),
        ("have_organism", "microlab", "organism", "organism", "culturetakentime"),
    ],
)
def test_only_rows_of_that_name_count(admitted, add, ask, template, table, fact, column, time):
    for stay, name in ((200, "x"), (300, "y")):
        add(table, patientunitstayid=stay, **{column: name, time: "2104-05-02 00:00:00"})
    assert ask(template, period=YEAR, **PATIENTS, **{fact: "x"}) == [(1, "2104-05-02 00:00:00")]


def test_an_output_is_no_intake(admitted, add, ask):
    add("intakeoutput", patientunitstayid=100, cellpath="a|output (ml)|saline", celllabel="saline")
    assert ask("have_intake", intake="saline", **PATIENTS) == []


@pytest.fixture
def measure(admitted, add):
    """Chart values of a column of a table at one stay, one a day from 2104-05-01 on."""

    def chart(table, time, column, *values, **changed):
        for day, value in enumerate(values, start=1):
            times = {time: f"2104-05-0{day} 06:00:00"}
            add(table, patientunitstayid=100, **{column: value}, **times, **changed)

    return chart


def test_bounds_are_not_included(measure, ask):
    measure("vitalperiodic", "observationtime", "heartrate", 85, None, 70)
    assert ask("vital_beyond", {"vital": HEART, "side": ABOVE}, patient="1-1") == []
    assert ask("vital_beyond", {"vital": HEART, "side": BELOW}, patient="1-1") == [("2104-05-03",)]


def test_the_ends_of_a_normal_range_are_normal(measure, ask):
    heart = next(vital for vital in VITALS if vital.words == "heart rate")
    measure("vitalperiodic", "observationtime", "heartrate", 60, 100, 59, 101)
    found = ask("vital_abnormal", {"vital": heart}, patient="1-1")
    assert found == [("2104-05-03", 1), ("2104-05-04", 1)]


def test_a_result_beyond_is_one_of_the_period(measure, ask):
    measure("lab", "labresulttime", "labresult", 9, 5, labname="ph")
    fact = {"patient": "1-1", "lab": "ph", "bound": 5}
    assert ask("lab_beyond", {"side": ABOVE}, YEAR, **fact) == [("2104-05-01",)]
    assert ask("lab_beyond", {"side": ABOVE}, Period("abs-year-in", "2103"), **fact) == []
