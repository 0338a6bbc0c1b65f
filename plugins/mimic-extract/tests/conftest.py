"""A small synthetic file, its build, and the default build."""

import shutil

import h5py
import pytest

from medgym_core import Source, ensure_build
from medgym_plugin_mimic_extract import medgym_task_families
from medgym_plugin_mimic_extract.extract import FILE
from medgym_plugin_mimic_extract.synthetic import synthesise
from medgym_testing.fixtures import shared_home as shared_home

STAYS, FEW = 1_600, 300


@pytest.fixture(scope="session")
def family():
    return medgym_task_families()["mimic-extract"]


@pytest.fixture(scope="session")
def raw(tmp_path_factory):
    """A folder with an invented file."""
    folder = tmp_path_factory.mktemp("raw")
    synthesise(folder, 0, STAYS, lambda *_: None)
    return folder


@pytest.fixture(scope="session")
def few(tmp_path_factory):
    """The same of stays too few for a build; the simulator takes most of its time whatever their number."""
    folder = tmp_path_factory.mktemp("few")
    synthesise(folder, 0, FEW, lambda *_: None)
    return folder


@pytest.fixture(scope="session")
def small(family, raw, tmp_path_factory):
    """A build of that file, as of a user's own copy."""
    return ensure_build(family, Source.user(raw), tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def build(family, shared_home):
    return ensure_build(family, Source.synthetic(), shared_home)


@pytest.fixture
def changed(few, tmp_path):
    """A function that gives a folder with the file after a change."""

    def change(edit):
        shutil.copy(few / FILE, tmp_path / FILE)
        with h5py.File(tmp_path / FILE, "r+") as file:
            edit(file)
        return tmp_path

    return change
