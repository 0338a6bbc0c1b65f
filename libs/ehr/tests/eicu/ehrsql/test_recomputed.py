"""Every table of a database of 120 synthetic people against the plain reading of the README."""

import sqlite3

import pytest

from medgym_core.source import silent
from medgym_ehr.eicu.ehrsql import build_database
from medgym_ehr.eicu.ehrsql.columns import COST
from medgym_ehr.eicu.ehrsql.facts import VITALS
from medgym_ehr.eicu.synthetic import synthesise

from . import recomputed

FLUID = ["celllabel", "cellpath", "cellvaluenumeric"]
TABLES = {
    "diagnosis": (["diagnosisname", "icd9code"], {"diagnosistime": "diagnosisoffset"}),
    "lab": (["labname", "labresult"], {"labresulttime": "labresultoffset"}),
    "treatment": (["treatmentname"], {"treatmenttime": "treatmentoffset"}),
    "medication": (
        ["drugname", "dosage", "routeadmin"],
        {"drugstarttime": "drugstartoffset", "drugstoptime": "drugstopoffset"},
    ),
    "allergy": (["allergyname", "drugname"], {"allergytime": "allergyoffset"}),
    "intakeOutput": (FLUID, {"intakeoutputtime": "intakeoutputoffset"}),
    "microLab": (["culturesite", "organism"], {"culturetakentime": "culturetakenoffset"}),
}
NULLABLE = {"icd9code", "drugstoptime"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("recomputed")
    synthesise(folder, 5, 120, silent)
    return folder


@pytest.fixture(scope="module")
def database(folder):
    build_database(folder, folder / "eicu.sqlite", silent, deid=True)
    connection = sqlite3.connect(folder / "eicu.sqlite")
    yield connection
    connection.close()


@pytest.fixture(scope="module")
def stays(folder):
    return recomputed.cohort(folder)


@pytest.fixture(scope="module")
def events(folder, stays):
    """Rows of a table, as they should be."""
    published = {row["patientunitstayid"] for row in recomputed.read(folder, "patient")}

    def rows(table):
        columns, times = TABLES[table]
        found = recomputed.read(folder, table)
        if table in ("diagnosis", "treatment"):
            found = recomputed.named(found, f"{table}string", f"{table}name")
        if table == "intakeOutput":
            found = recomputed.volumes(found)
        needed = set(columns) - NULLABLE - ({"drugname"} if table == "allergy" else set())
        found = [row for row in found if all(row[column] for column in needed)]
        found = [row for row in found if row["patientunitstayid"] in published]
        found = [row for row in found if row.get("drugordercancelled", "no") == "no"]
        key = f"{table.lower()}id"
        return recomputed.timed(recomputed.shuffled(found, stays, table.lower(), key, columns), stays, times)

    return rows


def _plain(row, columns):
    return tuple(_number(row[column]) for column in columns)


def _number(value):
    try:
        return float(value)
    except (TypeError, ValueError):
        return value


def _stored(database, table, columns):
    rows = database.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY 1").fetchall()
    return [tuple(map(_number, row)) for row in rows]


def test_patient(database, stays):
    columns = [name for _, name, *_ in database.execute("PRAGMA table_info(patient)")]
    columns.remove("patientunitstayid")
    columns = ["patientunitstayid", *columns]
    assert _stored(database, "patient", columns) == [_plain(row, columns) for row in stays.values()]


@pytest.mark.parametrize("table", TABLES)
def test_events(database, events, table):
    values, times = TABLES[table]
    columns = [f"{table.lower()}id", "patientunitstayid", *values, *times]
    expected = [row | {columns[0]: number} for number, row in enumerate(events(table))]
    assert len(expected) > 20
    assert _stored(database, table, columns) == [_plain(row, columns) for row in expected]


def test_vital_signs(database, folder, stays):
    own = [r for r in recomputed.read(folder, "vitalPeriodic") if int(r["patientunitstayid"]) in stays]
    rows = recomputed.timed(own, stays, {"observationtime": "observationoffset"})
    columns = ["vitalperiodicid", "patientunitstayid", "observationtime", *VITALS]
    expected = [_plain(row | {"vitalperiodicid": number}, columns) for number, row in enumerate(rows)]
    assert _stored(database, "vitalperiodic", columns) == expected


def test_cost(database, events, stays):
    charged = {
        "diagnosis": "diagnosisname",
        "lab": "labname",
        "treatment": "treatmentname",
        "medication": "drugname",
    }
    rows = {table: events(table) for table in charged}
    prices = recomputed.prices({table: [row[charged[table]] for row in rows[table]] for table in charged})
    expected = []
    for table, name in charged.items():
        time = next(iter(TABLES[table][1]))
        for number, row in enumerate(rows[table]):
            stay = stays[int(row["patientunitstayid"])]
            who = (stay["uniquepid"], float(stay["patienthealthsystemstayid"]))
            event = (table, float(number), row[time], prices[table][row[name]])
            expected.append((float(len(expected)), *who, *event))
    assert _stored(database, "cost", COST) == expected
