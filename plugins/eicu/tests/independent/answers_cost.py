"""Prices and costs, a second time, straight from the wording."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from medgym_ehr.testing.independent.period import Slots, Tables
from medgym_ehr.testing.independent.records import by_unit, one, summary

from .records import records, visits

TYPES = {
    "diagnoses": "diagnosis",
    "treatments": "treatment",
    "lab tests": "lab",
    "prescriptions": "medication",
}
UNITS = {"day": "daily", "month": "monthly", "year": "yearly"}


def visit_costs(tables: Tables, chosen: pd.Series) -> pd.Series:
    """The summed cost of each of these visits, which are HADM_ID; nothing where nothing was charged."""
    sums = tables["COST"].groupby("HADM_ID").VALUE.sum()
    return sums.reindex(chosen.unique()).dropna()


def visits_with(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """Of the visits with such an event in the period."""

    def solve(tables: Tables, slots: Slots) -> object:
        chosen = records(tables, kind, slots, slots[slot]).HADM_ID
        return summary(visit_costs(tables, chosen), slots["aggregate"])

    return solve


def visit_cost_of_source(tables: Tables, slots: Slots) -> object:
    begun = visits(tables, slots)
    chosen = begun[begun.hospitaladmitsource.eq(slots["source"])].HADM_ID
    return summary(visit_costs(tables, chosen), slots["aggregate"])


def cost_of_patient(tables: Tables, slots: Slots) -> object:
    return summary(records(tables, "COST", slots).VALUE, "total")


def cost_of_kind_of_patient(tables: Tables, slots: Slots) -> object:
    charges = records(tables, "COST", slots)
    return summary(charges[charges.eventtype.eq(TYPES[slots["kind"]])].VALUE, "total")


def totals_by_unit(tables: Tables, slots: Slots) -> list[list[Any]]:
    return by_unit(records(tables, "COST", slots), UNITS[slots["unit"]], "total")


def unit_cost_of_patient(tables: Tables, slots: Slots) -> object:
    return summary(pd.Series([total for _, total in totals_by_unit(tables, slots)]), slots["aggregate"])


def price(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    return lambda tables, slots: one(records(tables, kind, slots, slots[slot]).COST)


def extreme_price_of_patient(tables: Tables, slots: Slots) -> object:
    drugs = records(tables, "prescription", slots)
    extreme = {"highest": drugs.COST.max(), "lowest": drugs.COST.min()}[slots["extreme"]]
    return one(drugs[drugs.COST.eq(extreme)].NAME)


def drug_costs_of_patient(tables: Tables, slots: Slots) -> object:
    groups = records(tables, "prescription", slots).groupby("NAME").COST
    return [[drug, summary(costs, "total")] for drug, costs in groups]


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "visit_cost_with_diagnosis": visits_with("diagnosis", "diagnosis"),
    "visit_cost_with_treatment": visits_with("treatment", "treatment"),
    "visit_cost_with_drug": visits_with("prescription", "drug"),
    "visit_cost_with_lab": visits_with("lab test", "lab"),
    "visit_cost_of_source": visit_cost_of_source,
    "cost_of_patient": cost_of_patient,
    "cost_of_kind_of_patient": cost_of_kind_of_patient,
    "costs_of_patient_by_unit": totals_by_unit,
    "unit_cost_of_patient": unit_cost_of_patient,
    "price_of_drug": price("prescription", "drug"),
    "price_of_lab": price("lab test", "lab"),
    "price_of_treatment": price("treatment", "treatment"),
    "price_of_diagnosis": price("diagnosis", "diagnosis"),
    "extreme_price_of_patient": extreme_price_of_patient,
    "drug_costs_of_patient": drug_costs_of_patient,
}
