"""Pairs of events of one patient: one after the other, or both together."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from medgym_ehr.testing.independent.period import follows


def after(within: dict[str, Any], earlier: pd.DataFrame, later: pd.DataFrame) -> pd.DataFrame:
    """The rows of ``later``, each once, that come after a row of ``earlier`` as the slot limits it."""
    pair = paired(earlier, later)
    same_visit = pair.HADM_ID_1 == pair.HADM_ID if "HADM_ID_1" in pair else None
    return chosen(later, pair[follows(within, pair.TIME_1, pair.TIME, same_visit)])


def together(within: dict[str, Any], one: pd.DataFrame, other: pd.DataFrame) -> pd.DataFrame:
    """The rows of ``other``, each once, that lie together with a row of ``one``, whichever is earlier."""
    pair = paired(one, other)
    return chosen(other, pair[TOGETHER[within["tag"]](pair)])


def paired(one: pd.DataFrame, other: pd.DataFrame) -> pd.DataFrame:
    """All pairs of two rows of one patient; the columns of ``one`` end with ``_1``."""
    columns = [column for column in ("SUBJECT_ID", "HADM_ID", "TIME") if column in other]
    right = other[columns].assign(PLACE=range(len(other)))
    return one[["SUBJECT_ID", "HADM_ID", "TIME"]].merge(right, on="SUBJECT_ID", suffixes=("_1", ""))


def chosen(rows: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    return rows.iloc[sorted(set(pairs.PLACE))]


def same(form: str) -> Callable[[pd.DataFrame], pd.Series]:
    return lambda pair: pair.TIME_1.dt.strftime(form) == pair.TIME.dt.strftime(form)


TOGETHER: dict[str, Callable[[pd.DataFrame], pd.Series]] = {
    "within-hosp": lambda pair: pair.HADM_ID_1 == pair.HADM_ID,
    "within-same": lambda pair: pair.TIME_1 == pair.TIME,
    "within-day": same("%Y-%m-%d"),
    "within-month": same("%Y-%m"),
}
