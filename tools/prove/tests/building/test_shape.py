from __future__ import annotations

from pathlib import Path

import pytest

from ..plugins import examine, package, spoil


def only(folder: Path, expected: str) -> None:
    """B03 fails and says so."""
    assert expected in " ".join(examine("B03", folder).problems)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("category=question.category,", 'category="sum",', "category 'sum' is not declared"),
        ("            limits=Limits(steps=8, action_s=30, memory_mb=512),\n", "", "declares no limits"),
        ("mounts=(loader.TABLE,)", 'mounts=(loader.TABLE, "notes.csv")', "notes.csv is not in the build"),
        ('kind="csv", path=loader.TABLE', 'kind="csv", path="notes.csv"', "notes.csv is not in the build"),
        ("answer=oracle.answer_kind(question.category)", "answer=None", "does not declare"),
        ('("integer", "number")', '("integer",)', "asks for the answer kind 'number'"),
        ("limits=Limits(", 'actions=("termnal",), limits=Limits(', "did you mean 'terminal'?"),
        ("text, answer=", 'text[:0] + " ", answer=', "asks nothing"),
        ("split=split,", 'split="train",', "says that it is of"),
        ("return len(loader.questions(build, split))", "return 6", "is there; raise DataError"),
    ],
)
def test_a_task_that_is_not_well_formed(plugin: Path, old: str, new: str, expected: str) -> None:
    spoil(package(plugin) / "family.py", old, new)
    assert expected in " ".join(examine("B03", plugin).problems)


def test_a_task_that_differs_when_asked_again(plugin: Path) -> None:
    limits = "limits=Limits(steps=8, action_s=30, memory_mb=512),"
    spoil(package(plugin) / "family.py", limits, f'{limits}\n            metadata={{"id": id(object())}},')
    spoil(package(plugin) / "family.py", "id(object())", "__import__('time').perf_counter_ns()")
    only(plugin, "asked for twice, it differs")


def test_gold_of_another_kind(plugin: Path) -> None:
    spoil(package(plugin) / "oracle.py", "return Gold(sum(costs)", "return Gold(str(sum(costs))")
    only(plugin, "gold")


def test_an_index_beyond_the_split_that_raises_something_else(plugin: Path) -> None:
    spoil(package(plugin) / "loader.py", "    if not 0 <= index < len(found):", "    if index < 0:")
    only(plugin, "raises IndexError; raise DataError")


def test_another_size_than_declared(plugin: Path) -> None:
    declared = next(
        line for line in (package(plugin) / "family.py").read_text().splitlines() if "size=" in line
    )
    number = declared.split("size=")[1].split(",")[0].strip(") ")
    spoil(package(plugin) / "family.py", declared, declared.replace(f"size={number}", "size=99"))
    only(plugin, "99 tasks are declared, the default build holds")
