import pytest

from medgym_ehr.questions.option import FIRST, LAST, SECOND, SECOND_TO_LAST
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.time_visit import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
ENTER, LEAVE = BY_ID["visit_times"].options["edge"]


@pytest.fixture
def visits(add):
    """Two visits of patient 7 that have ended and a current one; one of patient 8."""
    for patient, hadm, start, end in (
        (7, 71, "2103-05-01 08:00:00", "2103-05-04 20:00:00"),
        (7, 72, "2104-12-30 08:00:00", "2105-01-02 10:00:00"),
        (7, 73, "2105-12-30 09:00:00", None),
        (8, 81, "2105-12-31 00:00:00", None),
    ):
        add("admissions", subject_id=patient, hadm_id=hadm, admittime=start, dischtime=end)


@pytest.mark.parametrize(
    ("nth", "time"),
    [
        (FIRST, "2103-05-01 08:00:00"),
        (SECOND, "2104-12-30 08:00:00"),
        (SECOND_TO_LAST, "2104-12-30 08:00:00"),
        (LAST, "2105-12-30 09:00:00"),
    ],
)
def test_the_current_admission_is_an_admission(visits, ask, nth, time):
    assert ask(BY_ID["admission_time"], {"nth": nth}, patient=7) == [(time,)]


def test_a_patient_in_hospital_has_not_been_discharged(visits, ask):
    assert ask(BY_ID["discharge_time"], {"nth": LAST}, patient=7) == [("2105-01-02 10:00:00",)]
    assert ask(BY_ID["discharge_time"], {"nth": LAST}, patient=8) == []


@pytest.mark.parametrize(
    ("edge", "times"),
    [
        (ENTER, {"2104-12-30 08:00:00"}),
        (LEAVE, set()),
    ],
)
def test_times_of_a_list_lie_in_the_period_themselves(visits, ask, edge, times):
    rows = ask(BY_ID["visit_times"], {"edge": edge}, Period("abs-year-in", "2104"), patient=7)
    assert {time for (time,) in rows} == times


def test_a_list_of_discharges_leaves_out_the_current_visit(visits, ask):
    rows = ask(BY_ID["visit_times"], {"edge": LEAVE}, patient=7)
    assert {time for (time,) in rows} == {"2103-05-04 20:00:00", "2105-01-02 10:00:00"}


def test_icu_stays_go_by_the_visit_named(visits, add, ask):
    for hadm, stay, start in ((71, 1, "2103-05-02 00:00:00"), (72, 2, "2104-12-31 00:00:00")):
        add("icustays", subject_id=7, hadm_id=hadm, icustay_id=stay, intime=start)
    period = Period("rel-hosp-last")
    assert ask(BY_ID["icu_admission_time"], {"nth": FIRST}, period, patient=7) == [("2104-12-31 00:00:00",)]


@pytest.mark.parametrize(
    ("template", "place"), [("careunit_time", {"careunit": "ccu"}), ("ward_time", {"ward": 9})]
)
def test_moves_to_other_places_do_not_count(add, ask, template, place):
    for hour, unit, ward in ((1, "micu", 7), (2, "ccu", 9), (3, None, 9), (4, "ccu", 7), (5, "micu", 7)):
        add("transfers", subject_id=7, intime=f"2104-01-01 0{hour}:00:00", careunit=unit, wardid=ward)
    assert ask(BY_ID[template], {"nth": FIRST}, patient=7, **place) == [("2104-01-01 02:00:00",)]
    last = {"careunit_time": 4, "ward_time": 3}[template]
    assert ask(BY_ID[template], {"nth": LAST}, patient=7, **place) == [(f"2104-01-01 0{last}:00:00",)]
