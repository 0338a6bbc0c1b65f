import pytest

from medgym_ehr.hospital.forms.measurement import SUMMARIES, WHICH
from medgym_ehr.questions.option import AGGREGATES, LAST, SECOND, UNIT_AVERAGES, UNIT_COUNTS
from medgym_ehr.questions.period import Period
from medgym_plugin_eicu.templates.gender import GENDERS
from medgym_plugin_eicu.templates.measurement import _BODY
from medgym_plugin_eicu.templates.measurement_stay import _STAYS
from medgym_plugin_eicu.templates.measurement_volume import _FLUIDS
from medgym_plugin_eicu.templates.vital import VITALS

MAXIMUM, MINIMUM, AVERAGE = AGGREGATES
DAILY, MONTHLY, YEARLY = UNIT_AVERAGES
VISIT, STAY = _STAYS
FIRST, LAST_ONE, LONGEST, SHORTEST = WHICH
YEAR = Period("abs-year-in", "2104")


@pytest.fixture
def stays(stay):
    """Patient 1-1: one visit of four days with stays of one and of two days, then a visit of one day."""
    for visit, unit, came, left, began, ended, weight in (
        (10, 100, 1, 5, 1, 2, 70),
        (10, 101, 1, 5, 3, 5, None),
        (20, 200, 11, 12, 11, 12, 72),
    ):
        stay(
            "1-1",
            visit,
            unit,
            hospitaladmittime=f"2104-01-{came:02} 00:00:00",
            hospitaldischargetime=f"2104-01-{left:02} 00:00:00",
            unitadmittime=f"2104-01-{began:02} 00:00:00",
            unitdischargetime=f"2104-01-{ended:02} 00:00:00",
            admissionweight=weight,
        )


@pytest.fixture
def labs(stays, add):
    for day, result in ((1, 4), (1, 6), (2, 9), (11, 1)):
        unit = 100 if day < 3 else 200
        at = f"2104-01-{day:02} {result:02}:00:00"
        add("lab", patientunitstayid=unit, labname="ph", labresult=result, labresulttime=at)


def test_the_second_value_is_the_second_in_time(labs, ask):
    assert ask("lab_value", {"nth": SECOND}, patient="1-1", lab="ph") == [(6,)]
    period = Period("rel-icu-first")
    assert ask("lab_value", {"nth": LAST}, period, patient="1-1", lab="ph") == [(9,)]


@pytest.mark.parametrize(("aggregate", "value"), [(MAXIMUM, 9), (MINIMUM, 1), (AVERAGE, 5)])
def test_summaries_take_every_value(labs, ask, aggregate, value):
    assert ask("lab_summary", {"aggregate": aggregate}, patient="1-1", lab="ph") == [(value,)]
    options = {"aggregate": aggregate, "gender": GENDERS[0]}
    assert ask("lab_summary_of_gender", options, YEAR, lab="ph") == [(value,)]


def test_figures_are_by_calendar_day(labs, ask):
    options = {"aggregate": MAXIMUM, "unit": DAILY}
    rows = ask("lab_by_unit", options, patient="1-1", lab="ph")
    assert rows == [("2104-01-01", 6), ("2104-01-02", 9), ("2104-01-11", 1)]


def test_what_was_not_measured_is_no_value(stays, add, ask):
    heart = next(vital for vital in VITALS if vital.words == "heart rate")
    for hour, rate in ((1, 80), (2, 90), (3, None)):
        at = f"2104-01-01 0{hour}:00:00"
        add("vitalperiodic", patientunitstayid=100, heartrate=rate, observationtime=at)
    assert ask("vital_value", {"nth": LAST, "vital": heart}, patient="1-1") == [(90,)]
    assert ask("vital_summary", {"aggregate": AVERAGE, "vital": heart}, patient="1-1") == [(85,)]


def test_weight_belongs_to_the_stay(stays, add, ask):
    weight = _BODY[0]
    assert ask("body_value", {"nth": LAST, "measure": weight}, YEAR, patient="1-1") == [(72,)]
    add("diagnosis", patientunitstayid=200, diagnosisname="gout", diagnosistime="2104-01-11 01:00:00")
    options = {"aggregate": AVERAGE, "measure": weight}
    assert ask("body_summary_by_diagnosis", options, YEAR, diagnosis="gout") == [(72,)]


@pytest.mark.parametrize(
    ("which", "kind", "days"),
    [(FIRST, VISIT, 4), (SHORTEST, VISIT, 1), (LONGEST, STAY, 2), (LAST_ONE, STAY, 1)],
)
def test_visits_and_stays_have_lengths_of_their_own(stays, ask, which, kind, days):
    options = {"which": which, "stay": kind}
    assert ask("stay_length", {**options, "unit": UNIT_COUNTS[1]}, patient="1-1") == [(24 * days,)]
    assert ask("stay_length_begun", options, YEAR, patient="1-1") == [(days,)]


def test_a_visit_with_two_stays_counts_once(stays, add, ask):
    for unit in (100, 101, 200):
        add("diagnosis", patientunitstayid=unit, diagnosisname="gout", diagnosistime="2104-01-11 01:00:00")
    assert ask("stay_length_by_diagnosis", {"aggregate": AVERAGE}, YEAR, diagnosis="gout") == [(2.5,)]


def test_volumes_are_of_intakes_or_of_outputs(stays, add, ask):
    for path, label, volume in (
        ("x|intake (ml)|a", "a", 100),
        ("x|intake (ml)|a", "a", 50),
        ("x|output (ml)|a", "a", 7),
    ):
        add(
            "intakeoutput",
            patientunitstayid=100,
            cellpath=path,
            celllabel=label,
            cellvaluenumeric=volume,
            intakeoutputtime="2104-01-01 05:00:00",
        )
    total = {"aggregate": SUMMARIES[0]}
    assert ask("intake_volume", total, patient="1-1", intake="a") == [(150,)]
    assert ask("output_volume", total, patient="1-1", output="a") == [(7,)]
    assert [ask("fluid_total", {"fluid": fluid}, patient="1-1") for fluid in _FLUIDS] == [[(150,)], [(7,)]]
