from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from medgym_core.access import Tier
from medgym_core.rollout import worker
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.plan import Work
from medgym_core.rollout.worker import Runners, Spec, site_limits
from medgym_core.task import Limits
from medgym_core.trajectory import Episode, EpisodeKey
from medgym_core.verifier import Status

from .test_void import ACTED


class Scripted:
    """A runner whose episodes end in the given statuses, one after the other."""

    def __init__(self, make: Callable[..., Episode], statuses: Iterator[Status], acts: bool) -> None:
        self.make, self.statuses, self.acts = make, statuses, acts

    def key(self, split: str, index: int, replica: int, seed: int) -> EpisodeKey:
        return self.make(index, replica).key

    def run(self, key: EpisodeKey) -> tuple[Episode, dict[str, bytes]]:
        return self.make(status=next(self.statuses), steps=ACTED if self.acts else ()), {}


Attempts = Callable[..., list[tuple[int, Status]]]


@pytest.fixture
def attempts(
    make_episode: Callable[..., Episode], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Attempts:
    """Performs a work item whose tries end as given; returns number and status of every attempt."""
    monkeypatch.setattr(worker, "RETRY_PAUSE_S", 0.0)

    def perform(
        *statuses: Status, attempt: int = 0, retries: int = 2, acts: bool = False, voids: int = 0
    ) -> list[tuple[int, Status]]:
        config = RunConfig(task=("toy",), retries=retries)
        runner = Scripted(make_episode, iter(statuses), acts)
        runners = Runners(Spec(run=tmp_path, config=config, builds=(), open=lambda *_: runner))
        results = runners.perform(Work("toy", "test", 0, 0, 7, attempt, voids))
        return [(episode.attempt, episode.verdict.status) for episode, _ in results]

    return perform


def test_infrastructure_errors_are_tried_again_and_all_attempts_kept(attempts: Attempts) -> None:
    tried = attempts(Status.INFRA_ERROR, Status.INFRA_ERROR, Status.SUCCESS)
    assert tried == [(0, Status.INFRA_ERROR), (1, Status.INFRA_ERROR), (2, Status.SUCCESS)]


def test_a_retry_tells_no_identifier_of_labelled_data(
    attempts: Attempts, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failed(runner: Scripted, key: EpisodeKey) -> tuple[Episode, dict[str, bytes]]:
        episode = runner.make(status=next(runner.statuses), tier=Tier.CREDENTIALED)
        return episode.model_copy(update={"error": "no engine for patient 10006"}), {}

    monkeypatch.setattr(Scripted, "run", failed)
    attempts(Status.INFRA_ERROR, Status.SUCCESS)
    assert "infra_error: no engine for patient id:" in caplog.text
    assert "10006" not in caplog.text


def test_after_the_last_retry_the_error_stands(attempts: Attempts) -> None:
    tried = attempts(Status.INFRA_ERROR, Status.INFRA_ERROR, attempt=3, retries=1)
    assert tried == [(3, Status.INFRA_ERROR), (4, Status.INFRA_ERROR)]


def test_who_breaks_an_episode_down_twice_has_failed_it(attempts: Attempts) -> None:
    tried = attempts(Status.INFRA_ERROR, Status.INFRA_ERROR, Status.SUCCESS, acts=True)
    assert tried == [(0, Status.INFRA_ERROR), (1, Status.FAIL)]


def test_what_an_earlier_driver_saw_broken_counts(attempts: Attempts) -> None:
    assert attempts(Status.VERIFIER_ERROR, attempt=1, acts=True, voids=1) == [(1, Status.FAIL)]


@pytest.mark.parametrize("status", [Status.FAIL, Status.AGENT_ERROR, Status.VERIFIER_ERROR])
def test_nothing_else_is_tried_again_at_once(attempts: Attempts, status: Status) -> None:
    assert attempts(status) == [(0, status)]


def test_a_spec_travels_but_its_key_is_not_shown(tmp_path: Path) -> None:
    spec = Spec(run=tmp_path, config=RunConfig(task=("toy",)), builds=(("toy", tmp_path),), api_key="secret")
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert "secret" not in repr(spec)


def test_the_site_s_steps_leave_other_budgets_alone() -> None:
    limits = Limits(steps=15, memory_mb=4096, action_s=600)
    assert limits.clamp(site_limits(5) or limits) == limits.model_copy(update={"steps": 5})
    assert site_limits(None) is None
