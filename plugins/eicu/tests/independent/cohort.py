"""Step A: who is in the database, and when."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from medgym_ehr.testing.independent.cohort import NOW, WEIGHTS, of, smallest
from medgym_ehr.testing.independent.draws import uniform

from .reading import read

IDS = "uniquepid patienthealthsystemstayid gender age ethnicity hospitalid wardid"
MEASURED = "admissionheight admissionweight dischargeweight"
KNOWN = ["hospitaladmitsource", "hospitaladmitoffset", "hospitaladmittime24", "hospitaldischargeyear"]
KNOWN += ["unitdischargeoffset", "hospitaldischargeoffset"]
TIMES = {
    "hospitaladmittime": "hospitaladmitoffset",
    "unitdischargetime": "unitdischargeoffset",
    "hospitaldischargetime": "hospitaldischargeoffset",
}


@dataclass(frozen=True)
class Cohort:
    patient: pd.DataFrame
    begin: pd.Series
    """The unitadmittime of each stay."""
    published: pd.Series
    """All stays of the raw file."""
    deid: bool
    """Whether values are shuffled."""


def cohort(raw: Path, deid: bool = False) -> Cohort:
    rows = read(raw, "patient", " ".join([IDS, MEASURED, *KNOWN, "hospitaldischargestatus"]))
    rows["patientunitstayid"] = rows.ROW_ID
    stays = timed(placed(remaining(rows)))
    chosen = stays[stays.PERSON.isin(drawn(stays))].sort_values("patientunitstayid")
    columns = f"patientunitstayid {IDS} {MEASURED} hospitaladmitsource hospitaldischargestatus unitadmittime"
    patient = chosen[[*columns.split(), *TIMES]].reset_index(drop=True)
    return Cohort(patient, patient.set_index("patientunitstayid").unitadmittime, rows.ROW_ID, deid)


def remaining(rows: pd.DataFrame) -> pd.DataFrame:
    plain = rows.dropna(subset=KNOWN)
    plain = plain[plain.gender.isin(["male", "female"]) & plain.age.str.fullmatch("[0-9]+").eq(True)]
    plain = plain.assign(age=plain.age.astype(int))
    adults = plain[plain.age > 10]
    minutes = (adults.hospitaldischargeoffset - adults.hospitaladmitoffset) / pd.Timedelta(minutes=1)
    return adults[minutes < np.percentile(minutes, 95)]


def placed(rows: pd.DataFrame) -> pd.DataFrame:
    """Each row with the year it is shown in, its age then and the day on which its visit begins."""
    rows = rows.assign(PERSON=rows.uniquepid.map(key).astype("uint64"))
    patients = rows.groupby("PERSON")
    later = (rows.hospitaldischargeyear - patients.hospitaldischargeyear.transform("min")).astype(int)
    draws = uniform(rows.PERSON, "year")
    rows["YEAR"] = 2100 + (WEIGHTS[None, :] <= draws[:, None]).sum(axis=1) + later
    rows["age"] = (patients.age.transform("min") + later).astype(str)
    year = rows.groupby(["PERSON", "YEAR"])
    first = rows.groupby(["PERSON", "YEAR", "patienthealthsystemstayid"]).patientunitstayid.transform("min")
    rows["NUMBER"] = first.groupby([rows.PERSON, rows.YEAR]).rank(method="dense").astype(int) - 1
    visits = year.patienthealthsystemstayid.transform("nunique")
    begin, end = (pd.to_datetime(rows.YEAR.astype(str) + day) for day in ("-01-01", "-12-31"))
    share = (rows.NUMBER + uniform(rows.patienthealthsystemstayid, "date")) / visits
    days = np.floor((share * (end - begin).dt.days).astype(float))
    return rows.assign(DAY=begin + pd.to_timedelta(days, unit="D"))


def key(patient: str) -> int:
    return int.from_bytes(hashlib.sha256(patient.encode()).digest()[:8], "little")


def timed(rows: pd.DataFrame) -> pd.DataFrame:
    """Rows with their times, up to a patient's first that contradicts itself."""
    rows = rows.sort_values(["PERSON", "YEAR", "NUMBER", "patientunitstayid"])
    zero = pd.Timedelta(0)
    sound = (rows.hospitaladmitoffset <= zero) & (zero < rows.unitdischargeoffset)
    sound &= rows.unitdischargeoffset <= rows.hospitaldischargeoffset
    rows = rows[sound.groupby(rows.PERSON).cummin()].copy()
    begin = rows.DAY + rows.hospitaladmittime24 - rows.hospitaladmitoffset
    rows["unitadmittime"] = begin.mask(begin > NOW)
    for time, offset in TIMES.items():
        moment = begin + rows[offset]
        rows[time] = moment.mask(moment > NOW)
    rows.loc[rows.hospitaldischargetime.isna(), ["hospitaldischargestatus", "dischargeweight"]] = None
    return rows.dropna(subset=["hospitaladmittime", "unitadmittime"])


def drawn(stays: pd.DataFrame) -> set[int]:
    """A hundred patients with an open visit, then nine hundred with a closed one."""
    closed = stays.hospitaldischargetime.notna()
    current, others = (stays[rows].PERSON.drop_duplicates() for rows in (~closed, closed))
    first = smallest(current, "cohort", 100)
    return first | smallest(others[~others.isin(first)], "cohort others", 900)


def during_stays(rows: pd.DataFrame, people: Cohort, times: dict[str, str]) -> pd.DataFrame:
    """Rows of the cohort's stays with their times, where the first of these is known."""
    begin = of(rows.patientunitstayid, people.begin)
    for time, offset in times.items():
        moment = begin + rows[offset]
        rows = rows.assign(**{time: moment.mask(moment > NOW)}).drop(columns=offset)
    return rows.dropna(subset=next(iter(times)))
