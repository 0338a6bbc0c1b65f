"""The words of a study: what each turn asks, and the definitions that its answers rest on."""

from __future__ import annotations

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
    "exclusions": "We exclude a stay if {exclusions}. How many of those stays does each of these exclusions remove, "
    "each taken by itself?",
    "cohort": "Apply all three exclusions. How many stays remain as the cohort, and how many stays does the "
    "exclusion with the largest loss remove that neither of the others removes (only)?",
    "exposure": "A stay of the cohort is exposed if {exposure}. How many are exposed, and how many are not?",
    "outcome": "The outcome is that {outcome}. How many of the exposed and of the unexposed have it?",
    "table_one": "Table one: what is the standardised difference, exposed less unexposed, of each of these "
    "covariates: {covariates}? Those other than age, male, emergency, surgical and charlson are the first value of "
    "the first 24 hours.",
    "crude": "What are the crude risk difference, exposed less unexposed, and the odds ratio with the bounds of "
    "Woolf's 95% interval?",
    "adjusted": "Take the covariate with the largest absolute standardised difference in table one as confounder, "
    "high or not, and adjust for it: which is it, and what is the Mantel-Haenszel odds ratio over its two strata?",
    "standardised": "Which covariate has the second largest absolute standardised difference? Stratify by both, "
    "each high or not: what is the risk difference standardised to all stays of the strata, and how many stays lie "
    "in strata that lack one of the arms and are therefore left out?",
    "regression": "Fit a logistic regression of the outcome on exposure and the two covariates with the largest "
    "absolute standardised differences, as numbers, not split at a cut (yes is 1). On how many stays does it rest, "
    "and what is the odds ratio of exposure?",
    "sensitivity": "Sensitivity analysis: put back the stays which only the exclusion with the largest loss "
    "removed, keep confounder and cut as they were, and adjust again. How large is the cohort, how many have the "
    "outcome, and what is the Mantel-Haenszel odds ratio?",
    "refute": "A reader claims that an unmeasured confounder which is associated with exposure and outcome by a risk "
    "ratio of {claim} each could explain the crude association away. What is the E-value of the crude risk ratio, "
    "and does the claim hold, that is, is the E-value no more than {claim}?",
}
"""Turn to its words."""
INCIDENCE = {
    "readmission": "Of the cohort's stays whose patient left hospital alive, what is the cumulative incidence of "
    "readmission within {days} days of discharge from hospital, by Aalen and Johansen with death as competing "
    "risk, in the exposed and in the unexposed?",
    "discharge": "What is the cumulative incidence of leaving hospital alive within {days} days of ICU admission, by "
    "Aalen and Johansen with death in hospital as competing risk, in the exposed and in the unexposed?",
}
"""Kind of course to its words."""
GENERAL = """\
- A stay that lacks a value does not meet a condition on it, and is left out of the standardised difference, of strata
  and of regressions that need it; it stays in all else. A stay's days are its minutes over 1440.
- Standardised difference: the difference of means over the square root of the mean of both arms' variances, p(1 - p)
  for yes or no (male, emergency, surgical; yes is 1), with denominator n - 1 for numbers.
- A covariate is high if it is above its median over the cohort (the mean of the two middle values of an even number);
  a yes or no is high if it is yes. The 97.5th percentile of the normal distribution is 1.959964.
- Mantel-Haenszel: the sum of ad/n over the sum of bc/n. Standardised: the sum of the strata's risk differences, each
  weighted by its stays over all stays of the strata that have both arms.
- E-value of a risk ratio RR (its inverse if below 1): RR + sqrt(RR (RR - 1))."""
KIDNEY = """\
- AKI (KDIGO 2012) of the first n days, from creatinine (mg/dl) alone: the baseline is the lowest value at or before 24
  hours after ICU admission, those before admission included; values from admission to n days after it are staged. AKI
  is present if their highest is at least 1.5 times the baseline, or if one is at least 0.3 above an earlier one of at
  most 48 hours before. It is stage 3 if the highest is at least 3 times the baseline or at least 4.0, else stage 2 if
  at least 2 times, else stage 1. A stay without a baseline or without values to stage lacks a stage."""
SOFA = """\
- SOFA (Vincent 1996) of the first 24 hours from the worst values, without the Glasgow coma scale; what was not measured
  has no points. Bilirubin from 1.2, 2.0, 6.0, 12.0 mg/dl: 1 to 4. Creatinine from 1.2, 2.0, 3.5, 5.0 mg/dl: 1 to 4.
  Platelets below 150, 100, 50, 20 x 10^3/ul: 1 to 4. Map below 70 mm Hg: 1; any vasopressor: 3 instead. Lowest
  100 x PaO2/FiO2 (FiO2 in percent, 21 to 100, of the same minute) below 400, 300, 200, 100: 1 to 4, but at most 2 unless
  there is a record of mechanical ventilation in the 24 hours."""
SEPSIS = """\
- Sepsis-3 (Singer 2016): SOFA of at least 2 and suspected infection, which is a culture and an antibiotic, both from 48
  hours before to 24 hours after ICU admission, the antibiotic from 24 hours before to 72 hours after the culture."""
FREE = """\
- Ventilator-free days: 28 less the days from the first to the last record of mechanical ventilation between ICU
  admission and 28 days after it; 28 without a record; 0 if death is at most 28 days after ICU admission."""
READMISSION = """\
- Courses end at the earlier of the stated number of days and the current time, where those without either event are
  censored. Death recorded before the discharge's own time counts as at minute 0; a patient who dies and comes back in
  the same minute came back."""


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
        "days": str(design["course"][1]),
    }


def turns(design: Design) -> tuple[Turn, ...]:
    """The turns with their answers' kinds."""
    words = describe(design)
    texts = {**QUESTIONS, "incidence": INCIDENCE[design["course"][0]]}
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
        GENERAL,
        KIDNEY * ("['aki'" in asked),
        SOFA * ("['sofa']" in asked or sepsis),
        SEPSIS * sepsis,
        _charlson() * ("['charlson']" in asked),
        _elixhauser() * ("['elixhauser']" in asked),
        FREE * ("['ventilator-free']" in asked),
        READMISSION * ("incidence" in design["turns"] and design["course"][0] == "readmission"),
        "- A code counts if it begins with one of the named prefixes; points in codes do not matter.",
    ]
    return "Definitions of this study\n" + "\n".join(part for part in parts if part)


def _charlson() -> str:
    lines = [f"  {name} ({weight}): {prefixes}" for name, (weight, prefixes) in CHARLSON.items()]
    pairs = "; ".join(f"{lesser} where {greater} is present" for lesser, greater in SUPERSEDED)
    return "\n".join(
        [
            "- Charlson's index: the sum of the weights of the conditions that diagnosis codes show (Quan 2005), "
            "without points for age; not counted are " + pairs + ".",
            *lines,
        ]
    )


def _elixhauser() -> str:
    lines = [f"  {name}: {prefixes}" for name, prefixes in ELIXHAUSER.items()]
    return "\n".join(["- Elixhauser's 30 conditions, by diagnosis codes (Quan 2005):", *lines])
