"""Invented studies, and a build of them."""

import shutil

import pytest

from medgym_core import Source, ensure_build
from medgym_plugin_biodsbench import loader, study
from medgym_plugin_biodsbench.family import BioDSBench
from medgym_testing.fixtures import docker_engine as docker_engine
from medgym_testing.fixtures import shared_home as shared_home

SCALE = 60


@pytest.fixture(scope="session")
def family():
    return BioDSBench()


@pytest.fixture(scope="session")
def raw(tmp_path_factory):
    """A folder with thirteen invented studies."""
    folder = tmp_path_factory.mktemp("raw")
    loader.synthesise(folder, 0, SCALE, lambda *_: None)
    return folder


@pytest.fixture(scope="session")
def build(family, shared_home):
    return ensure_build(family, Source.synthetic(scale=SCALE), shared_home)


@pytest.fixture(scope="session")
def converted(raw, tmp_path_factory):
    """Kind of study to the folder of a converted one."""
    target = tmp_path_factory.mktemp("converted")
    folders = {name.partition("_")[0]: (name, folder) for name, folder in study.find(raw).items()}
    for name, folder in folders.values():
        study.convert(folder, target / name)
    return {kind: target / name for kind, (name, _) in folders.items()}


@pytest.fixture
def changed(raw, tmp_path):
    """A function that copies a study of tab-separated files and edits one of them."""

    def change(file, edit):
        folder = tmp_path / "changed"
        shutil.copytree(next(raw.glob("panel_*")), folder)
        path = folder / file
        path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")
        return folder

    return change
