"""Builds shared by the tests: a small one, the same from a user's folder, and a way to run the reference."""

from functools import cache

import pytest

from medgym_core import Source, ensure_build
from medgym_core.access import Tier
from medgym_ehr.testing.hospital.fixtures import *  # noqa: F403
from medgym_plugin_ehrcon import oracle
from medgym_plugin_ehrcon.family import EHRCon

SCALE = 45
"""Notes of the small build."""


@pytest.fixture(scope="session")
def family():
    return EHRCon()


@pytest.fixture(scope="session")
def patients():
    """As many notes, of one patient each."""
    return SCALE


@pytest.fixture(scope="session")
def build(family, tmp_path_factory):
    return ensure_build(family, Source.synthetic(scale=SCALE), tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def users_build(family, raw, tmp_path_factory):
    return ensure_build(family, Source.user(raw, Tier.SYNTHETIC), tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def tasks(family, build):
    """Split to tasks."""
    return {
        split: [family.task(build, split, index) for index in range(family.size(build, split))]
        for split in ("train", "test")
    }


@pytest.fixture(scope="session")
def golds(family, build, tasks):
    """Task id to gold."""
    return {task.id: family.gold(build, task).turns[0] for found in tasks.values() for task in found}


@pytest.fixture
def solve(build, tmp_path, monkeypatch):
    """Run a reference program on a question, as a box would."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").symlink_to(build.public)
    compiled = cache(lambda program: compile(program, "solution.py", "exec"))

    def run(question, program=None):
        (tmp_path / "question.txt").write_text(question, encoding="utf-8")
        scope = {}
        exec(compiled(program or oracle.program()), scope)
        return scope["answer"]

    return run
