from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Literal

import pytest
from loky import process_executor

from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.executor import _settings, executor, jobs_of
from medgym_core.rollout.plan import Work
from medgym_core.rollout.worker import Runners, Spec, agent_config
from medgym_core.task import Limits

from .fake_run import Fake

JOBS, TASKS = 2, 12
WORKS = [Work("toy", "test", index, 0, 7) for index in range(TASKS)]


def runners(run: Path, backend: str, status: str = "success", error: str = "") -> Runners:
    settings = {"backend": backend, "options": {"pause_s": 0.0, "status": status, "error": error}}
    config = RunConfig.model_validate({"task": "toy", "jobs": JOBS, **settings})
    return Runners(Spec(run=run, config=config, builds=(), open=lambda spec, family, _: Fake(spec, family)))


def begun(run: Path) -> int:
    return sum(line.startswith("begin") for line in (run / "plays").read_text().splitlines())


@pytest.mark.parametrize(
    ("agent", "backend", "memory_mb", "jobs"),
    [
        ("nop", "threads", 10**6, 3),
        ("llm", "threads", 10**6, 64),
        ("llm", "processes", 10**6, 16),
        ("llm", "threads", 2048, 2),
    ],
)
def test_more_episodes_are_in_flight_where_an_endpoint_replies(
    monkeypatch: pytest.MonkeyPatch,
    agent: str,
    backend: Literal["threads", "processes"],
    memory_mb: int,
    jobs: int,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})
    monkeypatch.setattr("medgym_core.rollout.executor._available_mb", lambda: memory_mb)
    config = RunConfig(task=("toy",), agent=agent, backend=backend)
    assert jobs_of(config) == jobs
    assert jobs_of(config.model_copy(update={"jobs": 5})) == 5


def test_all_jobs_ask_at_once_only_where_their_number_is_given() -> None:
    config = RunConfig(task=("toy",), agent="llm")
    assert agent_config(config, "").pace.at_once == 16
    assert agent_config(config.model_copy(update={"jobs": 5}), "").pace.at_once is None


@pytest.mark.parametrize("backend", ["processes", pytest.param("ray", marks=pytest.mark.slow)])
def test_what_workers_warn_of_is_seen(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], backend: str
) -> None:
    toys = runners(tmp_path, backend, "infra_error", "no \x1b[2J engine")
    list(executor(toys.spec.config)(toys, iter(WORKS[:1])))
    message = "infra_error: no \\x1b[2J engine; toy/test/0, retry 1 of 2 in 1 s"
    assert message in capfd.readouterr().err


@pytest.mark.parametrize("backend", ["threads", "processes", pytest.param("ray", marks=pytest.mark.slow)])
def test_no_episode_begins_before_the_results_of_another_are_taken(tmp_path: Path, backend: str) -> None:
    toys = runners(tmp_path, backend)
    waiting = []
    for taken, _ in enumerate(executor(toys.spec.config)(toys, iter(WORKS))):
        time.sleep(0.05)  # as a slow disk: whatever may begin has begun meanwhile
        waiting.append(begun(tmp_path) - taken)
    assert max(waiting) == JOBS


def test_workers_keep_as_much_as_a_box_may_hold() -> None:
    with process_executor.ProcessPoolExecutor(1, env=_settings(1)) as pool:
        heard = pool.submit(getattr, process_executor, "_MAX_MEMORY_LEAK_SIZE").result()
    assert heard == Limits().memory_mb * 2**20
