"""Values by which it is found whether a formula needs a parameter for the case at hand."""

from __future__ import annotations

from collections.abc import Sequence

from medgym_plugin_medcalcbench.parameter import Choice, Flag, Measurement, Parameter, Quantity, Value

STEPS = 8
"""Parts into which the range that is looked at is cut."""


def probes(parameter: Parameter, edges: Sequence[float]) -> list[Value]:
    """Values of every branch: all options, or a range twice as wide as plausible with each boundary's sides.

    None of a date or of drugs: no formula goes without them.
    """
    match parameter:
        case Flag():
            return [False, True]
        case Choice():
            return [*parameter.options]
        case Quantity():
            low, high = parameter.low / 2, parameter.high * 2
            step = 10.0**-parameter.unit.decimals
            values = [low + (high - low) * part / STEPS for part in range(STEPS + 1)]
            values += [edge + sign * step for edge in edges for sign in (-1, 0, 1)]
            return [Measurement(value, parameter.unit.name) for value in sorted({*values}) if value > 0]
    return []
