import pytest

from medgym_ehr.questions.option import AGGREGATES
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.cost import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
DAY, MONTH, YEAR = BY_ID["unit_cost_of_patient"].options["unit"]
KINDS = {option.words: option for option in BY_ID["cost_of_kind_of_patient"].options["kind"]}
MAXIMUM, MINIMUM, AVERAGE = AGGREGATES


@pytest.fixture(autouse=True)
def visits(add):
    """Visits that cost 10, 20 and 60; a drug, a lab, a procedure and a diagnosis in the first two."""
    for titles in ("d_icd_diagnoses", "d_icd_procedures"):
        add(titles, icd9_code="1", short_title="title")
    add("d_labitems", itemid=1, label="glucose")
    for hadm, year, charges in ((11, 2103, (4, 6)), (12, 2104, (20,)), (13, 2104, (60,))):
        visit = {"subject_id": 1, "hadm_id": hadm}
        kind = "emergency" if hadm < 13 else "elective"
        add("admissions", admittime=f"{year}-01-01 00:00:00", admission_type=kind, **visit)
        for place, charge in enumerate(charges):
            event = ("labevents", "prescriptions")[place]
            add("cost", event_type=event, chargetime=f"{year}-01-{hadm} 0{place}:00:00", cost=charge, **visit)
        if hadm < 13:
            for events in ("diagnoses_icd", "procedures_icd"):
                add(events, icd9_code="1", charttime=f"{year}-01-01 00:00:00", **visit)
            for _ in range(2):
                add("labevents", itemid=1, charttime=f"{year}-01-01 00:00:00", **visit)
                add("prescriptions", drug="aspirin", startdate=f"{year}-01-01 00:00:00", **visit)


@pytest.mark.parametrize(
    ("template", "fact"),
    [
        ("visit_cost_with_diagnosis", {"diagnosis": "title"}),
        ("visit_cost_with_procedure", {"procedure": "title"}),
        ("visit_cost_with_drug", {"drug": "aspirin"}),
        ("visit_cost_with_lab", {"lab": "glucose"}),
        ("visit_cost_of_admission_type", {"admission": "emergency"}),
    ],
)
def test_the_whole_visit_is_counted_once(ask, template, fact):
    for aggregate, cost in ((MAXIMUM, 20), (MINIMUM, 10), (AVERAGE, 15)):
        assert ask(BY_ID[template], {"aggregate": aggregate}, **fact) == [(cost,)]
    period = Period("abs-year-in", "2104")
    assert ask(BY_ID[template], {"aggregate": AVERAGE}, period, **fact) == [(20,)]


def test_cost_of_a_patient(add, ask):
    add("cost", subject_id=2, event_type="labevents", chargetime="2104-01-01 00:00:00", cost=7)
    assert ask(BY_ID["cost_of_patient"], patient=1) == [(90,)]
    assert ask(BY_ID["cost_of_patient"], None, Period("abs-year-in", "2104"), patient=1) == [(80,)]


def test_cost_of_one_kind(ask):
    assert ask(BY_ID["cost_of_kind_of_patient"], {"kind": KINDS["lab tests"]}, patient=1) == [(84,)]
    assert ask(BY_ID["cost_of_kind_of_patient"], {"kind": KINDS["prescriptions"]}, patient=1) == [(6,)]


def test_costs_by_unit(ask):
    rows = ask(BY_ID["costs_of_patient_by_unit"], {"unit": DAY}, patient=1)
    assert sorted(rows) == [("2103-01-11", 10), ("2104-01-12", 20), ("2104-01-13", 60)]
    rows = ask(BY_ID["costs_of_patient_by_unit"], {"unit": YEAR}, patient=1)
    assert sorted(rows) == [("2103", 10), ("2104", 80)]


@pytest.mark.parametrize(("unit", "average"), [(DAY, 30), (MONTH, 45), (YEAR, 45)])
def test_average_over_units_with_a_charge(ask, unit, average):
    assert ask(BY_ID["unit_cost_of_patient"], {"aggregate": AVERAGE, "unit": unit}, patient=1) == [(average,)]
