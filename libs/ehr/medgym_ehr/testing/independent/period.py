"""When things happened: the periods that questions name, and times of one event after another."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from medgym_ehr.testing.independent.cohort import NOW

Tables = dict[str, pd.DataFrame]
Slots = dict[str, Any]

FORMATS = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d"}
BEFORE = {
    "this_year": "2105-",
    "last_year": "2104-",
    "this_month": "2105-12-",
    "last_month": "2105-11-",
}
"""What a date begins with in the year or month that is now, and in the one before."""
SPELLS = {"hosp": ("ADMISSIONS", "ADMITTIME", "DISCHTIME", "HADM_ID")}
SPELLS |= {"icu": ("ICUSTAYS", "INTIME", "OUTTIME", "ICUSTAY_ID")}
"""Hospital visits and ICU stays: table, begin, end, id."""


def during(tables: Tables, rows: pd.DataFrame, time: str, slots: Slots, name: str = "period") -> pd.DataFrame:
    """Those of one patient's rows, or of all rows, that lie in the slot's period; all of them without one."""
    period = slots.get(name)
    if period is None:
        return rows
    kind, unit, which = period["tag"].split("-")
    if kind == "rel" and unit in SPELLS:
        key = SPELLS[unit][3]
        return rows[rows[key].isin(spell(tables, slots["patient"], unit, which)[key])]
    return rows[contains(period, rows[time])]


def contains(period: dict[str, str], times: pd.Series) -> pd.Series:
    """Whether each time lies in a period of the calendar; a null time never does."""
    kind, unit, relation = period["tag"].split("-")
    if kind == "rel" and relation in ("since", "until"):
        moment = ago(int(period["value"]), unit)
        return times >= moment if relation == "since" else times <= moment
    written = times.dt.strftime(FORMATS[unit])
    if kind == "rel":
        whole = {"this": NOW, "last": (NOW.to_period(unit[0].upper()) - 1).start_time}[relation]
        return written == whole.strftime(FORMATS[unit])
    if kind == "mix":
        return written == BEFORE[relation] + period["value"]
    compared = {"in": written.eq, "since": written.ge, "until": written.le}[relation](period["value"])
    return compared.fillna(False).astype(bool) & times.notna()


def ago(count: int, unit: str) -> pd.Timestamp:
    """The current time moved back."""
    if unit == "day":
        return NOW - pd.Timedelta(days=count)
    return moved(NOW, -count * (12 if unit == "year" else 1))


def moved(time: pd.Timestamp, months: int) -> pd.Timestamp:
    """The same clock time, calendar months on; a day that the month lacks runs over into the next month."""
    months += time.year * 12 + time.month - 1
    return time.replace(year=months // 12, month=months % 12 + 1, day=1) + pd.Timedelta(days=time.day - 1)


def spell(tables: Tables, patient: int, unit: str, which: str) -> pd.DataFrame:
    """The patient's current, first or last hospital visit (``hosp``) or ICU stay (``icu``), if any."""
    name, begin, end, _ = SPELLS[unit]
    own = rows_of(tables, name, patient).sort_values(begin)
    if which == "cur":
        current = own[own[end].isna()]
        assert len(current) < 2, f"patient {patient} has {len(current)} current rows of {name}"
        return current
    ended = own[own[end].notna()]
    return ended.head(1) if which == "first" else ended.tail(1)


def rows_of(tables: Tables, name: str, patient: int) -> pd.DataFrame:
    rows = tables[name]
    return rows[rows.SUBJECT_ID.eq(patient)]


def follows(
    within: dict[str, Any], earlier: pd.Series, later: pd.Series, same_visit: pd.Series | None = None
) -> pd.Series:
    """Whether ``later`` comes after ``earlier``, pair by pair, within the slot's limit.

    ``same_visit`` says of each pair whether its two events share their HADM_ID; only ``within-hosp`` asks.
    """
    return LIMITS[within["tag"]](within["count"], earlier, later, same_visit)


def same(form: str) -> Callable[[int, pd.Series, pd.Series, Any], pd.Series]:
    def limit(count: int, earlier: pd.Series, later: pd.Series, visit: Any) -> pd.Series:
        return (later > earlier) & (later.dt.strftime(form) == earlier.dt.strftime(form))

    return limit


LIMITS: dict[str, Callable[[int, pd.Series, pd.Series, Any], pd.Series]] = {
    "within-hosp": lambda count, earlier, later, visit: (later > earlier) & visit,
    "within-same": lambda count, earlier, later, visit: later == earlier,
    "within-day": same("%Y-%m-%d"),
    "within-month": same("%Y-%m"),
    "within-n_day": lambda count, earlier, later, visit: (
        (later > earlier) & (later <= earlier + pd.Timedelta(days=count))
    ),
    "within-n_month": lambda count, earlier, later, visit: (
        (later > earlier) & (later <= earlier.map(lambda time: moved(time, count), na_action="ignore"))
    ),
}
