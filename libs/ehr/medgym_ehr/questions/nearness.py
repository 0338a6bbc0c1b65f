"""Nearness: how little a question without an answer lacks to have one."""

from __future__ import annotations

import sqlite3
from enum import IntEnum

from medgym_ehr.questions.answers import nothing
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.period import CALENDAR, Period
from medgym_ehr.questions.period import condition as within
from medgym_ehr.questions.shape import names_patient, names_time


class Nearness(IntEnum):
    """What is recorded of the patient whom a question without an answer names."""

    ABSENT = 0
    """The patient was not there at the time asked about."""
    THERE = 1
    """The patient was there, and nothing of the kind is recorded."""
    OF_KIND = 2
    """Something of the kind is recorded, but not what is asked for."""


def nearness(candidate: Candidate, connection: sqlite3.Connection) -> Nearness:
    """How near a candidate whose query finds nothing is to one with an answer."""
    if not _is_there(candidate, connection):
        return Nearness.ABSENT
    others = (
        candidate.bind(query).run(connection).fetchmany(1)
        for condition, query in candidate.relaxed
        if not names_patient(condition) and not names_time(condition)
    )
    return Nearness.THERE if all(map(nothing, others)) else Nearness.OF_KIND


def seen(candidate: Candidate, connection: sqlite3.Connection) -> list[str]:
    """Times at which the patient whom a candidate names was in hospital, one a day; empty for nobody."""
    if not candidate.dialect.seen or "patient" not in candidate.slots:
        return []
    times = candidate.dialect.seen.format(patient=":patient")
    sql = f"SELECT min(at) FROM ({times}) WHERE at IS NOT NULL GROUP BY substr(at, 1, 10)"
    return [at for (at,) in connection.execute(sql, {"patient": candidate.fact["patient"]})]


def _is_there(candidate: Candidate, connection: sqlite3.Connection) -> bool:
    """Whether the visits that it names are, and the patient was seen in each calendar period."""
    periods = [period for period in (candidate.period, candidate.period2) if period.tag in CALENDAR]
    return candidate.holds(connection) and all(_is_seen(candidate, period, connection) for period in periods)


def _is_seen(candidate: Candidate, period: Period, connection: sqlite3.Connection) -> bool:
    dialect = candidate.dialect
    if not dialect.seen or "patient" not in candidate.slots:
        return True
    times = dialect.seen.format(patient=":patient")
    when = within(period.tag, "at", ":period", dialect.now)
    values = {"patient": candidate.fact["patient"], "period": period.bound(dialect.now)}
    return connection.execute(f"SELECT 1 FROM ({times}) WHERE {when}", values).fetchone() is not None
