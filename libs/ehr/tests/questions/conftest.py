"""A small database of visits and drugs, its dialect, and a template over it."""

import sqlite3
from contextlib import closing
from datetime import datetime

import pytest

from medgym_core import Integer
from medgym_ehr.questions.dialect import Dialect
from medgym_ehr.questions.template import Template, When
from medgym_ehr.testing.hospital.tiny import inserting, opened

SCHEMA = """
CREATE TABLE visit (id INTEGER, patient INTEGER, came TEXT, left TEXT);
CREATE TABLE given (patient INTEGER, visit INTEGER, drug TEXT, at TEXT);
"""


@pytest.fixture(scope="session")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("database") / "small.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(SCHEMA)
        for patient in range(1, 61):
            for number in range(2):
                came = f"210{patient % 3 + 3 * number}-0{1 + patient % 9}-10 08:00:00"
                left = None if number and patient % 10 == 0 else came.replace("-10 ", "-20 ")
                visit = patient + 100 * (number + 1)
                connection.execute("INSERT INTO visit VALUES (?, ?, ?, ?)", (visit, patient, came, left))
                for day in range(2 + (patient + number) % 5):
                    drug = ("aspirin", "heparin", "insulin", "nitroglycerin")[(patient + day) % 4]
                    at = came.replace("-10 08", f"-{11 + day} {8 + patient % 3:02}")
                    connection.execute("INSERT INTO given VALUES (?, ?, ?, ?)", (patient, visit, drug, at))
    return path


@pytest.fixture(scope="session")
def dialect():
    chosen = "SELECT id FROM visit WHERE patient = {{patient}} AND left IS {}"
    return Dialect(
        source="small",
        now=datetime(2105, 12, 31, 23, 59),
        partitioned=frozenset(("patient",)),
        visits={
            "cur": chosen.format("NULL"),
            "first": chosen.format("NOT NULL"),
            "last": chosen.format("NOT NULL"),
        },
        stays={},
    )


@pytest.fixture
def counting():
    """How often a patient was given anything."""
    return Template(
        id="times_given",
        category="count",
        wordings=(
            "How often did {patient} get drugs {period}?",
            "{patient}: how many drugs {period}?",
            "Drugs of {patient} {period}?",
        ),
        facts="SELECT patient, drug, at FROM given",
        sql="SELECT count(*) FROM given WHERE patient = {patient} AND {period}",
        answer=Integer(),
        period=When("at", visit="visit", tags=("abs-year-in", "abs-month-since", "rel-hosp-cur", "none")),
    )


@pytest.fixture
def prescribed():
    """An empty table of prescriptions."""
    columns = "patient INTEGER, drug TEXT, route TEXT, startdate TEXT"
    with closing(opened({"prescription": columns})) as connection:
        yield connection


@pytest.fixture
def add(prescribed):
    return inserting(prescribed)
