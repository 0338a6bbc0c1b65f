"""What happened, a second time, straight from the wording."""

from collections import Counter
from collections.abc import Callable

import pandas as pd

from medgym_ehr.testing.independent.period import Slots, Tables, during, rows_of
from medgym_ehr.testing.independent.records import plain, records

NORMAL = {
    "temperature c (calc)": (35.5, 38.1),
    "sao2": (95, 100),
    "heart rate": (60, 100),
    "respiratory rate": (12, 18),
    "arterial bp [systolic]": (90, 120),
    "arterial bp [diastolic]": (60, 90),
    "arterial bp mean": (60, 110),
}


PLACES = ("", "2", "3")


def numbered(times: list[pd.Series]) -> object:
    """The numbers of those that have any times, with the earliest."""
    return [[number, plain(own.min())] for number, own in enumerate(times, start=1) if not own.empty]


def of_patient(kind: str, slot: str) -> Callable[[Tables, Slots], object]:
    """Which of three things of a kind the patient has."""

    def solve(tables: Tables, slots: Slots) -> object:
        rows = records(tables, kind, slots)
        return numbered([rows[rows.NAME.eq(slots[f"{slot}{place}"])].TIME for place in PLACES])

    return solve


def of_patients(found: Callable[[Tables, Slots], pd.DataFrame]) -> Callable[[Tables, Slots], object]:
    """Which of three patients have rows that are found for one."""

    def solve(tables: Tables, slots: Slots) -> object:
        each = [slots | {"patient": slots[f"patient{place}"]} for place in PLACES]
        return numbered([found(tables, own).TIME for own in each])

    return solve


def visits_of_type(tables: Tables, slots: Slots) -> pd.DataFrame:
    own = during(tables, rows_of(tables, "ADMISSIONS", slots["patient"]), "ADMITTIME", slots)
    return own[own.ADMISSION_TYPE.eq(slots["type"])].rename(columns={"ADMITTIME": "TIME"})


def grown(tables: Tables, slots: Slots) -> pd.DataFrame:
    tests = records(tables, "microbiology test", slots, slots["specimen"])
    return tests[tests.ORG_NAME.notna()]


def tests_with_organism(tables: Tables, slots: Slots) -> pd.DataFrame:
    tests = records(tables, "microbiology test", slots)
    return tests[tests.ORG_NAME.eq(slots["organism"]).fillna(False).astype(bool)]


def days(rows: pd.DataFrame) -> list[str]:
    """The day of each row."""
    return list(rows.TIME.dt.strftime("%Y-%m-%d"))


def vital_beyond(tables: Tables, slots: Slots) -> object:
    rows = records(tables, "vital sign", slots, slots["vital"])
    beyond = {"above": rows.VALUE.gt, "below": rows.VALUE.lt}[slots["comparison"]]
    return sorted(set(days(rows[beyond(slots["value"])])))


def vital_abnormal(tables: Tables, slots: Slots) -> object:
    rows = records(tables, "vital sign", slots, slots["vital"])
    outside = rows[rows.VALUE.notna() & ~rows.VALUE.between(*NORMAL[slots["vital"]])]
    return [list(each) for each in Counter(days(outside)).items()]


SOLVERS: dict[str, Callable[[Tables, Slots], object]] = {
    "has_drug": of_patient("prescription", "drug"),
    "have_drug": of_patients(lambda tables, slots: records(tables, "prescription", slots, slots["drug"])),
    "have_any_event": of_patients(lambda tables, slots: records(tables, slots["event"], slots)),
    "have_visit_of_type": of_patients(visits_of_type),
    "has_diagnosis": of_patient("diagnosis", "diagnosis"),
    "has_procedure": of_patient("procedure", "procedure"),
    "has_lab": of_patient("lab test", "lab"),
    "have_culture": of_patients(
        lambda tables, slots: records(tables, "microbiology test", slots, slots["specimen"])
    ),
    "have_growth": of_patients(grown),
    "have_organism": of_patients(tests_with_organism),
    "have_intake": of_patients(lambda tables, slots: records(tables, "intakes", slots, slots["intake"])),
    "has_careunit": of_patient("care unit", "careunit"),
    "vital_beyond": vital_beyond,
    "vital_abnormal": vital_abnormal,
}
