"""A database of 150 synthetic people: what must hold between its tables."""

import functools
import sqlite3
from contextlib import closing

import numpy as np
import pytest

from medgym_core.source import silent
from medgym_ehr.mimic3.ehrsql import build, build_database
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_ehr.raw.reading import RawFolder

CHARGED = {
    "DIAGNOSES_ICD": "ICD9_CODE",
    "LABEVENTS": "ITEMID",
    "PROCEDURES_ICD": "ICD9_CODE",
    "PRESCRIPTIONS": "DRUG",
}
IN_ICU = ["CHARTEVENTS", "INPUTEVENTS_CV", "OUTPUTEVENTS"]
EVENTS = [*CHARGED, *IN_ICU, "MICROBIOLOGYEVENTS"]
VITALS = {
    "temperature c (calc)",
    "sao2",
    "heart rate",
    "respiratory rate",
    "arterial bp [systolic]",
    "arterial bp [diastolic]",
    "arterial bp mean",
    "admit wt",
    "admit ht",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("synthetic")
    synthesise(folder, 0, 150, silent)
    return folder


@pytest.fixture(scope="module")
def summary(folder):
    return build_database(folder, folder / "ehr.sqlite", silent)


@pytest.fixture
def database(folder, summary):
    with sqlite3.connect(f"file:{folder / 'ehr.sqlite'}?mode=ro", uri=True) as connection:
        yield connection
    connection.close()


def _one(database, query):
    return database.execute(query).fetchone()[0]


def _paired(database):
    """Correlation of hematocrit with the hemoglobin of the same draw."""
    value = "SELECT HADM_ID, CHARTTIME, VALUENUM FROM LABEVENTS JOIN D_LABITEMS USING (ITEMID) WHERE LABEL ="
    query = f"""SELECT a.VALUENUM, b.VALUENUM FROM ({value} 'hematocrit') a
        JOIN ({value} 'hemoglobin') b USING (HADM_ID, CHARTTIME)"""
    return np.corrcoef(np.array(database.execute(query).fetchall()).T)[0, 1]


def test_values_stay_with_their_patients_unless_shuffled(folder, database, tmp_path):
    assert _paired(database) > 0.9
    build_database(folder, tmp_path / "ehr.sqlite", silent, deid=True)
    with closing(sqlite3.connect(tmp_path / "ehr.sqlite")) as shuffled:
        assert abs(_paired(shuffled)) < 0.3


def test_every_reference_holds(database):
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def test_every_table_has_rows(summary):
    assert len(summary.rows) == 17
    assert min(summary.rows.values()) > 100


def test_about_a_tenth_of_the_patients_is_in_hospital(summary):
    assert 0.04 < summary.current / summary.patients < 0.2


@pytest.mark.parametrize("table", [*EVENTS, "COST", "ICUSTAYS", "TRANSFERS"])
def test_patient_and_admission_agree(database, table):
    other = f"{table} e JOIN ADMISSIONS a USING (HADM_ID) WHERE a.SUBJECT_ID <> e.SUBJECT_ID"
    assert _one(database, f"SELECT count(*) FROM {other}") == 0


@pytest.mark.parametrize("table", IN_ICU)
def test_events_lie_in_their_stay(database, table):
    stay = "e.CHARTTIME >= i.INTIME AND (i.OUTTIME IS NULL OR e.CHARTTIME <= i.OUTTIME)"
    query = f"SELECT count(*) FROM {table} e JOIN ICUSTAYS i USING (ICUSTAY_ID, HADM_ID) WHERE {stay}"
    assert _one(database, query) == _one(database, f"SELECT count(*) FROM {table}")


@pytest.mark.parametrize("table", CHARGED)
def test_every_charged_event_has_one_cost_and_every_code_one_price(database, table):
    matched = f"{table} e JOIN COST c ON c.EVENT_TYPE = '{table.lower()}' AND c.EVENT_ID = e.ROW_ID"
    priced = f"{CHARGED[table]} || '/' || COST"
    query = f"SELECT count(*), count(DISTINCT e.ROW_ID), count(DISTINCT {priced}) FROM {matched}"
    events, codes = f"SELECT count(*) FROM {table}", f"SELECT count(DISTINCT {CHARGED[table]}) FROM {table}"
    rows = _one(database, events)
    assert database.execute(query).fetchone() == (rows, rows, _one(database, codes))


def test_costs_are_of_events(database, summary):
    assert summary.rows["COST"] == sum(summary.rows[table] for table in CHARGED)


def test_all_vital_signs_are_there_by_name(database):
    named = "SELECT DISTINCT LABEL FROM CHARTEVENTS JOIN D_ITEMS USING (ITEMID)"
    assert {label for (label,) in database.execute(named)} == VITALS


@pytest.mark.parametrize("table", EVENTS)
def test_events_lie_between_2100_and_now(database, table):
    time = "STARTDATE" if table == "PRESCRIPTIONS" else "CHARTTIME"
    first, last = database.execute(f"SELECT min({time}), max({time}) FROM {table}").fetchone()
    assert "2100-01-01 00:00:00" <= first < last <= "2105-12-31 23:59:00"


def test_a_drug_has_one_unit(database):
    assert (
        _one(
            database,
            "SELECT max(n) FROM (SELECT count(DISTINCT DOSE_UNIT_RX) n FROM PRESCRIPTIONS GROUP BY DRUG)",
        )
        == 1
    )


def test_current_patients_have_no_discharge(database):
    current = "SELECT count(*) FROM ADMISSIONS WHERE DISCHTIME IS NULL AND DISCHARGE_LOCATION IS NOT NULL"
    assert _one(database, current) == 0
    operated = "SELECT count(*) FROM PROCEDURES_ICD JOIN ADMISSIONS USING (HADM_ID) WHERE DISCHTIME IS NULL"
    assert _one(database, operated) == 0


def test_the_database_does_not_depend_on_pieces(folder, summary, tmp_path, monkeypatch):
    monkeypatch.setattr(build, "RawFolder", functools.partial(RawFolder, piece=20_000))
    build_database(folder, tmp_path / "ehr.sqlite", silent)
    assert (tmp_path / "ehr.sqlite").read_bytes() == (folder / "ehr.sqlite").read_bytes()


@pytest.mark.parametrize(
    ("table", "of_patient", "item"),
    [
        ("LABEVENTS", "HADM_ID IN (SELECT HADM_ID FROM ADMISSIONS WHERE SUBJECT_ID = 1)", "ITEMID IN (1, 2)"),
        ("CHARTEVENTS", "ICUSTAY_ID IN (SELECT ICUSTAY_ID FROM ICUSTAYS WHERE SUBJECT_ID = 1)", "ITEMID = 1"),
        ("PRESCRIPTIONS", "HADM_ID = 1", "DRUG = 'a'"),
        ("DIAGNOSES_ICD", "SUBJECT_ID = 1", "ICD9_CODE = 'a'"),
        ("COST", "EVENT_TYPE = 'labevents'", "EVENT_ID = 1"),
    ],
)
def test_questions_about_one_patient_and_one_thing_go_straight_to_the_rows(database, table, of_patient, item):
    plan = database.execute(f"EXPLAIN QUERY PLAN SELECT * FROM {table} WHERE {of_patient} AND {item}")
    (search, *_) = [step for *_, step in plan if table in step]
    assert search.count("=?") == 2
