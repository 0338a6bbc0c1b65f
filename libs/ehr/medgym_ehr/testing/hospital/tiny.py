"""A database of a few rows written by hand, and a way to put templates to it."""

import sqlite3
from contextlib import closing

from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.period import NONE
from medgym_ehr.questions.unanswerable import plan_unanswerable


def opened(tables):
    """An empty database in memory; ``tables`` maps a table to its columns, of which all may be null."""
    connection = sqlite3.connect(":memory:")
    for table, columns in tables.items():
        connection.execute(f"CREATE TABLE {table} ({columns})")
    return connection


def inserting(database):
    """Adds one row: ``add("patients", subject_id=1, gender="f")``; other columns are null."""

    def insert(table, **row):
        places = ", ".join("?" * len(row))
        database.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", tuple(row.values()))

    return insert


def asking(database, dialect):
    """Rows that answer a template filled with options, periods, closeness and facts."""

    def rows(template, options=None, period=NONE, period2=NONE, within=None, **fact):
        candidate = Candidate(template, dialect, fact, options or {}, period, period2, within)
        return candidate.query().run(database).fetchall()

    return rows


def planning(database, path, dialect, templates):
    """Texts of all questions of an unanswerable template, of both halves; the database is put at ``path``."""

    def texts(id):
        database.commit()
        with closing(sqlite3.connect(path)) as copy:
            database.backup(copy)
        return [
            question.text
            for half in ("train", "test")
            for question in plan_unanswerable(path, dialect, templates[id], half, 1000)
        ]

    return texts
