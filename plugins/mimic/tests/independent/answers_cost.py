"""Prices and costs, a second time, straight from the wording."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from medgym_ehr.testing.independent.charges import charged, of_kind, visit_costs
from medgym_ehr.testing.independent.period import Slots, Tables, during, rows_of
from medgym_ehr.testing.independent.records import by_unit, one, records, summary

KIND = {
    "diagnoses": "diagnosis",
    "procedures": "procedure",
    "lab tests": "lab test",
    "prescriptions": "prescription",
}
UNITS = {"day": "daily", "month": "monthly", "year": "yearly"}


def visits_with(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """Of the visits with such an event in the period."""

    def solve(tables: Tables, slots: Slots) -> object:
        visits = records(tables, kind, slots, slots[slot]).HADM_ID
        return summary(visit_costs(tables, visits), slots["aggregate"])

    return solve


def visit_cost_of_admission_type(tables: Tables, slots: Slots) -> object:
    begun = during(tables, tables["ADMISSIONS"], "ADMITTIME", slots)
    visits = begun[begun.ADMISSION_TYPE.eq(slots["admission"])].HADM_ID
    return summary(visit_costs(tables, visits), slots["aggregate"])


def charges(tables: Tables, slots: Slots) -> pd.DataFrame:
    """The patient's charges in the period."""
    rows = during(tables, rows_of(tables, "COST", slots["patient"]), "CHARGETIME", slots)
    return rows.assign(TIME=rows.CHARGETIME, VALUE=rows.COST)


def cost_of_patient(tables: Tables, slots: Slots) -> object:
    return summary(charges(tables, slots).COST, "total")


def cost_of_kind_of_patient(tables: Tables, slots: Slots) -> object:
    return summary(of_kind(charges(tables, slots), KIND[slots["kind"]]).COST, "total")


def totals_by_unit(tables: Tables, slots: Slots) -> list[list[Any]]:
    return by_unit(charges(tables, slots), UNITS[slots["unit"]], "total")


def unit_cost_of_patient(tables: Tables, slots: Slots) -> object:
    totals = pd.Series([total for _, total in totals_by_unit(tables, slots)])
    return summary(totals, slots["aggregate"])


def price(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    def solve(tables: Tables, slots: Slots) -> object:
        return one(charged(tables, kind, slots, slots[slot]).COST)

    return solve


def extreme_price_of_patient(tables: Tables, slots: Slots) -> object:
    drugs = charged(tables, "prescription", slots)
    extreme = {"highest": drugs.COST.max(), "lowest": drugs.COST.min()}[slots["extreme"]]
    return one(drugs[drugs.COST.eq(extreme)].NAME)


def drug_costs_of_patient(tables: Tables, slots: Slots) -> object:
    groups = charged(tables, "prescription", slots).groupby("NAME").COST
    return [[drug, summary(costs, "total")] for drug, costs in groups]


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "visit_cost_with_diagnosis": visits_with("diagnosis", "diagnosis"),
    "visit_cost_with_procedure": visits_with("procedure", "procedure"),
    "visit_cost_with_drug": visits_with("prescription", "drug"),
    "visit_cost_with_lab": visits_with("lab test", "lab"),
    "visit_cost_of_admission_type": visit_cost_of_admission_type,
    "cost_of_patient": cost_of_patient,
    "cost_of_kind_of_patient": cost_of_kind_of_patient,
    "costs_of_patient_by_unit": totals_by_unit,
    "unit_cost_of_patient": unit_cost_of_patient,
    "price_of_drug": price("prescription", "drug"),
    "price_of_lab": price("lab test", "lab"),
    "price_of_procedure": price("procedure", "procedure"),
    "price_of_diagnosis": price("diagnosis", "diagnosis"),
    "extreme_price_of_patient": extreme_price_of_patient,
    "drug_costs_of_patient": drug_costs_of_patient,
}
