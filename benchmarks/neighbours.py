"""The same three steps in other people's sandboxes: SWE-ReX and inspect_ai, where they are installed.

Each plays an episode as its own documentation has it: a sandbox of its own, three commands, the end. Both run
Python with pandas of this environment; their containers see it through read-only mounts.

uv pip install swe-rex inspect-ai; python -m benchmarks.episodes --neighbours
"""

from __future__ import annotations

import asyncio
import logging
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from benchmarks.handmade import STEPS
from benchmarks.measure import SNIPPET, spec
from medgym_core import plugins

Rate = Callable[[int, float], float]
"""Threads or samples at once, and seconds to play for; episodes a minute."""


def neighbours() -> dict[str, Rate | str]:
    """Name to its rate, or to why it cannot be had here."""
    return {
        "SWE-ReX, local": _absent("swerex") or (lambda jobs, seconds: _rex(jobs, seconds, False)),
        "SWE-ReX, docker": _absent("swerex") or _no_engine() or (lambda jobs, s: _rex(jobs, s, True)),
        "inspect_ai, local": _absent("inspect_ai")
        or (lambda jobs, seconds: _inspect(jobs, seconds, "local")),
        "inspect_ai, docker": _absent("inspect_ai")
        or _no_engine()
        or _no_compose()
        or (lambda jobs, seconds: _inspect(jobs, seconds, "docker")),
    }


def _absent(package: str) -> str:
    return "" if find_spec(package) else f"{package} is not installed"


def _no_engine() -> str:
    lacking = (
        not shutil.which("docker") or subprocess.run(["docker", "version"], capture_output=True).returncode
    )
    return "no Docker engine" if lacking else ""


def _no_compose() -> str:
    lacking = subprocess.run(["docker", "compose", "version"], capture_output=True).returncode
    return "no docker compose" if lacking else ""


def _volumes() -> list[str]:
    """This environment and its interpreter, read-only at their own paths."""
    return [f"{path}:{path}:ro" for path in sorted({sys.prefix, sys.base_prefix})]


def _rex(jobs: int, seconds: float, contained: bool) -> float:
    """A deployment an episode, a bash session in it."""
    from swerex.deployment.docker import DockerDeployment
    from swerex.deployment.local import LocalDeployment
    from swerex.runtime.abstract import BashAction, CreateBashSessionRequest

    logging.disable(logging.ERROR)
    image = plugins.sandbox("docker").prepare(spec("pandas")) if contained else ""
    options = [f"--volume={volume}" for volume in _volumes()]
    options += [f"--env=PATH={sys.prefix}/bin:/usr/bin:/bin", "--user=0", "--entrypoint="]
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(SNIPPET)}"

    async def episode() -> None:
        box = (
            DockerDeployment(image=image, pull="never", docker_args=options)
            if contained
            else LocalDeployment()
        )
        await box.start()
        await box.runtime.create_session(CreateBashSessionRequest())
        for _ in range(STEPS):
            said = await box.runtime.run_in_session(BashAction(command=command, check="raise"))
            assert said.output.strip() == "4950", said
        await box.stop()

    started = time.perf_counter()

    def work() -> int:
        done = 0
        while time.perf_counter() < started + seconds:
            asyncio.run(episode())
            done += 1
        return done

    with ThreadPoolExecutor(jobs) as workers:
        finished = [future.result() for future in [workers.submit(work) for _ in range(jobs)]]
    return sum(finished) * 60 / (time.perf_counter() - started)


def _inspect(jobs: int, seconds: float, kind: str) -> float:
    """A sample an episode; a first evaluation tells how many there is time for."""
    from inspect_ai import Task, eval
    from inspect_ai.dataset import Sample
    from inspect_ai.solver import Generate, TaskState, solver
    from inspect_ai.util import sandbox

    @solver
    def three_steps() -> Callable[[TaskState, Generate], object]:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            for _ in range(STEPS):
                said = await sandbox().exec([sys.executable, "-c", SNIPPET])
                assert said.stdout.strip() == "4950", said
            return state

        return solve

    with tempfile.TemporaryDirectory() as folder:
        place = (kind, _compose(Path(folder))) if kind == "docker" else kind

        def play(samples: int) -> float:
            task = Task(
                dataset=[Sample(input="") for _ in range(samples)], solver=three_steps(), sandbox=place
            )
            began = time.perf_counter()
            (log,) = eval(
                task,
                model="mockllm/model",
                display="none",
                log_dir=folder,
                max_samples=jobs,
                max_sandboxes=jobs,
            )
            assert log.status == "success", log.error
            return time.perf_counter() - began

        play(jobs)  # imports
        wall = play(jobs)
        samples = max(jobs, round(jobs * seconds / wall))
        return samples * 60 / play(samples)


def _compose(folder: Path) -> str:
    """What inspect_ai starts for a sample."""
    image = plugins.sandbox("docker").prepare(spec("pandas"))
    volumes = "".join(f"\n      - {volume}" for volume in _volumes())
    (folder / "compose.yaml").write_text(
        f"services:\n  default:\n    image: {image}\n    x-local: true\n    init: true\n"
        f"    command: sleep infinity\n    network_mode: none\n    volumes:{volumes}\n"
    )
    return str(folder / "compose.yaml")
