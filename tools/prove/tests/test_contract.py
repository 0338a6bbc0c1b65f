from __future__ import annotations

import ast

import pytest

import medgym_core
from medgym_prove.contract import DECIDING, _outline, contract, contract_digest

BEFORE = '''
class Task(Frozen):
    """What is asked."""

    index: int = 0
    """Its place."""
    _cache: dict[str, int]

    def solve(self, answer: str) -> bool:
        """Whether it is right."""
        return answer == self._gold()

    def _gold(self) -> str:
        return "42"
'''


def outline(source: str) -> str:
    return ast.unparse(_outline(ast.parse(source).body[0]))


def test_the_contract_is_reached_from_the_hooks() -> None:
    names = contract().keys()
    assert {*DECIDING, "TaskFamily", "Task", "Turn", "Verifier", "Action"} <= names
    assert names - {name for name in names if name.startswith("medgym_")} <= set(medgym_core.__all__)
    assert not {"calibrate", "load_build", "DataError"} & names


def test_who_plays_and_where_is_no_part_of_it() -> None:
    assert not {"Agent", "AgentConfig", "SandboxBackend", "Verb"} & contract().keys()


def test_the_contract_holds_signatures_and_no_words() -> None:
    assert "def size(self, build: Build, split: str) -> int:\n        pass" in contract()["TaskFamily"]
    assert '"""' not in "".join(contract().values())
    assert len(contract_digest()) == 64


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""What is asked."""', '"""What an agent is asked."""'),
        ('"""Its place."""', ""),
        ("index: int = 0", "index:  int = 0  # from 0"),
        ("return answer == self._gold()", "return self._gold() == answer"),
        ("_gold", "_right"),
        ("    _cache: dict[str, int]\n", ""),
    ],
)
def test_what_is_not_promised_may_change(old: str, new: str) -> None:
    assert old in BEFORE
    assert outline(BEFORE.replace(old, new)) == outline(BEFORE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("index: int = 0", "index: int"),
        ("index: int", "place: int"),
        ("answer: str", "answer: object"),
        ("-> bool", "-> float"),
        ("(Frozen)", ""),
        ("def solve", "def settle"),
    ],
)
def test_what_is_promised_may_not(old: str, new: str) -> None:
    assert old in BEFORE
    assert outline(BEFORE.replace(old, new, 1)) != outline(BEFORE)
