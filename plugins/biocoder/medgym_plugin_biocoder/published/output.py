"""Whether two programs printed the same: text word for word, numbers within a relative tolerance."""

from __future__ import annotations

import math
import re

TOLERANCE = 1e-6
"""Relative, for numbers written with a point or an exponent; integers are equal or not."""
_ROUNDING = 1e-12
"""Absolute, for what is zero but for rounding."""
_NUMBER = re.compile(r"(?<![\w.])([-+]?(?:\d++\.?+\d*+|\.\d++)(?:[eE][-+]?\d++)?+)(?!\w|\.\w)")


def same(printed: str, expected: str) -> bool:
    """Whether ``printed`` is ``expected`` but for white space and the last digits of numbers."""
    ours, theirs = _NUMBER.split(printed), _NUMBER.split(expected)
    return (
        len(ours) == len(theirs)
        and all(map(_same_text, ours[::2], theirs[::2]))
        and all(map(_same_number, ours[1::2], theirs[1::2]))
    )


def _same_text(one: str, other: str) -> bool:
    return one.split() == other.split()


def _same_number(one: str, other: str) -> bool:
    if one == other:
        return True
    if not {*one, *other} & set(".eE"):
        return one.lstrip("+") == other.lstrip("+")
    numbers = float(one), float(other)
    return all(map(math.isfinite, numbers)) and math.isclose(*numbers, rel_tol=TOLERANCE, abs_tol=_ROUNDING)
