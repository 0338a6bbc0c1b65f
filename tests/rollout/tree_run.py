"""Drives trees of a fake family in a process of its own: tree_run.py RUN HOME TASKS."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from medgym_core import AgentConfig, Source, ensure_build, plugins
from medgym_core.env.runner import EpisodeRunner
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.driver import drive
from medgym_core.rollout.selection import Address
from medgym_core.rollout.worker import Runner, Runners, Spec
from medgym_sandbox.process import Process
from medgym_testing.session import SessionFamily

NAME = SessionFamily.name


def open_runner(spec: Spec, family: str, closing: ExitStack | None) -> Runner:
    build = ensure_build(SessionFamily(), Source.synthetic(), spec.config.home)
    config = AgentConfig()
    agent = plugins.agent("fallible", config)
    return EpisodeRunner(
        SessionFamily(), build, Process(), agent, "fallible", config, shape=spec.config.shape
    )


def main(run: str, home: str, tasks: str) -> int:
    place = Path(run)
    config = RunConfig(task=(NAME,), jobs=2, tree="3x2", agent="fallible", home=Path(home))
    if not (place / "config.json").exists():
        pinned = folder.Pinned(version="0.1.0", build="b" * 64, root=place)
        folder.create(place, config, folder.Manifest(core="0.1.0", families={NAME: pinned}))
    runners = Runners(Spec(run=place, config=config, builds=(), open=open_runner))
    result = drive(runners, {NAME: [Address("test", n) for n in range(int(tasks))]}, Console(stderr=True))
    print(result.missing, result.index.recorded(firsts=True), len(result.index), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
