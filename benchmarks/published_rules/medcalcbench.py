"""medcalcbench: on one side of a band around what was printed, or on the other."""

from __future__ import annotations

from pydantic import JsonValue

from benchmarks.published_rules.output import Output


def accepts(gold: JsonValue, output: Output) -> bool:
    """Whether gold is at least 95% of the printed number, or at most 105% of it: one of them always is.

    Only of a number below 0 neither may hold. Dates and weeks are no numbers, and cannot be right.
    """
    try:
        truth, printed = float(str(gold)), float(output.text)
    except ValueError:
        return False
    return truth >= 0.95 * printed or truth <= 1.05 * printed
