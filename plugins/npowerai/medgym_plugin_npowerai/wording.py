"""The questions in words: openings for each formula, six ways to ask for each target, and shared clauses.

A question is an opening (setting, effect, test), the allocation where there is one, and a closing that asks.
Every clause names its number by a fixed keyword, so that a second program can read back what was asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from medgym_plugin_npowerai.design import (
    ChiSquare,
    CoxTwoGroups,
    OneSampleT,
    OneWayAnova,
    PairedT,
    Problem,
    TwoSampleT,
)
from medgym_plugin_npowerai.formula import formula_of
from medgym_plugin_npowerai.opening import OPENINGS
from medgym_plugin_npowerai.scenario import Categorical, Continuous, Survival

Scenario = Continuous | Categorical | Survival


class Phrasing(NamedTuple):
    """Which variant of each clause a question uses; all count from 0 to 5."""

    opening: int
    """Opening, within those of the formula."""
    error: int
    """Clause for alpha and sides."""
    goal: int
    """Clause for the power to reach."""
    closing: int
    """Clause that asks."""

    @property
    def name(self) -> str:
        """The variants in short for reports, as in ``o1e2g0c5``."""
        return f"o{self.opening}e{self.error}g{self.goal}c{self.closing}"


VARIANTS = 6
"""Variants of every clause."""

ERRORS = (
    "a {sided}significance level of {alpha}",
    "a {sided}test at alpha = {alpha}",
    "a {sided}test at the {alpha_percent}% significance level",
    "a {sided}type I error rate of {alpha}",
    "a {sided}test with a false-positive rate of {alpha_percent}%",
    "a {sided}significance threshold of alpha = {alpha}",
)
GOALS = (
    "{power_percent}% power",
    "a power of {power}",
    "a power of at least {power}",
    "a type II error rate of {beta}",
    "a {power_percent}% chance of detecting the effect",
    "beta = {beta}",
)
SIZE_CLOSINGS = (
    "How many {counted} are needed for {goal} with {error}?",
    "With {error}, what is the smallest number of {counted} that gives {goal}?",
    "The protocol asks for {error} and {goal}. How many {counted} must be recruited at least?",
    "Compute the required number of {counted} for {goal}, using {error}.",
    "Given {error}, find the minimum number of {counted} needed to reach {goal}.",
    "The sponsor wants {goal} under {error}; report the least number of {counted}.",
)
POWER_CLOSINGS = (
    "What is the power with {size} {counted} and {error}?",
    "If {size} {counted} are enrolled, what power does the test have under {error}?",
    "Recruitment is limited to {size} {counted}. Compute the power, using {error}.",
    "With {error} and {size} {counted}, what is the probability that the test detects this effect?",
    "The budget allows {size} {counted}. Under {error}, what power results?",
    "Suppose there are {size} {counted}. Find the power for {error}.",
)
ALLOCATIONS = (
    "Allocation is {ratio}:1 ({treated} to {control}).",
    "Participants are randomised {ratio}:1 to {treated} and {control}.",
)
EQUAL_GROUPS = ("The two groups are of equal size.", "Allocation is 1:1.")


def render(problem: Problem, scenario: Scenario, baseline: float, phrasing: Phrasing) -> str:
    """The question's text.

    Args:
        problem: what is asked.
        scenario: the setting, of the kind the design needs.
        baseline: mean of the control group, for two means given as such.
        phrasing: which variants to use.
    """
    design = problem.design
    stated = facts(problem, scenario, baseline)
    parts = [OPENINGS[formula_of(design).name][phrasing.opening].format(**stated)]
    if isinstance(design, TwoSampleT | CoxTwoGroups):
        variants = EQUAL_GROUPS if design.ratio == 1 else ALLOCATIONS
        parts.append(variants[phrasing.closing % len(variants)].format(ratio=design.ratio, **stated))
    closings = SIZE_CLOSINGS if problem.target == "size" else POWER_CLOSINGS
    parts.append(
        closings[phrasing.closing].format(
            counted=_counted(problem),
            size=problem.size,
            error=_error(problem, phrasing),
            goal=_goal(problem, phrasing),
        )
    )
    return " ".join(parts)


def _error(problem: Problem, phrasing: Phrasing) -> str:
    alpha = problem.design.alpha
    sides = getattr(problem.design, "sides", None)
    manner = ("sided", "tailed")[phrasing.error % 2]
    sided = f"{('one', 'two')[sides - 1]}-{manner} " if sides else ""
    return ERRORS[phrasing.error].format(sided=sided, alpha=f"{alpha:g}", alpha_percent=percent(alpha))


def _goal(problem: Problem, phrasing: Phrasing) -> str:
    if problem.power is None:
        return ""
    return GOALS[phrasing.goal].format(
        power=f"{problem.power:g}",
        power_percent=percent(problem.power),
        beta=f"{round(1 - problem.power, 6):g}",
    )


def _counted(problem: Problem) -> str:
    """What sizes count, in the plural."""
    design = problem.design
    if isinstance(design, PairedT):
        return "complete pairs of measurements"
    if isinstance(design, OneSampleT) or design.block == 1:
        return "participants"
    if problem.count == "total":
        return "participants in total (all groups together)"
    unequal = isinstance(design, TwoSampleT | CoxTwoGroups) and design.ratio > 1
    return "participants in the control group" if unequal else "participants in each group"


def facts(problem: Problem, scenario: Scenario, baseline: float) -> dict[str, str]:
    """Everything an opening may name, as text."""
    design = problem.design
    stated = {key: value for key, value in scenario._asdict().items() if isinstance(value, str)}
    if isinstance(scenario, Continuous):
        stated |= {"control": scenario.arms[0], "treated": scenario.arms[1]}
    match design, scenario:
        case OneSampleT(), Continuous(places=places):
            stated |= _numbers(places, mean=design.mean, reference=design.reference, sd=design.sd)
            stated |= _numbers(places, shift=abs(design.mean - design.reference))
        case TwoSampleT(), Continuous(places=places):
            stated |= _numbers(places, mean_control=baseline, mean_treated=baseline + design.difference)
            stated |= _numbers(places, difference=abs(design.difference))
            stated |= _numbers(places, sd=design.sd_control, sd_treated=design.sd_treated)
        case PairedT(), Continuous(places=places):
            stated |= _numbers(places, difference=abs(design.difference), sd=design.sd)
            stated |= _numbers(2, correlation=design.correlation or 0.0)
        case OneWayAnova(), Continuous(places=places):
            means = [f"{mean:.{places}f}" for mean in design.means]
            arms = scenario.arms[: len(means)]
            stated |= _numbers(places, sd=design.sd)
            stated |= {"means": listed(means), "slashed": "/".join(means), "arms": listed(arms)}
            stated |= {"groups": _count_word(len(means))}
        case ChiSquare(), Categorical():
            stated |= _table_facts(design, scenario)
        case CoxTwoGroups(), Survival():
            stated |= {"treated": scenario.experimental, "hazard_ratio": f"{design.hazard_ratio:.2f}"}
            for group, chance in (
                ("experimental", design.event_experimental),
                ("control", design.event_control),
            ):
                stated |= {f"event_{group}": f"{chance:.2f}", f"percent_{group}": percent(chance)}
        case _:
            raise TypeError(f"{type(scenario).__name__} does not fit {type(design).__name__}")
    return stated


def _table_facts(design: ChiSquare, scenario: Categorical) -> dict[str, str]:
    groups = scenario.groups[: len(design.rows)]
    levels = scenario.levels[: len(design.rows[0])]
    joint = "; ".join(
        f"{group}: " + " | ".join(f"{share:.3f}" for share in row)
        for group, row in zip(groups, design.rows, strict=True)
    )
    shares = "; ".join(
        f"{group}: " + " / ".join(f"{percent(share)}%" for share in row)
        for group, row in zip(groups, design.rows, strict=True)
    )
    return {
        "group_names": listed(groups),
        "level_names": listed(levels),
        "group_count": _count_word(len(groups)),
        "level_count": _count_word(len(levels)),
        "shares": shares,
        "joint": joint,
    }


def _numbers(places: int, **values: float) -> dict[str, str]:
    return {name: f"{value:.{places}f}" for name, value in values.items()}


def percent(share: float) -> str:
    """A proportion in percent, without the sign."""
    return f"{round(100 * share, 6):g}"


def listed(items: Sequence[str]) -> str:
    """Items with commas, and "and" before the last."""
    return ", ".join(items[:-1]) + " and " + items[-1]


def _count_word(count: int) -> str:
    return ("two", "three", "four", "five")[count - 2]
