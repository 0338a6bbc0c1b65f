"""What a question gives of its study, where openings of one formula differ in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from medgym_plugin_npowerai.design import Problem
from medgym_plugin_npowerai.formula import formula_of

Given = Literal[
    "mean",
    "shift",
    "means_one_sd",
    "means_two_sds",
    "difference_one_sd",
    "difference_two_sds",
    "change",
    "conditions",
    "matched",
    "several_means",
    "group_table",
    "two_hazards",
]
"""A mean or its shift; two means or their difference, with one or two standard deviations; a change, two
conditions or matched pairs; several means; distributions of groups; hazards and events."""

DESIGNS: tuple[Given, ...] = get_args(Given)
"""All of them."""

_BY_OPENING: Mapping[str, tuple[Given, ...]] = {
    "one_mean": ("mean", "shift") * 3,
    "two_means": (
        *("means_one_sd", "difference_two_sds", "means_one_sd"),
        *("means_two_sds", "difference_one_sd", "difference_two_sds"),
    ),
    "pairs": ("change", "conditions", "conditions", "change", "change", "matched"),
    "several_means": ("several_means",) * 6,
    "group_table": ("group_table",) * 6,
    "two_hazards": ("two_hazards",) * 6,
}


def given(problem: Problem, opening: int) -> Given:
    """What the question with this opening gives; its formula is one of those that test asks for."""
    return _BY_OPENING[formula_of(problem.design).name][opening]
