"""Three ways to play episodes at once, one shape: work in, results out as they come, nothing journaled.

Every executor takes work only as it can start it, so that a run that is told to stop has in flight only
what has begun. ``threads`` is right for most runs, since boxes and models do the waiting elsewhere.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from medgym_core.config import RunConfig
from medgym_core.errors import ConfigError, SandboxError
from medgym_core.journal import Result
from medgym_core.rollout.lifeline import Process, end_with
from medgym_core.rollout.plan import Work
from medgym_core.rollout.worker import Bench, Spec, perform_in_worker
from medgym_core.task import Limits

Executor = Callable[[Bench, Iterator[Work]], Iterator[list[Result]]]
"""Plays all the work, in any order; the bench is the driver's own. Closing the iterator stops it."""

DEATHS = 3
"""So many worker deaths in a row without one episode finished between end the run."""


def executor(config: RunConfig) -> Executor:
    """The executor that ``config`` names.

    Raises:
        ConfigError: if Ray is asked for and not installed.
    """
    if config.backend == "ray":
        try:
            import ray  # noqa: F401
        except ImportError as error:
            raise ConfigError("Ray is not installed; run `pip install 'medgym-core[ray]'`") from error
    return {"threads": threads, "processes": processes, "ray": on_ray}[config.backend]


def jobs_of(config: RunConfig) -> int:
    """Episodes in flight: as configured, else one a core, and no more boxes than memory can hold."""
    return config.jobs or max(1, min(len(os.sched_getaffinity(0)), _available_mb() // Limits().memory_mb))


def _available_mb() -> int:
    """Memory that can be had without swapping, MiB."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    fields = dict(line.split(":") for line in lines)
    return int(fields["MemAvailable"].split()[0]) // 1024


def threads(bench: Bench, works: Iterator[Work]) -> Iterator[list[Result]]:
    """Play ``works`` on threads of this process."""
    yield from _joblib(bench.spec, "threading", bench.perform, works)


def processes(bench: Bench, works: Iterator[Work]) -> Iterator[list[Result]]:
    """Play ``works`` on worker processes of this machine, which end with this process.

    A worker that is killed takes the pool down with it; a new pool plays again what was in flight. With one
    job nothing is parallel, and it is played in this process.

    Raises:
        SandboxError: if workers keep dying.
    """
    from joblib.externals.loky import get_reusable_executor  # type: ignore[import-untyped]
    from joblib.externals.loky.process_executor import (  # type: ignore[import-untyped]
        TerminatedWorkerError,
    )

    if jobs_of(bench.spec.config) == 1:
        yield from threads(bench, works)
        return
    spec, flight, deaths = bench.spec, _Flight(works), 0
    driver = Process.current()
    perform = _Remote(spec, driver)
    while True:
        try:
            tied = {"initializer": end_with, "initargs": (driver,)}  # before any work reaches a worker
            for work, results in _joblib(spec, "loky", perform, flight.take(), **tied):
                flight.landed(work)
                deaths = 0
                yield results
            return
        except TerminatedWorkerError as error:
            deaths += 1
            if deaths >= DEATHS:
                raise _worn_out(spec) from error
        finally:
            get_reusable_executor().shutdown(wait=True, kill_workers=True)


def on_ray(bench: Bench, works: Iterator[Work]) -> Iterator[list[Result]]:
    """Play ``works`` as Ray tasks, on a cluster made here for the run unless an address is configured.

    Ray itself starts a task again whose worker died. Every node of a cluster needs the same packages and the
    same folder of builds.

    Raises:
        SandboxError: if workers keep dying.
    """
    import ray

    spec, config, jobs = bench.spec, bench.spec.config, jobs_of(bench.spec.config)
    here = (
        {"num_cpus": jobs, "include_dashboard": False} if not config.address else {"address": config.address}
    )
    ray.init(log_to_driver=False, logging_level=logging.ERROR, **here)
    try:
        task = ray.remote(num_cpus=1, max_retries=DEATHS)(perform_in_worker)
        driver = None if config.address else Process.current()
        flight: dict[Any, None] = {task.remote(spec, driver, work): None for work in islice(works, jobs)}
        while flight:
            (ready, *_), _ = ray.wait(list(flight), num_returns=1)
            del flight[ready]
            yield ray.get(ready)
            flight |= {task.remote(spec, driver, work): None for work in islice(works, 1)}
    except ray.exceptions.WorkerCrashedError as error:
        raise _worn_out(spec) from error
    finally:
        ray.shutdown()


def _worn_out(spec: Spec) -> SandboxError:
    return SandboxError(
        f"worker processes were killed {DEATHS} times in a row, most likely for memory; "
        f"continue with fewer --jobs: `medgym run --resume {spec.run}`"
    )


class _Flight:
    """Work that was handed out and has not come back."""

    def __init__(self, works: Iterator[Work]) -> None:
        self._works = works
        self._open: dict[Work, None] = {}

    def take(self) -> Iterator[Work]:
        """What was lost in the air, then the rest."""
        for work in chain(list(self._open), self._works):
            self._open[work] = None
            yield work

    def landed(self, work: Work) -> None:
        """``work`` has come back."""
        del self._open[work]


class _Remote:
    """Plays work in a worker process and sends it back with its results."""

    def __init__(self, spec: Spec, driver: Process) -> None:
        self._spec = spec
        self._driver = driver

    def __call__(self, work: Work) -> tuple[Work, list[Result]]:
        return work, perform_in_worker(self._spec, self._driver, work)


def _joblib(
    spec: Spec, backend: str, perform: Callable[[Work], Any], works: Iterator[Work], **settings: Any
) -> Iterator[Any]:
    from joblib import Parallel, delayed  # type: ignore[import-untyped]

    parallel = Parallel(
        n_jobs=jobs_of(spec.config),
        backend=backend,
        return_as="generator_unordered",
        pre_dispatch="n_jobs",
        batch_size=1,
        **settings,
    )
    yield from parallel(delayed(perform)(work) for work in works)
