"""Builds shared by the tests, and a way to grade an answer."""

import json

import pytest

from medgym_core import Source, Tier, ensure_build
from medgym_core.source import silent
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_plugin_treqs.family import Treqs


@pytest.fixture(scope="session")
def family():
    return Treqs()


@pytest.fixture(scope="session")
def full(family, tmp_path_factory):
    """The default build."""
    return ensure_build(family, Source.synthetic(), tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def raw(tmp_path_factory):
    """Raw files of 40 synthetic patients; not to be written to."""
    folder = tmp_path_factory.mktemp("raw")
    synthesise(folder, 0, 40, silent)
    return folder


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
