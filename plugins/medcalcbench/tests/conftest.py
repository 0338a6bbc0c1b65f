"""Builds shared by the tests, and ways to grade an answer and to run a program as a box would."""

import json

import pytest

from medgym_core import Source, Tier, ensure_build
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_plugin_medcalcbench.family import MedCalcBench
from medgym_testing.fixtures import shared_home as shared_home


@pytest.fixture(scope="session")
def family():
    return MedCalcBench()


@pytest.fixture(scope="session")
def build(family, shared_home):
    """A synthetic build of 600 rows: 543 to train on, 57 to test on."""
    return ensure_build(family, Source.synthetic(scale=600), shared_home)


@pytest.fixture(scope="session")
def users(family, tmp_path_factory):
    """Builds from a user's file or folder."""
    home = tmp_path_factory.mktemp("home")
    return lambda path: ensure_build(family, Source.user(path, Tier.OPEN), home)


@pytest.fixture
def passes():
    """Whether the core's typed comparison accepts an answer's JSON text."""

    def check(kind, text, gold):
        return grade_answer(kind, TurnSubmission(answer=text), gold, 65_536).ok

    return check


@pytest.fixture
def submit():
    """Run a program as a box would; returns its answer as JSON."""

    def run(program):
        scope = {}
        exec(compile(program, "solution.py", "exec"), scope)
        return json.dumps(scope["answer"])

    return run
