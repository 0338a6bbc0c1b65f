"""biocoder: one run on one input, its whole output as text."""

from __future__ import annotations

from benchmarks.published_rules.output import Output


def accepts(gold: str, output: Output) -> bool:
    """Whether output and warnings equal the reference's, letter by letter; how either run ended is not asked.

    ``gold`` is what the reference's one run left, an error message where it failed.
    """
    return output.text == gold
