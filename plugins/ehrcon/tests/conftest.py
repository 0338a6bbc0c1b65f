"""Builds shared by the tests: a small one, the same from a user's folder, and ways to answer."""

import shutil

import pytest

from medgym_core import Source, ensure_build
from medgym_core.access import Tier
from medgym_ehr.testing.hospital.fixtures import *  # noqa: F403
from medgym_plugin_ehrcon.family import EHRCon
from medgym_plugin_ehrcon.solution import judged

from .reader import read_claims

SCALE = 60
"""Notes of the small build."""


@pytest.fixture(scope="session")
def family():
    return EHRCon()


@pytest.fixture(scope="session")
def patients():
    """As many notes, of one patient each."""
    return SCALE


@pytest.fixture(scope="session")
def build(family, raw, shared_home):
    """What the synthetic source builds; its files are those of ``raw``, so that they are made once."""

    def copied(out, seed, scale, progress):
        assert (seed, scale) == (0, SCALE)
        shutil.copytree(raw, out, dirs_exist_ok=True)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(family, "synthesise", copied)
        return ensure_build(family, Source.synthetic(scale=SCALE), shared_home)


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
def beside_data(build, tmp_path, monkeypatch):
    """Stand in a folder where the public half is ``data``, as in a box."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").symlink_to(build.public)


@pytest.fixture
def run(beside_data):
    """What a program submits."""

    def submitted(calls):
        (call,) = calls
        scope = {}
        exec(compile(call.arguments["code"], "solution.py", "exec"), scope)
        return scope["answer"]

    return submitted


@pytest.fixture
def solve(build, beside_data):
    """The answer to a question by what a second program reads in its note."""
    return lambda question: judged(*read_claims(question, build.public))
