"""Builds of a hospital family, its tasks, and ways to play and grade them; the plugin gives ``family``."""

import json
import shutil

import pytest

from medgym_core import DataError, Source, Tier, ensure_build, gold_of
from medgym_core.env.loop import Env
from medgym_core.source import silent
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_sandbox.process import Process
from medgym_testing.fixtures import shared_home as shared_home

LAWS = ("answer", "defect", "family", "harness", "loader", "oracle", "question", "site", "study")
pytest.register_assert_rewrite(*(f"medgym_ehr.testing.hospital.{what}_laws" for what in LAWS))


@pytest.fixture(scope="session")
def build(family, shared_home):
    """A small build: 120 synthetic patients."""
    return ensure_build(family, Source.synthetic(scale=120), shared_home)


@pytest.fixture(scope="session")
def full(family, shared_home):
    """The default build."""
    return ensure_build(family, Source.synthetic(), shared_home)


@pytest.fixture(scope="session")
def patients():
    """How many synthetic patients the raw files have."""
    return 40


@pytest.fixture(scope="session")
def raw(family, patients, tmp_path_factory):
    """Raw files; not to be written to."""
    folder = tmp_path_factory.mktemp("raw")
    family.synthesise(folder, 0, patients, silent)
    return folder


@pytest.fixture
def copied(raw, tmp_path):
    """A copy of the raw files that a test may spoil."""
    return shutil.copytree(raw, tmp_path / "raw")


@pytest.fixture
def refuses(family, copied, tmp_path):
    """Checks that a spoilt file is refused with a message that names it, and that no build is left."""

    def check(name, spoil, said):
        path = copied / name
        path.parent.mkdir(exist_ok=True)
        spoilt = spoil(path.read_bytes() if path.exists() else b"")
        path.unlink(missing_ok=True)
        if spoilt is not None:
            path.write_bytes(spoilt)
        with pytest.raises(DataError, match=said):
            ensure_build(family, Source.user(copied), tmp_path / "home")
        assert list((tmp_path / "home" / "builds").iterdir()) == []

    return check


@pytest.fixture(scope="session")
def users(family, tmp_path_factory):
    """Builds from a user's folder."""
    home = tmp_path_factory.mktemp("home")
    return lambda folder: ensure_build(family, Source.user(folder, Tier.CREDENTIALED), home)


@pytest.fixture
def passes():
    """Whether an answer passes: a value, or the rows of an SQL result."""

    def check(task, answer, gold, sql=False):
        return grade_answer(
            task.turns[0].answer,
            TurnSubmission(answer=json.dumps(answer), language="sql" if sql else "python"),
            gold.turns[0],
            65_536,
        ).ok

    return check


@pytest.fixture(scope="module")
def tasks(family, build):
    return [family.task(build, "test", index) for index in range(family.size(build, "test"))]


@pytest.fixture(scope="module")
def golds(family, build, tasks):
    return {task.id: gold_of(family, build, task) for task in tasks}


@pytest.fixture
def first(tasks, golds):
    """The first test task of an answer kind, with its gold."""
    return lambda kind: next((t, golds[t.id]) for t in tasks if isinstance(t.turns[0].answer, kind))


@pytest.fixture(scope="module")
def share(tasks, golds):
    """The share of test tasks that one answer, or the answer made for each, passes."""

    def measure(answer):
        passed = [
            grade_answer(
                task.turns[0].answer,
                TurnSubmission(answer=json.dumps(answer(task) if callable(answer) else answer)),
                golds[task.id].turns[0],
                65_536,
            ).ok
            for task in tasks
        ]
        return sum(passed) / len(passed)

    return measure


@pytest.fixture
def env(family, build):
    """An environment on one task, closed at the end."""
    opened = []

    def start(index=0, split="test"):
        opened.append(Env(family, build, family.task(build, split, index), Process().start))
        opened[-1].prompt = opened[-1].reset()
        return opened[-1]

    yield start
    for one in opened:
        one.close()
