"""Drives slow sessions in a process of its own: cut_run.py RUN HOME TASKS."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from medgym_core import ActionCall, AgentConfig, Build, Source, Task, ensure_build, plugins
from medgym_core.env.runner import EpisodeRunner
from medgym_core.journal.partial import Partials
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.driver import drive
from medgym_core.rollout.selection import Address
from medgym_core.rollout.worker import Runner, Runners, Spec
from medgym_sandbox.process import Process
from medgym_testing.session import SessionFamily

SLOWLY = "import time\ntime.sleep(0.5)\n"


class Slow(SessionFamily):
    """Sessions whose solutions take their time."""

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        return [
            ActionCall(
                name=call.name,
                arguments={
                    **call.arguments,
                    "code": f"import time\ntime.sleep(0.5)\n{call.arguments['code']}",
                },
            )
            for call in super().reference(build, task)
        ]


def open_runner(spec: Spec, family: str, closing: ExitStack | None) -> Runner:
    build = ensure_build(Slow(), Source.synthetic(), spec.config.home)
    config = AgentConfig()
    agent = plugins.agent("reference", config)
    return EpisodeRunner(Slow(), build, Process(), agent, "reference", config, partials=Partials(spec.run))


def main(run: str, home: str, tasks: str) -> int:
    place = Path(run)
    config = RunConfig(task=(Slow.name,), jobs=2, home=Path(home))
    if not (place / "config.json").exists():
        pinned = folder.Pinned(version="0.1.0", build="b" * 64, root=place)
        folder.create(place, config, folder.Manifest(core="0.1.0", families={Slow.name: pinned}))
    runners = Runners(Spec(run=place, config=config, builds=(), open=open_runner))
    places = {Slow.name: [Address("test", n) for n in range(int(tasks))]}
    result = drive(runners, places, Console(stderr=True))
    print(result.missing, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
