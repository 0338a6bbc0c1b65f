"""npowerai: a whole number in digits, or a power within 1%."""

from __future__ import annotations

from benchmarks.published_rules.output import Output

TOLERANCE = 0.01


def accepts(gold: int | float, output: Output) -> bool:
    """Whether the printed text is ``gold``: a size as an integer's digits, a power within 1%, above 1 too."""
    try:
        if isinstance(gold, int):
            return int(output.text) == gold
        return abs(float(output.text) - gold) <= TOLERANCE * gold
    except ValueError:
        return False
