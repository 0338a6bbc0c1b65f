"""A hospital of four patients, and question files about it; every name and sentence is made up."""

import json
import sqlite3
from contextlib import closing

import pytest

from medgym_ehr.published.database import Database

TABLES = """
CREATE TABLE admissions(subject_id INT, hadm_id INT, admittime TIMESTAMP, dischtime TIMESTAMP, age INT);
INSERT INTO admissions VALUES
  (1, 11, '2103-04-01 08:00:00', '2103-04-05 08:00:00', 61),
  (1, 12, '2105-12-29 23:59:00', NULL, 63),
  (2, 21, '2104-06-10 10:30:00', '2104-06-12 10:30:00', 35),
  (3, 31, '2104-12-31 23:59:00', '2105-01-02 00:00:00', 47);
CREATE TABLE labs(hadm_id INT, label VARCHAR(50), valuenum DOUBLE, charttime TIMESTAMP);
INSERT INTO labs VALUES
  (11, 'zinc', 71.25, '2103-04-02 06:00:00'), (11, 'zinc', 73.5, '2103-04-03 06:00:00'),
  (12, 'zinc', 90, '2105-12-30 06:00:00'), (21, 'gold', NULL, '2104-06-11 07:00:00');
CREATE TABLE orders(hadm_id INT, drug VARCHAR(50), dose VARCHAR(20));
INSERT INTO orders VALUES
  (11, 'saline 0.9%  flush', '10'), (12, 'plain jelly 5%jar', '2'), (21, 'o''nil', NULL), (21, 'Upper', '1');
CREATE TABLE patient(uniquepid VARCHAR(10), gender VARCHAR(10));
INSERT INTO patient VALUES ('001-0001', 'female'), ('001-0002', 'male');
CREATE TABLE odd(mixed, raw BLOB);
INSERT INTO odd VALUES (1, x'00ff'), ('one', x'01');
CREATE VIEW numbers AS
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i FROM n;
"""


@pytest.fixture(scope="session")
def made():
    """The database as bytes."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(TABLES)
        return connection.serialize()


@pytest.fixture
def hospital(made, tmp_path):
    """Path of the database."""
    path = tmp_path / "hospital.sqlite"
    path.write_bytes(made)
    return path


@pytest.fixture
def opened(hospital):
    """The database, opened."""
    with Database(hospital, seconds=5) as database:
        yield database


@pytest.fixture
def select(opened):
    """All rows of a query."""
    return lambda sql: opened.execute(sql, 1000).rows


@pytest.fixture
def row():
    """One row of EHRSQL's layout; keywords replace or, with ``...``, remove fields."""

    def make(id="a1", query="select age from admissions where subject_id = 2", **changes):
        fields = {
            "db_id": "mimic_iii",
            "question": "How old was patient 2 on the made-up day?",
            "template": "what was the age of patient 2?",
            "query": query,
            "value": {"patient_id": 2},
            "q_tag": "what was the age of patient {patient_id}?",
            "t_tag": ["", "", "", "", ""],
            "o_tag": [""] * 9,
            "tag": "what was the age of patient {patient_id}?",
            "department": "['nursing']",
            "importance": "low",
            "para_type": "human",
            "is_impossible": False,
            "split": "valid",
            "id": id,
        }
        return {key: value for key, value in (fields | changes).items() if value is not ...}

    return make


@pytest.fixture
def impossible(row):
    """One unanswerable row of EHRSQL's layout."""

    def make(id="n1", question="When will patient 2 call again?", query="null"):
        missing = dict.fromkeys(("value", "q_tag", "t_tag", "o_tag", "tag", "importance"), ...)
        topic = {"template": "telephone", "department": ["nursing"], "is_impossible": True}
        return row(id, query, question=question, **missing, **topic)

    return make


@pytest.fixture
def folder(tmp_path):
    """Write files of JSON below a folder: path to content."""

    def write(files):
        root = tmp_path / "questions"
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return root

    return write
