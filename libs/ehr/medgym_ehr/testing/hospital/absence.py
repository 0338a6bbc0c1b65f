"""Questions about a time at which their patient was not in hospital."""

import sqlite3
from collections.abc import Iterable

from medgym_core import Build
from medgym_ehr.hospital.description import Hospital
from medgym_ehr.questions.dialect import Dialect, connect
from medgym_ehr.questions.period import CALENDAR, Period, condition
from medgym_ehr.questions.template import Question


def absentees(hospital: Hospital, build: Build, questions: Iterable[Question]) -> list[Question]:
    """Those whose patient was not seen in a calendar period that they name, or had no such visit."""
    connection = connect(build.public / hospital.database)
    return [
        question
        for question in questions
        if "patient" in question.slots
        and not all(
            _is_there(connection, hospital.dialect, question.slots["patient"], Period(**question.slots[name]))
            for name in ("period", "period2")
            if name in question.slots
        )
    ]


def _is_there(connection: sqlite3.Connection, dialect: Dialect, patient: object, period: Period) -> bool:
    if period.tag in CALENDAR:
        times = dialect.seen.format(patient=":patient")
        sql = f"SELECT 1 FROM ({times}) WHERE {condition(period.tag, 'at', ':period', dialect.now)}"
    else:
        sql = dialect.among(period.tag, ":patient")
    values = {"patient": patient, "period": period.bound(dialect.now)}
    return connection.execute(sql, values).fetchone() is not None
