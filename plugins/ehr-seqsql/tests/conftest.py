"""Builds shared by the tests, and ways to play and to grade a session."""

import json

import pytest

from medgym_core import ActionCall, Source, Tier, ensure_build
from medgym_core.env import Env
from medgym_core.sandbox.process import Process
from medgym_core.source import silent
from medgym_core.verifier.answer import AnswerVerifier
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_plugin_ehr_seqsql import loader
from medgym_plugin_ehr_seqsql.family import EhrSeqSql


@pytest.fixture(scope="session")
def family():
    return EhrSeqSql()


@pytest.fixture(scope="session")
def build(family, tmp_path_factory):
    """A small build: 60 synthetic patients."""
    return ensure_build(family, Source.synthetic(scale=60), tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def planned(family, build):
    """Split to all of its sessions."""
    return {
        split: [loader.session(build, split, index) for index in range(family.size(build, split))]
        for split in ("train", "test")
    }


@pytest.fixture(scope="session")
def raw(tmp_path_factory):
    """Raw files of 12 synthetic patients; not to be written to."""
    folder = tmp_path_factory.mktemp("raw")
    synthesise(folder, 0, 12, silent)
    return folder


@pytest.fixture(scope="session")
def users(family, tmp_path_factory):
    """Builds from a user's folder."""
    home = tmp_path_factory.mktemp("home")
    return lambda folder: ensure_build(family, Source.user(folder, Tier.CREDENTIALED), home)


@pytest.fixture(scope="session")
def graded():
    """The verdict on a session's answers, of which some may be missing."""

    def verdict(task, gold, answers):
        turns = tuple(TurnSubmission(answer=json.dumps(answer)) for answer in answers)
        return AnswerVerifier().grade(task, gold, Submission(turns=turns), (), {})

    return verdict


@pytest.fixture
def env(family, build):
    """An environment on one session, closed at the end; its prompt is what the agent hears first."""
    opened = []

    def start(index=0, split="test"):
        opened.append(Env(family, build, family.task(build, split, index), Process().start))
        opened[-1].prompt = opened[-1].reset()
        return opened[-1]

    yield start
    for one in opened:
        one.close()


@pytest.fixture
def code():
    """A call that executes code."""

    def call(source, submit=False, language="python"):
        arguments = {"code": source, "language": language, "submit": submit}
        return ActionCall(name="code_execution", arguments=arguments)

    return call
