"""Measured and summed values, a second time, straight from the wording."""

from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.period import SPELLS, Slots, Tables
from medgym_ehr.testing.independent.records import by_unit, nth, summary

from .records import of_gender, records, stays, visits

STAYS = {"hospital visit": "hosp", "ICU stay": "icu"}
DAY = {unit: pd.Timedelta(**{unit: 1}) for unit in ("weeks", "days", "hours", "minutes")}


def nth_value(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    return lambda tables, slots: nth(records(tables, kind, slots, slots[slot]), slots["nth"])


def summarised(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    def solve(tables: Tables, slots: Slots) -> object:
        rows = of_gender(tables, records(tables, kind, slots, slots[slot]), slots)
        return summary(rows.VALUE, slots["aggregate"])

    return solve


def units(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    def solve(tables: Tables, slots: Slots) -> object:
        return by_unit(records(tables, kind, slots, slots[slot]), slots["unit"], slots["aggregate"])

    return solve


def body(slots: Slots) -> str:
    return str(slots["measure"]).replace(" ", "")


def body_value(tables: Tables, slots: Slots) -> object:
    measured = stays(tables, slots).dropna(subset=body(slots))
    return nth(measured, slots["nth"], body(slots), "INTIME")


def body_summary_by_diagnosis(tables: Tables, slots: Slots) -> object:
    every = tables["ICUSTAYS"]
    diagnosed = records(tables, "diagnosis", slots, slots["diagnosis"]).ICUSTAY_ID
    return summary(every[every.ICUSTAY_ID.isin(diagnosed)][body(slots)], slots["aggregate"])


def fluid_total(tables: Tables, slots: Slots) -> object:
    return summary(records(tables, slots["fluid"], slots).VALUE, "total")


def fluid_total_by_unit(tables: Tables, slots: Slots) -> object:
    return by_unit(records(tables, slots["fluid"], slots), slots["unit"], "total")


def lengths(rows: pd.DataFrame, spell: str, unit: str = "days") -> pd.DataFrame:
    """The rows that have ended, with their length as VALUE."""
    _, begin, end, _ = SPELLS[spell]
    return rows.assign(VALUE=(rows[end] - rows[begin]) / DAY[unit]).dropna(subset="VALUE")


def stay_length(tables: Tables, slots: Slots) -> object:
    """Of the visits or stays that have ended, and began in the period if there is one."""
    spell = STAYS[slots["stay"]]
    began = visits(tables, slots) if spell == "hosp" else stays(tables, slots)
    ended = lengths(began, spell, slots.get("unit", "days"))
    if slots["which"] in ("longest", "shortest"):
        return summary(ended.VALUE, {"longest": "maximum", "shortest": "minimum"}[slots["which"]])
    return nth(ended, slots["which"], time=SPELLS[spell][1])


def stay_length_by_diagnosis(tables: Tables, slots: Slots) -> object:
    ended = lengths(tables["ADMISSIONS"], "hosp")
    diagnosed = records(tables, "diagnosis", slots, slots["diagnosis"]).HADM_ID
    return summary(ended[ended.HADM_ID.isin(diagnosed)].VALUE, slots["aggregate"])


def stay_length_by_ward(tables: Tables, slots: Slots) -> object:
    ended = lengths(stays(tables, slots), "icu")
    return summary(ended[ended.wardid.eq(slots["ward"])].VALUE, slots["aggregate"])


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "lab_value": nth_value("lab test", "lab"),
    "vital_value": nth_value("vital sign", "vital"),
    "body_value": body_value,
    "body_summary_by_diagnosis": body_summary_by_diagnosis,
    "lab_summary": summarised("lab test", "lab"),
    "lab_summary_of_all": summarised("lab test", "lab"),
    "lab_summary_of_gender": summarised("lab test", "lab"),
    "vital_summary": summarised("vital sign", "vital"),
    "intake_volume": summarised("intakes", "intake"),
    "output_volume": summarised("outputs", "output"),
    "lab_by_unit": units("lab test", "lab"),
    "lab_by_unit_of_all": units("lab test", "lab"),
    "vital_by_unit": units("vital sign", "vital"),
    "fluid_total": fluid_total,
    "fluid_total_by_unit": fluid_total_by_unit,
    "stay_length": stay_length,
    "stay_length_begun": stay_length,
    "stay_length_by_diagnosis": stay_length_by_diagnosis,
    "stay_length_by_ward": stay_length_by_ward,
}
