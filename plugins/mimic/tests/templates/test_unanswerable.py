import re
import sqlite3
from contextlib import closing

import pytest

from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.unanswerable import mentions
from medgym_ehr.testing.hospital.tiny import planning
from medgym_plugin_mimic.templates.unanswerable import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
WORDED = [template for template in TEMPLATES if template.keywords]


@pytest.fixture
def plan(database, tmp_path):
    return planning(database, tmp_path / "mimic.sqlite", DIALECT, BY_ID)


def patients(texts):
    return {int(number) for text in texts for number in re.findall(r"patient (\d+)", text)}


def test_each_is_proven_one_way_and_worded_three_ways():
    assert len(BY_ID) == len(TEMPLATES) >= 26
    assert all(bool(template.keywords) != bool(template.sql) for template in TEMPLATES)
    assert all(len(set(template.wordings)) >= 3 for template in TEMPLATES)


def test_every_wording_has_the_period_or_none_has():
    for template in TEMPLATES:
        assert {"{period}" in wording for wording in template.wordings} == {bool(template.tags)}


@pytest.mark.parametrize("template", WORDED, ids=lambda template: template.id)
def test_the_17_tables_name_no_such_matter(template, database, tmp_path):
    with closing(sqlite3.connect(tmp_path / "empty.sqlite")) as copy:
        database.backup(copy)
    assert list(mentions(connect(tmp_path / "empty.sqlite"), template.keywords)) == []
    assert all(keyword == keyword.lower() for keyword in template.keywords)


@pytest.fixture
def two(add):
    """Patient 50 has died and has had all that is asked about, patient 60 nothing; both are known."""
    for patient, dod in ((50, "2104-01-01"), (60, None)):
        add("patients", subject_id=patient, gender="f", dod=dod)
        add("admissions", subject_id=patient, hadm_id=patient, admittime="2103-01-01", dischtime="2103-02-01")
    add("d_icd_diagnoses", icd9_code="V1", short_title="fam hx", long_title="family history of gout")
    add("diagnoses_icd", subject_id=50, hadm_id=50, icd9_code="V1")
    for itemid, label in enumerate(("pain score", "gcs total", "diet type")):
        add("d_items", itemid=itemid, label=label)
        add("chartevents", subject_id=50, hadm_id=50, itemid=itemid, charttime="2103-01-05", valuenum=3)


@pytest.mark.parametrize(
    "id",
    [
        "family_history_of_patient",
        "pain_of_patient",
        "coma_scale_of_patient",
        "diet_of_patient",
    ],
)
def test_who_has_it_is_not_asked_about(two, add, plan, id):
    for hadm in range(600, 640):  # enough for every period to suit one of them
        for patient in (50, 60):
            add(
                "admissions",
                subject_id=patient,
                hadm_id=hadm,
                admittime=f"2103-03-{hadm % 28 + 1:02} 00:00:00",
            )
    assert patients(plan(id)) == {60}


def test_strangers_are_no_patients_but_look_like_them(add, database):
    for patient in (50, 51, 90):
        add("patients", subject_id=patient)
    (stranger,) = [number for (number,) in database.execute(DIALECT.strangers)]
    assert 51 < stranger < 90
