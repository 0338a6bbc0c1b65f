"""A database of 150 synthetic people: what must hold between its tables."""

import functools
import sqlite3

import pytest

from medgym_core.source import silent
from medgym_ehr.eicu.ehrsql import build, build_database, facts
from medgym_ehr.eicu.ehrsql.dialect import DIALECT
from medgym_ehr.eicu.synthetic import synthesise
from medgym_ehr.raw.reading import RawFolder

CHARGED = {
    "diagnosis": ("diagnosisname", "diagnosistime"),
    "lab": ("labname", "labresulttime"),
    "treatment": ("treatmentname", "treatmenttime"),
    "medication": ("drugname", "drugstarttime"),
}
TIMES = {name: time for name, (_, time) in CHARGED.items()} | {
    "allergy": "allergytime",
    "intakeoutput": "intakeoutputtime",
    "microlab": "culturetakentime",
    "vitalperiodic": "observationtime",
}
FACTS = {
    name: sql
    for name, sql in vars(facts).items()
    if name.isupper() and isinstance(sql, str) and name[0] != "_"
}
FACTS |= {column: facts.vital(column) for column in facts.VITALS}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("synthetic")
    synthesise(folder, 0, 150, silent)
    return folder


@pytest.fixture(scope="module")
def summary(folder):
    return build_database(folder, folder / "eicu.sqlite", silent)


@pytest.fixture
def database(folder, summary):
    with sqlite3.connect(f"file:{folder / 'eicu.sqlite'}?mode=ro", uri=True) as connection:
        yield connection
    connection.close()


def _one(database, query):
    return database.execute(query).fetchone()[0]


def test_every_reference_holds(database):
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def test_ten_tables_of_71_columns(database, summary):
    assert len(summary.rows) == 10
    columns = [database.execute(f"PRAGMA table_info({table})").fetchall() for table in summary.rows]
    assert sum(map(len, columns)) == 71


def test_every_table_has_rows(summary):
    assert min(summary.rows.values()) > 100


def test_about_a_tenth_of_the_patients_is_in_hospital(summary):
    assert 0.04 < summary.current / summary.patients < 0.22


@pytest.mark.parametrize("table", TIMES)
def test_events_lie_in_their_hospital_visit(database, table):
    until = "ifnull(hospitaldischargetime, '9999-12-31')"
    visit = f"{TIMES[table]} >= hospitaladmittime AND {TIMES[table]} <= {until}"
    query = f"SELECT count(*) FROM {table} JOIN patient USING (patientunitstayid) WHERE {visit}"
    assert _one(database, query) == _one(database, f"SELECT count(*) FROM {table}")


@pytest.mark.parametrize("table", ["diagnosis", "treatment", "intakeoutput", "vitalperiodic"])
def test_events_lie_in_their_unit_stay(database, table):
    """Cultures do not: most are taken before (of eICU's open demo, 53 %), as labs and orders."""
    stay = f"{TIMES[table]} >= unitadmittime AND {TIMES[table]} <= ifnull(unitdischargetime, '9999-12-31')"
    query = f"SELECT avg({stay}) FROM {table} JOIN patient USING (patientunitstayid)"
    assert _one(database, query) == 1


@pytest.mark.parametrize("table", CHARGED)
def test_every_charged_event_has_one_cost_and_every_name_one_price(database, table):
    name, time = CHARGED[table]
    same = f"c.eventtype = '{table}' AND c.eventid = e.{table}id AND chargetime = {time}"
    matched = f"{table} e JOIN cost c ON {same}"
    query = (
        f"SELECT count(*), count(DISTINCT e.{table}id), count(DISTINCT {name} || '/' || cost) FROM {matched}"
    )
    rows, names = (
        _one(database, f"SELECT count(*) FROM {table}"),
        f"SELECT count(DISTINCT {name}) FROM {table}",
    )
    assert database.execute(query).fetchone() == (rows, rows, _one(database, names))


def test_costs_are_of_events(database, summary):
    assert summary.rows["cost"] == sum(summary.rows[table] for table in CHARGED)


@pytest.mark.parametrize("table", TIMES)
def test_nothing_is_later_than_now(database, table):
    assert _one(database, f"SELECT max({TIMES[table]}) FROM {table}") <= "2105-12-31 23:59:00"


def test_current_patients_have_no_outcome(database):
    query = "FROM patient WHERE hospitaldischargetime IS NULL"
    assert _one(database, f"SELECT count(*) {query}") > 0
    assert _one(database, f"SELECT count(hospitaldischargestatus) + count(dischargeweight) {query}") == 0


def test_a_path_tells_intake_from_output(database):
    directions = "(cellpath LIKE '%intake%') + (cellpath LIKE '%output%')"
    assert database.execute(f"SELECT DISTINCT {directions} FROM intakeoutput").fetchall() == [(1,)]


@pytest.mark.parametrize("name", FACTS)
def test_there_are_facts_of_every_kind(database, name):
    cursor = database.execute(f"SELECT * FROM ({FACTS[name]}) LIMIT 20")
    columns = [column for column, *_ in cursor.description]
    rows = cursor.fetchall()
    assert len(rows) == 20
    assert columns[0] == "patient"
    assert None not in [row[columns.index("at")] for row in rows]


def test_a_visit_is_one_fact(database):
    visits = _one(database, "SELECT count(DISTINCT patienthealthsystemstayid) FROM patient")
    assert _one(database, f"SELECT count(*) FROM ({facts.VISIT})") == visits


@pytest.mark.parametrize("kind", ["visits", "stays"])
def test_first_and_last_have_ended_and_the_current_has_not(database, kind):
    queries = getattr(DIALECT, kind)
    (patient,) = database.execute(
        "SELECT uniquepid FROM patient GROUP BY 1 ORDER BY max(unitdischargetime IS NULL) DESC, count(*) DESC"
    ).fetchone()
    found = {
        which: [row[0] for row in database.execute(query.format(patient=f"'{patient}'"))]
        for which, query in queries.items()
    }
    assert found["cur"]
    assert set(found["cur"]).isdisjoint(found["first"] + found["last"])


def test_the_database_does_not_depend_on_pieces(folder, summary, tmp_path, monkeypatch):
    monkeypatch.setattr(build, "RawFolder", functools.partial(RawFolder, piece=20_000))
    build_database(folder, tmp_path / "eicu.sqlite", silent)
    assert (tmp_path / "eicu.sqlite").read_bytes() == (folder / "eicu.sqlite").read_bytes()


@pytest.mark.parametrize(
    ("table", "condition"),
    [
        ("lab", "labname = 'a'"),
        ("diagnosis", "diagnosisname = 'a'"),
        ("medication", "drugname = 'a'"),
        ("intakeoutput", "celllabel = 'a'"),
        ("vitalperiodic", "observationtime = 'a'"),
    ],
)
def test_questions_about_one_patient_and_one_thing_go_straight_to_the_rows(database, table, condition):
    of_patient = "patientunitstayid IN (SELECT patientunitstayid FROM patient WHERE uniquepid = '1')"
    plan = database.execute(f"EXPLAIN QUERY PLAN SELECT * FROM {table} WHERE {of_patient} AND {condition}")
    (search, *_) = [step for *_, step in plan if table in step]
    assert search.count("=?") == 2
