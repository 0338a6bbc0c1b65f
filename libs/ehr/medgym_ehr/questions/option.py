"""Options: the closed choices of a template, each with its words and its SQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Option:
    """One choice: in a wording ``{name}`` gives the words, in SQL ``{name.sql}`` gives its SQL."""

    words: str
    """How the question says it."""
    sql: str = ""
    """How SQL says it."""
    tag: str = ""
    """Operation tag of the dataset's taxonomy, for reports."""
    parts: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Further parts, in wordings and SQL alike, as ``{name.part}``."""

    def __format__(self, spec: str) -> str:
        """The words."""
        return format(self.words, spec)

    def __getattr__(self, name: str) -> str:
        """A further part."""
        if name == "parts" or name not in self.parts:
            raise AttributeError(name)
        return self.parts[name]


def _nth(words: str, direction: str, place: int) -> Option:
    tag = f"exact-{words.replace(' ', '_').replace('-', '_')}"
    return Option(words, str(place), tag, {"direction": direction, "place": str(place)})


FIRST, LAST = _nth("first", "ASC", 1), _nth("last", "DESC", 1)
SECOND, SECOND_TO_LAST = _nth("second", "ASC", 2), _nth("second-to-last", "DESC", 2)
ENDS = (FIRST, LAST)
"""First and last in time: ``{nth.direction}`` and ``{nth.place}``."""
PLACES = (FIRST, LAST, SECOND, SECOND_TO_LAST)
"""The same with second and second-to-last."""
EXTREMES = (
    Option("highest", "max", "sort", {"direction": "DESC"}),
    Option("lowest", "min", "sort", {"direction": "ASC"}),
)
"""Highest and lowest: ``{extreme.sql}`` aggregates, ``{extreme.direction}`` sorts it first."""
AGGREGATES = (
    Option("maximum", "max", "agg_function"),
    Option("minimum", "min", "agg_function"),
    Option("average", "avg", "agg_function"),
)
COMPARISONS = (
    Option("above", ">", "comparison", {"change": "higher", "more": "greater"}),
    Option("below", "<", "comparison", {"change": "lower", "more": "less"}),
)
RANKS = tuple(Option(words, n, "n_rank") for words, n in (("three", "3"), ("four", "4"), ("five", "5")))
"""The n of top n."""
TIMES = (Option("twice", "2", "n_times"), Option("three times", "3", "n_times"))
"""How often, exactly."""
SURVIVAL_YEARS = tuple(
    Option(words, str(n), "n_survival_period", {"days": str(n * 365)})
    for words, n in (("one-year", 1), ("two-year", 2), ("three-year", 3), ("four-year", 4))
)
SURVIVAL_DAYS = tuple(
    Option(words, str(n), "n_survival_period", {"days": str(n)})
    for words, n in (("7-day", 7), ("14-day", 14), ("30-day", 30))
)
"""Spans in which those die who die in hospital."""
UNIT_COUNTS = tuple(
    Option(words, n, "unit_count")
    for words, n in (("days", "1"), ("hours", "24"), ("minutes", "1440"), ("weeks", "1.0 / 7"))
)
"""How many of a unit make a day: ``{unit.sql}`` times a difference of Julian days."""
UNIT_AVERAGES = (
    Option("daily", "%Y-%m-%d", "unit_average", {"each": "day"}),
    Option("monthly", "%Y-%m", "unit_average", {"each": "month"}),
    Option("yearly", "%Y", "unit_average", {"each": "year"}),
)
"""The calendar unit by whose ``strftime`` format rows are grouped."""
GENDERS = (Option("female", "'f'"), Option("male", "'m'"))
AGE_BANDS = (
    Option("in their 20s", "BETWEEN 20 AND 29", "age_group"),
    Option("in their 30s", "BETWEEN 30 AND 39", "age_group"),
    Option("in their 40s", "BETWEEN 40 AND 49", "age_group"),
    Option("in their 50s", "BETWEEN 50 AND 59", "age_group"),
    Option("aged 60 or above", ">= 60", "age_group"),
)
"""Bands of age at admission, in whole years."""
