import pytest

from medgym_ehr.questions.option import COMPARISONS, EXTREMES, FIRST, LAST
from medgym_ehr.questions.within import Within
from medgym_plugin_mimic.templates.time_value import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
HIGHEST, LOWEST = EXTREMES
ABOVE, BELOW = COMPARISONS


@pytest.fixture
def rates(add):
    """Heart rates of patient 7, one an hour, and one of patient 8."""
    add("d_items", itemid=211, label="heart rate")
    for hour, rate in enumerate((80, 95, 60, 95, 70)):
        time = f"2104-01-01 0{hour}:00:00"
        add("chartevents", subject_id=7, itemid=211, charttime=time, valuenum=rate)
    add("chartevents", subject_id=8, itemid=211, charttime="2104-01-01 09:00:00", valuenum=200)


@pytest.mark.parametrize(("extreme", "hours"), [(HIGHEST, [1, 3]), (LOWEST, [2])])
def test_a_value_reached_twice_has_two_times(rates, ask, extreme, hours):
    rows = ask(BY_ID["vital_extreme_time"], {"extreme": extreme}, patient=7, vital="heart rate")
    assert sorted(rows) == [(f"2104-01-01 0{hour}:00:00",) for hour in hours]


@pytest.mark.parametrize(
    ("nth", "side", "bound", "hour"),
    [(FIRST, ABOVE, 80, 1), (LAST, ABOVE, 80, 3), (FIRST, BELOW, 70, 2), (LAST, BELOW, 95, 4)],
)
def test_a_value_at_the_bound_is_not_beyond_it(rates, ask, nth, side, bound, hour):
    fact = {"patient": 7, "vital": "heart rate", "bound": bound}
    rows = ask(BY_ID["vital_beyond_time"], {"nth": nth, "side": side}, **fact)
    assert rows == [(f"2104-01-01 0{hour}:00:00",)]


@pytest.fixture
def prescribe(add):
    def once(drug, time, hadm=71):
        add("prescriptions", subject_id=7, hadm_id=hadm, drug=drug, startdate=time)

    return once


@pytest.mark.parametrize(("nth", "month"), [(FIRST, "02"), (LAST, "04")])
def test_two_drugs_come_together_at_one_time(prescribe, ask, nth, month):
    for drug, months in (("a", "01 02 03 04"), ("b", "02 04 05")):
        for each in months.split():
            prescribe(drug, f"2104-{each}-01 00:00:00")
    fact = {"patient": 7, "drug": "a", "drug2": "b"}
    rows = ask(BY_ID["drug_pair_time"], {"nth": nth}, within=Within("within-same"), **fact)
    assert rows == [(f"2104-{month}-01 00:00:00",)]


@pytest.mark.parametrize(
    ("within", "time"),
    [
        (Within("within-n_day", 2), "2104-01-31 11:30:00"),
        (Within("within-n_month", 1), "2104-02-29 11:30:00"),
        (Within("within-month"), "2104-01-31 11:30:00"),
        (Within("within-hosp"), "2104-03-10 00:00:00"),
    ],
)
def test_drugs_after_a_diagnosis_are_close_to_it(add, prescribe, ask, within, time):
    add("d_icd_diagnoses", icd9_code="486", short_title="pneumonia")
    add("diagnoses_icd", subject_id=7, hadm_id=71, icd9_code="486", charttime="2104-01-30 11:30:00")
    prescribe("a", "2104-01-30 00:00:00")
    for later in ("2104-01-31 11:30:00", "2104-02-29 11:30:00", "2104-03-10 00:00:00"):
        prescribe("a", later)
    prescribe("a", "2104-03-20 00:00:00", hadm=72)
    fact = {"patient": 7, "diagnosis": "pneumonia", "drug": "a"}
    template = BY_ID["drug_after_diagnosis_time"]
    assert ask(template, {"nth": LAST}, within=within, **fact) == [(time,)]
    assert ask(template, {"nth": FIRST}, within=within, **fact) == [("2104-01-31 11:30:00",)]
