"""Kaplan-Meier survival curves with Greenwood's confidence limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_core import Column, Integer, Number, Table
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.signal import kaplan_meier_solution


@dataclass(frozen=True)
class Parameters:
    """How survival is estimated."""

    quantile: float
    """Quantile of the normal distribution for the limits."""
    transform: str
    """On which scale the limits are made: plain, log, log-log."""
    censored_first: bool
    """Whether who is censored at the time of an event is no longer at risk."""
    entries: bool
    """Whether subjects come under observation at their times of entry."""


TRANSFORMS = {
    "plain": "S - z * S * sqrt(V) and S + z * S * sqrt(V)",
    "log": "S * exp(-z * sqrt(V)) and S * exp(z * sqrt(V))",
    "log-log": "S ** w and S ** (1 / w) with w = exp(z * sqrt(V) / -ln(S))",
}


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    entry = (
        "A subject is at risk only at times after its entry, not at the entry itself. Every end is after "
        "its entry."
        if p.entries
        else "Entries are ignored: everybody is under observation from the start."
    )
    tied = "is not at risk any more" if p.censored_first else "is still at risk"
    return [
        say(
            "subjects is a list of [entry, end, event]: two times and whether the event happened at the "
            "end (true) or observation was cut off there, censored (false).",
            "Each subject is a list [entry, end, event], the times at which observation began and ended "
            "and a boolean: true for an event at the end, false for a subject censored then.",
        ),
        entry,
        "At each time t at which an event happened, d is the number of events, and n the number at risk: "
        "those under observation whose end is t with an event, or later than t. Who is censored exactly at "
        f"t {tied}.",
        "Survival S starts at 1 and is multiplied by 1 - d / n at each such time; S is the value after it.",
        "V is the sum, over the event times up to t, of d / (n * (n - d)); times with n = d are left out "
        "of the sum.",
        f"The confidence limits are {TRANSFORMS[p.transform]}, z = {p.quantile}; a limit below 0 becomes "
        "0, one above 1 becomes 1. Where S is 0 both limits are None.",
        say(
            "Returned is a list of [time, n, d, S, lower limit, upper limit], one for each event time in "
            "rising order;",
            "The result is, by rising event time, a list of rows [time, n, d, S, lower limit, upper limit];",
        )
        + " an empty list if there was no event.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    return {
        "no subjects": ([],),
        "no events": ([[0, 4, False], [0, 7, False]],),
        "one event": ([[0, 3, True]],),
        "all die at once": ([[0, 3, True], [1, 3, True], [2, 3, True]],),
        "censored at an event": ([[0, 5, False], [0, 5, True], [0, 5, False], [0, 9, True], [0, 9, False]],),
        "entry at an event": ([[0, 5, True], [5, 9, True], [4, 8, True], [0, 12, False]],),
        "late entries": (
            [[0, 2, True], [3, 7, True], [6, 8, True], [6, 9, False], [1, 9, True], [8, 11, False]],
        ),
        "nobody left, then more": ([[0, 1, True], [2, 5, True], [3, 6, True], [3, 7, False]],),
        "last one censored": ([[0, 1.5, True], [0, 2.5, True], [0, 2.75, False]],),
        "nearly certain": ([[0, 1, True], *([0, 3 + i, i % 2 == 0] for i in range(8))],),
        "limits beyond the range": ([[0, 1, True], [0, 2, True], [0, 3, True], [0, 8, False]],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Three to 16 subjects, times in quarters of few different values."""
    subjects = []
    for _ in range(rng.randint(3, 16)):
        start = rng.choice((0, 0, 0, rng.randint(0, 12) / 4))
        end = start + rng.randint(1, rng.choice((8, 16, 40))) / 4
        subjects.append([start, end, rng.random() < 0.6])
    return (subjects,)


def order_of_subjects(entry: Entry, args: Args, p: Parameters) -> bool:
    """Subjects may come in any order."""
    (subjects,) = args
    return bool(entry(subjects) == entry(sorted(subjects)))


def survival_falls(entry: Entry, args: Args, p: Parameters) -> bool:
    """Survival falls within its limits, and every event is counted once."""
    rows = entry(*args)
    curve = [row[3] for row in rows]
    inside = all(row[4] is None or row[4] <= row[3] <= row[5] for row in rows)
    counted = sum(row[2] for row in rows) == sum(event for _, _, event in args[0])
    return inside and counted and curve == sorted(curve, reverse=True)


def narrow(survival: float, variance: float) -> list[float | None]:
    """Limits of another kind."""
    return [survival / 2, min(1.0, survival + variance / 4)]


PROBLEM = Problem(
    name="kaplan-meier",
    category="signal",
    source="Kaplan EL, Meier P 1958; Greenwood M 1926; Kalbfleisch JD, Prentice RL 1980",
    solution=kaplan_meier_solution,
    entry="survival_curve",
    cells=[
        Parameters(*values)
        for values in product((1.645, 1.96, 2.576), tuple(TRANSFORMS), (False, True), (False, True))
    ],
    beyond=[
        Parameters(1.2816, "log-log", True, True),
        Parameters(0.6745, "log", False, True),
        Parameters(3.2905, "plain", False, False),
    ],
    wordings=(
        "{entry}(subjects) estimates survival by the method of Kaplan and Meier.",
        "{entry}(subjects) makes the steps of a survival curve with confidence limits.",
        "{entry}(subjects) computes the product-limit estimate of survival from censored observations.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"order of subjects": order_of_subjects, "survival falls": survival_falls},
    returns=Table(
        columns=(
            Column(name="time", kind=Number(rel_tol=1e-9)),
            Column(name="at_risk", kind=Integer()),
            Column(name="events", kind=Integer()),
            Column(name="survival", kind=Number(rel_tol=1e-6, abs_tol=1e-9)),
            Column(name="lower", kind=Number(rel_tol=1e-6, abs_tol=1e-9, nullable=True)),
            Column(name="upper", kind=Number(rel_tol=1e-6, abs_tol=1e-9, nullable=True)),
        ),
        ordered=True,
    ),
    holder=Holder("Cohort", "Subjects of one survival study."),
    helper=Helper("limits", narrow),
)
