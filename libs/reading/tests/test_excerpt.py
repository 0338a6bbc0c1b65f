from __future__ import annotations

import pytest

from medgym_reading.excerpt import excerpt

MODULE = '''"""Solves everything."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass

LIMIT = 3
"""Most of them."""
OTHER = json.dumps("other")


@dataclass
class Pair:
    """Two of them."""

    left: int
    right: int


# Beware.
def solve(pair: Pair) -> int:
    """Solves one."""
    return helped(pair) + LIMIT


def helped(pair: Pair) -> int:
    return pair.left + pair.right


def unused() -> float:
    return math.pi
'''


def test_no_more_than_is_needed_is_left():
    assert (
        excerpt(MODULE, "solve")
        == '''from __future__ import annotations

from dataclasses import dataclass

LIMIT = 3
"""Most of them."""


@dataclass
class Pair:
    """Two of them."""

    left: int
    right: int


def solve(pair: Pair) -> int:
    """Solves one."""
    return helped(pair) + LIMIT


def helped(pair: Pair) -> int:
    return pair.left + pair.right
'''
    )


@pytest.mark.parametrize("name", ["solve", "helped", "unused", "OTHER", "LIMIT"])
def test_an_excerpt_runs(name):
    space: dict[str, object] = {"__name__": "__main__"}
    exec(compile(excerpt(MODULE, name), "excerpt", "exec", dont_inherit=True), space)
    assert name in space


def test_several_names_are_wanted():
    both = excerpt(MODULE, "unused", "OTHER")
    assert "import json\nimport math\n" in both
    assert "solve" not in both


def test_what_runs_for_its_effect_is_kept():
    assert excerpt("import sys\nsys.setrecursionlimit(9)\na = 1\nb = 2\n", "a") == (
        "import sys\nsys.setrecursionlimit(9)\na = 1\n"
    )


def test_a_name_that_is_not_defined_is_refused():
    with pytest.raises(KeyError, match="nobody"):
        excerpt(MODULE, "solve", "nobody")
