"""Step A: who is in the database, and when."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from medgym_ehr.testing.independent.draws import rank, shuffled, uniform
from medgym_ehr.testing.independent.reading import read

NOW = pd.Timestamp("2105-12-31 23:59:00")
WEIGHTS = np.array([1, 3, 6, 10, 15, 21]) / 21
UNITS = ["FIRST_CAREUNIT", "LAST_CAREUNIT", "FIRST_WARDID", "LAST_WARDID"]


@dataclass(frozen=True)
class Cohort:
    patients: pd.DataFrame
    admissions: pd.DataFrame
    icustays: pd.DataFrame
    transfers: pd.DataFrame
    offset: pd.Series
    """Days by SUBJECT_ID, as a time difference."""
    deid: bool
    """Whether values are shuffled."""
    original: pd.DataFrame
    """ADMITTIME and DISCHTIME by HADM_ID, as published."""

    def has(self, rows: pd.DataFrame) -> pd.Series:
        return rows.HADM_ID.isin(self.admissions.HADM_ID)


def cohort(raw: Path, deid: bool = False) -> Cohort:
    patients = read(raw, "PATIENTS", "SUBJECT_ID GENDER DOB DOD")
    admissions = remaining(admissions_with_age(raw, patients))
    original = admissions.set_index("HADM_ID")[["ADMITTIME", "DISCHTIME"]]
    offset = offsets(admissions)
    patients = shift(patients, ["DOB", "DOD"], offset).dropna(subset="DOB")
    admissions = shift(admissions, ["ADMITTIME", "DISCHTIME"], offset).dropna(subset="ADMITTIME")
    admissions.loc[admissions.DISCHTIME.isna(), "DISCHARGE_LOCATION"] = None
    subjects = drawn(patients, admissions)
    patients = patients[patients.SUBJECT_ID.isin(subjects)]
    admissions = admissions[admissions.SUBJECT_ID.isin(subjects)]
    stays, transfers = stays_and_transfers(raw, admissions, offset)
    moved = shuffled(stays, stays.ROW_ID.notna(), UNITS, "icustays", deid)
    transfers = followed(transfers, stays, moved)
    return Cohort(patients, admissions, moved, transfers, offset, deid, original)


def admissions_with_age(raw: Path, patients: pd.DataFrame) -> pd.DataFrame:
    columns = "SUBJECT_ID HADM_ID ADMITTIME DISCHTIME ADMISSION_TYPE ADMISSION_LOCATION DISCHARGE_LOCATION"
    admissions = read(raw, "ADMISSIONS", f"{columns} INSURANCE LANGUAGE MARITAL_STATUS ETHNICITY")
    born = of(admissions.SUBJECT_ID, patients.set_index("SUBJECT_ID").DOB)
    admissions["AGE"] = np.trunc((admissions.ADMITTIME - born).dt.days / 365.25).astype("Int64")
    return admissions


def remaining(admissions: pd.DataFrame) -> pd.DataFrame:
    adults = admissions[((admissions.AGE > 10) & (admissions.AGE < 90)).fillna(False)]
    days = (adults.DISCHTIME - adults.ADMITTIME).dt.days
    return adults[days < np.percentile(days.dropna(), 95)]


def offsets(admissions: pd.DataFrame) -> pd.Series:
    earliest = admissions.groupby("SUBJECT_ID").ADMITTIME.min()
    draws = uniform(earliest.index.to_series(), "year")
    year = 2100 + (WEIGHTS[None, :] <= draws[:, None]).sum(axis=1)
    return pd.to_timedelta((year - earliest.dt.year) * 365, unit="D")


def of(keys: pd.Series, values: pd.Series) -> pd.Series:
    """The value of each key; null for a key that has none."""
    return values.reindex(keys).set_axis(keys.index)


def shift(rows: pd.DataFrame, columns: list[str], offset: pd.Series) -> pd.DataFrame:
    shifted = rows.copy()
    for column in columns:
        times = rows[column] + of(rows.SUBJECT_ID, offset)
        shifted[column] = times.mask(times > NOW)
    return shifted


def drawn(patients: pd.DataFrame, admissions: pd.DataFrame) -> set[int]:
    """A hundred patients with an open admission, then nine hundred with a closed one."""
    closed = admissions.DISCHTIME.notna()
    current = patients.SUBJECT_ID[patients.SUBJECT_ID.isin(admissions[~closed].SUBJECT_ID)]
    others = patients.SUBJECT_ID[patients.SUBJECT_ID.isin(admissions[closed].SUBJECT_ID)]
    first = smallest(current, "cohort", 100)
    return first | smallest(others[~others.isin(first)], "cohort others", 900)


def smallest(subjects: pd.Series, stream: str, count: int) -> set[int]:
    return {*subjects.iloc[np.argsort(rank(subjects, stream))].head(count)}


def stays_and_transfers(
    raw: Path, admissions: pd.DataFrame, offset: pd.Series
) -> tuple[pd.DataFrame, pd.DataFrame]:
    ids, times = "SUBJECT_ID HADM_ID ICUSTAY_ID", ["INTIME", "OUTTIME"]
    stays = read(raw, "ICUSTAYS", " ".join([ids, *UNITS, *times]))
    transfers = read(raw, "TRANSFERS", " ".join([ids, "EVENTTYPE CURR_CAREUNIT CURR_WARDID", *times]))
    transfers = transfers.rename(columns={"CURR_CAREUNIT": "CAREUNIT", "CURR_WARDID": "WARDID"})
    shifted = (shift(rows, times, offset).dropna(subset="INTIME") for rows in (stays, transfers))
    stays, transfers = (rows[rows.HADM_ID.isin(admissions.HADM_ID)] for rows in shifted)
    return stays, transfers


def followed(transfers: pd.DataFrame, stays: pd.DataFrame, moved: pd.DataFrame) -> pd.DataFrame:
    """Transfers with the units that their stays have now."""
    old, new = stays.set_index("ICUSTAY_ID"), moved.set_index("ICUSTAY_ID")
    result = transfers.copy()
    for column in ("CAREUNIT", "WARDID"):
        for end in ("LAST", "FIRST"):  # the first unit, written later, goes before the last
            same = transfers[column] == of(transfers.ICUSTAY_ID, old[f"{end}_{column}"])
            renewed = of(transfers.ICUSTAY_ID, new[f"{end}_{column}"])
            result[column] = result[column].mask(same.fillna(False).astype(bool), renewed)
    return result
