"""Laws that every template of the family keeps, and what makes a hospital's edge cases come out right."""

import re
import sqlite3
from collections import Counter
from contextlib import closing
from string import Formatter

import pytest

from medgym_ehr.mimic3.mimicsql.schema import SCHEMA
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.testing.voices import altered, filled, framed
from medgym_plugin_treqs.dialect import DIALECT
from medgym_plugin_treqs.family import DESCRIPTIONS
from medgym_plugin_treqs.questions import ANSWERS, CATEGORIES, COMMON, TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}


def places(text):
    """Names of the places of a format string; parts of an option count as the option."""
    return {re.split(r"[.\[]", name)[0] for _, name, *_ in Formatter().parse(text) if name}


def test_sixty_templates_and_more_in_four_categories():
    assert len(TEMPLATES) >= 60
    assert {template.category for template in TEMPLATES} == set(DESCRIPTIONS)
    assert min(Counter(CATEGORIES.values()).values()) >= 14


def test_ids_are_unique():
    assert len(BY_ID) == len(TEMPLATES) == len(ANSWERS)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)
def test_wordings_are_several_and_name_what_the_query_depends_on(template):
    assert len(set(template.wordings)) >= 3
    for wording in template.wordings:
        assert places(wording) == places(template.sql)
        assert wording[0].isupper()
        assert wording[-1] in "?."


def test_every_operator_is_asked():
    offered = {
        option.sql
        for template in TEMPLATES
        for name, options in template.options.items()
        if name.endswith("_bound")
        for option in options
    }
    assert offered == {"<", ">", "<=", ">="}


@pytest.fixture
def database():
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        yield connection


@pytest.fixture
def add(database):
    """Add one row; what is required and not given is made up."""
    filled = {
        "DEMOGRAPHIC": {
            **{"NAME": "A B", "AGE": 50, "DOB": "2050-01-01 00:00:00", "GENDER": "F", "DAYS_STAY": 3},
            **{"EXPIRE_FLAG": 0, "DOB_YEAR": 2050, "ADMITYEAR": 2100},
            **{"ADMITTIME": "2100-01-01 00:00:00", "DISCHTIME": "2100-01-04 00:00:00"},
        },
        "PRESCRIPTIONS": {"DRUG_DOSE": "5mg"},
        "LAB": {"ITEMID": 1, "VALUE_UNIT": "1%"},
        "DIAGNOSES": {"ICD9_CODE": "0389"},
        "PROCEDURES": {"ICD9_CODE": "0044"},
    }

    def insert(table, subject, hadm, **row):
        row = {"SUBJECT_ID": subject, "HADM_ID": hadm, **filled[table], **row}
        marks = ", ".join("?" * len(row))
        database.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))

    return insert


@pytest.fixture
def ask(database):
    """Rows that answer a template filled with facts; options by their words."""

    def rows(id, /, **filled):
        template, options = BY_ID[id], {}
        for place, offered in template.options.items():
            words = filled.pop(place)
            options[place] = next(option for option in offered if option.words == words)
        return Candidate(template, DIALECT, filled, options).query().run(database).fetchall()

    return rows


def test_a_patient_counts_once_and_case_does_not_matter(add, ask):
    for subject, hadm, drug in (
        (1, 10, "Aspirin"),
        (1, 11, "ASPIRIN"),
        (2, 12, "aspirin"),
        (3, 13, "Aspirin EC"),
    ):
        add("DEMOGRAPHIC", subject, hadm)
        add("PRESCRIPTIONS", subject, hadm, DRUG=drug)
    assert ask("patients_drug", drug="aspirin") == [(2,)]


def test_conditions_hold_in_one_admission(add, ask):
    for subject, hadm, kind, title in (
        (1, 10, "URGENT", "X"),
        (1, 11, "ELECTIVE", "Y"),
        (2, 12, "URGENT", "Y"),
    ):
        add("DEMOGRAPHIC", subject, hadm, ADMISSION_TYPE=kind)
        add("PROCEDURES", subject, hadm, SHORT_TITLE=title)
    assert ask("patients_admission_type_procedure", admission_type="urgent", procedure="y") == [(1,)]


def test_a_drug_and_its_route_are_one_prescription(add, ask):
    for subject, pairs in ((1, [("A", "PO"), ("B", "IV")]), (2, [("A", "IV")])):
        add("DEMOGRAPHIC", subject, subject)
        for drug, route in pairs:
            add("PRESCRIPTIONS", subject, subject, DRUG=drug, ROUTE=route)
    assert ask("patients_drug_by_route", drug="a", route="iv") == [(1,)]


@pytest.mark.parametrize(
    ("bound", "patients"), [("below", 1), ("of at most", 2), ("above", 1), ("of at least", 2)]
)
def test_bounds_include_what_they_say(add, ask, bound, patients):
    for subject, age in ((1, 49), (2, 50), (3, 51)):
        add("DEMOGRAPHIC", subject, subject, AGE=age, ETHNICITY="WHITE")
    assert ask("patients_age_ethnicity", age=50, age_bound=bound, ethnicity="white") == [(patients,)]


def test_an_admission_counts_once_in_an_average_however_many_rows_it_has(add, ask):
    for hadm, age, times in ((10, 40, 5), (11, 60, 1)):
        add("DEMOGRAPHIC", hadm, hadm, AGE=age)
        for _ in range(times):
            add("DIAGNOSES", hadm, hadm, SHORT_TITLE="Sepsis NOS")
    filled = {"aggregate": "average", "measure": "age at admission", "diagnosis": "sepsis nos"}
    assert ask("aggregate_diagnosis", **filled) == [(50.0,)]


def test_a_code_is_not_a_number(add, ask):
    for subject, code in ((1, "0389"), (2, "389")):
        add("DEMOGRAPHIC", subject, subject)
        add("DIAGNOSES", subject, subject, ICD9_CODE=code, SHORT_TITLE=f"Title {code}")
    assert ask("patients_diagnosis_code", diagnosis_code="0389") == [(1,)]
    assert ask("short_title_of_diagnosis_code", diagnosis_code="0389") == [("title 0389", 1)]


def test_every_row_of_a_patient_is_asked_for_once(add, ask):
    for hadm, insurance in ((10, "Medicare"), (11, "MEDICARE"), (12, "Private"), (13, None)):
        add("DEMOGRAPHIC", 1, hadm, INSURANCE=insurance)
    add("DEMOGRAPHIC", 2, 14, INSURANCE="Self Pay")
    assert sorted(ask("patient_insurances", patient=1)) == [("medicare",), ("private",)]


def test_a_name_is_found_in_tables_that_have_none(add, ask):
    add("DEMOGRAPHIC", 1, 10, NAME="Synthetic Baba")
    add("DEMOGRAPHIC", 2, 11, NAME="Synthetic Bebe")
    add("PROCEDURES", 1, 10, LONG_TITLE="One")
    add("PROCEDURES", 2, 11, LONG_TITLE="Two")
    assert ask("named_procedures", name="synthetic bebe") == [("two",)]


def test_voices_say_otherwise_what_is_reworded_and_nothing_else():
    asked = [(text,) for template in COMMON for text in filled(template)]
    assert not framed(asked)
    assert not altered(asked)
