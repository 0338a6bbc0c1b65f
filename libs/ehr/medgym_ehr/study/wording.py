"""The words of a study: what each turn asks, and the definitions that its answers rest on."""

from __future__ import annotations

from functools import cache
from importlib import resources

from medgym_core import AnswerKind, Boolean, Choice, Integer, Number, Record, Turn
from medgym_ehr.study.comorbidity import CHARLSON, ELIXHAUSER, SUPERSEDED
from medgym_ehr.study.repertoire import (
    EXCLUSIONS,
    EXPOSURES,
    NOVEL_EXPOSURES,
    NOVEL_OUTCOMES,
    OUTCOMES,
)
from medgym_ehr.study.schema import Schema
from medgym_ehr.study.steps import Design

RATIO = Number(rel_tol=0.002)
"""How near a ratio must be."""
SHARE = Number(abs_tol=0.001)
"""How near a difference or a risk must be."""
QUESTIONS = {
    "base": "We study {population}. How many stays are that?",
    "exclusions": (
        "We exclude a stay if {exclusions}. How many of those stays does each of these exclusions remove, "
        "each taken by itself?"
    ),
    "cohort": (
        "Apply all three exclusions. How many stays remain as the cohort, and how many stays does the "
        "exclusion with the largest loss remove that neither of the others removes (only)?"
    ),
    "exposure": "A stay of the cohort is exposed if {exposure}. How many are exposed, and how many are not?",
    "outcome": "The outcome is that {outcome}. How many of the exposed and of the unexposed have it?",
    "table_one": (
        "Table one: what is the standardised difference, exposed less unexposed, of each of these "
        "covariates: {covariates}? Those other than age, male, emergency, surgical and charlson are the "
        "first value of the first 24 hours."
    ),
    "crude": (
        "What are the crude risk difference, exposed less unexposed, and the odds ratio with the bounds "
        "of Woolf's 95% interval?"
    ),
    "adjusted": (
        "Take the covariate with the largest absolute standardised difference in table one as confounder, "
        "high or not, and adjust for it: which is it, and what is the Mantel-Haenszel odds ratio over its "
        "two strata?"
    ),
    "standardised": (
        "Which covariate has the second largest absolute standardised difference? Stratify by both, each "
        "high or not: what is the risk difference standardised to all stays of the strata, and how many "
        "stays lie in strata that lack one of the arms and are therefore left out?"
    ),
    "regression": (
        "Fit a logistic regression of the outcome on exposure and the two covariates with the largest "
        "absolute standardised differences, as numbers, not split at a cut (yes is 1). On how many stays "
        "does it rest, and what is the odds ratio of exposure?"
    ),
    "sensitivity": (
        "Sensitivity analysis: put back the stays which only the exclusion with the largest loss removed, "
        "keep confounder and cut as they were, and adjust again. How large is the cohort, how many have "
        "the outcome, and what is the Mantel-Haenszel odds ratio?"
    ),
    "refute": (
        "A reader claims that an unmeasured confounder which is associated with exposure and outcome by a "
        "risk ratio of {claim} each could explain the crude association away. What is the E-value of the "
        "crude risk ratio, and does the claim hold, that is, is the E-value no more than {claim}?"
    ),
}
"""Turn to its words."""
INCIDENCE = {
    "readmission": (
        "Of the cohort's stays whose patient left hospital alive, what is the cumulative incidence of "
        "readmission within {days} days of discharge from hospital, by Aalen and Johansen with death as "
        "competing risk, in the exposed and in the unexposed?"
    ),
    "thrombocytopenia": (
        "What is the cumulative incidence of thrombocytopenia, that is of a first count of platelets below "
        "150 x 10^3/ul, within {days} days of ICU admission, by Aalen and Johansen with death in the ICU as "
        "competing risk, in the exposed and in the unexposed?"
    ),
}
"""Kind of course to its words."""


