"""biodsbench: the program came to its end."""

from __future__ import annotations

from pydantic import JsonValue

from benchmarks.published_rules.output import Output


def accepts(gold: JsonValue, output: Output) -> bool:
    """Whether the program ended without an error: the assertions are never run."""
    return output.exit_code == 0
