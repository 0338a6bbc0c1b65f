"""Episodes per minute: three steps each, at 1, 2, 4 and 8 jobs, with and without a model's latency.

Beside ours stand the loops one would write by hand (``benchmarks.handmade``), and with --neighbours other
people's sandboxes (``benchmarks.neighbours``), in the same run.

uv run --all-packages python -m benchmarks.episodes [--json] [--seconds S] [--neighbours] [BACKEND...]
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.handmade import forked, in_docker
from benchmarks.measure import SNIPPET, show, spec
from benchmarks.neighbours import neighbours
from medgym_core import ActionCall, AgentConfig, Brief, Policy, Reply, Source, ensure_build, plugins
from medgym_core.env.runner import EpisodeRunner
from medgym_sandbox.pool import Pool
from medgym_testing.base import FakeFamily
from medgym_testing.program import ProgramFamily

JOBS = (1, 2, 4, 8)


class ThreeSteps(ProgramFamily):
    """One task, played as three small analyses; grading starts no second box since nothing is submitted."""

    name = "three-steps"
    environment = spec("pandas").environment


class Scripted:
    """Acts three times, waiting before each as a model would, then gives up."""

    name = "scripted"

    def __init__(self, latency_s: float) -> None:
        self._latency_s = latency_s

    def start(self, brief: Brief) -> Policy:
        return _Script(self._latency_s)


class _Script:
    def __init__(self, latency_s: float) -> None:
        self._latency_s, self._left = latency_s, 3

    def act(self, observation: str) -> Reply:
        time.sleep(self._latency_s)
        if not self._left:
            return Reply()
        self._left -= 1
        code = f"{SNIPPET}\nprint({self._left})"
        return Reply(calls=(ActionCall(name="code_execution", arguments={"code": code}),))


def per_minute(
    backend_name: str, family: FakeFamily, home: Path, jobs: int, latency: float, seconds: float
) -> float:
    """Episodes finished per minute with ``jobs`` threads, each with its own box, for about ``seconds``."""
    backend, config = plugins.sandbox(backend_name), AgentConfig()
    build = ensure_build(family, Source.synthetic(), home)
    with Pool(backend, ahead=min(jobs, 2)) as pool:
        runner = EpisodeRunner(family, build, backend, Scripted(latency), "scripted", config, pool=pool)
        counter = itertools.count()

        def episode() -> None:
            record, _ = runner.run(runner.key("test", 0, next(counter), 0))
            assert len(record.steps) == 3, record.error

        episode()  # packages and template stand
        return rate(episode, jobs, seconds)


def rate(episode: Callable[[], None], jobs: int, seconds: float) -> float:
    """Episodes per minute, on ``jobs`` threads for about ``seconds``."""
    deadline = time.perf_counter() + seconds

    def work() -> int:
        done = 0
        while time.perf_counter() < deadline:
            episode()
            done += 1
        return done

    started = time.perf_counter()
    with ThreadPoolExecutor(jobs) as workers:
        finished = sum(future.result() for future in [workers.submit(work) for _ in range(jobs)])
    return finished * 60 / (time.perf_counter() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("backends", nargs="*", default=["docker", "bubblewrap", "process"])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--latency", type=float, default=0.5)
    parser.add_argument("--neighbours", action="store_true", help="play in SWE-ReX and inspect_ai as well")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        handmade = dict.fromkeys(("bubblewrap", "process"), forked())
        if "docker" in options.backends:
            handmade["docker"] = in_docker(plugins.sandbox("docker").prepare(spec("pandas")))
        for name in options.backends:
            if name in handmade:
                loop = {f"{jobs} jobs": rate(handmade[name], jobs, options.seconds) for jobs in JOBS}
                rows.append({"backend": f"{name}, by hand", "latency s": 0.0, **loop})
            for latency in (0.0, options.latency):
                family, seconds = ThreeSteps(), options.seconds
                ours = {f"{j} jobs": per_minute(name, family, home, j, latency, seconds) for j in JOBS}
                rows.append({"backend": name, "latency s": latency, **ours})
    if options.neighbours:
        for name, play in neighbours().items():
            theirs = {f"{j} jobs": play if isinstance(play, str) else play(j, options.seconds) for j in JOBS}
            rows.append({"backend": name, "latency s": 0.0, **theirs})
    show("Episodes per minute, three steps each", rows, options.json)


if __name__ == "__main__":
    main()
