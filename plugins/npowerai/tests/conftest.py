"""Builds shared by the tests: the default one, a second seed's, and a way to run the reference."""

import pytest

from medgym_core import Source, ensure_build
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_plugin_npowerai import oracle
from medgym_plugin_npowerai.family import NPowerAI
from medgym_testing.fixtures import shared_home as shared_home


@pytest.fixture(scope="session")
def family():
    return NPowerAI()


@pytest.fixture(scope="session")
def build(family, shared_home):
    return ensure_build(family, Source.synthetic(), shared_home)


@pytest.fixture(scope="session")
def other_build(family, shared_home):
    return ensure_build(family, Source.synthetic(seed=1, scale=120), shared_home)


@pytest.fixture(scope="session")
def golds(family, build):
    """Split that holds tasks to gold answers."""

    def of(split):
        tasks = (family.task(build, split, index) for index in range(family.size(build, split)))
        return [family.gold(build, task).turns[0] for task in tasks]

    return {split: of(split) for split in family.splits if family.size(build, split)}


@pytest.fixture
def run():
    """What a program submits, run as a box would."""

    def submitted(calls):
        (call,) = calls
        scope = {}
        exec(compile(call.arguments["code"], "solution.py", "exec"), scope)
        return scope["answer"]

    return submitted


@pytest.fixture
def passes():
    """Whether the core's typed comparison accepts an answer's JSON text."""

    def check(kind, text, gold):
        return grade_answer(kind, TurnSubmission(answer=text), gold, 65_536).ok

    return check


@pytest.fixture(scope="session")
def solve():
    """The solver's answer to a problem, given as the data that a reader finds."""

    def answered(problem):
        scope = {}
        exec(compile(oracle.program(problem), "solution.py", "exec"), scope)
        return scope["answer"]

    return answered
