"""A family whose episodes need no box, with who plays them and where."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core import plugins
from medgym_core.access import Tier
from medgym_core.agent.reference import Reference
from medgym_core.answer import Integer
from medgym_core.builds.making import load_build
from medgym_core.cli.main import main
from medgym_core.env.choose import Choice
from medgym_core.family import Category, Split, TaskFamily
from medgym_core.rollout import preflight, preparation
from medgym_core.rollout.worker import Spec
from medgym_core.source import Build, Progress
from medgym_core.task import ActionCall, Gold, Task, Turn
from medgym_core.trajectory import Episode, EpisodeKey
from medgym_core.verifier import Status
from medgym_sandbox.spec import BoxEnvironment


class Toy(TaskFamily):
    """Three tasks that are never really played."""

    name, version, title, summary = "toy", "0.1.0", "Toy", "A toy."
    tier, licence, citation = Tier.CREDENTIALED, "MIT", "none"
    categories = (Category(name="sum"),)
    splits = {"test": Split(size=3, evaluation=True), "train": Split(size=9)}  # noqa: RUF012
    environment = BoxEnvironment(recipe=Path("recipe"))

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        (out / "raw").write_text(str(seed))

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        progress("toys", 0.5)

    def task(self, build: Build, split: str, index: int) -> Task:
        turn = Turn(question="?", answer=Integer())
        return Task(family="toy", split=split, index=index, category="sum", turns=(turn,))

    def gold(self, build: Build, task: Task) -> Gold:
        raise NotImplementedError

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        raise NotImplementedError


class Runner:
    """Plays everything with success, but the second task of a run with an interrupting status."""

    def __init__(self, make: Callable[..., Episode], spec: Spec) -> None:
        self.make, self.spec = make, spec

    def key(self, split: str, index: int, replica: int, seed: int) -> EpisodeKey:
        key = self.make(index, replica).key
        build = load_build(dict(self.spec.builds)["toy"]).digest
        return key.model_copy(update={"task": f"toy/{split}/{index}", "seed": seed, "build": build})

    def run(self, key: EpisodeKey) -> tuple[Episode, dict[str, bytes]]:
        time.sleep(float(self.spec.config.options.get("sleep_s", 0)))
        status = Status(str(self.spec.config.options.get("status", "success")))
        return self.make(status=status).model_copy(update={"key": key, "error": "no \x1b[2J engine"}), {}


class Backend:
    """A backend with nothing to sweep."""

    def sweep(self) -> int:
        return 0


@pytest.fixture
def call(
    monkeypatch: pytest.MonkeyPatch, make_episode: Callable[..., Episode], tmp_path: Path
) -> Callable[..., Result]:
    """Runs ``medgym`` in an empty folder with the toy family installed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plugins, "family", lambda name: Toy())
    monkeypatch.setattr(plugins, "sandbox", lambda name: Backend())
    monkeypatch.setattr(
        preparation, "choose", lambda name, *_, **__: Choice("fake", "sandbox fake: guarantees nothing")
    )
    monkeypatch.setattr(preflight, "refuse_unusable", lambda *_: None)
    monkeypatch.setattr(Reference, "heeds", frozenset({"options"}))
    spec = partial(Spec, open=lambda spec, *_: Runner(make_episode, spec))
    monkeypatch.setattr(preparation, "Spec", spec)
    monkeypatch.setenv("MEDGYM_HOME", str(tmp_path / "home"))

    def run(*arguments: object) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    return run
