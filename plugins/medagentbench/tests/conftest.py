"""Builds shared by the tests, and episodes on them."""

import json

import pytest

from medgym_core import Source, Tier, ensure_build, plugins
from medgym_core.env.loop import Env
from medgym_plugin_medagentbench.family import MedAgentBench
from medgym_testing.fixtures import docker_engine as docker_engine
from medgym_testing.fixtures import shared_home as shared_home

from . import hospital
from .episode import Episode


@pytest.fixture(scope="session")
def family():
    return MedAgentBench()


@pytest.fixture(scope="session")
def build(family, shared_home):
    """The default build."""
    return ensure_build(family, Source.synthetic(), shared_home)


@pytest.fixture(scope="session")
def small(family, shared_home):
    """A tenth of it."""
    return ensure_build(family, Source.synthetic(scale=10), shared_home)


@pytest.fixture(scope="session")
def users(family, tmp_path_factory):
    """Builds of a user's folder."""
    home = tmp_path_factory.mktemp("home")
    return lambda path: ensure_build(family, Source.user(path, Tier.OPEN), home)


@pytest.fixture
def ask(family, users, tmp_path):
    """An episode of a published task on a hospital written by hand: its patient, another, and results."""

    def episode(number, *resources, mrn=hospital.MRN, **facts):
        people = [hospital.patient(), hospital.patient(hospital.OTHER, "Nils", "Skyrme-Vane", "1980-01-01")]
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        built = users(hospital.write(folder, [*people, *resources], [hospital.row(number, mrn, **facts)]))
        return Episode(family, built, family.task(built, "published", 0))

    return episode


@pytest.fixture
def play():
    """Run code in a box as the submission of a task; gives the verdict and what was observed."""

    def run(family, build, task, call, sandbox="process"):
        with Env(family, build, task, plugins.sandbox(sandbox).start) as env:
            env.reset()
            result = env.step(call)
            return env.verdict, result.observation

    return run


@pytest.fixture
def published_rows():
    """One row of each template, for one patient."""
    return json.loads(json.dumps([hospital.row(number) for number in range(1, 11)]))
