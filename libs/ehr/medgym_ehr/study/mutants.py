"""Mutants: the reference less one stated definition each, to see whether a study's answers rest on it.

Mutation analysis, as of tests (DeMillo, Lipton and Sayward, Computer 1978;11(4):34-41): a definition that can
be left out without changing an answer is stated in vain, and who overlooks it is not found out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache
from typing import Any, NamedTuple

from numpy.linalg import LinAlgError

from medgym_ehr.study.cohort import Found
from medgym_ehr.study.program import text
from medgym_ehr.study.records import Records
from medgym_ehr.study.steps import Design

NEAR = {"abs": 0.0011, "rel": 0.0022}
"""Numbers no farther apart than either may both be right: a tenth more than answers may be off."""
SLOTS = {
    "exclusions": "exclusions",
    "exposure": "exposure",
    "outcome": "outcome",
    "covariates": "table_one",
    "course": "incidence",
}
"""Part of a design to the turn that its measures are first asked in."""


class Mutant(NamedTuple):
    """One definition left out, as a replacement in the text of the reference."""

    definition: str
    """What is left out, in words."""
    concerns: tuple[str, ...]
    """Turns, or measures, that rest on the definition."""
    old: str
    new: str


MUTANTS = (
    Mutant(
        "only: those whom no other exclusion removes",
        ("cohort",),
        "return [stay for stay in removed[name] if stay not in others]",
        "return [*removed[name]]",
    ),
    Mutant(
        "the median as cut",
        ("adjusted", "standardised"),
        "return float(median(known))",
        "return sum(known) / len(known)",
    ),
    Mutant(
        "above the cut, not at it",
        ("adjusted", "standardised"),
        "one > limit for one",
        "one >= limit for one",
    ),
    Mutant(
        "differences by their size, whatever their sign",
        ("adjusted", "standardised", "regression"),
        "key=lambda name: -abs(smd[name])",
        "key=lambda name: -smd[name]",
    ),
    Mutant(
        "covariates of the regression as numbers",
        ("regression",),
        "rows.append([pairs[stay][0], *(one for one in values if one is not None)])",
        "rows.append([pairs[stay][0], *(one > at[1] for one, at in zip(values, found['cuts']))])",
    ),
    Mutant(
        "time to event instead of a proportion",
        ("incidence",),
        "return {name: incidence(courses) for name, courses in arms.items()}",
        "return {name: [how for _, how in one].count(1) / len(one) for name, one in arms.items()}",
    ),
    Mutant(
        "death as competing risk, not as censoring",
        ("incidence",),
        "return {name: incidence(courses) for name, courses in arms.items()}",
        "return {name: incidence([(at, how % 2) for at, how in one]) for name, one in arms.items()}",
    ),
    Mutant(
        "days after which readmissions do not count",
        ("readmission",),
        "end = min(days * DAY, seen)",
        "end = seen",
    ),
    Mutant(
        "days after which low counts do not count",
        ("thrombocytopenia",),
        'end = min(told["minutes"], days * DAY)',
        'end = told["minutes"]',
    ),
    Mutant(
        "points of the lung",
        ("sofa",),
        "blood + heart + lung(records, stay)",
        "blood + heart",
    ),
    Mutant(
        "points of vasopressors",
        ("sofa",),
        'heart = 3 if values("vasopressor") else pressure',
        "heart = pressure",
    ),
    Mutant(
        "suspected infection",
        ("sepsis",),
        "return int(sofa(records, stay) >= 2 and infection_suspected(records, stay))",
        "return int(sofa(records, stay) >= 2)",
    ),
    Mutant(
        "SOFA of at least 2",
        ("sepsis",),
        "return int(sofa(records, stay) >= 2 and infection_suspected(records, stay))",
        "return int(infection_suspected(records, stay))",
    ),
    Mutant("culture and antibiotic near admission", ("sepsis",), " if -2 * DAY <= minute <= DAY]", "]"),
    Mutant(
        "lesser conditions do not count beside greater",
        ("charlson",),
        "present -= {lesser for lesser, greater in SUPERSEDED if greater in present}",
        "",
    ),
    Mutant(
        "Charlson's weights",
        ("charlson",),
        "return sum(CHARLSON[name][0] for name in present)",
        "return len(present)",
    ),
    Mutant(
        "no ventilator-free days for who dies",
        ("ventilator-free",),
        'stay["dead"] is not None and stay["dead"] <= DAYS * DAY',
        "False",
    ),
    Mutant(
        "28 days of ventilation",
        ("ventilator-free",),
        "for minute, _ in ventilation if 0 <= minute <= DAYS * DAY]",
        "for minute, _ in ventilation]",
    ),
    Mutant(
        "a rise of 0.3 mg/dl in 48 hours",
        ("aki",),
        "if ratio < 1.5 and not rises:",
        "if ratio < 1.5:",
    ),
)
"""Those that data can tell; what seldom decides in any hospital (docs/security.md) is stated all the same."""


class Mutants:
    """All mutants on one database: they share what is read, and each measures by itself."""

    def __init__(self, records: Records) -> None:
        """Takes the records of the reference."""
        self._records = {mutant: copy(records) for mutant in MUTANTS}
        for own in self._records.values():
            own.columns, own.meeting = {}, {}

    def surviving(self, design: Design, answers: Mapping[str, Any], found: Found) -> Iterator[Mutant]:
        """Mutants that change no answer of a study that concerns them."""
        for mutant in MUTANTS:
            places = concerned(design, mutant)
            if places and not self._tells(mutant, places, design, answers, {**found}):
                yield mutant

    def _tells(
        self, mutant: Mutant, turns: list[str], design: Design, answers: Mapping[str, Any], found: Found
    ) -> bool:
        """Whether an answer changes; what a turn finds otherwise, later ones go on with."""
        steps, records = mutated(mutant)["STEPS"], self._records[mutant]
        try:
            return any(differs(answers[turn], steps[turn](records, design, found)) for turn in turns)
        except (ArithmeticError, ValueError, LinAlgError):
            return True


def concerned(design: Design, mutant: Mutant) -> list[str]:
    """Turns of a study that rest on a mutant's definition."""
    asked = [turn for turn in mutant.concerns if turn in design["turns"]]
    return asked + [
        turn
        for part, turn in SLOTS.items()
        if any(f"['{measure}'" in str(design.get(part)) for measure in mutant.concerns)
    ]


def differs(one: Any, other: Any) -> bool:
    """Whether two answers to a turn cannot both be taken for right."""
    if isinstance(one, dict):
        return any(differs(one[key], other[key]) for key in one)
    if isinstance(one, float):
        return bool(abs(one - other) > max(NEAR["abs"], NEAR["rel"] * abs(one)))
    return bool(one != other)


@cache
def mutated(mutant: Mutant) -> dict[str, Any]:
    """What the text of the reference defines after the replacement."""
    if text().count(mutant.old) != 1:
        raise ValueError(f"the reference does not say {mutant.old!r} once: {mutant.definition}")
    module: dict[str, Any] = {}
    exec(compile(text().replace(mutant.old, mutant.new), mutant.definition, "exec"), module)
    return module
