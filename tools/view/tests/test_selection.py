from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_core.journal import Journal
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from medgym_view.selection import Selection, Shelf, selection_of


@pytest.mark.parametrize(
    ("selection", "number"),
    [
        (Selection(), 12),
        (Selection(family="toy"), 6),
        (Selection(status="fail"), 6),
        (Selection(failure="runtime_error"), 6),
        (Selection(family="toy", failure="runtime_error"), 3),
        (Selection(failure="gave_up"), 0),
        (Selection(family="unknown"), 0),
        (Selection(category="unknown"), 0),
        (Selection(reward="1"), 6),
        (Selection(reward="0", family="eicu"), 3),
        (Selection(reward="between"), 0),
        (Selection(reason="unknown"), 0),
        (Selection(search="TOY/test fail"), 3),
        (Selection(search="toy nothing"), 0),
    ],
)
def test_episodes_are_picked_by_family_status_and_failure(
    run: Path, selection: Selection, number: int
) -> None:
    assert len(Shelf(run).picked(selection)) == number


@pytest.mark.parametrize(("sort", "first"), [("task", "eicu/test/0"), ("-task", "toy/test/2")])
def test_episodes_are_sorted(run: Path, sort: str, first: str) -> None:
    assert Shelf(run).picked(Selection(sort=sort))[0].task == first


def test_a_second_click_turns_the_order(run: Path) -> None:
    selection = Selection()
    for wanted in ("-reward", "reward", "-reward"):
        selection = Selection(sort=selection.sorting("reward"))
        rewards = [entry.reward or 0.0 for entry in Shelf(run).picked(selection)]
        assert (selection.sort, rewards) == (wanted, sorted(rewards, reverse=wanted == "-reward"))


def test_only_what_occurs_can_be_chosen(run: Path) -> None:
    choices = Shelf(run).choices
    assert (choices["family"], choices["status"], choices["reward"]) == (
        ["eicu", "toy"],
        ["fail", "success"],
        ["1", "0"],
    )


def test_errors_are_infrastructure_and_no_record_is_read_for_them(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode], monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf(write_run(make_episode(0, status=Status.INFRA_ERROR), make_episode(1)))
    monkeypatch.setattr(Journal, "read", None)
    assert [shelf.failure(entry) for entry in shelf.entries.values()] == ["infrastructure", ""]


def test_a_record_is_classified_once(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(run)
    before = shelf.picked(Selection(failure="runtime_error"))
    monkeypatch.setattr(Journal, "read", None)
    assert shelf.picked(Selection(failure="runtime_error")) == before


@pytest.mark.parametrize("sort", ["-", "--task", "failure", "x", ""])
def test_what_no_column_is_called_sorts_nothing(sort: str) -> None:
    assert selection_of({"sort": [sort]}) == Selection()


@pytest.mark.parametrize("page", ["0", "-1", "x", "²", "9" * 5000, ""])
def test_what_is_no_page_is_the_first_one(page: str) -> None:
    assert selection_of({"page": [page], "other": ["x"]}) == Selection()


def test_a_selection_goes_through_an_address() -> None:
    assert Selection(family="a&b", status="fail").query(3) == "family=a%26b&status=fail&page=3"
    assert selection_of({"family": ["a"], "page": ["3"]}) == Selection(family="a", page=3)
