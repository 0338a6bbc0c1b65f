"""The turns of a study: each takes what the ones before found, adds to it, and has an answer."""

from __future__ import annotations

import math
from typing import Any

from medgym_ehr.study.cohort import Found, base, largest, lost, only
from medgym_ehr.study.competing import incidence, readmission, thrombocytopenia
from medgym_ehr.study.estimate import (
    Pair,
    cells,
    e_value,
    logistic,
    odds_ratio,
    pooled,
    risks,
    standardised,
)
from medgym_ehr.study.measure import column, meeting
from medgym_ehr.study.records import Records
from medgym_ehr.study.table_one import cut, differences, ranked, strata

Design = dict[str, Any]
"""A study as JSON: ``base`` (conditions), ``exclusions``, ``exposure``, ``outcome``, ``covariates``,
``claim`` (a risk ratio), and more where its turns need it."""


def step_base(records: Records, design: Design, found: Found) -> Any:
    """How many stays."""
    found["base"] = base(records, design["base"])
    return len(found["base"])


def step_exclusions(records: Records, design: Design, found: Found) -> Any:
    """How many each exclusion removes by itself."""
    found["lost"] = lost(records, found["base"], design["exclusions"])
    return {name: len(stays) for name, stays in found["lost"].items()}


def step_cohort(records: Records, design: Design, found: Found) -> Any:
    """How many remain, and what the largest exclusion alone removes."""
    removed = {stay for stays in found["lost"].values() for stay in stays}
    found["cohort"] = [stay for stay in found["base"] if stay not in removed]
    found["only"] = only(found["lost"], largest(found["lost"]))
    return {"cohort": len(found["cohort"]), "only": len(found["only"])}


def step_exposure(records: Records, design: Design, found: Found) -> Any:
    """How many are exposed."""
    exposed = meeting(records, design["exposure"])
    found["exposed"] = [stay for stay in found["cohort"] if stay in exposed]
    return {"exposed": len(found["exposed"]), "unexposed": len(found["cohort"]) - len(found["exposed"])}


def step_outcome(records: Records, design: Design, found: Found) -> Any:
    """Events in each arm."""
    events = meeting(records, design["outcome"])
    found["events"] = [stay for stay in found["cohort"] if stay in events]
    a, _, c, _ = cells([*pairs_of(found).values()])
    return {"exposed": a, "unexposed": c}


def step_table_one(records: Records, design: Design, found: Found) -> Any:
    """Standardised differences."""
    found["smd"] = differences(records, found["cohort"], found["exposed"], design["covariates"])
    return dict(found["smd"])


def step_crude(records: Records, design: Design, found: Found) -> Any:
    """Crude risk difference and odds ratio."""
    pairs = [*pairs_of(found).values()]
    exposed, unexposed = risks(pairs)
    found["risk_ratio"] = exposed / unexposed
    ratio, lower, upper = odds_ratio(pairs)
    return {"risk_difference": exposed - unexposed, "odds_ratio": ratio, "lower": lower, "upper": upper}


def step_adjusted(records: Records, design: Design, found: Found) -> Any:
    """The odds ratio pooled over strata of the confounder."""
    found["confounders"] = ranked(found["smd"])[:2]
    found["cuts"] = [
        [design["covariates"][name], cut(records, found["cohort"], design["covariates"][name])]
        for name in found["confounders"]
    ]
    parts = strata(records, found["cohort"], found["cuts"][:1], pairs_of(found))
    return {"confounder": found["confounders"][0], "odds_ratio": pooled(parts)}


def step_standardised(records: Records, design: Design, found: Found) -> Any:
    """The risk difference standardised over both confounders."""
    parts = strata(records, found["cohort"], found["cuts"], pairs_of(found))
    change, left_out = standardised(parts)
    return {"second": found["confounders"][1], "risk_difference": change, "left_out": left_out}


def step_sensitivity(records: Records, design: Design, found: Found) -> Any:
    """The pooled odds ratio with those back whom the largest exclusion alone removed."""
    cohort = sorted([*found["cohort"], *found["only"]])
    exposed, events = (meeting(records, design[name]) for name in ("exposure", "outcome"))
    pairs = {stay: (int(stay in exposed), int(stay in events)) for stay in cohort}
    parts = strata(records, cohort, found["cuts"][:1], pairs)
    return {
        "cohort": len(cohort),
        "events": sum(event for _, event in pairs.values()),
        "odds_ratio": pooled(parts),
    }


def step_refute(records: Records, design: Design, found: Found) -> Any:
    """Whether a confounder of the claimed strength could explain the crude association away."""
    strength = e_value(found["risk_ratio"])
    return {"e_value": strength, "holds": strength <= design["claim"]}


def step_regression(records: Records, design: Design, found: Found) -> Any:
    """The odds ratio of a logistic regression on exposure and both confounders."""
    rows, events, pairs = [], [], pairs_of(found)
    columns = [column(records, measure) for measure, _ in found["cuts"]]
    for stay in found["cohort"]:
        values = [one[stay] for one in columns]
        if None not in values:
            rows.append([pairs[stay][0], *(one for one in values if one is not None)])
            events.append(pairs[stay][1])
    return {"stays": len(rows), "odds_ratio": math.exp(logistic(rows, events)[1])}


def step_incidence(records: Records, design: Design, found: Found) -> Any:
    """Cumulative incidence in each arm, the competing event taken into account."""
    kind, days = design["course"]
    course = {"readmission": readmission, "thrombocytopenia": thrombocytopenia}[kind](records, days)
    exposed = set(found["exposed"])
    arms: dict[str, list[tuple[float, int]]] = {"exposed": [], "unexposed": []}
    for stay in found["cohort"]:
        if stay in course:
            arms["exposed" if stay in exposed else "unexposed"].append(course[stay])
    return {name: incidence(courses) for name, courses in arms.items()}


def pairs_of(found: Found) -> dict[int, Pair]:
    """Stay of the cohort to its exposure and outcome."""
    exposed, events = set(found["exposed"]), set(found["events"])
    return {stay: (int(stay in exposed), int(stay in events)) for stay in found["cohort"]}


STEPS = {
    "base": step_base,
    "exclusions": step_exclusions,
    "cohort": step_cohort,
    "exposure": step_exposure,
    "outcome": step_outcome,
    "table_one": step_table_one,
    "crude": step_crude,
    "adjusted": step_adjusted,
    "standardised": step_standardised,
    "sensitivity": step_sensitivity,
    "refute": step_refute,
    "regression": step_regression,
    "incidence": step_incidence,
}
"""Name of a turn to what it does."""
