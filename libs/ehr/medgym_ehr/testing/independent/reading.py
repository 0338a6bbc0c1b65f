"""Raw files as pandas frames."""

from pathlib import Path

import pandas as pd

TIMES = {"DOB", "DOD", "ADMITTIME", "DISCHTIME", "INTIME", "OUTTIME"}
TIMES |= {"CHARTTIME", "CHARTDATE", "STARTDATE", "ENDDATE"}
WHOLE = {"ROW_ID", "SUBJECT_ID", "HADM_ID", "ICUSTAY_ID", "ITEMID"}
WHOLE |= {"FIRST_WARDID", "LAST_WARDID", "CURR_WARDID"}
REAL = {"VALUENUM", "AMOUNT", "VALUE"}


def read(raw: Path, name: str, columns: str) -> pd.DataFrame:
    """The named columns, after ROW_ID, of one file in the order of its ROW_ID."""
    names = ["ROW_ID", *columns.split()]
    (path,) = (path for path in (raw / f"{name}.csv", raw / f"{name}.csv.gz") if path.exists())
    cells = pd.read_csv(path, usecols=names, dtype=str, keep_default_na=False)
    typed = pd.DataFrame({column: parsed(cells[column]) for column in names})
    return typed.sort_values("ROW_ID", ignore_index=True)


def parsed(cells: pd.Series) -> pd.Series:
    text = cells.str.strip()
    text = text.mask(text == "")
    if cells.name in TIMES:
        return pd.to_datetime(text, format="%Y-%m-%d %H:%M:%S").astype("datetime64[s]")
    if cells.name in WHOLE:
        return text.map(int, na_action="ignore").astype("Int64")
    if cells.name in REAL:
        return text.map(float, na_action="ignore").astype(float)
    return text.str.lower()
