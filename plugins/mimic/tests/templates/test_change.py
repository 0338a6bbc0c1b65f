import pytest

from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.option import AGGREGATES, FIRST, LAST
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.change import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
TO_LAST, TO_SECOND = BY_ID["lab_change"].options["later"]
VISITS = {(option.words, option.other): option for option in BY_ID["drugs_between_visits"].options["visit"]}


@pytest.fixture
def glucose(add):
    """Lab values of patient 7: (day of March 2104, value)."""
    add("d_labitems", itemid=1, label="glucose")

    def measure(*values):
        for day, value in values:
            time = f"2104-03-{day:02} 06:00:00"
            add("labevents", subject_id=7, itemid=1, charttime=time, valuenum=value)

    return measure


@pytest.mark.parametrize(("later", "change"), [(TO_LAST, -20.0), (TO_SECOND, 5.0)])
def test_a_change_counts_from_the_first_value(glucose, ask, later, change):
    glucose((3, 80), (1, 100), (2, 105))
    assert ask(BY_ID["lab_change"], {"later": later}, patient=7, lab="glucose") == [(change,)]


@pytest.mark.parametrize(("measured", "holds"), [([(1, 100)], False), ([(1, 100), (2, 100)], True)])
def test_one_measurement_is_no_change(glucose, database, measured, holds):
    glucose(*measured)
    asked = Candidate(BY_ID["lab_change"], DIALECT, {"patient": 7, "lab": "glucose"}, {"later": TO_LAST})
    assert [bool(database.execute(premise).fetchone()) for premise in asked.premises()] == [holds]


def test_different_values_at_the_first_time_give_several_changes(glucose, ask):
    glucose((1, 100), (1, 90), (2, 80))
    rows = ask(BY_ID["lab_change"], {"later": TO_LAST}, patient=7, lab="glucose")
    assert sorted(rows) == [(-20.0,), (-10.0,)]


def test_weight_is_told_from_height(add, ask):
    for item, label in ((762, "admit wt"), (920, "admit ht")):
        add("d_items", itemid=item, label=label)
    for day, item, value in ((1, 920, 170), (2, 762, 80), (3, 762, 77.5), (4, 920, 171)):
        add("chartevents", subject_id=7, itemid=item, charttime=f"2104-03-0{day} 06:00:00", valuenum=value)
    assert ask(BY_ID["weight_change"], {"later": TO_LAST}, patient=7) == [(-2.5,)]


@pytest.mark.parametrize(("nth", "difference"), [(FIRST, 10), (LAST, -5)])
def test_each_period_gives_its_own_reading(add, ask, nth, difference):
    add("d_items", itemid=211, label="heart rate")
    for day, hour, rate in ((1, 6, 80), (1, 9, 100), (2, 6, 90), (2, 9, 95)):
        time = f"2104-03-0{day} 0{hour}:00:00"
        add("chartevents", subject_id=7, itemid=211, charttime=time, valuenum=rate)
    first, second = (Period("abs-day-in", f"2104-03-0{day}") for day in (1, 2))
    options = {"nth": nth}
    rows = ask(BY_ID["vital_between_periods"], options, first, second, patient=7, vital="heart rate")
    assert rows == [(difference,)]


@pytest.fixture
def visits(add):
    """Three visits of patient 7 that have ended, and the current one."""
    for hadm, start, end in ((71, 2101, 2101), (72, 2102, 2102), (73, 2103, 2103), (74, 2105, None)):
        leave = f"{end}-02-01 00:00:00" if end else None
        add("admissions", subject_id=7, hadm_id=hadm, admittime=f"{start}-01-01 00:00:00", dischtime=leave)


@pytest.mark.parametrize(("place", "change"), [(0, 10.0), (1, 30.0), (2, 20.0)])
def test_visits_are_compared_by_their_aggregates(visits, add, ask, place, change):
    add("d_labitems", itemid=1, label="glucose")
    for hadm, value in ((71, 60), (71, 100), (72, 500), (73, 90), (73, 110), (74, 900)):
        add("labevents", subject_id=7, hadm_id=hadm, itemid=1, valuenum=value)
    options = {"aggregate": AGGREGATES[place]}
    assert ask(BY_ID["lab_between_visits"], options, patient=7, lab="glucose") == [(change,)]


@pytest.mark.parametrize(
    ("pair", "drugs"),
    [(("last", "first"), {"c"}), (("first", "last"), {"a"})],
)
def test_drugs_of_other_visits_do_not_matter(visits, add, ask, pair, drugs):
    for hadm, prescribed in ((71, "ab"), (72, "xyz"), (73, "bc"), (74, "abdd")):
        for drug in prescribed:
            add("prescriptions", subject_id=7, hadm_id=hadm, drug=drug)
    rows = ask(BY_ID["drugs_between_visits"], {"visit": VISITS[pair]}, patient=7)
    assert sorted(rows) == sorted((drug,) for drug in drugs)


def test_drugs_of_the_day_before_are_not_new(add, ask):
    for drug, day in (("a", 29), ("b", 30), ("a", 31), ("b", 31), ("c", 31), ("c", 31)):
        add("prescriptions", subject_id=7, drug=drug, startdate=f"2105-12-{day} 00:00:00")
    add("prescriptions", subject_id=8, drug="c", startdate="2105-12-30 00:00:00")
    rows = ask(BY_ID["new_drugs"], period=Period("rel-day-this"), patient=7)
    assert sorted(rows) == [("a",), ("c",)]


@pytest.mark.parametrize(("month", "balance"), [("03", -250.0), ("04", None)])
def test_a_balance_needs_both_sides(add, ask, month, balance):
    for time, amount in (("2104-03-01", 100), ("2104-03-02", 50), ("2104-04-01", 70)):
        add("inputevents_cv", subject_id=7, charttime=f"{time} 06:00:00", amount=amount)
    add("outputevents", subject_id=7, charttime="2104-03-02 07:00:00", value=400)
    add("outputevents", subject_id=8, charttime="2104-04-02 07:00:00", value=10)
    period = Period("abs-month-in", f"2104-{month}")
    assert ask(BY_ID["fluid_balance"], period=period, patient=7) == [(balance,)]
