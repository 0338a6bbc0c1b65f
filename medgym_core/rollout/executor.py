"""Three ways to play episodes at once, one shape: work in, results out as they come, nothing journaled.

Every executor begins an episode only where the results of another were taken, so that memory is bounded and
a run that is asked to stop has in flight only what it can finish; ``joblib.Parallel`` begins another when one
has ended, taken or not. ``threads`` is right for most runs, since boxes and models do the waiting elsewhere.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import redirect_stdout
from functools import partial
from itertools import chain, islice
from pathlib import Path

from medgym_core import plugins
from medgym_core.errors import ConfigError, SandboxError
from medgym_core.errors.advice import install
from medgym_core.journal import Result
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.lifeline import Process, end_with
from medgym_core.rollout.plan import Work
from medgym_core.rollout.worker import REQUESTS, Runners, Spec, perform_in_worker
from medgym_core.task import Limits

Executor = Callable[[Runners, Iterator[Work]], Iterator[list[Result]]]
"""Plays all the work, in any order; the runners are the driver's own. Closing the iterator stops it."""

MOST_REQUESTS = 64
"""Episodes in flight at most where an endpoint makes the replies and threads ask it."""
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
            raise ConfigError(f"Ray is not installed; run `{install('medgym-core[ray]')}`") from error
    return {"threads": threads, "processes": processes, "ray": on_ray}[config.backend]


def jobs_of(config: RunConfig) -> int:
    """Episodes in flight: as configured, else one a core, and no more boxes than memory can hold.

    Where the agent waits for an endpoint there are more: how many of them ask it at once, its replies decide
    (:class:`medgym_core.agent.pace.Valve`). A process of its own is too much for an episode that only waits.
    """
    if config.jobs:
        return config.jobs
    remote = getattr(plugins.agent_factory(config.agent), "remote", False)
    asking = MOST_REQUESTS if config.backend == "threads" else REQUESTS
    wanted = asking if remote else len(os.sched_getaffinity(0))
    return max(1, min(wanted, _available_mb() // Limits().memory_mb))


def _available_mb() -> int:
    """Memory that can be had without swapping, MiB."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    fields = dict(line.split(":") for line in lines)
    return int(fields["MemAvailable"].split()[0]) // 1024


def threads(runners: Runners, works: Iterator[Work]) -> Iterator[list[Result]]:
    """Play ``works`` on threads of this process."""
    jobs = jobs_of(runners.spec.config)
    with ThreadPoolExecutor(jobs) as pool:
        for _, results in _landing(jobs, lambda work: pool.submit(runners.perform, work), works):
            yield results


def processes(runners: Runners, works: Iterator[Work]) -> Iterator[list[Result]]:
    """Play ``works`` on worker processes of this machine, which end with this process.

    A worker that is killed takes the pool down with it; a new pool plays again what was in flight.

    Raises:
        SandboxError: if workers keep dying.
    """
    from loky.process_executor import (  # type: ignore[import-untyped]
        ProcessPoolExecutor,
        TerminatedWorkerError,
    )

    spec, jobs, driver = runners.spec, jobs_of(runners.spec.config), Process.current()
    flight, deaths = _Flight(works), 0
    perform = partial(perform_in_worker, spec, driver)
    while True:
        # tied to the driver before any work reaches a worker
        pool = ProcessPoolExecutor(jobs, env=_settings(jobs), initializer=end_with, initargs=(driver,))
        try:
            for work, results in _landing(jobs, partial(pool.submit, perform), flight.take()):
                flight.landed(work)
                deaths = 0
                yield results
            return
        except TerminatedWorkerError as error:
            deaths += 1
            if deaths >= DEATHS:
                raise _worn_out(spec) from error
        finally:
            pool.shutdown(wait=True, kill_workers=True)


def on_ray(runners: Runners, works: Iterator[Work]) -> Iterator[list[Result]]:
    """Play ``works`` as Ray tasks, on a cluster made here for the run unless an address is configured.

    Ray itself starts a task again whose worker died. Every node of a cluster needs the same packages and the
    same folder of builds.

    Raises:
        SandboxError: if workers keep dying.
    """
    import ray

    spec, config, jobs = runners.spec, runners.spec.config, jobs_of(runners.spec.config)
    local = {"address": "local", "num_cpus": jobs, "include_dashboard": False}  # whatever RAY_ADDRESS says
    here = {"address": config.address} if config.address else local
    driver = None if config.address else Process.current()
    with redirect_stdout(sys.stderr):  # where Ray tells of workers that died, and what they warn of
        ray.init(log_to_driver=True, logging_level=logging.ERROR, **here)
        try:
            task = ray.remote(num_cpus=1, max_retries=DEATHS)(perform_in_worker)
            for _, results in _landing(jobs, lambda work: task.remote(spec, driver, work).future(), works):
                yield results
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
        """Note that ``work`` has come back, so that it is not handed out again."""
        del self._open[work]


def _landing(
    jobs: int, submit: Callable[[Work], Future[list[Result]]], works: Iterator[Work]
) -> Iterator[tuple[Work, list[Result]]]:
    """Each work with its results, as they come; work is submitted only where results were taken."""
    flight = {submit(work): work for work in islice(works, jobs)}
    while flight:
        for future in wait(flight, return_when=FIRST_COMPLETED).done:
            yield flight.pop(future), future.result()
            flight |= {submit(work): work for work in islice(works, 1)}


def _settings(jobs: int) -> dict[str, int]:
    """What keeps ``jobs`` workers to as many threads as there are cores, and to memory for a family's tables.

    Where psutil is installed, loky replaces a worker that has grown by so many bytes since its first episode.
    """
    libraries = ("OMP", "OPENBLAS", "MKL", "NUMEXPR")
    threads = max(1, len(os.sched_getaffinity(0)) // jobs)
    grown = {"LOKY_MAX_MEMORY_LEAK_SIZE": Limits().memory_mb * 2**20}
    return grown | {f"{library}_NUM_THREADS": threads for library in libraries}