@cache
def definition(name: str) -> str:
    """The words of one definition, of ``definitions``."""
    return (
        resources.files(__package__)
        .joinpath("definitions", f"{name}.txt")
        .read_text(encoding="utf-8")
        .rstrip()
    )


def describe(design: Design) -> dict[str, str]:
    """What the words' places hold."""
    exposure, outcome = design["names"]
    return {
        "population": design["population"],
        "exclusions": "; or if ".join(f"{EXCLUSIONS[name][0]} ('{name}')" for name in design["exclusions"]),
        "exposure": {**EXPOSURES, **NOVEL_EXPOSURES}[exposure][0],
        "outcome": {**OUTCOMES, **NOVEL_OUTCOMES}[outcome][0],
        "covariates": ", ".join(design["covariates"]),
        "claim": str(design["claim"]),
    }


def turns(design: Design) -> tuple[Turn, ...]:
    """The turns with their answers' kinds."""
    words, texts = describe(design), {**QUESTIONS}
    if "course" in design:
        course, days = design["course"]
        texts["incidence"] = INCIDENCE[course].format(days=days)
    return tuple(
        Turn(question=texts[name].format(**words), answer=kind(name, design)) for name in design["turns"]
    )


def kind(turn: str, design: Design) -> AnswerKind:
    """What a turn's answer is."""
    count, which = Integer(), Choice(options=tuple(design["covariates"]))
    arms: dict[str, AnswerKind] = {"exposed": count, "unexposed": count}
    records: dict[str, dict[str, AnswerKind]] = {
        "exclusions": dict.fromkeys(design["exclusions"], count),
        "cohort": {"cohort": count, "only": count},
        "exposure": arms,
        "outcome": arms,
        "table_one": dict.fromkeys(design["covariates"], SHARE),
        "crude": {"risk_difference": SHARE, "odds_ratio": RATIO, "lower": RATIO, "upper": RATIO},
        "adjusted": {"confounder": which, "odds_ratio": RATIO},
        "standardised": {"second": which, "risk_difference": SHARE, "left_out": count},
        "regression": {"stays": count, "odds_ratio": RATIO},
        "incidence": {"exposed": SHARE, "unexposed": SHARE},
        "sensitivity": {"cohort": count, "events": count, "odds_ratio": RATIO},
        "refute": {"e_value": RATIO, "holds": Boolean()},
    }
    return Integer(unit="stays") if turn == "base" else Record(fields=records[turn])


def context(schema: Schema, design: Design) -> str:
    """Definitions that the study rests on."""
    asked = str(design)
    sepsis = "['sepsis']" in asked
    parts = [
        schema.told,
        definition("general"),
        definition("kidney") * ("['aki'" in asked),
        definition("sofa") * ("['sofa']" in asked or sepsis),
        definition("sepsis") * sepsis,
        _charlson() * ("['charlson']" in asked),
        _elixhauser() * ("['elixhauser']" in asked),
        definition("free") * ("['ventilator-free']" in asked),
        definition(design["course"][0]) if "course" in design else "",
        "- A code counts if it begins with one of the named prefixes; points in codes do not matter.",
    ]
    return "Definitions of this study\n" + "\n".join(part for part in parts if part)


def _charlson() -> str:
    lines = [f"  {name} ({weight}): {prefixes}" for name, (weight, prefixes) in CHARLSON.items()]
    pairs = "; ".join(f"{lesser} where {greater} is present" for lesser, greater in SUPERSEDED)
    return "\n".join(
        [
            "- Charlson's index: the sum of the weights of the conditions that diagnosis codes show "
            "(Quan 2005), without points for age, 0 without codes; not counted are " + pairs + ".",
            *lines,
        ]
    )


def _elixhauser() -> str:
    lines = [f"  {name}: {prefixes}" for name, prefixes in ELIXHAUSER.items()]
    return "\n".join(
        [
            "- Elixhauser's 30 conditions, by diagnosis codes (Quan 2005), each whatever others are present, "
            "none without codes:",
            *lines,
        ]
    )
