"""Drugs of home and of discharge are told from those of the stay."""

from collections import Counter

import pytest

from medgym_plugin_ehrcon import loader
from medgym_plugin_ehrcon.mention import RefusalError, mention
from medgym_plugin_ehrcon.release import Annotation, Check, read_notes
from medgym_plugin_ehrcon.section import DRUG_TABLES, outside_the_stay

from .test_mention import note

LASIX = "3. Lasix 40 mg"
AWAY = [
    ("Discharge Medications:", LASIX),
    ("DISCHARGE MEDICATIONS:", "1. Aspirin 81 mg", LASIX),
    ("Medications on Admission:", LASIX),
    ("Home meds:", "given before", LASIX),
    ("Medications at Home: Lasix 40 mg",),
    ("Hospital Course:", "Stable. Discharged home on Lasix 40 mg."),
    ("Hospital Course:", "Home dose of Lasix 40 mg was known."),
    ("Hospital Course:", "Lasix 40 mg at discharge."),
]
STAY = [
    ("Current medications:", LASIX),
    ("Medications on HD#3:", LASIX),
    ("Discharge Medications:", "1. Aspirin 81 mg", "Hospital Course:", LASIX),
    ("Hospital Course:", "Discharged home on aspirin. Lasix 40 mg was given before."),
    ("Discharge Diagnosis:", LASIX),
    (LASIX,),
]


def judged(lines):
    start = lines[-1].index("Lasix")
    return outside_the_stay(lines, len(lines) - 1, (start, start + len("Lasix 40 mg")))


@pytest.mark.parametrize("lines", AWAY)
def test_a_drug_of_home_or_discharge_is_outside_the_stay(lines):
    assert judged(lines)


@pytest.mark.parametrize("lines", STAY)
def test_a_drug_of_the_stay_is_not(lines):
    assert not judged(lines)


def annotated(table, lines):
    facts = {"drug": "furosemide", "dose_val_rx": "40"}
    one = Annotation(7, "Lasix", len(lines), 1, (Check(table, facts, ()),))
    return mention(one, note("\n".join(lines)), 1, {"lasix": frozenset({"furosemide"})})


@pytest.mark.parametrize("table", sorted(DRUG_TABLES))
def test_a_label_that_compares_discharge_drugs_with_orders_is_refused(table):
    with pytest.raises(RefusalError, match="no table of the stay"):
        annotated(table, ("Discharge Medications:", LASIX))
    assert annotated(table, ("Current medications:", LASIX)).text == "Lasix 40"


def test_a_level_of_a_drug_is_a_laboratory_value_wherever_it_stands():
    assert annotated("labevents", ("Discharge Medications:", LASIX)).table == "labevents"


def test_no_task_is_about_a_drug_outside_the_stay(build, raw, family):
    """Every question about a drug, by the headings of its note alone."""
    lines = {one.row_id: one.lines for one in read_notes(raw)}
    headings = Counter()
    for split in ("train", "test"):
        for index in range(family.size(build, split)):
            asked = loader.asked(build, split, index)
            above = lines[asked.row_id][: asked.line]
            if asked.table in DRUG_TABLES:
                headings[next(line for line in reversed(above) if line.endswith(":"))] += 1
    assert headings.total() > 20
    assert not [heading for heading in headings if "discharge" in heading.lower()]


def test_notes_hold_discharge_drugs_that_nobody_asks_about(raw):
    summaries = [one for one in read_notes(raw) if one.category == "discharge"]
    assert summaries
    living = [one for one in summaries if "Expired" not in one.lines]
    assert len(living) > len(summaries) / 2
    assert all("Discharge Medications:" in one.lines for one in living)
