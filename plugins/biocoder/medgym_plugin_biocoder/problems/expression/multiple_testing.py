"""Adjusted P values: Bonferroni, Holm, Hochberg, Benjamini-Hochberg, Benjamini-Yekutieli."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Literal

from medgym_core import Boolean, Column, Number, Table
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.expression import multiple_testing_solution

Method = Literal["bonferroni", "holm", "hochberg", "bh", "by"]


@dataclass(frozen=True)
class Parameters:
    """How P values are adjusted."""

    method: Method
    """The procedure."""
    alpha: float
    """Significance level."""
    inclusive: bool
    """Whether an adjusted value of exactly alpha is significant."""
    count_missing: bool
    """Whether missing P values count as tests."""


STEPS: Mapping[Method, str] = {
    "bonferroni": "Bonferroni's procedure multiplies every P value by m.",
    "holm": "Holm's step-down procedure multiplies the P value of rank r by m - r + 1; an adjusted value "
    "is the largest of the products of its own rank and of all smaller ranks.",
    "hochberg": "Hochberg's step-up procedure multiplies the P value of rank r by m - r + 1; an adjusted "
    "value is the smallest of the products of its own rank and of all larger ranks.",
    "bh": "The procedure of Benjamini and Hochberg multiplies the P value of rank r by m / r; an adjusted "
    "value is the smallest of the products of its own rank and of all larger ranks.",
    "by": "The procedure of Benjamini and Yekutieli multiplies the P value of rank r by "
    "m * (1 + 1/2 + ... + 1/m) / r; an adjusted value is the smallest of the products of its own rank and of "
    "all larger ranks.",
}


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    counted = "missing ones included" if p.count_missing else "missing ones not counted"
    limit = f"at most {p.alpha}" if p.inclusive else f"below {p.alpha}; a value of exactly {p.alpha} is not"
    return [
        say(
            "The argument is a list of P values in any order; None stands for a test that could not be done.",
            "P values come as a list, unsorted; where a test gave no result the entry is None.",
        ),
        f"Let m be the number of P values, {counted}. Ranks run from 1 for the smallest; missing values "
        "have no rank, and equal values take successive ranks in any order.",
        STEPS[p.method],
        say("No adjusted value exceeds 1: larger ones become 1.", "Adjusted values are capped at 1."),
        "Adjusted values are rounded to nine decimals. A test is significant if its rounded adjusted value "
        f"is {limit}.",
        "Returned is a list with one entry [adjusted value, significant] for each P value, in the order "
        "given; [None, None] for a missing one. An empty list gives an empty list.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    alpha = p.alpha
    return {
        "no tests": ([],),
        "all missing": ([None, None],),
        "one test at the level": ([alpha],),
        "one test beside a missing one": ([None, alpha / 2, None],),
        "all equal": ([alpha, alpha, alpha],),
        "descending": ([0.5, 0.25, 0.125, alpha / 4, 0.0],),
        "smallest at the level": ([0.75, alpha / 4, 0.5, 0.625],),
        "all at their own level": ([alpha, alpha / 4, alpha / 2, alpha * 0.75],),
        "capped at one": ([0.9, 1.0, 0.6, None],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to nine P values, many small, some equal, some missing."""
    values: list[float | None] = []
    for _ in range(rng.randint(1, 9)):
        value = rng.choice((p.alpha / rng.randint(1, 12), rng.randint(1, 64) / 1024, rng.randint(0, 64) / 64))
        values.append(None if rng.random() < 0.15 else value)
    values += rng.sample(values, rng.randint(0, min(2, len(values))))
    rng.shuffle(values)
    return (values,)


def keeps_order(entry: Entry, args: Args, p: Parameters) -> bool:
    """A larger P value never has a smaller adjusted value, and none is below its P value."""
    (values,) = args
    pairs = sorted(
        (given, row[0]) for given, row in zip(values, entry(values), strict=True) if given is not None
    )
    adjusted = [value for _, value in pairs]
    return adjusted == sorted(adjusted) and all(after >= before - 1e-9 for before, after in pairs)


def follows_positions(entry: Entry, args: Args, p: Parameters) -> bool:
    """Reversing the P values reverses the result."""
    (values,) = args
    return bool(entry(values[::-1]) == entry(values)[::-1])


def between(rank: int, tests: int) -> float:
    """A procedure of no name."""
    return (tests + 3) / (rank + 1)


PROBLEM = Problem(
    name="multiple-testing",
    category="expression",
    source="Holm S 1979; Hochberg Y 1988; Benjamini Y, Hochberg Y 1995; Benjamini Y, Yekutieli D 2001",
    solution=multiple_testing_solution,
    entry="adjust",
    cells=[Parameters(*values) for values in product(STEPS, (0.01, 0.05, 0.1), (True, False), (False, True))],
    beyond=[
        Parameters("holm", 0.2, True, False),
        Parameters("by", 0.25, False, True),
        Parameters("hochberg", 0.001, True, True),
    ],
    wordings=(
        "{entry}(p_values) adjusts P values for multiple testing and tells which tests are significant.",
        "{entry}(p_values) corrects the P values of a differential expression analysis for their number.",
        "{entry}(p_values) gives, for tests that were done together, adjusted P values and decisions.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"keeps order": keeps_order, "follows positions": follows_positions},
    returns=Table(
        columns=(
            Column(name="adjusted", kind=Number(rel_tol=1e-6, abs_tol=1e-8, nullable=True)),
            Column(name="significant", kind=Boolean(nullable=True)),
        ),
        ordered=True,
    ),
    holder=Holder("TestSeries", "Tests that were done together."),
    helper=Helper("factor", between),
)
