"""How deep JSON text is nested, found without reading it, since deep text is made to break readers."""

from __future__ import annotations

import re

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_STEP = {"[": 1, "{": 1, "]": -1, "}": -1}


def deeper_than(text: str, most: int) -> bool:
    """Whether arrays and objects nest beyond ``most``; exact up to the first syntax error."""
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += _STEP.get(token[0], 0)
        if depth > most:
            return True
    return False
