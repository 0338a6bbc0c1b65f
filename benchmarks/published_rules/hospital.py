"""mimic, eicu, treqs: the first value of gold occurs somewhere in what was printed."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.published_rules.output import Output


def accepts(gold: Sequence[str], output: Output) -> bool:
    """Whether the first of ``gold``, the result's values as text, is part of the printed text.

    ``None`` counts as 0, truth values are 1 and 0 wherever their words occur, a final ``.0`` of gold is
    dropped, and of a value with commas each piece may stand anywhere.
    """
    first = "0" if gold[0] == "None" else _in_digits(gold[0])
    pieces = first.split(", ") if ", " in first else [first.removesuffix(".0")]
    printed = _in_digits(output.text)
    return all(piece in printed for piece in pieces)


def _in_digits(text: str) -> str:
    return text.replace("True", "1").replace("False", "0")
