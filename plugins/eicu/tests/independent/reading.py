"""Raw files as pandas frames."""

from pathlib import Path

import pandas as pd

WHOLE = {"ROW_ID", "patientunitstayid", "patienthealthsystemstayid", "hospitalid", "wardid"}
WHOLE |= {"hospitaldischargeyear", "sao2", "heartrate", "respiration"}
WHOLE |= {"systemicsystolic", "systemicdiastolic", "systemicmean"}
REAL = {"admissionheight", "admissionweight", "dischargeweight"}
REAL |= {"labresult", "cellvaluenumeric", "temperature"}


def read(raw: Path, name: str, columns: str) -> pd.DataFrame:
    """The named columns of one file in the order of its id, which is called ROW_ID."""
    (path,) = (path for path in (raw / f"{name}.csv", raw / f"{name}.csv.gz") if path.exists())
    key = "patientunitstayid" if name == "patient" else f"{name.lower()}id"
    cells = pd.read_csv(path, usecols=[key, *columns.split()], dtype=str, keep_default_na=False)
    cells = cells.rename(columns={key: "ROW_ID"})
    typed = pd.DataFrame({column: parsed(cells[column]) for column in ("ROW_ID", *columns.split())})
    return typed.sort_values("ROW_ID", ignore_index=True)


def parsed(cells: pd.Series) -> pd.Series:
    """Numbers, or texts as the database has them; offsets are whole minutes, as time differences."""
    text = cells.str.strip()
    text = text.mask(text == "")
    if str(cells.name).endswith("offset"):
        return pd.to_timedelta(text.map(float, na_action="ignore").astype(float), unit="m")
    if str(cells.name).endswith("time24"):
        return pd.to_timedelta(text)
    if cells.name in WHOLE:
        return text.map(int, na_action="ignore").astype("Int64")
    if cells.name in REAL:
        return text.map(float, na_action="ignore").astype(float)
    return text.str.lower()
