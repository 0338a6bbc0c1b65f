"""Comparisons of earlier with later, a second time, straight from the wording."""

from collections.abc import Callable
from itertools import product

import pandas as pd

from medgym_ehr.testing.independent.period import Slots, Tables, spell
from medgym_ehr.testing.independent.records import candidates, listed, nth, one, summary

from .records import records, stays

BEFORE = {
    "the day before": 1,
    "the two days before": 2,
    "the three days before": 3,
    "the seven days before": 7,
}
"""How many days there are in it."""


def change(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """The later minus the first value."""

    def solve(tables: Tables, slots: Slots) -> object:
        rows = records(tables, kind, slots, slots[slot])
        return float(nth(rows, slots["later"]) - nth(rows, "first"))

    return solve


def vital_between_periods(tables: Tables, slots: Slots) -> object:
    """The reading of period2 less that of period."""
    references, values = (
        candidates(records(tables, "vital sign", slots, slots["vital"], period), slots["nth"])
        for period in ("period", "period2")
    )
    return one(pd.Series([value - reference for value, reference in product(values, references)]))


def weight_change(tables: Tables, slots: Slots) -> object:
    own = stays(tables, slots)
    return one(own.dischargeweight - own.admissionweight)


def of_visit(tables: Tables, kind: str, slots: Slots, which: str) -> pd.DataFrame:
    rows = records(tables, kind, slots)
    return rows[rows.HADM_ID.isin(spell(tables, slots["patient"], "hosp", which).HADM_ID)]


def lab_between_visits(tables: Tables, slots: Slots) -> object:
    first, last = (of_visit(tables, "lab test", slots, which) for which in ("first", "last"))
    own = (visit[visit.NAME.eq(slots["lab"])].VALUE for visit in (last, first))
    minuend, subtrahend = (summary(values, slots["aggregate"]) for values in own)
    return minuend - subtrahend


def fluid_balance(tables: Tables, slots: Slots) -> object:
    intake, output = (summary(records(tables, kind, slots).VALUE, "total") for kind in ("intakes", "outputs"))
    return intake - output


def new_drugs(tables: Tables, slots: Slots) -> object:
    """Of one day, less those of so many days before it."""
    own = records(tables, "prescription", slots)
    (day,) = own.TIME.dt.normalize().unique()
    ever = records(tables, "prescription", {"patient": slots["patient"]})
    before = ever[(day - ever.TIME.dt.normalize()).dt.days.between(1, BEFORE[slots["before"]])]
    return listed(own[~own.NAME.isin(before.NAME)].NAME)


def drugs_between_visits(tables: Tables, slots: Slots) -> object:
    """Of one visit, less those of the other."""
    own, others = (
        of_visit(tables, "prescription", slots, slots[visit].replace("current", "cur")).NAME
        for visit in ("visit", "visit.other")
    )
    return listed(own[~own.isin(others)])


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "lab_change": change("lab test", "lab"),
    "vital_change": change("vital sign", "vital"),
    "vital_between_periods": vital_between_periods,
    "weight_change": weight_change,
    "lab_between_visits": lab_between_visits,
    "fluid_balance": fluid_balance,
    "new_drugs": new_drugs,
    "drugs_between_visits": drugs_between_visits,
}
