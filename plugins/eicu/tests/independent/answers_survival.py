"""Survival and mortality rates, a second time, straight from the wording."""

from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.cohort import NOW
from medgym_ehr.testing.independent.period import Slots, Tables, during
from medgym_ehr.testing.independent.ranks import top

from .records import deaths, of_gender, records

DAYS = {
    **{f"{word}-year": 365 * n for n, word in enumerate(("one", "two", "three", "four"), start=1)},
    **{f"{n}-day": n for n in (7, 14, 30)},
}


def outcomes(tables: Tables, kind: str, slots: Slots) -> pd.DataFrame:
    """Each patient's first event of each name, if in the period and long ago enough; SURVIVED or not."""
    span = pd.Timedelta(days=DAYS[slots["survival"]])
    firsts = records(tables, kind, {}).sort_values("TIME").drop_duplicates(["SUBJECT_ID", "NAME"])
    counted = during(tables, firsts, "TIME", slots)
    counted = counted[counted.TIME.lt(NOW - span)]
    death = counted.SUBJECT_ID.map(deaths(tables).groupby("SUBJECT_ID").TIME.min())
    return counted.assign(SURVIVED=death.isna() | (death - counted.TIME > span))


def survival(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    def solve(tables: Tables, slots: Slots) -> object:
        counted = outcomes(tables, kind, slots)
        return float(100 * counted[counted.NAME.eq(slots[slot])].SURVIVED.mean())

    return solve


def deadliest_diagnoses(tables: Tables, slots: Slots) -> object:
    counted = of_gender(tables, outcomes(tables, "diagnosis", slots), slots)
    survived = counted.groupby("NAME").SURVIVED
    mortality = 1 - survived.mean()
    return top(mortality[survived.size() >= int(slots["least"])], slots["top"])


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "survival_after_diagnosis": survival("diagnosis", "diagnosis"),
    "survival_after_treatment": survival("treatment", "treatment"),
    "survival_after_drug": survival("prescription", "drug"),
    "deadliest_diagnoses": deadliest_diagnoses,
}
