"""One invented copy, one build of it, and the default build."""

import shutil

import pytest

from medgym_core import Source, Tier, ensure_build
from medgym_plugin_ehrshot import medgym_task_families
from medgym_plugin_ehrshot.synthetic import synthesise
from medgym_testing.fixtures import shared_home as shared_home

PATIENTS = 1_500


@pytest.fixture(scope="session")
def family():
    return medgym_task_families()["ehrshot"]


@pytest.fixture(scope="session")
def raw(tmp_path_factory):
    """A folder with an invented copy."""
    folder = tmp_path_factory.mktemp("raw")
    synthesise(folder, 0, PATIENTS, lambda *_: None)
    return folder


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def small(family, raw, home):
    """A build of that copy, as of a user's own."""
    return ensure_build(family, Source.user(raw, Tier.OPEN), home)


@pytest.fixture(scope="session")
def build(family, shared_home):
    """The default build."""
    return ensure_build(family, Source.synthetic(), shared_home)


@pytest.fixture
def copied(raw, tmp_path):
    """A copy of the copy, to be changed."""
    return shutil.copytree(raw, tmp_path / "copied")
