"""Formulas: what it takes to plan a study. A test has one, and a second for studies of another kind."""

from __future__ import annotations

from typing import NamedTuple

from medgym_plugin_npowerai.design import ChiSquare, CoxTwoGroups, PairedT, StudyDesign, TwoSampleT


class Formula(NamedTuple):
    """How the power of a design follows from its parameters."""

    name: str
    """Of the function of ``solution.py`` that holds it."""
    test: str
    """The test that is planned."""
    spares: frozenset[str] = frozenset()
    """Parameters of the design that it has no use for, since all its studies share their value."""


FORMULAS = (
    Formula("one_mean", "one_sample_t"),
    Formula("two_means", "two_sample_t", frozenset({"ratio"})),
    Formula("pairs", "paired_t", frozenset({"correlation"})),
    Formula("several_means", "one_way_anova"),
    Formula("group_table", "chi_square", frozenset({"joint"})),
    Formula("two_hazards", "cox_two_groups", frozenset({"ratio"})),
)
"""What training and test ask for: one formula of each test, in the order of their published numbers."""
HELD_OUT = (
    Formula("unequal_means", "two_sample_t"),
    Formula("correlated_pairs", "paired_t"),
    Formula("joint_table", "chi_square", frozenset({"joint"})),
    Formula("unequal_hazards", "cox_two_groups"),
)
"""What the split ``ood`` alone asks for. Each needs a step that no formula of :data:`FORMULAS` has:

- ``unequal_means``: the information of two groups of unequal size, and a sample that grows by whole blocks;
- ``correlated_pairs``: the spread of differences out of the spread of one measurement and a correlation;
- ``joint_table``: the effect of a table whose both margins are random, out of joint proportions;
- ``unequal_hazards``: Freedman's formula with the allocation in drift, events and block.

Unequal allocation, correlations and joint proportions are thus nowhere in training, under no test.
"""


def formula_of(design: StudyDesign) -> Formula:
    """The formula that a design needs."""
    match design:
        case TwoSampleT() | CoxTwoGroups():
            further = design.ratio > 1
        case PairedT():
            further = design.correlation is not None
        case ChiSquare():
            further = design.joint
        case _:
            further = False
    return next(formula for formula in (HELD_OUT if further else FORMULAS) if formula.test == design.test)
