"""Fixtures that the test modules of this plugin share."""

import pytest

from medgym_core import BoxEnvironment, Source, ensure_build
from medgym_plugin_biocoder.family import BioCoder
from medgym_testing.fixtures import docker_engine as docker_engine
from medgym_testing.fixtures import shared_home as shared_home

SCALE = 96
"""Tasks of the build that is played on."""


def _environment(tmp_path_factory, *pins):
    recipe = tmp_path_factory.mktemp("recipes") / "small"
    recipe.mkdir()
    (recipe / "requirements.txt").write_text("".join(f"{pin}\n" for pin in pins))
    return BoxEnvironment(recipe)


@pytest.fixture(scope="session")
def bare(tmp_path_factory):
    """A box environment without packages."""
    return _environment(tmp_path_factory)


@pytest.fixture(scope="session")
def family(tmp_path_factory):
    """The family in boxes with no more packages than references of generated tasks import."""

    class Small(BioCoder):
        environment = _environment(tmp_path_factory, "numpy==1.26.4")

    return Small()


@pytest.fixture(scope="session")
def build(family, shared_home):
    return ensure_build(family, Source.synthetic(scale=SCALE), shared_home)
