"""Self-tests run once for each identity, in order, and what they said is kept."""

from pathlib import Path

import pytest
from pydantic import JsonValue

from medgym_core.authoring.selftest import Unsound, prove
from medgym_core.source import silent


class Counting:
    def __init__(self) -> None:
        self.tested: list[str] = []

    def __call__(self, item: str) -> JsonValue:
        self.tested.append(item)
        if item == "broken":
            raise ValueError(item)
        if item == "guessable":
            raise Unsound("anything passes")
        return {"length": len(item)}


def test_results_come_in_the_order_of_the_items(tmp_path: Path) -> None:
    found = prove(["aaa", "b", "cc"], Counting(), str, tmp_path, silent)
    assert found == [{"length": 3}, {"length": 1}, {"length": 2}]


def test_an_item_is_tested_once_for_each_identity(tmp_path: Path) -> None:
    test = Counting()
    first = prove(["a", "bb"], test, str, tmp_path, silent)
    assert prove(["a", "bb"], test, str, tmp_path, silent) == first
    assert sorted(test.tested) == ["a", "bb"]
    prove(["a", "bb"], test, lambda item: f"other boxes/{item}", tmp_path, silent)
    assert sorted(test.tested) == ["a", "a", "bb", "bb"]


def test_of_an_unsound_item_the_reason_is_kept(tmp_path: Path) -> None:
    test = Counting()
    for _ in range(2):
        assert prove(["guessable"], test, str, tmp_path, silent) == ["anything passes"]
    assert test.tested == ["guessable"]


def test_what_was_tested_before_a_failure_is_kept(tmp_path: Path) -> None:
    test = Counting()
    with pytest.raises(ValueError, match="broken"):
        prove(["a", "broken"], test, str, tmp_path, silent)
    prove(["a"], test, str, tmp_path, silent)
    assert test.tested.count("a") == 1


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[float | None] = []
    prove(["a", "b"], Counting(), str, tmp_path, lambda what, fraction: told.append(fraction))
    assert told == [0.0, 0.5]
