"""Builds shared by the tests, and ways to play and to grade a session."""

import json

import pytest

from medgym_core import Source, ensure_build
from medgym_core.verifier.answer import AnswerVerifier
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_ehr.testing.hospital.fixtures import *  # noqa: F403
from medgym_plugin_ehr_seqsql import loader
from medgym_plugin_ehr_seqsql.family import EhrSeqSql


@pytest.fixture(scope="session")
def family():
    return EhrSeqSql()


@pytest.fixture(scope="session")
def build(family, shared_home):
    """A small build: 220 synthetic patients; of half as many some templates find nothing to ask."""
    return ensure_build(family, Source.synthetic(scale=220), shared_home)


@pytest.fixture(scope="session")
def planned(family, build):
    """Split to all of its sessions."""
    return {
        split: [loader.session(build, split, index) for index in range(family.size(build, split))]
        for split in ("train", "test", "ood")
    }


@pytest.fixture(scope="session")
def patients():
    return 12


@pytest.fixture(scope="session")
def graded():
    """The verdict on a session's answers, of which some may be missing."""

    def verdict(task, gold, answers):
        turns = tuple(TurnSubmission(answer=json.dumps(answer)) for answer in answers)
        return AnswerVerifier().grade(task, gold, Submission(turns=turns), (), {})

    return verdict
