"""Builds of a hospital family, and a way to grade an answer; the plugin gives the fixture ``family``."""

import json

import pytest

from medgym_core import Source, Tier, ensure_build
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission

pytest.register_assert_rewrite(
    *(f"libs.ehr.tests.hospital.{what}_laws" for what in ("defect", "family", "oracle", "question"))
)


@pytest.fixture(scope="session")
def build(family, tmp_path_factory):
    """A small build: 120 synthetic patients."""
    return ensure_build(family, Source.synthetic(scale=120), tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def full(family, tmp_path_factory):
    """The default build."""
    return ensure_build(family, Source.synthetic(), tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def raw(family, tmp_path_factory):
    """Raw files of 40 synthetic patients; not to be written to."""
    folder = tmp_path_factory.mktemp("raw")
    family.hospital.synthesise(folder, 0, 40, lambda what, fraction: None)
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
