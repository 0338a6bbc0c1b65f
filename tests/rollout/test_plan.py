from __future__ import annotations

from collections.abc import Callable, Iterable

from hypothesis import given
from hypothesis import strategies as st

from medgym_core.journal import Entry, Index
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.plan import Work, missing, plan, seed_of
from medgym_core.rollout.selection import Address
from medgym_core.trajectory import Episode, EpisodeKey
from medgym_core.verifier import Status

from ..metrics.entries import ENTRY

COUNTS = st.integers(1, 5)


def tasks(indices: Iterable[int]) -> list[Address]:
    return [Address("test", index) for index in indices]


@given(COUNTS, COUNTS)
def test_a_plan_holds_every_sample_of_every_task_once_in_order(size: int, samples: int) -> None:
    config = RunConfig(task=("a", "b"), samples=samples)
    places = {"a": tasks(range(size)), "b": tasks(range(2))}
    works = [(work.family, work.index, work.replica) for work in plan(config, places)]
    assert works == sorted(set(works))
    assert len(works) == samples * (size + 2)


def test_a_plan_keeps_the_order_of_the_places() -> None:
    works = plan(RunConfig(task=("a",)), {"a": tasks([3, 0, 2])})
    assert [work.index for work in works] == [3, 0, 2]


def test_the_seed_of_an_episode_is_the_same_in_any_selection() -> None:
    (alone,) = plan(RunConfig(task=("a",)), {"a": tasks([2])})
    assert alone in list(plan(RunConfig(task=("a",)), {"a": tasks(range(4))}))


def test_seeds_differ_by_run_task_and_sample_and_never_change() -> None:
    seeds = {seed_of(run, task, replica) for run in (0, 1) for task in "ab" for replica in (0, 1)}
    assert len(seeds) == 8
    assert all(0 <= seed < 2**31 for seed in seeds)
    assert seed_of(0, "npowerai/test/0", 0) == 1213410614


def test_what_is_missing_is_numbered_after_the_attempts_recorded(
    make_episode: Callable[..., Episode],
) -> None:
    works = [Work("toy", "test", index, 0, 7) for index in range(3)]
    done, failed = make_episode(0), make_episode(1)
    index = Index()
    index.add(
        [
            entry(done, Status.SUCCESS),
            entry(failed, Status.INFRA_ERROR),
            entry(failed, Status.AGENT_ERROR, attempt=1, voids=1),
        ]
    )

    def key(work: Work) -> EpisodeKey:
        return make_episode(work.index).key

    left = [(work.index, work.attempt, work.voids) for work in missing(works, key, index)]
    assert left == [(1, 2, 1), (2, 0, 0)]


def test_a_fresh_run_computes_no_identity() -> None:
    def key(work: Work) -> EpisodeKey:
        raise AssertionError("not needed")

    works = [Work("toy", "test", 0, 0, 7)]
    assert list(missing(works, key, Index())) == works


def entry(episode: Episode, status: Status, attempt: int = 0, voids: int = 0) -> Entry:
    return ENTRY._replace(id=episode.id, task=episode.key.task, status=status, attempt=attempt, voids=voids)
