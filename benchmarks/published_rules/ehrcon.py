"""ehrcon: the word `true` or `false` occurs in what was printed."""

from __future__ import annotations

from benchmarks.published_rules.output import Output


def accepts(gold: bool, output: Output) -> bool:
    """Whether the printed text says ``gold``, that there is an inconsistency; `true` outdoes `false`."""
    printed = output.text.lower()
    if "true" in printed:
        return gold
    return "false" in printed and not gold
