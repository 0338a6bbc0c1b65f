import pytest

from medgym_ehr.questions.option import FIRST, LAST, SECOND
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.time_event import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
EVENTS = {
    "diagnosis": ("diagnoses_icd", {"icd9_code": "1"}),
    "procedure": ("procedures_icd", {"icd9_code": "1"}),
    "drug": ("prescriptions", {"drug": "this"}),
    "lab": ("labevents", {"itemid": 1}),
    "intake": ("inputevents_cv", {"itemid": 1}),
    "output": ("outputevents", {"itemid": 1}),
    "specimen": ("microbiologyevents", {"spec_type_desc": "this"}),
    "organism": ("microbiologyevents", {"org_name": "this"}),
}


@pytest.fixture
def happen(add):
    """Something on a day of March 2104 to patient 7, by default called ``this``."""
    for code, name in (("1", "this"), ("2", "other")):
        add("d_icd_diagnoses", icd9_code=code, short_title=name)
        add("d_icd_procedures", icd9_code=code, short_title=name)
    for item, name in ((1, "this"), (2, "other"), (3, "this")):
        add("d_labitems", itemid=item, label=name)
        add("d_items", itemid=item, label=name)

    def once(kind, day, patient=7, **columns):
        table, named = EVENTS[kind]
        time = "startdate" if kind == "drug" else "charttime"
        add(table, **{"subject_id": patient, time: f"2104-03-{day:02} 06:00:00"} | named | columns)

    return once


@pytest.mark.parametrize("kind", EVENTS)
def test_only_this_of_this_patient_counts(happen, ask, kind):
    ((column, _),) = EVENTS[kind][1].items()
    other = {column: {"icd9_code": "2", "itemid": 2}.get(column, "other")}
    happen(kind, 1, **other)
    happen(kind, 2, patient=8)
    happen(kind, 3)
    happen(kind, 4)
    happen(kind, 5, **other)
    template = BY_ID[f"{kind}_time"]
    times = [f"2104-03-0{day} 06:00:00" for day in (3, 4)]
    if "nth" not in template.options:
        assert sorted(ask(template, patient=7, **{kind: "this"})) == [(time,) for time in times]
        return
    for nth, time in zip((FIRST, LAST), times, strict=True):
        assert ask(template, {"nth": nth}, patient=7, **{kind: "this"}) == [(time,)]


@pytest.mark.parametrize("kind", ["lab", "intake", "output"])
def test_items_that_share_a_label_are_one(happen, ask, kind):
    happen(kind, 1)
    happen(kind, 2, itemid=3)
    rows = ask(BY_ID[f"{kind}_time"], {"nth": SECOND}, patient=7, **{kind: "this"})
    assert rows == [("2104-03-02 06:00:00",)]


def test_the_second_time_is_counted_within_the_period(happen, ask):
    for day in (1, 2, 3):
        happen("drug", day)
    period = Period("abs-day-since", "2104-03-02")
    rows = ask(BY_ID["drug_time"], {"nth": SECOND}, period, patient=7, drug="this")
    assert rows == [("2104-03-03 06:00:00",)]


def test_an_icu_stay_restricts_outputs(happen, add, ask):
    for stay, month in ((1, "02"), (2, "03")):
        times = {"intime": f"2104-{month}-01 00:00:00", "outtime": f"2104-{month}-09 00:00:00"}
        add("icustays", subject_id=7, icustay_id=stay, **times)
    happen("output", 2, icustay_id=2)
    happen("output", 1, icustay_id=1)
    rows = ask(BY_ID["output_time"], {"nth": FIRST}, Period("rel-icu-last"), patient=7, output="this")
    assert rows == [("2104-03-02 06:00:00",)]
