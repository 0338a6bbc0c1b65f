import pytest

from medgym_ehr.questions.option import RANKS
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.ranking import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
THREE = RANKS[0]
EVENTS = {option.words: option for option in BY_ID["top_wards"].options["event"]}


def names(rows):
    assert len(rows) == len(set(rows))
    return {name for (name,) in rows}


def test_equal_counts_share_a_rank_and_none_is_skipped(add, ask):
    for drug, times in (("a", 4), ("b", 3), ("c", 3), ("d", 2), ("e", 1)):
        for _ in range(times):
            add("prescriptions", drug=drug, startdate="2104-05-01 00:00:00")
    assert names(ask(BY_ID["top_drugs"], {"top": THREE})) == {"a", "b", "c", "d"}


def test_only_the_period_counts(add, ask):
    for drug, year in (("a", 2103), ("a", 2103), ("b", 2104), ("b", 2104), ("a", 2104)):
        add("prescriptions", drug=drug, startdate=f"{year}-05-01 00:00:00")
    rows = ask(BY_ID["top_drugs"], {"top": THREE}, Period("abs-year-in", "2103"))
    assert names(rows) == {"a"}


@pytest.mark.parametrize(
    ("template", "events", "items"),
    [
        ("top_labs", "labevents", "d_labitems"),
        ("top_intakes", "inputevents_cv", "d_items"),
        ("top_outputs", "outputevents", "d_items"),
    ],
)
def test_items_that_share_a_label_are_one(add, ask, template, events, items):
    for itemid, label in enumerate(("shared", "shared", "b", "c", "d", "e")):
        add(items, itemid=itemid, label=label)
    for itemid, times in enumerate((2, 2, 3, 2, 1, 1)):
        for _ in range(times):
            add(events, itemid=itemid, charttime="2104-05-01 00:00:00")
    assert names(ask(BY_ID[template], {"top": THREE})) == {"shared", "b", "c"}


@pytest.mark.parametrize(
    ("template", "events", "titles"),
    [
        ("top_diagnoses", "diagnoses_icd", "d_icd_diagnoses"),
        ("top_procedures", "procedures_icd", "d_icd_procedures"),
    ],
)
def test_codes_that_share_a_title_are_one(add, ask, template, events, titles):
    for code, title in (("1", "shared"), ("2", "shared"), ("3", "b"), ("4", "c"), ("5", "d")):
        add(titles, icd9_code=code, short_title=title)
    for code, times in (("1", 2), ("2", 3), ("3", 4), ("4", 2), ("5", 1)):
        for _ in range(times):
            add(events, icd9_code=code, charttime="2104-05-01 00:00:00")
    assert names(ask(BY_ID[template], {"top": THREE})) == {"shared", "b", "c"}


def test_tests_that_found_nothing_have_no_organism(add, ask):
    for organism, times in ((None, 5), ("a", 4), ("b", 3), ("c", 2), ("d", 1)):
        for _ in range(times):
            add("microbiologyevents", spec_type_desc="urine", org_name=organism)
    assert names(ask(BY_ID["top_organisms"], {"top": THREE})) == {"a", "b", "c"}
    assert names(ask(BY_ID["top_specimens"], {"top": THREE})) == {"urine"}


def test_wards_by_one_kind_of_event(add, ask):
    for ward, event in ((7, "admit"), (8, "transfer"), (8, "transfer"), (None, "admit"), (9, "discharge")):
        add("transfers", wardid=ward, eventtype=event, intime="2104-05-01 00:00:00")
    assert names(ask(BY_ID["top_wards"], {"top": THREE, "event": EVENTS["admit"]})) == {7}
    assert names(ask(BY_ID["top_wards"], {"top": THREE, "event": EVENTS["transfer"]})) == {8}


def test_careunits_by_where_stays_began(add, ask):
    for first in ("micu", "micu", "sicu"):
        add("icustays", first_careunit=first, last_careunit="ccu", intime="2104-05-01 00:00:00")
    assert names(ask(BY_ID["top_careunits"], {"top": THREE})) == {"micu", "sicu"}
