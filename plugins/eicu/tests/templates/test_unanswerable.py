import re
import sqlite3
from contextlib import closing

import pytest

from medgym_ehr.eicu.ehrsql.dialect import DIALECT
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.unanswerable import mentions
from medgym_ehr.testing.hospital.tiny import planning
from medgym_plugin_eicu.templates.unanswerable import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
WORDED = [template for template in TEMPLATES if template.keywords]


@pytest.fixture
def plan(database, tmp_path):
    return planning(database, tmp_path / "eicu.sqlite", DIALECT, BY_ID)


def patients(texts):
    return {found for text in texts for found in re.findall(r"patient (\d+-\d+)", text)}


@pytest.mark.parametrize("template", WORDED, ids=lambda template: template.id)
def test_the_10_tables_name_no_such_matter(template, database, tmp_path):
    with closing(sqlite3.connect(tmp_path / "empty.sqlite")) as copy:
        database.backup(copy)
    assert list(mentions(connect(tmp_path / "empty.sqlite"), template.keywords)) == []


@pytest.fixture
def two(stay, add):
    """Patient 1-50 has died on the second visit and has an allergy; patient 1-60 is in hospital."""
    for visit, unit, status in ((1, 50, "alive"), (2, 51, "expired")):
        at = f"2103-0{visit}-01 00:00:00"
        stay(
            "1-50",
            visit,
            unit,
            hospitaladmittime=at,
            hospitaldischargetime=at,
            hospitaldischargestatus=status,
        )
    stay("1-60", 6, 60, hospitaladmittime="2105-12-30 00:00:00")
    add("allergy", patientunitstayid=50, allergyname="latex")


def test_strangers_are_no_patients(two, plan):
    assert patients(plan("gender_of_stranger")) == {"1-51", "1-52", "1-53", "1-61", "1-62", "1-63"}


def test_who_has_it_is_not_asked_about(two, stay, plan):
    stay(
        "1-70",
        7,
        70,
        hospitaladmittime="2104-01-01",
        hospitaldischargetime="2104-01-02",
        hospitaldischargestatus="alive",
    )
    assert patients(plan("death_of_survivor")) == {"1-70"}
    assert patients(plan("allergies_of_nobody")) == {"1-60", "1-70"}
    assert patients(plan("visit_of_discharged")) == {"1-50", "1-70"}
    assert patients(plan("second_visit_of_single")) == {"1-60", "1-70"}
    assert patients(plan("status_of_current")) == {"1-60"}


def test_a_drug_that_is_held_after_all_is_not_asked_about(add, plan):
    add("medication", drugname="semaglutide 1 mg sc sopn")
    texts = plan("price_of_later_drug")
    assert len(texts) > 50
    assert not any("semaglutide" in text for text in texts)
