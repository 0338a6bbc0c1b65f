"""The frozen clock of the benchmark, and what is counted from it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

NOW = datetime(2023, 11, 13, 10, 15, tzinfo=UTC)
"""The time of every task."""
DAY = timedelta(hours=24)
"""Length of the window of recent results; a result of exactly its age is within."""
YEAR_AGO = NOW.replace(year=NOW.year - 1)
"""What was taken before is older than a year; what was taken exactly then is not."""
MORNING = NOW.replace(hour=8, minute=0) + DAY
"""When blood is drawn after potassium was given: 8 in the morning of the next day."""


def written(moment: datetime) -> str:
    """A FHIR dateTime, as in 2023-11-13T10:15:00+00:00."""
    return moment.isoformat(timespec="seconds")


def read(text: object) -> datetime | None:
    """The instant that a FHIR dateTime with a time and a zone names; None for anything else."""
    if not isinstance(text, str) or "T" not in text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    try:
        return moment.astimezone(UTC) if moment.tzinfo else None
    except OverflowError:  # in UTC it lies outside the years 1 to 9999, and compares in its own zone
        return moment


def age(born: date) -> int:
    """Completed years at :data:`NOW`."""
    return NOW.year - born.year - ((NOW.month, NOW.day) < (born.month, born.day))
