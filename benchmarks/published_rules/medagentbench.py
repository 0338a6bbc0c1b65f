"""medagentbench: texts that occur in what was printed, ten times differently."""

from __future__ import annotations

import json
from typing import NamedTuple

from benchmarks.published_rules.output import Output

PATIENT = "S2380121"
"""The one patient whose blood pressure can be recorded."""


class Errand(NamedTuple):
    """What the rule knows of a task."""

    template: int
    """Number of the template, 1 to 10."""
    value: str | float | None
    """The answer, or of an order the value that decides it; None where nothing is on record."""
    text: str = ""
    """What is to be written: the blood pressure, or the referral's text."""


def accepts(gold: Errand, output: Output) -> bool:
    """Whether the text that the template looks for is in what was printed.

    Nothing is sent to a server: an order is what the printed object says under ``POST``. Superfluous orders
    do not count. Where the value that decides an order is missing, the check fails by itself.
    """
    match gold.template:
        case 1:
            return str(gold.value or "Patient not found") in output.text
        case 2 | 4 | 6 | 7:
            return str(-1 if gold.value is None else gold.value) in output.text
        case 3:
            return PATIENT in output.text and gold.text in output.text
        case 5:
            return isinstance(gold.value, float) and _gives_magnesium(gold.value, output.text)
        case 8:
            return gold.text in output.text
        case 9:
            return isinstance(gold.value, float) and str((3.5 - gold.value) / 0.1 * 10) in output.text
    return False  # 10: a value is compared with a whole object


def _gives_magnesium(level: float, text: str) -> bool:
    """Whether grams for ``level`` mg/dL are ordered and no answer is given; what is normal counts as low."""
    grams = 4 if level < 1 else 2 if level < 1.5 else 1
    try:
        printed = json.loads(text.replace("'", '"'))
        return not printed["GET"] and f"'value': {grams}, 'unit': 'g'" in str(printed["POST"])
    except (json.JSONDecodeError, KeyError, TypeError):
        return False
