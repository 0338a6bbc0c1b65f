import pytest

from medgym_ehr.hospital.forms.change import LATER, VISITS
from medgym_ehr.questions.option import AGGREGATES, LAST
from medgym_ehr.questions.period import Period
from medgym_plugin_eicu.templates.vital import VITALS

HEART = next(vital for vital in VITALS if vital.words == "heart rate")
LAST_NOT_FIRST, FIRST_NOT_LAST = VISITS


@pytest.fixture
def visits(stay):
    """Patient 1-1: two ended visits and a current one."""
    for visit, year, left in (
        (10, 2103, "2103-01-09 00:00:00"),
        (20, 2104, "2104-01-09 00:00:00"),
        (30, 2105, None),
    ):
        stay(
            "1-1",
            visit,
            10 * visit,
            hospitaladmittime=f"{year}-01-01 00:00:00",
            hospitaldischargetime=left,
            unitadmittime=f"{year}-01-01 00:00:00",
            unitdischargetime=left,
            admissionweight=70,
            dischargeweight=72.5 if left else None,
        )


@pytest.fixture
def labs(visits, add):
    for unit, year, results in ((100, 2103, (1, 3)), (200, 2104, (7, 9)), (300, 2105, (20,))):
        for day, result in enumerate(results, start=1):
            at = f"{year}-01-0{day} 00:00:00"
            add("lab", patientunitstayid=unit, labname="ph", labresult=result, labresulttime=at)


def test_the_first_is_subtracted_from_the_later(labs, ask):
    changes = [ask("lab_change", {"later": later}, patient="1-1", lab="ph") for later in LATER]
    assert changes == [[(19,)], [(2,)]]


def test_the_current_visit_is_not_the_last(labs, ask):
    options = {"aggregate": AGGREGATES[0]}
    assert ask("lab_between_visits", options, patient="1-1", lab="ph") == [(6,)]


def test_weight_changes_within_a_stay(visits, ask):
    assert ask("weight_change", period=Period("rel-icu-first"), patient="1-1") == [(2.5,)]


def test_readings_of_two_periods_are_compared(visits, add, ask):
    for unit, year, rate in ((100, 2103, 90), (100, 2103, None), (200, 2104, 80)):
        at = f"{year}-01-02 0{0 if rate else 9}:00:00"
        add("vitalperiodic", patientunitstayid=unit, heartrate=rate, observationtime=at)
    options = {"nth": LAST, "vital": HEART}
    rows = ask(
        "vital_between_periods", options, Period("rel-hosp-first"), Period("rel-hosp-last"), patient="1-1"
    )
    assert rows == [(-10,)]


def test_a_balance_is_intake_minus_output(visits, add, ask):
    for kind, volume in (("intake", 500), ("output", 700)):
        add(
            "intakeoutput",
            patientunitstayid=100,
            cellpath=f"x|{kind} (ml)|y",
            cellvaluenumeric=volume,
            intakeoutputtime="2103-01-01 00:00:00",
        )
    assert ask("fluid_balance", period=Period("rel-hosp-first"), patient="1-1") == [(-200,)]


@pytest.fixture
def prescribed(visits, add):
    for unit, year, day, drug in (
        (100, 2103, 1, "a"),
        (200, 2104, 1, "a"),
        (200, 2104, 2, "a"),
        (200, 2104, 2, "b"),
        (300, 2105, 1, "c"),
    ):
        at = f"{year}-01-0{day} 05:00:00"
        add("medication", patientunitstayid=unit, drugname=drug, drugstarttime=at)


def test_new_drugs_were_not_prescribed_the_day_before(prescribed, ask):
    assert ask("new_drugs", period=Period("abs-day-in", "2104-01-02"), patient="1-1") == [("b",)]


@pytest.mark.parametrize(("visit", "drugs"), [(FIRST_NOT_LAST, []), (LAST_NOT_FIRST, [("b",)])])
def test_drugs_of_one_visit_and_not_of_another(prescribed, ask, visit, drugs):
    assert ask("drugs_between_visits", {"visit": visit}, patient="1-1") == drugs
