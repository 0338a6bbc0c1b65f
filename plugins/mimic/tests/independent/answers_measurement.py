"""Measured and summed values, a second time, straight from the wording."""

from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.period import SPELLS, Slots, Tables, during, rows_of
from medgym_ehr.testing.independent.records import KINDS, by_unit, nth, records, summary

BODY = {"height (admit ht)": "admit ht", "weight (admit wt)": "admit wt"}
STAYS = {"hospital visit": "hosp", "ICU stay": "icu"}
DAY = {unit: pd.Timedelta(**{unit: 1}) for unit in ("weeks", "days", "hours", "minutes")}


def nth_value(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    def solve(tables: Tables, slots: Slots) -> object:
        return nth(records(tables, kind, slots, slots[slot]), slots["nth"])

    return solve


def body_value(tables: Tables, slots: Slots) -> object:
    return nth(records(tables, "vital sign", slots, BODY[slots["measure"]]), slots["nth"])


def summarised(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    def solve(tables: Tables, slots: Slots) -> object:
        return summary(records(tables, kind, slots, slots[slot]).VALUE, slots["aggregate"])

    return solve


def units(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    def solve(tables: Tables, slots: Slots) -> object:
        return by_unit(records(tables, kind, slots, slots[slot]), slots["unit"], slots["aggregate"])

    return solve


def fluid(tables: Tables, slots: Slots) -> pd.DataFrame:
    """All intakes or outputs, of items without a label too."""
    kind = KINDS[slots["fluid"]]
    rows = during(tables, rows_of(tables, kind.table, slots["patient"]), kind.time, slots)
    return rows.assign(TIME=rows[kind.time], VALUE=rows[kind.value])


def fluid_total(tables: Tables, slots: Slots) -> object:
    return summary(fluid(tables, slots).VALUE, "total")


def fluid_total_by_unit(tables: Tables, slots: Slots) -> object:
    return by_unit(fluid(tables, slots), slots["unit"], "total")


def stay_length(tables: Tables, slots: Slots) -> object:
    """Of the stays that have ended, and began in the period if there is one."""
    name, begin, end, _ = SPELLS[STAYS[slots["stay"]]]
    began = during(tables, rows_of(tables, name, slots["patient"]), begin, slots)
    lengths = (began[end] - began[begin]) / DAY[slots.get("unit", "days")]
    ended = began.assign(VALUE=lengths).dropna(subset="VALUE")
    if slots["which"] in ("longest", "shortest"):
        return summary(ended.VALUE, {"longest": "maximum", "shortest": "minimum"}[slots["which"]])
    return nth(ended, slots["which"], time=begin)


def stay_length_by_diagnosis(tables: Tables, slots: Slots) -> object:
    diagnosed = records(tables, "diagnosis", slots, slots["diagnosis"]).HADM_ID
    visits = tables["ADMISSIONS"]
    lengths = (visits.DISCHTIME - visits.ADMITTIME) / DAY["days"]
    return summary(lengths[visits.HADM_ID.isin(diagnosed)], slots["aggregate"])


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "lab_value": nth_value("lab test", "lab"),
    "vital_value": nth_value("vital sign", "vital"),
    "body_value": body_value,
    "lab_summary": summarised("lab test", "lab"),
    "vital_summary": summarised("vital sign", "vital"),
    "lab_summary_of_all": summarised("lab test", "lab"),
    "drug_dose": nth_value("prescription", "drug"),
    "drug_dose_summary": summarised("prescription", "drug"),
    "lab_by_unit": units("lab test", "lab"),
    "vital_by_unit": units("vital sign", "vital"),
    "lab_by_unit_of_all": units("lab test", "lab"),
    "stay_length": stay_length,
    "stay_length_begun": stay_length,
    "stay_length_by_diagnosis": stay_length_by_diagnosis,
    "intake_volume": summarised("intakes", "intake"),
    "output_volume": summarised("outputs", "output"),
    "fluid_total": fluid_total,
    "fluid_total_by_unit": fluid_total_by_unit,
}
