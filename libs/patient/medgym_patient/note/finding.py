"""Symptoms, signs and findings of studies: which a patient may have, and which surely not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from medgym_patient.concept.table import Table
from medgym_patient.note.case import Case


@dataclass(frozen=True)
class Finding:
    """A row of ``finding.csv``."""

    concept: str
    kind: str
    """``symptom``, ``sign`` or ``study``."""
    sex: str
    """``f`` or ``m`` where only women or men have it."""
    because: frozenset[str]
    """Diagnoses, conditions and reasons with which it may be there; without any of them it is not."""
    names: tuple[str, ...]


@cache
def findings() -> tuple[Finding, ...]:
    """All of them."""
    table = Table.parse(files(__package__).joinpath("finding.csv").read_text(encoding="utf-8"))
    return tuple(
        Finding(concept, kind, sex, frozenset(because.split(";")), tuple(names.split(";")))
        for concept, kind, sex, because, names in table.rows
    )


def possible(case: Case, kind: str) -> list[Finding]:
    """What a patient may have."""
    return [each for each in _of_sex(case, kind) if each.because & case.present]


def absent(case: Case, kind: str) -> list[Finding]:
    """What a patient surely has not."""
    febrile = any(fact.value is not None and fact.value >= 38 for fact in case.of("vital", "temperature"))
    return [
        each
        for each in _of_sex(case, kind)
        if not each.because & case.present and not (febrile and each.concept in ("fever", "chills"))
    ]


def _of_sex(case: Case, kind: str) -> list[Finding]:
    own = "f" if case.female else "m"
    return [each for each in findings() if each.kind == kind and each.sex in ("", own)]
