"""An empty database of the 10 tables, and a way to put rows in and templates to it."""

from contextlib import closing

import pytest

from medgym_ehr.eicu.ehrsql.dialect import DIALECT
from medgym_ehr.testing.hospital.tiny import asking, inserting, opened
from medgym_plugin_eicu.questions import TEMPLATES

TABLES = {
    "patient": "uniquepid TEXT, patienthealthsystemstayid INT, patientunitstayid INTEGER "
    "PRIMARY KEY, gender TEXT, "
    "age TEXT, ethnicity TEXT, hospitalid INT, wardid INT, admissionheight NUM, admissionweight NUM, "
    "dischargeweight NUM, hospitaladmittime TEXT, hospitaladmitsource TEXT, unitadmittime TEXT, "
    "unitdischargetime TEXT, hospitaldischargetime TEXT, hospitaldischargestatus TEXT",
    "diagnosis": "diagnosisid INTEGER PRIMARY KEY, patientunitstayid INT, diagnosisname TEXT, "
    "diagnosistime TEXT, "
    "icd9code TEXT",
    "treatment": "treatmentid INTEGER PRIMARY KEY, patientunitstayid INT, treatmentname TEXT, "
    "treatmenttime TEXT",
    "lab": "labid INTEGER PRIMARY KEY, patientunitstayid INT, labname TEXT, labresult NUM, "
    "labresulttime TEXT",
    "medication": "medicationid INTEGER PRIMARY KEY, patientunitstayid INT, drugname TEXT, dosage TEXT, "
    "routeadmin TEXT, drugstarttime TEXT, drugstoptime TEXT",
    "cost": "costid INTEGER PRIMARY KEY, uniquepid TEXT, patienthealthsystemstayid INT, "
    "eventtype TEXT, eventid INT, "
    "chargetime TEXT, cost REAL",
    "allergy": "allergyid INTEGER PRIMARY KEY, patientunitstayid INT, drugname TEXT, allergyname TEXT, "
    "allergytime TEXT",
    "intakeoutput": "intakeoutputid INTEGER PRIMARY KEY, patientunitstayid INT, cellpath TEXT, "
    "celllabel TEXT, "
    "cellvaluenumeric NUM, intakeoutputtime TEXT",
    "microlab": "microlabid INTEGER PRIMARY KEY, patientunitstayid INT, culturesite TEXT, organism TEXT, "
    "culturetakentime TEXT",
    "vitalperiodic": "vitalperiodicid INTEGER PRIMARY KEY, patientunitstayid INT, temperature NUM, sao2 INT, "
    "heartrate INT, respiration INT, systemicsystolic INT, systemicdiastolic INT, systemicmean INT, "
    "observationtime TEXT",
}
"""The key of each table is its rowid; nulls are permitted everywhere."""
BY_ID = {template.id: template for template in TEMPLATES}


@pytest.fixture
def database():
    with closing(opened(TABLES)) as connection:
        yield connection


@pytest.fixture
def add(database):
    return inserting(database)


@pytest.fixture
def stay(add):
    """Adds an ICU stay: patient, visit and stay, and what else is not null."""

    def insert(patient, visit, stay, **row):
        told = {"gender": "female", "age": "50", "hospitalid": 1, "wardid": 10}
        add(
            "patient",
            uniquepid=patient,
            patienthealthsystemstayid=visit,
            patientunitstayid=stay,
            **{**told, **row},
        )

    return insert


@pytest.fixture
def ask(database):
    """Rows that answer a template, named by its id."""
    put = asking(database, DIALECT)
    return lambda template, *args, **fact: put(BY_ID[template], *args, **fact)


@pytest.fixture
def worth(database):
    """Whether a template's premise holds for facts and options."""

    def holds(template, **places):
        return bool(database.execute(BY_ID[template].premise.format_map(places)).fetchone())

    return holds
