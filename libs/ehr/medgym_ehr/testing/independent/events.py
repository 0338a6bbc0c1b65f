"""Steps C to J but for costs: what happened to the cohort."""

from pathlib import Path

import pandas as pd

from medgym_ehr.testing.independent.cohort import Cohort, of, shift
from medgym_ehr.testing.independent.draws import shuffled
from medgym_ehr.testing.independent.reading import read

BEGIN = pd.Timestamp("2100-01-01")
CHARTED = [677, 834, 211, 618, 51, 8368, 52, 762, 920]


def dated(rows: pd.DataFrame, column: str, cohort: Cohort) -> pd.DataFrame:
    """Rows with that time shifted, where it is neither null nor too early."""
    shifted = shift(rows, [column], cohort.offset)
    return shifted[shifted[column] >= BEGIN]


def coded(rows: pd.DataFrame, known: pd.Series, time: str, name: str, cohort: Cohort) -> pd.DataFrame:
    """Diagnoses or procedures, dated by the original ADMITTIME or DISCHTIME."""
    eligible = rows[rows.ICD9_CODE.isin(known) & rows.ICD9_CODE.notna()]
    events = shuffled(eligible, cohort.has(eligible), ["ICD9_CODE"], name, cohort.deid)
    events["CHARTTIME"] = of(events.HADM_ID, cohort.original[time])
    return dated(events, "CHARTTIME", cohort)


def diagnoses(raw: Path, dictionary: pd.DataFrame, cohort: Cohort) -> pd.DataFrame:
    rows = read(raw, "DIAGNOSES_ICD", "SUBJECT_ID HADM_ID ICD9_CODE")
    return coded(rows, dictionary.ICD9_CODE, "ADMITTIME", "diagnoses_icd", cohort)


def procedures(raw: Path, dictionary: pd.DataFrame, cohort: Cohort) -> pd.DataFrame:
    rows = read(raw, "PROCEDURES_ICD", "SUBJECT_ID HADM_ID ICD9_CODE")
    rows["ICD9_CODE"] = without_zeros(rows.ICD9_CODE)
    return coded(rows, dictionary.ICD9_CODE, "DISCHTIME", "procedures_icd", cohort)


def without_zeros(codes: pd.Series) -> pd.Series:
    return codes.map(lambda code: str(int(code)), na_action="ignore")


def labs(raw: Path, dictionary: pd.DataFrame, cohort: Cohort) -> pd.DataFrame:
    rows = read(raw, "LABEVENTS", "SUBJECT_ID HADM_ID ITEMID CHARTTIME VALUENUM VALUEUOM")
    eligible = rows[rows.ITEMID.isin(dictionary.ITEMID)]
    eligible = eligible.dropna(subset=["HADM_ID", "CHARTTIME", "VALUENUM", "VALUEUOM"])
    columns = ["ITEMID", "VALUENUM", "VALUEUOM"]
    return dated(
        shuffled(eligible, cohort.has(eligible), columns, "labevents", cohort.deid), "CHARTTIME", cohort
    )


def prescriptions(raw: Path, cohort: Cohort) -> pd.DataFrame:
    shuffling = ["DRUG", "DOSE_VAL_RX", "DOSE_UNIT_RX", "ROUTE"]
    rows = read(raw, "PRESCRIPTIONS", " ".join(["SUBJECT_ID HADM_ID STARTDATE ENDDATE", *shuffling]))
    rows = rows.dropna(subset=["HADM_ID", "STARTDATE", "ENDDATE", *shuffling])
    rows["DOSE_VAL_RX"] = rows.DOSE_VAL_RX.str.replace(",", "")
    rows = rows[rows.DOSE_VAL_RX.str.fullmatch("[0-9]+")]
    rows["DOSE_VAL_RX"] = without_zeros(rows.DOSE_VAL_RX)
    eligible = rows[of(rows.DRUG, usual_unit(rows)) == rows.DOSE_UNIT_RX]
    events = shuffled(eligible, cohort.has(eligible), shuffling, "prescriptions", cohort.deid)
    return dated(shift(events, ["ENDDATE"], cohort.offset), "STARTDATE", cohort)


def usual_unit(rows: pd.DataFrame) -> pd.Series:
    """The most frequent unit by drug, among equals the alphabetically first."""
    counts = rows.groupby(["DRUG", "DOSE_UNIT_RX"]).size().reset_index(name="rows")
    ordered = counts.sort_values(["DRUG", "rows", "DOSE_UNIT_RX"], ascending=[True, False, True])
    return ordered.drop_duplicates("DRUG").set_index("DRUG").DOSE_UNIT_RX


def chart(raw: Path, cohort: Cohort) -> pd.DataFrame:
    measured = ["VALUENUM", "VALUEUOM"]
    rows = read(raw, "CHARTEVENTS", " ".join(["SUBJECT_ID HADM_ID ICUSTAY_ID ITEMID CHARTTIME", *measured]))
    rows = rows[rows.ITEMID.isin(CHARTED) & rows.SUBJECT_ID.isin(cohort.patients.SUBJECT_ID)]
    rows = rows.dropna(subset=["HADM_ID", "ICUSTAY_ID", "CHARTTIME", *measured])
    eligible = shift(rows, ["CHARTTIME"], cohort.offset).dropna(subset="CHARTTIME")
    events = shuffled(eligible, eligible.ROW_ID.notna(), ["ITEMID", *measured], "chartevents", cohort.deid)
    return events[cohort.has(events) & (events.CHARTTIME >= BEGIN)]


def fluids(raw: Path, name: str, value: str, items: pd.DataFrame, cohort: Cohort) -> pd.DataFrame:
    """Input or output in ml."""
    rows = read(raw, name, f"SUBJECT_ID HADM_ID ICUSTAY_ID CHARTTIME ITEMID {value} {value}UOM")
    rows = rows[(rows[f"{value}UOM"] == "ml") & rows.ITEMID.isin(items.ITEMID)]
    eligible = rows.dropna(subset=["HADM_ID", "ICUSTAY_ID", "CHARTTIME", value])
    events = shuffled(eligible, cohort.has(eligible), ["ITEMID", value], name.lower(), cohort.deid)
    return dated(events, "CHARTTIME", cohort).drop(columns=f"{value}UOM")


def cultures(raw: Path, cohort: Cohort) -> pd.DataFrame:
    rows = read(raw, "MICROBIOLOGYEVENTS", "SUBJECT_ID HADM_ID CHARTDATE CHARTTIME SPEC_TYPE_DESC ORG_NAME")
    rows["CHARTTIME"] = rows.CHARTTIME.fillna(rows.pop("CHARTDATE"))
    eligible = rows.dropna(subset=["HADM_ID", "SPEC_TYPE_DESC", "CHARTTIME"])
    columns = ["SPEC_TYPE_DESC", "ORG_NAME"]
    events = shuffled(eligible, cohort.has(eligible), columns, "microbiologyevents", cohort.deid)
    return dated(events, "CHARTTIME", cohort)
