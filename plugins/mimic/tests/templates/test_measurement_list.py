import pytest

from medgym_ehr.questions.option import AGGREGATES, UNIT_AVERAGES
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.measurement_list import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
MAXIMUM, _, AVERAGE = AGGREGATES
DAILY, MONTHLY, YEARLY = UNIT_AVERAGES


@pytest.fixture(autouse=True)
def sodium(add):
    """Sodium of patients 7 and 8 in two years."""
    add("d_labitems", itemid=1, label="sodium")
    for patient, time, value in (
        (7, "2104-03-01 06:00:00", 140),
        (7, "2104-03-01 18:00:00", 144),
        (7, "2104-03-02 06:00:00", 130),
        (8, "2105-03-01 06:00:00", 120),
    ):
        add("labevents", subject_id=patient, itemid=1, charttime=time, valuenum=value)


def test_days_of_one_patient(ask):
    rows = ask(BY_ID["lab_by_unit"], {"aggregate": AVERAGE, "unit": DAILY}, patient=7, lab="sodium")
    assert sorted(rows) == [("2104-03-01", 142), ("2104-03-02", 130)]


def test_years_of_all_patients(ask):
    rows = ask(BY_ID["lab_by_unit_of_all"], {"aggregate": AVERAGE, "unit": YEARLY}, lab="sodium")
    assert sorted(rows) == [("2104", 138), ("2105", 120)]


def test_a_period_cuts_a_month_short(ask):
    options, period = {"aggregate": MAXIMUM, "unit": MONTHLY}, Period("abs-day-since", "2104-03-02")
    rows = ask(BY_ID["lab_by_unit_of_all"], options, period, lab="sodium")
    assert sorted(rows) == [("2104-03", 130), ("2105-03", 120)]


def test_days_of_a_vital_sign(add, ask):
    add("d_items", itemid=211, label="heart rate")
    for day, value in ((1, 80), (1, 90), (2, 70)):
        add("chartevents", subject_id=7, itemid=211, charttime=f"2104-03-0{day} 06:00:00", valuenum=value)
    rows = ask(BY_ID["vital_by_unit"], {"aggregate": MAXIMUM, "unit": DAILY}, patient=7, vital="heart rate")
    assert sorted(rows) == [("2104-03-01", 90), ("2104-03-02", 70)]
