"""Records that can be written and read back, whatever an agent, a service or a verifier put into them."""

from __future__ import annotations

import math
import sys
from typing import Any

from medgym_core.trajectory import Episode, TurnRecord
from medgym_sandbox.boundary.writable import writable

_DEEP, _DIGITS = 100, 4_000


def recordable(episode: Episode) -> Episode:
    """``episode``, as it is if its record reads back.

    Otherwise with what stands in the way replaced: halves of characters by their escapes, what is nested too
    deeply or is too long a number by words, infinity by the largest number; what is NaN is left out, or null
    where something must stand. Should that not do, with nothing of what the agent did, and an error that says
    so; the verdict stands.
    """
    if _reads_back(episode):
        return episode
    for gaps in (False, True):
        try:
            fixed = Episode.model_validate(_plain(episode.model_dump(), 0, gaps))
        except ValueError:
            continue
        if _reads_back(fixed):
            return fixed
    verdict = episode.verdict.model_copy(
        update={"details": {}, "components": {}, "reason": writable(episode.verdict.reason)}
    )
    return episode.model_copy(
        update={
            "steps": (),
            "turns": tuple(TurnRecord(asked=turn.asked) for turn in episode.turns),
            "states": {},
            "verdict": verdict,
            "error": "what the agent did could not be recorded",
        }
    )


def _reads_back(episode: Episode) -> bool:
    try:
        Episode.model_validate_json(episode.model_dump_json())
    except (ValueError, RecursionError):  # of writing, or of validation
        return False
    return True


def _plain(value: Any, depth: int, gaps: bool) -> Any:
    """``value`` as it can be written; with ``gaps`` null stands for NaN, which mappings else leave out."""
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, str):
        return writable(value)
    if isinstance(value, int) and abs(value).bit_length() > _DIGITS:
        return "a number too long to record"
    if isinstance(value, float) and not math.isfinite(value):
        return math.copysign(sys.float_info.max, value)
    if not isinstance(value, dict | list | tuple):
        return value
    if depth > _DEEP:
        return "nested too deeply to record"
    if isinstance(value, dict):
        kept = ((key, item) for key, item in value.items() if gaps or item == item)
        return {writable(str(key)): _plain(item, depth + 1, gaps) for key, item in kept}
    return [_plain(item, depth + 1, gaps) for item in value]
