import pytest

from medgym_ehr.questions.option import AGGREGATES, UNIT_COUNTS
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.measurement_stay import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
WHICH = {option.words: option for option in BY_ID["stay_length"].options["which"]}
HOSPITAL, ICU = BY_ID["stay_length"].options["stay"]
DAYS, HOURS = UNIT_COUNTS


@pytest.fixture(autouse=True)
def visits(add):
    """Visits of 3.5, 9 and 2 days, one that has not ended, and an ICU stay of 6 hours."""
    for hadm, start, end in (
        (71, "2103-03-01 00:00:00", "2103-03-04 12:00:00"),
        (72, "2104-03-01 00:00:00", "2104-03-10 00:00:00"),
        (73, "2104-05-01 00:00:00", "2104-05-03 00:00:00"),
        (74, "2105-12-01 00:00:00", None),
    ):
        add("admissions", subject_id=7, hadm_id=hadm, admittime=start, dischtime=end)
    times = {"intime": "2104-03-01 06:00:00", "outtime": "2104-03-01 12:00:00"}
    add("icustays", subject_id=7, hadm_id=72, icustay_id=721, **times)


@pytest.mark.parametrize(("which", "days"), [("first", 3.5), ("last", 2), ("longest", 9), ("shortest", 2)])
def test_stays_that_have_ended_are_compared(ask, which, days):
    options = {"which": WHICH[which], "stay": HOSPITAL, "unit": DAYS}
    assert ask(BY_ID["stay_length"], options, patient=7) == [(pytest.approx(days),)]


def test_lengths_in_hours(ask):
    options = {"which": WHICH["longest"], "stay": ICU, "unit": HOURS}
    assert ask(BY_ID["stay_length"], options, patient=7) == [(pytest.approx(6),)]


@pytest.mark.parametrize(("which", "days"), [("first", 9), ("shortest", 2)])
def test_a_period_is_about_the_beginning(ask, which, days):
    options = {"which": WHICH[which], "stay": HOSPITAL}
    rows = ask(BY_ID["stay_length_begun"], options, Period("abs-year-in", "2104"), patient=7)
    assert rows == [(pytest.approx(days),)]


@pytest.mark.parametrize(("aggregate", "days"), list(zip(AGGREGATES, (9, 3.5, 6.25), strict=True)))
def test_a_visit_with_two_such_diagnoses_counts_once(add, ask, aggregate, days):
    for code in ("486", "487"):
        add("d_icd_diagnoses", icd9_code=code, short_title="pneumonia")
    for hadm, code in ((71, "486"), (71, "487"), (72, "486"), (74, "486")):
        add("diagnoses_icd", subject_id=7, hadm_id=hadm, icd9_code=code, charttime="2104-01-01 00:00:00")
    period = Period("abs-year-in", "2104")
    rows = ask(BY_ID["stay_length_by_diagnosis"], {"aggregate": aggregate}, period, diagnosis="pneumonia")
    assert rows == [(pytest.approx(days),)]
