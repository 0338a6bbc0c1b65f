"""Self-tests run once for each identity, in order, and what they said is kept."""

import os
from pathlib import Path
from threading import Barrier

import pytest
from pydantic import JsonValue

from medgym_core.authoring.selftest import Unsound, _progress_text, prove
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


def test_progress_says_how_many_are_done_and_how_long_the_others_take(tmp_path: Path) -> None:
    reported: list[tuple[str, float | None]] = []
    prove(["a", "b"], Counting(), str, tmp_path, lambda *what: reported.append(what))
    assert reported == [
        ("testing 2 published tasks", 0.0),
        ("testing published tasks: 1 of 2, about 0 s left", 0.5),
        ("testing published tasks: 2 of 2, about 0 s left", 1.0),
    ]


def test_tests_run_side_by_side(tmp_path: Path) -> None:
    cores = len(os.sched_getaffinity(0))
    together = Barrier(cores)

    def test(item: str) -> JsonValue:
        together.wait(timeout=10)
        return item

    items = [str(number) for number in range(cores)]
    assert prove(items, test, str, tmp_path, silent) == items


@pytest.mark.parametrize(("seconds", "wait"), [(7.4, "7 s"), (99, "99 s"), (150, "2 min"), (1500, "25 min")])
def test_a_wait_is_given_in_its_unit(seconds: float, wait: str) -> None:
    assert _progress_text(1, 9, seconds) == f"testing published tasks: 1 of 9, about {wait} left"
