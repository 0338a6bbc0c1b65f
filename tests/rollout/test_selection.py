"""Which tasks a run plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.errors import ConfigError
from medgym_core.journal import Index
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.selection import (
    Address,
    listed,
    refuse_unknown_categories,
    refuse_unknown_splits,
    select,
    unsolved,
)
from medgym_core.source import Build
from medgym_core.task import Task
from medgym_core.verifier import Status
from medgym_testing.mixed import CATEGORIES, SIZE, MixedFamily
from medgym_testing.program import ProgramFamily

from ..metrics.entries import ENTRY


def selected(build: Build, **settings: Any) -> list[int]:
    return [place.index for place in select(RunConfig(task=("mixed",), **settings), MixedFamily(), build)]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Build:
    from medgym_core import Source, ensure_build

    return ensure_build(ProgramFamily(), Source.synthetic(), tmp_path_factory.mktemp("home"))


def test_all_are_taken_in_order_unless_less_is_wanted(built: Build) -> None:
    assert selected(built) == list(range(SIZE))
    assert selected(built, limit=4) == [0, 1, 2, 3]
    assert selected(built, limit=99) == list(range(SIZE))


@pytest.mark.parametrize(
    ("tasks", "indices"),
    [
        ("mixed/test/3", [3]),
        ("mixed/test/12,mixed/test/3", [3, 12]),
        ("mixed/test/1?", list(range(10, 20))),
        ("*/test/2", [2]),
        ("mixed/*", list(range(SIZE))),
        ("other/test/1,mixed/test/5", [5]),
    ],
)
def test_tasks_are_named_by_id_or_pattern(built: Build, tasks: str, indices: list[int]) -> None:
    assert selected(built, tasks=tasks) == indices


@pytest.mark.parametrize("tasks", ["mixed/test/30", "mixed/train/1", "mixed/test/x*"])
def test_a_task_that_is_not_there_is_refused(built: Build, tasks: str) -> None:
    with pytest.raises(ConfigError, match="mixed/test/0 to 29"):
        selected(built, tasks=tasks)


def test_a_family_of_which_nothing_is_named_is_refused(built: Build) -> None:
    with pytest.raises(ConfigError, match="none of the tasks named is one of mixed's"):
        selected(built, tasks="other/test/1")


def test_categories_are_taken_alone(built: Build) -> None:
    assert selected(built, category="hard", limit=3) == [1, 4, 7]
    assert selected(built, category="hard,rare", limit=4) == [1, 2, 4, 5]


def test_a_category_of_which_no_task_is_left_is_refused(built: Build) -> None:
    with pytest.raises(ConfigError, match=r"no task of mixed .* is of rare"):
        selected(built, category="rare", tasks="mixed/test/0")


def test_an_unknown_category_is_refused_with_what_is_like_it() -> None:
    refuse_unknown_categories(["plain"], [MixedFamily()])
    with pytest.raises(ConfigError, match="did you mean 'plain'"):
        refuse_unknown_categories(["plane"], [MixedFamily()])


@given(seed=st.integers(0, 10**6), limit=st.integers(1, SIZE))
def test_shuffled_tasks_are_the_same_tasks_and_more_of_them_begin_alike(seed: int, limit: int) -> None:
    build = Build.model_construct(root=Path())
    some, every = (selected(build, shuffle=seed, limit=count) for count in (limit, SIZE))
    assert sorted(every) == list(range(SIZE))
    assert some == [index for index in every if index in some]
    assert len(some) == limit


@given(
    seed=st.none() | st.integers(0, 10**6),
    limits=st.lists(st.integers(1, SIZE), min_size=2, max_size=2).map(sorted),
)
def test_a_limit_takes_of_every_category_alike_and_less_is_a_part_of_more(
    seed: int | None, limits: list[int]
) -> None:
    build = Build.model_construct(root=Path())
    less, more = (selected(build, shuffle=seed, limit=limit) for limit in limits)
    assert set(less) <= set(more)
    counts = [sum(index % len(CATEGORIES) == place for index in more) for place in range(len(CATEGORIES))]
    assert max(counts) - min(counts) <= 1


def test_a_rare_category_is_looked_for_behind_the_others(built: Build) -> None:
    class Sorted(MixedFamily):
        def task(self, build: Build, split: str, index: int) -> Task:
            return super().task(build, split, 0 if index < SIZE - 2 else index)

    found = [place.index for place in select(RunConfig(task=("mixed",), limit=6), Sorted(), built)]
    assert found == [0, 1, 2, 3, 28, 29]


def test_another_seed_is_another_order(built: Build) -> None:
    assert selected(built, shuffle=0) != selected(built, shuffle=1)


def test_what_had_no_success_is_played_again() -> None:
    statuses = [
        ("a/test/0", "fail"),
        ("a/test/1", "success"),
        ("a/test/0", "agent_error"),
        ("a/test/1", "fail"),
    ]
    index = Index()
    index.add(
        ENTRY._replace(id=str(number), task=task, status=Status(status))
        for number, (task, status) in enumerate(statuses)
    )
    assert unsolved(index) == ("a/test/0",)


def test_a_file_lists_one_task_a_line(tmp_path: Path) -> None:
    (tmp_path / "tasks.txt").write_text("# hard ones\n\nmixed/test/3\n  mixed/test/2?  \n")
    assert listed(tmp_path / "tasks.txt") == ("mixed/test/3", "mixed/test/2?")


def test_an_empty_or_missing_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tasks.txt").write_text("# none\n")
    with pytest.raises(ConfigError, match="names no task"):
        listed(tmp_path / "tasks.txt")
    with pytest.raises(ConfigError, match="cannot read"):
        listed(tmp_path / "none.txt")


def test_each_split_gives_its_first_tasks(built: Build) -> None:
    config = RunConfig(task=("mixed",), split=("ood", "test"), limit=2)
    assert select(config, MixedFamily(), built) == [
        Address("ood", 0),
        Address("ood", 1),
        Address("test", 0),
        Address("test", 1),
    ]


def test_a_family_plays_the_splits_that_it_has(built: Build) -> None:
    config = RunConfig(task=("mixed",), split=("test", "reworded"), limit=1)
    assert select(config, MixedFamily(), built) == [Address("test", 0)]


def test_tasks_of_several_splits_are_named(built: Build) -> None:
    config = RunConfig(task=("mixed",), split=("test", "ood"), tasks=("mixed/ood/3", "mixed/*/1"))
    assert select(config, MixedFamily(), built) == [Address("test", 1), Address("ood", 1), Address("ood", 3)]


def test_a_task_of_a_split_that_is_not_played_is_refused(built: Build) -> None:
    config = RunConfig(task=("mixed",), split=("test",), tasks=("mixed/ood/3",))
    with pytest.raises(ConfigError, match="its ids are mixed/test/0 to 29"):
        select(config, MixedFamily(), built)


def test_a_split_that_nobody_has_is_refused() -> None:
    with pytest.raises(ConfigError, match="mixed has no split 'dev'; it has: test, ood"):
        refuse_unknown_splits(("dev",), [MixedFamily()])
    with pytest.raises(ConfigError, match="no family has a split 'dev'; they have: test, ood"):
        refuse_unknown_splits(("test", "dev"), [MixedFamily()])
    refuse_unknown_splits(("ood", "test"), [MixedFamily()])
