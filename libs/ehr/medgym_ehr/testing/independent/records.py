"""What happened to patients, each kind of event with the same columns, and choices among such rows."""

from typing import Any, NamedTuple

import pandas as pd

from medgym_ehr.testing.independent.period import Slots, Tables, during, rows_of


class Kind(NamedTuple):
    table: str
    time: str
    item: str
    """Column that says what it is: a code of the dictionary, or its name where there is none."""
    dictionary: str = ""
    name: str = ""
    value: str = ""


KINDS = {
    "diagnosis": Kind("DIAGNOSES_ICD", "CHARTTIME", "ICD9_CODE", "D_ICD_DIAGNOSES", "SHORT_TITLE"),
    "procedure": Kind("PROCEDURES_ICD", "CHARTTIME", "ICD9_CODE", "D_ICD_PROCEDURES", "SHORT_TITLE"),
    "lab test": Kind("LABEVENTS", "CHARTTIME", "ITEMID", "D_LABITEMS", "LABEL", "VALUENUM"),
    "vital sign": Kind("CHARTEVENTS", "CHARTTIME", "ITEMID", "D_ITEMS", "LABEL", "VALUENUM"),
    "intakes": Kind("INPUTEVENTS_CV", "CHARTTIME", "ITEMID", "D_ITEMS", "LABEL", "AMOUNT"),
    "outputs": Kind("OUTPUTEVENTS", "CHARTTIME", "ITEMID", "D_ITEMS", "LABEL", "VALUE"),
    "prescription": Kind("PRESCRIPTIONS", "STARTDATE", "DRUG", value="DOSE_VAL_RX"),
    "microbiology test": Kind("MICROBIOLOGYEVENTS", "CHARTTIME", "SPEC_TYPE_DESC"),
    "care unit": Kind("TRANSFERS", "INTIME", "CAREUNIT"),
    "ward": Kind("TRANSFERS", "INTIME", "WARDID"),
}
NTH = {"first": 0, "second": 1, "second-to-last": -2, "last": -1}


class AmbiguityError(Exception):
    """The text allows several answers."""


def records(
    tables: Tables, kind: str, slots: Slots, name: Any = None, period: str = "period"
) -> pd.DataFrame:
    """Events of a kind, of the slots' patient if there is one, in their period if there is one.

    Added to the table's columns are TIME, NAME and, of what has one, the number VALUE. ``name`` keeps the
    events of that name.
    """
    table, time, item, dictionary, column, value = KINDS[kind]
    rows = rows_of(tables, table, slots["patient"]) if "patient" in slots else tables[table]
    rows = during(tables, rows, time, slots, period)
    names = rows[item]
    if dictionary:
        words = tables[dictionary]
        names = names.map(words.set_index(item)[column])
    rows = rows.assign(TIME=rows[time], NAME=names)
    if value:
        rows = rows.assign(VALUE=rows[value].astype(float))
    return rows[rows.NAME.notna()] if name is None else rows[rows.NAME.eq(name).fillna(False).astype(bool)]


def at(rows: pd.DataFrame, which: str, time: str = "TIME") -> pd.DataFrame:
    """The rows at the first, second, second-to-last or last of their times."""
    times = sorted(set(rows[time]))
    return rows[rows[time] == times[NTH[which]]]


def nth(rows: pd.DataFrame, which: str, column: str = "VALUE", time: str = "TIME") -> Any:
    """The value of the first, second, second-to-last or last row.

    Raises:
        AmbiguityError: if rows share a time so that there are several such values.
    """
    return one(candidates(rows, which, column, time))


def candidates(rows: pd.DataFrame, which: str, column: str = "VALUE", time: str = "TIME") -> pd.Series:
    """Whatever may be called the first, second, second-to-last or last value where rows share a time."""
    row_time = rows[time].sort_values().iloc[NTH[which]]
    return pd.concat([rows[rows[time] == row_time], at(rows, which, time)])[column]


def one(values: pd.Series) -> Any:
    """The value that all are.

    Raises:
        AmbiguityError: if they are several, or none.
    """
    found = listed(values)
    if len(found) != 1:
        raise AmbiguityError(f"{len(found)} values, not one: {found[:5]}")
    return found[0]


def listed(values: pd.Series) -> list[Any]:
    """Every value once, in plain Python, nulls left out."""
    return [plain(value) for value in sorted(values.dropna().unique())]


def plain(value: Any) -> Any:
    if isinstance(value, pd.Timestamp):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    return value.item() if hasattr(value, "item") else value


def summary(values: pd.Series, word: str) -> float:
    """The maximum, minimum, average or total of at least one value.

    Raises:
        AmbiguityError: if there is none.
    """
    if not values.notna().any():
        raise AmbiguityError(f"the {word} of nothing")
    return float(values.agg({"maximum": "max", "minimum": "min", "average": "mean", "total": "sum"}[word]))


def by_unit(rows: pd.DataFrame, unit: str, word: str) -> list[list[Any]]:
    """The summary of VALUE for each calendar day, month or year with a row, by its written form."""
    form = {"daily": "%Y-%m-%d", "monthly": "%Y-%m", "yearly": "%Y"}[unit]
    groups = rows.groupby(rows.TIME.dt.strftime(form)).VALUE
    return [[period, summary(values, word)] for period, values in groups]
