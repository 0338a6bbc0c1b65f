"""What the raw files of MIMIC-III record of every admission, as one frame; reads CSV with pandas alone."""

from pathlib import Path

import pandas as pd

LAB, CHART = "D_LABITEMS", "D_ITEMS"
MEASURED = (
    ("LABEVENTS", LAB, "VALUENUM", "VALUEUOM", "CHARTTIME", "CHARTTIME"),
    ("CHARTEVENTS", CHART, "VALUENUM", "VALUEUOM", "CHARTTIME", "CHARTTIME"),
    ("OUTPUTEVENTS", CHART, "VALUE", "VALUEUOM", "CHARTTIME", "CHARTTIME"),
    ("INPUTEVENTS_CV", CHART, "AMOUNT", "AMOUNTUOM", "CHARTTIME", "CHARTTIME"),
    ("INPUTEVENTS_CV", CHART, "RATE", "RATEUOM", "CHARTTIME", "CHARTTIME"),
    ("INPUTEVENTS_MV", CHART, "AMOUNT", "AMOUNTUOM", "STARTTIME", "ENDTIME"),
    ("INPUTEVENTS_MV", CHART, "RATE", "RATEUOM", "STARTTIME", "ENDTIME"),
)
CODED = (("DIAGNOSES_ICD", "D_ICD_DIAGNOSES"), ("PROCEDURES_ICD", "D_ICD_PROCEDURES"))
COLUMNS = ["hadm", "name", "value", "unit", "start", "end"]
EVER = ("1000-01-01", "3000-01-01")


def records(raw: Path) -> dict[int, pd.DataFrame]:
    """Admission to its records: name, value, unit, start, end."""
    frames = [*_measured(raw), _prescribed(raw), *_cultures(raw), *_coded(raw)]
    for frame in frames:
        frame.columns = COLUMNS
        frame["start"], frame["end"] = pd.to_datetime(frame["start"]), pd.to_datetime(frame["end"])
        frame["value"] = frame["value"].astype(float)
    everything = pd.concat([frame for frame in frames if len(frame)], ignore_index=True)
    everything = everything.dropna(subset=["hadm", "name"])
    everything["name"] = everything["name"].str.strip().str.lower()
    everything["unit"] = everything["unit"].astype("str").str.strip().str.lower()
    return {int(hadm): group for hadm, group in everything.groupby("hadm")}


def _read(raw: Path, name: str) -> pd.DataFrame:
    return pd.read_csv(raw / f"{name}.csv", dtype=str, keep_default_na=False).replace("", None)


def _measured(raw: Path):
    labels = {name: _read(raw, name).set_index("ITEMID")["LABEL"] for name in (LAB, CHART)}
    for file, items, *columns in MEASURED:
        frame = _read(raw, file)
        frame["NAME"] = frame["ITEMID"].map(labels[items])
        value, unit, start, end = columns
        yield pd.concat([frame[c] for c in ("HADM_ID", "NAME", value, unit, start, end)], axis=1)


def _prescribed(raw: Path) -> pd.DataFrame:
    frame = _read(raw, "PRESCRIPTIONS")
    frame["DOSE"] = pd.to_numeric(frame["DOSE_VAL_RX"], errors="coerce").fillna(0)
    frame["ENDDATE"] = frame["ENDDATE"].fillna(frame["STARTDATE"])
    return frame[["HADM_ID", "DRUG", "DOSE", "DOSE_UNIT_RX", "STARTDATE", "ENDDATE"]].copy()


def _cultures(raw: Path):
    frame = _read(raw, "MICROBIOLOGYEVENTS")
    frame["WHEN"] = frame["CHARTTIME"].fillna(frame["CHARTDATE"])
    frame["NOTHING"] = None
    for name in ("SPEC_TYPE_DESC", "ORG_NAME"):
        yield pd.concat([frame[c] for c in ("HADM_ID", name, "NOTHING", "NOTHING", "WHEN", "WHEN")], axis=1)


def _coded(raw: Path):
    for file, dictionary in CODED:
        frame = _read(raw, file).merge(_read(raw, dictionary), on="ICD9_CODE")
        frame["NOTHING"], frame["FIRST"], frame["LAST"] = None, *EVER
        for title in ("SHORT_TITLE", "LONG_TITLE"):
            yield pd.concat(
                [frame[c] for c in ("HADM_ID", title, "NOTHING", "NOTHING", "FIRST", "LAST")], axis=1
            )
