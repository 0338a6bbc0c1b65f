"""MIMICSQL's five tables, computed a second time from the raw CSV files by their written description."""

from pathlib import Path

import pandas as pd

Tables = dict[str, pd.DataFrame]


def read(raw: Path, name: str) -> pd.DataFrame:
    """A raw file, every cell a trimmed text or missing."""
    cells = pd.read_csv(raw / f"{name}.csv", dtype=str, keep_default_na=False)
    trimmed = cells.apply(lambda column: column.str.strip())
    return trimmed.mask(trimmed == "").drop(columns="ROW_ID")


def tables(raw: Path) -> Tables:
    """The five tables; numbers are numbers, times are times, everything else is text."""
    return {
        "DEMOGRAPHIC": demographic(raw),
        "DIAGNOSES": numbered(with_words(raw, "DIAGNOSES_ICD", "D_ICD_DIAGNOSES", "ICD9_CODE")),
        "PROCEDURES": numbered(with_words(raw, "PROCEDURES_ICD", "D_ICD_PROCEDURES", "ICD9_CODE")),
        "PRESCRIPTIONS": numbered(prescriptions(raw)),
        "LAB": numbered(labs(raw)),
    }


def demographic(raw: Path) -> pd.DataFrame:
    people, stays = read(raw, "PATIENTS"), read(raw, "ADMISSIONS")
    rows = stays.merge(people, on="SUBJECT_ID", how="left", validate="many_to_one")
    for column in ("DOB", "DOD", "ADMITTIME", "DISCHTIME"):
        rows[column] = pd.to_datetime(rows[column], format="%Y-%m-%d %H:%M:%S").astype("datetime64[s]")
    years = rows.ADMITTIME.dt.year - rows.DOB.dt.year
    spans = rows.DISCHTIME - rows.ADMITTIME
    return numbered(rows).assign(
        AGE=years.where(years < 300, years - 300 + 89),
        DAYS_STAY=[span // pd.Timedelta(days=1) for span in spans],
        DOB_YEAR=rows.DOB.dt.year,
        DOD_YEAR=rows.DOD.dt.year,
        ADMITYEAR=rows.ADMITTIME.dt.year,
        NAME=[synthetic_name(int(subject)) for subject in rows.SUBJECT_ID],
    )


def synthetic_name(subject: int) -> str:
    syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
    word, rest = "", subject
    for _ in range(3) if subject < 70**3 else range(9):
        word, rest = syllables[rest % 70] + word, rest // 70
    return f"Synthetic {word.capitalize()}"


def with_words(raw: Path, events: str, dictionary: str, key: str) -> pd.DataFrame:
    words = read(raw, dictionary).dropna(subset=key).drop_duplicates(key)
    return read(raw, events).merge(words, on=key, how="inner")


def prescriptions(raw: Path) -> pd.DataFrame:
    rows = read(raw, "PRESCRIPTIONS").dropna(subset=["DOSE_VAL_RX", "DOSE_UNIT_RX"])
    return rows.assign(DRUG_DOSE=rows.DOSE_VAL_RX + rows.DOSE_UNIT_RX)


def labs(raw: Path) -> pd.DataFrame:
    rows = with_words(raw, "LABEVENTS", "D_LABITEMS", "ITEMID").dropna(
        subset=["HADM_ID", "VALUE", "VALUEUOM"]
    )
    return rows.assign(VALUE_UNIT=rows.VALUE + rows.VALUEUOM)


def numbered(rows: pd.DataFrame) -> pd.DataFrame:
    whole = {"SUBJECT_ID", "HADM_ID", "ITEMID", "EXPIRE_FLAG"} & set(rows.columns)
    return rows.assign(**{column: rows[column].astype(int) for column in whole}).reset_index(drop=True)
