from medgym_ehr.questions.option import RANKS
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.ranking_patient import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
TOP = {"top": RANKS[0]}
CURRENT = Period("rel-hosp-cur")


def names(rows):
    return {name for (name,) in rows}


def test_drugs_by_what_they_cost_in_all(add, ask):
    for place, (drug, price) in enumerate((("a", 5.0), ("b", 2.0), ("b", 2.0), ("c", 3.0), ("d", 1.0))):
        add("prescriptions", row_id=place, subject_id=1, drug=drug)
        add("cost", event_type="prescriptions", event_id=place, cost=price)
        add("cost", event_type="labevents", event_id=place, cost=10.0 * place)
    assert names(ask(BY_ID["top_drugs_of_patient"], TOP, patient=1)) == {"a", "b", "c"}


def test_labs_of_the_current_visit(add, ask):
    add(
        "admissions",
        subject_id=1,
        hadm_id=11,
        admittime="2104-05-01 00:00:00",
        dischtime="2104-05-02 00:00:00",
    )
    add("admissions", subject_id=1, hadm_id=12, admittime="2105-12-30 00:00:00")
    for patient, hadm, itemid in ((1, 11, 7), (1, 12, 8), (2, 21, 9)):
        add("d_labitems", itemid=itemid, label=f"lab {itemid}")
        add("labevents", subject_id=patient, hadm_id=hadm, itemid=itemid, charttime="2105-12-30 00:00:00")
    assert names(ask(BY_ID["most_varied_labs_of_patient"], TOP, CURRENT, patient=1)) == {"lab 8"}
    assert names(ask(BY_ID["most_varied_labs_of_patient"], TOP, patient=1)) == {"lab 7", "lab 8"}


def test_labs_by_their_different_values(add, ask):
    for itemid, values in ((1, (1, 2, 3, 4)), (2, (1, 2, 3)), (3, (1, 2)), (4, (1,) * 9)):
        add("d_labitems", itemid=itemid, label=f"lab {itemid}")
        for value in values:
            add("labevents", subject_id=1, itemid=itemid, valuenum=value)
    found = ask(BY_ID["most_varied_labs_of_patient"], TOP, patient=1)
    assert names(found) == {"lab 1", "lab 2", "lab 3"}


def test_intakes_by_volume_not_by_number(add, ask):
    for itemid, amounts in ((1, (10, 10, 10)), (2, (500,)), (3, (40,)), (4, (31,))):
        add("d_items", itemid=itemid, label=f"item {itemid}")
        for amount in amounts:
            add("inputevents_cv", subject_id=1, itemid=itemid, amount=amount)
    assert names(ask(BY_ID["top_volumes_of_patient"], TOP, patient=1)) == {"item 2", "item 3", "item 4"}


def test_organisms_of_one_specimen(add, ask):
    for specimen, organism in (("urine", "a"), ("urine", None), ("blood", "b")):
        add("microbiologyevents", spec_type_desc=specimen, org_name=organism)
    assert names(ask(BY_ID["top_organisms_in_specimen"], TOP, specimen="urine")) == {"a"}
