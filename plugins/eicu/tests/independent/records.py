"""What happened to patients, each kind of event with the same columns, by the conventions of a task."""

from typing import Any, NamedTuple

import pandas as pd

from medgym_ehr.testing.independent.period import Slots, Tables, during, rows_of


class Kind(NamedTuple):
    table: str
    time: str
    name: str
    value: str = ""


KINDS = {
    "diagnosis": Kind("diagnosis", "diagnosistime", "diagnosisname"),
    "treatment": Kind("treatment", "treatmenttime", "treatmentname"),
    "lab test": Kind("lab", "labresulttime", "labname", "labresult"),
    "prescription": Kind("medication", "drugstarttime", "drugname"),
    "end of prescription": Kind("medication", "drugstoptime", "drugname"),
    "allergy": Kind("allergy", "allergytime", "allergyname"),
    "microbiology test": Kind("microlab", "culturetakentime", "culturesite"),
    "organism": Kind("microlab", "culturetakentime", "organism"),
    "fluid": Kind("intakeoutput", "intakeoutputtime", "celllabel", "cellvaluenumeric"),
}
CHARGED = ("diagnosis", "treatment", "lab test", "prescription")
VITALS = {
    "temperature": "temperature",
    "sao2": "oxygen saturation",
    "heartrate": "heart rate",
    "respiration": "respiration",
    "systemicsystolic": "systolic blood pressure",
    "systemicdiastolic": "diastolic blood pressure",
    "systemicmean": "mean blood pressure",
}
STAY = {
    "uniquepid": "SUBJECT_ID",
    "patienthealthsystemstayid": "HADM_ID",
    "patientunitstayid": "ICUSTAY_ID",
    "hospitaladmittime": "ADMITTIME",
    "hospitaldischargetime": "DISCHTIME",
    "unitadmittime": "INTIME",
    "unitdischargetime": "OUTTIME",
    "hospitalid": "HOSPITAL",
}
"""Columns of patient, in the words of MIMIC-III that periods and pairs are told in."""
OWNER = ["SUBJECT_ID", "HADM_ID", "ICUSTAY_ID", "HOSPITAL", "AGE"]


def views(tables: Tables) -> Tables:
    """Visits, ICU stays, charges and every kind of event.

    Events have the patient, visit, stay, hospital and age they belong to, their TIME and NAME, and the number
    VALUE or the COST of what has one.
    """
    stays = tables["patient"].rename(columns=STAY).assign(AGE=tables["patient"].age.astype(int))
    visits = stays.sort_values("INTIME").drop_duplicates("HADM_ID")
    charges = tables["cost"].rename(columns=STAY)
    charges = charges.assign(TIME=charges.chargetime, VALUE=charges.cost)
    kinds = {kind: events(tables, stays, kind) for kind in KINDS}
    fluid, found = kinds.pop("fluid"), kinds["organism"]
    kinds |= {f"{way}s": fluid[fluid.cellpath.str.contains(way)] for way in ("intake", "output")}
    kinds["organism"] = found[found.NAME != "no growth"]
    kinds["end of prescription"] = kinds["end of prescription"].dropna(subset="TIME")
    kinds["vital sign"] = vital_signs(tables["vitalperiodic"], stays)
    kinds["ward"] = stays.assign(TIME=stays.INTIME, NAME=stays.wardid)
    return {"ADMISSIONS": visits, "ICUSTAYS": stays, "COST": charges, **kinds}


def events(tables: Tables, stays: pd.DataFrame, kind: str) -> pd.DataFrame:
    table, time, name, value = KINDS[kind]
    rows = tables[table]
    columns = {"TIME": rows[time], "NAME": rows[name]}
    if value:
        columns["VALUE"] = rows[value].astype(float)
    if kind in CHARGED:
        charges = tables["cost"]
        prices = charges[charges.eventtype.eq(table)].set_index("eventid").cost
        columns["COST"] = rows[f"{table}id"].map(prices)
    return owned(rows.assign(**columns), stays)


def owned(rows: pd.DataFrame, stays: pd.DataFrame) -> pd.DataFrame:
    """Rows with the patient, visit, stay, hospital and age of their stay."""
    return rows.rename(columns=STAY).merge(stays[OWNER], on="ICUSTAY_ID", how="left", validate="m:1")


def vital_signs(rows: pd.DataFrame, stays: pd.DataFrame) -> pd.DataFrame:
    """A row for each value that was measured."""
    kept = rows.melt(["patientunitstayid", "observationtime"], list(VITALS), "NAME", "VALUE").dropna()
    kept = kept.assign(NAME=kept.NAME.map(VITALS), VALUE=kept.VALUE.astype(float), TIME=kept.observationtime)
    return owned(kept, stays)


def records(
    tables: Tables, kind: str, slots: Slots, name: Any = None, period: str = "period"
) -> pd.DataFrame:
    """Events of a kind, of the slots' patient if there is one, in their period if there is one.

    ``name`` keeps the events of that name.
    """
    rows = rows_of(tables, kind, slots["patient"]) if "patient" in slots else tables[kind]
    rows = during(tables, rows, "TIME", slots, period)
    return rows if name is None else rows[rows.NAME.eq(name)]


def visits(tables: Tables, slots: Slots, time: str = "ADMITTIME") -> pd.DataFrame:
    """Hospital visits, of the slots' patient if there is one, with that time in the period, if any."""
    rows = rows_of(tables, "ADMISSIONS", slots["patient"]) if "patient" in slots else tables["ADMISSIONS"]
    return during(tables, rows.dropna(subset=time), time, slots)


def stays(tables: Tables, slots: Slots, time: str = "INTIME") -> pd.DataFrame:
    """ICU stays, likewise."""
    rows = rows_of(tables, "ICUSTAYS", slots["patient"]) if "patient" in slots else tables["ICUSTAYS"]
    return during(tables, rows.dropna(subset=time), time, slots)


def current_visit(tables: Tables, rows: pd.DataFrame) -> pd.DataFrame:
    """Those of the rows that belong to visits which have not ended."""
    own = tables["ADMISSIONS"]
    return rows[rows.HADM_ID.isin(own[own.DISCHTIME.isna()].HADM_ID)]


def of_gender(tables: Tables, rows: pd.DataFrame, slots: Slots) -> pd.DataFrame:
    """Rows of patients of the slots' gender, all of them without one."""
    people = tables["ADMISSIONS"]
    if "gender" not in slots:
        return rows
    return rows[rows.SUBJECT_ID.isin(people[people.gender.eq(slots["gender"])].SUBJECT_ID)]


def deaths(tables: Tables) -> pd.DataFrame:
    """Visits that ended in death, at that TIME."""
    ended = tables["ADMISSIONS"]
    dead = ended[ended.hospitaldischargestatus.eq("expired").eq(True)]
    return dead.assign(TIME=dead.DISCHTIME)
