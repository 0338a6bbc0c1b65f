"""Raw files as untidy as files may be: whatever a rule of the build decides occurs in them."""

from pathlib import Path

import numpy as np
import pandas as pd

from medgym_ehr.testing.independent.cohort import NOW, admissions_with_age, offsets, remaining
from medgym_ehr.testing.independent.events import BEGIN
from medgym_ehr.testing.independent.reading import read

EMPTIED = {
    "PATIENTS": "DOB DOD",
    "ADMISSIONS": "ADMITTIME DISCHTIME DISCHARGE_LOCATION LANGUAGE MARITAL_STATUS",
    "TRANSFERS": "ICUSTAY_ID CURR_CAREUNIT CURR_WARDID INTIME OUTTIME",
    "D_ICD_DIAGNOSES": "ICD9_CODE",
    "D_ICD_PROCEDURES": "ICD9_CODE",
    "D_ITEMS": "LABEL LINKSTO",
    "DIAGNOSES_ICD": "ICD9_CODE",
    "PROCEDURES_ICD": "ICD9_CODE",
    "LABEVENTS": "HADM_ID CHARTTIME VALUENUM VALUEUOM",
    "PRESCRIPTIONS": "HADM_ID STARTDATE ENDDATE DRUG DOSE_VAL_RX DOSE_UNIT_RX ROUTE",
    "CHARTEVENTS": "HADM_ID ICUSTAY_ID CHARTTIME VALUENUM VALUEUOM",
    "INPUTEVENTS_CV": "HADM_ID ICUSTAY_ID CHARTTIME AMOUNT AMOUNTUOM",
    "OUTPUTEVENTS": "HADM_ID ICUSTAY_ID CHARTTIME VALUE VALUEUOM",
    "MICROBIOLOGYEVENTS": "HADM_ID CHARTDATE CHARTTIME SPEC_TYPE_DESC ORG_NAME",
}
PADDED = {"INSURANCE", "CURR_CAREUNIT", "FIRST_CAREUNIT", "LAST_CAREUNIT", "LONG_TITLE", "LABEL", "LINKSTO"}
PADDED |= {"VALUEUOM", "AMOUNTUOM", "DRUG", "DOSE_UNIT_RX", "ROUTE", "SPEC_TYPE_DESC", "ORG_NAME"}
FOUND = {
    "ORG_NAME": ["NA", "null", 'a, "b"', "Ä", "two\nlines"],
    "ROUTE": ["NA", "null", "  "],
    "VALUENUM": ["1e-3", "0.1234567890123456789", "-0", ".5"],
    "DOSE_VAL_RX": ["1,000", "007", "000", "1-2", "0.5", ",", "²", "٣"],
    "ITEMID": ["1"],
}
"""Values that some cells of these columns have."""
DAYS = [4016, 4017, 4018, 4019, 4382, 4383, 32871, 32872, 32873]
"""Ages at a first admission around 11, 12 and 90 years."""
MOMENTS = [NOW, NOW + pd.Timedelta("1s"), BEGIN, BEGIN - pd.Timedelta("1s")]
"""Times after the shift."""


def wear(raw: Path, out: Path, seed: int) -> None:
    """Write worn copies of all raw files, compressed, their rows in any order."""
    generator = np.random.default_rng(seed)
    written = {path.stem: pd.read_csv(path, dtype=str, keep_default_na=False) for path in raw.glob("*.csv")}
    age(written, generator)
    for name, table in sorted(written.items()):
        if "CHARTTIME" in table or "STARTDATE" in table:
            at_the_edges(table, "CHARTTIME" if "CHARTTIME" in table else "STARTDATE", raw, generator)
        worn = repeated(table) if name.startswith("D_ICD") else table
        blemish(worn, EMPTIED.get(name, "").split(), generator)
        worn.sample(frac=1, random_state=seed).to_csv(out / f"{name}.csv.gz", index=False)


def some(table: pd.DataFrame, share: float, generator: np.random.Generator) -> np.ndarray:
    return generator.random(len(table)) < share


def age(written: dict[str, pd.DataFrame], generator: np.random.Generator) -> None:
    """Move some births to the edges of the ages that are kept."""
    patients, admissions = written["PATIENTS"], written["ADMISSIONS"]
    first = pd.to_datetime(admissions.groupby("SUBJECT_ID").ADMITTIME.min())
    chosen = patients[some(patients, 0.2, generator)]
    days = pd.to_timedelta(generator.choice(DAYS, len(chosen)), unit="D")
    patients.loc[chosen.index, "DOB"] = text(first.reindex(chosen.SUBJECT_ID) - days).to_numpy()


def text(times: pd.Series) -> pd.Series:
    return times.dt.strftime("%Y-%m-%d %H:%M:%S")


def at_the_edges(table: pd.DataFrame, time: str, raw: Path, generator: np.random.Generator) -> None:
    """Move some times to where a shift takes them to an edge."""
    patients = read(raw, "PATIENTS", "SUBJECT_ID DOB")
    offset = offsets(remaining(admissions_with_age(raw, patients)))
    known = table.SUBJECT_ID.astype(int).isin(offset.index)
    chosen = table[some(table, 0.02, generator) & known]
    moments = pd.Series(generator.choice(np.array(MOMENTS, "datetime64[s]"), len(chosen)))
    moved = moments - offset.reindex(chosen.SUBJECT_ID.astype(int)).to_numpy()
    table.loc[chosen.index, time] = text(moved).to_numpy()


def repeated(table: pd.DataFrame) -> pd.DataFrame:
    """A dictionary in which later rows repeat codes, in another title's words."""
    again = table.iloc[::7].assign(LONG_TITLE="again")
    last = table.ROW_ID.astype(int).max()
    again["ROW_ID"] = [str(last + k) for k in range(1, len(again) + 1)]
    return pd.concat([table, again], ignore_index=True)


def blemish(table: pd.DataFrame, emptied: list[str], generator: np.random.Generator) -> None:
    """Empty, pad, capitalise and replace some cells."""
    for column in sorted(PADDED & set(table)):
        cells = some(table, 0.02, generator) & (table[column] != "")
        table.loc[cells, column] = " \t" + table.loc[cells, column].str.upper() + " "
    for column in sorted(FOUND.keys() & set(table) if "HADM_ID" in table else ()):
        cells = some(table, 0.02, generator)
        table.loc[cells, column] = generator.choice(FOUND[column], cells.sum())
    for column in emptied:
        table.loc[some(table, 0.01, generator), column] = ""
