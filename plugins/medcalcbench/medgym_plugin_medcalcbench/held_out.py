"""Calculators that are held out: the split ``ood`` asks for them alone, and no other generated split does."""

from __future__ import annotations

from collections.abc import Sequence

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.calculators import CALCULATORS

HELD_OUT = frozenset(
    {
        "fractional_excretion_of_sodium",
        "framingham",
        "gestational_age",
        "glasgow_blatchford",
        "maintenance_fluids",
        "meld_na",
        "morphine_equivalents",
        "qtc_fridericia",
        "sofa",
        "wells_pe",
    }
)
"""Keys of calculators of all seven groups, each with a step that none of the other 45 has:

- ``fractional_excretion_of_sodium``: a ratio of two ratios, of urine to blood;
- ``framingham``: a survival function of products of logarithms, with other terms for either sex;
- ``gestational_age``: the difference of two dates, as weeks and days (others move one date);
- ``glasgow_blatchford``: bands of a measurement whose bounds and points differ with the sex;
- ``maintenance_fluids``: a rate that is another for each piece of one quantity;
- ``meld_na``: logarithms of values held within limits, rounded, and put into a second equation;
- ``morphine_equivalents``: a sum over as many drugs as the note has, each with factor and frequency;
- ``qtc_fridericia``: a cube root;
- ``sofa``: for each of six organs the worst of several signs, some of which count under conditions;
- ``wells_pe``: weights that are no whole numbers, so that points are a decimal.
"""


def asked(split: str) -> Sequence[Calculator]:
    """The calculators that a generated split asks for in turn, in the order of their numbers."""
    return [
        calculator for calculator in CALCULATORS.values() if (calculator.key in HELD_OUT) == (split == "ood")
    ]
