import pytest

from medgym_ehr.questions.option import FIRST, LAST, SECOND, TIMES
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.lookup_names import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}


@pytest.fixture
def drugs(add):
    """Patient 7: two drugs on one day, one of them on two later days; patient 8: a third."""
    for patient, day, drug in (
        (7, 1, "aspirin"),
        (7, 1, "heparin"),
        (7, 2, "aspirin"),
        (7, 4, "aspirin"),
        (8, 9, "ns"),
    ):
        add(
            "prescriptions",
            subject_id=patient,
            hadm_id=71,
            startdate=f"2104-03-0{day} 00:00:00",
            drug=drug,
            route="iv",
        )


def test_all_drugs_of_the_earliest_time_are_named(drugs, ask):
    assert sorted(ask(BY_ID["drugs_started"], {"nth": FIRST}, patient=7)) == [("aspirin",), ("heparin",)]


def test_the_second_time_is_the_second_distinct_one(drugs, ask):
    assert ask(BY_ID["drugs_started"], {"nth": SECOND}, patient=7) == [("aspirin",)]


@pytest.mark.parametrize(
    ("times", "day", "named"), [(TIMES[0], 2, ["aspirin"]), (TIMES[1], 1, ["aspirin"]), (TIMES[0], 1, [])]
)
def test_prescriptions_are_counted_in_the_period(drugs, ask, times, day, named):
    period = Period("abs-day-since", f"2104-03-0{day}")
    assert [name for (name,) in ask(BY_ID["drugs_n_times"], {"times": times}, period, patient=7)] == named


def test_a_drug_is_listed_once(drugs, ask):
    rows = ask(BY_ID["drugs_prescribed"], period=Period("abs-year-in", "2104"), patient=7)
    assert sorted(rows) == [("aspirin",), ("heparin",)]


def test_labs_of_one_label_are_one(add, ask):
    for item in (50809, 50931):
        add("d_labitems", itemid=item, label="glucose")
        add("labevents", subject_id=7, hadm_id=71, itemid=item, charttime="2104-03-01 06:00:00", valuenum=5)
    assert ask(BY_ID["labs_done"], {"nth": LAST}, patient=7) == [("glucose",)]


@pytest.mark.parametrize(("place", "name"), [(0, "d5w"), (1, "chest tube")])
def test_intakes_and_outputs_are_kept_apart(add, ask, place, name):
    for item, label, table in ((1, "d5w", "inputevents_cv"), (2, "chest tube", "outputevents")):
        add("d_items", itemid=item, label=label)
        add(table, subject_id=7, hadm_id=71, icustay_id=711, itemid=item, charttime="2104-03-01 06:00:00")
    options = {"nth": FIRST, "fluid": BY_ID["fluids_recorded"].options["fluid"][place]}
    assert ask(BY_ID["fluids_recorded"], options, patient=7) == [(name,)]


def test_tests_that_found_nothing_are_passed_over(add, ask):
    for day, organism in ((1, None), (2, "yeast"), (3, None)):
        time = f"2104-03-0{day} 06:00:00"
        add(
            "microbiologyevents",
            subject_id=7,
            hadm_id=71,
            charttime=time,
            spec_type_desc="urine",
            org_name=organism,
        )
    for nth in (FIRST, LAST):
        assert ask(BY_ID["organism_found"], {"nth": nth}, patient=7, specimen="urine") == [("yeast",)]


def test_patients_are_listed_once(add, ask):
    add("d_icd_diagnoses", icd9_code="486", short_title="pneumonia")
    for patient, year in ((7, 2104), (7, 2104), (8, 2104), (9, 2103)):
        add("diagnoses_icd", subject_id=patient, icd9_code="486", charttime=f"{year}-01-01 00:00:00")
    rows = ask(BY_ID["patients_diagnosed"], period=Period("abs-year-in", "2104"), diagnosis="pneumonia")
    assert sorted(rows) == [(7,), (8,)]
