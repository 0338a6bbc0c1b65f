import pytest

from medgym_ehr.questions.option import EXTREMES
from medgym_plugin_mimic.templates.cost_price import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
HIGHEST, LOWEST = EXTREMES


@pytest.fixture
def prescribe(add):
    def one(place, drug, price, patient=1):
        add("prescriptions", row_id=place, subject_id=patient, drug=drug)
        add("cost", event_type="prescriptions", event_id=place, cost=price)

    return one


@pytest.mark.parametrize("kind", ["diagnosis", "procedure", "lab", "drug"])
def test_one_price_for_an_event_of_its_own_table(add, ask, prescribe, kind):
    add("d_icd_diagnoses", icd9_code="1", short_title="x")
    add("d_icd_procedures", icd9_code="1", short_title="x")
    add("d_labitems", itemid=1, label="x")
    prices = {"diagnosis": 1.5, "procedure": 2.5, "lab": 3.5, "drug": 4.5}
    for place in (0, 1):
        add("diagnoses_icd", row_id=place, icd9_code="1")
        add("procedures_icd", row_id=place, icd9_code="1")
        add("labevents", row_id=place, itemid=1)
        prescribe(place, "x", prices["drug"])
        for events, name in (
            ("diagnoses_icd", "diagnosis"),
            ("procedures_icd", "procedure"),
            ("labevents", "lab"),
        ):
            add("cost", event_type=events, event_id=place, cost=prices[name])
    assert ask(BY_ID[f"price_of_{kind}"], **{kind: "x"}) == [(prices[kind],)]


def test_dearest_and_cheapest_drug_of_a_patient(prescribe, ask):
    for place, (drug, price) in enumerate((("a", 2), ("b", 9), ("b", 9), ("c", 1), ("c", 1))):
        prescribe(place, drug, price)
    prescribe(9, "d", 99, patient=2)
    assert ask(BY_ID["extreme_price_of_patient"], {"extreme": HIGHEST}, patient=1) == [("b",)]
    assert ask(BY_ID["extreme_price_of_patient"], {"extreme": LOWEST}, patient=1) == [("c",)]


def test_equal_prices_are_all_found(prescribe, ask):
    for place, drug in enumerate("ab"):
        prescribe(place, drug, 5)
    rows = ask(BY_ID["extreme_price_of_patient"], {"extreme": HIGHEST}, patient=1)
    assert sorted(rows) == [("a",), ("b",)]


def test_what_each_drug_cost_a_patient(prescribe, ask):
    for place, (drug, price) in enumerate((("a", 2), ("b", 9), ("b", 9))):
        prescribe(place, drug, price)
    assert sorted(ask(BY_ID["drug_costs_of_patient"], patient=1)) == [("a", 2), ("b", 18)]
