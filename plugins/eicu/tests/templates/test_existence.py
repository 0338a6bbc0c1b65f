import pytest

from medgym_ehr.questions.option import COMPARISONS
from medgym_ehr.questions.period import Period
from medgym_plugin_eicu.templates.existence import _EVENTS, _SOURCES
from medgym_plugin_eicu.templates.vital import BOUNDED, VITALS

ABOVE, BELOW = COMPARISONS
YEAR = Period("abs-year-in", "2104")
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


@pytest.mark.parametrize(("unit", "elsewhere"), [(100, 1), (200, 0), (300, 0)])
def test_another_hospital_is_not_that_of_the_latest_admission(admitted, add, ask, unit, elsewhere):
    add(
        "treatment",
        patientunitstayid=unit,
        treatmentname="dialysis",
        treatmenttime="2104-05-02 00:00:00",
    )
    assert ask("has_treatment_elsewhere", patient="1-1", treatment="dialysis") == [(elsewhere,)]


def test_a_source_counts_for_visits_of_the_period(admitted, ask):
    floor = next(source for source in _SOURCES if source.words == "floor")
    assert ask("has_visit_from_source", {"source": floor}, YEAR, patient="1-1") == [(0,)]
    assert ask("has_visit_from_source", {"source": floor}, YEAR, patient="1-2") == [(1,)]


@pytest.mark.parametrize("event", _EVENTS, ids=str)
def test_any_event_is_looked_for_in_its_own_table(admitted, add, ask, event):
    add(event.sql, patientunitstayid=100, **{event.time: "2104-06-01 00:00:00"})
    assert ask("has_any_event", {"event": event}, YEAR, patient="1-1") == [(1,)]
    assert ask("has_any_event", {"event": event}, YEAR, patient="1-2") == [(0,)]


@pytest.mark.parametrize(
    ("template", "table", "fact", "column"),
    [
        ("has_drug", "medication", "drug", "drugname"),
        ("has_diagnosis", "diagnosis", "diagnosis", "diagnosisname"),
        ("has_treatment", "treatment", "treatment", "treatmentname"),
        ("has_lab", "lab", "lab", "labname"),
        ("has_allergy", "allergy", "allergy", "allergyname"),
        ("has_culture", "microlab", "specimen", "culturesite"),
        ("has_organism", "microlab", "organism", "organism"),
    ],
)
def test_only_the_patients_own_rows_count(admitted, add, ask, template, table, fact, column):
    add(table, patientunitstayid=100, **{column: "x"})
    answers = [ask(template, patient=patient, **{fact: "x"}) for patient in ("1-1", "1-2")]
    assert answers == [[(1,)], [(0,)]]


def test_an_output_is_no_intake(admitted, add, ask):
    add("intakeoutput", patientunitstayid=100, cellpath="a|output (ml)|saline", celllabel="saline")
    assert ask("has_intake", patient="1-1", intake="saline") == [(0,)]


def test_bounds_are_not_included(admitted, add, ask):
    for rate in (85, None, 70):
        add("vitalperiodic", patientunitstayid=100, heartrate=rate)
    assert ask("vital_beyond", {"vital": HEART, "side": ABOVE}, patient="1-1") == [(0,)]
    assert ask("vital_beyond", {"vital": HEART, "side": BELOW}, patient="1-1") == [(1,)]


@pytest.mark.parametrize(("value", "abnormal"), [(60, 0), (100, 0), (59, 1), (101, 1)])
def test_the_ends_of_a_normal_range_are_normal(admitted, add, ask, value, abnormal):
    heart = next(vital for vital in VITALS if vital.words == "heart rate")
    for rate in (80, value):
        add("vitalperiodic", patientunitstayid=100, heartrate=rate)
    assert ask("vital_abnormal", {"vital": heart}, patient="1-1") == [(abnormal,)]


def test_a_result_beyond_is_one_of_the_period(admitted, add, ask):
    for year, result in ((2103, 9), (2104, 5)):
        add(
            "lab",
            patientunitstayid=100,
            labname="ph",
            labresult=result,
            labresulttime=f"{year}-01-01 00:00:00",
        )
    assert ask("lab_beyond", {"side": ABOVE}, YEAR, patient="1-1", lab="ph", bound=5) == [(0,)]
    assert ask("lab_beyond", {"side": ABOVE}, patient="1-1", lab="ph", bound=5) == [(1,)]
