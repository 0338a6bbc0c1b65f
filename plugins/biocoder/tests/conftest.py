"""Fixtures that the test modules of this plugin share."""

import pytest

from medgym_core import Source, ensure_build, plugins

SCALE = 96
"""Tasks of the build that is played on."""


@pytest.fixture(scope="session")
def family():
    return plugins.family("biocoder")


@pytest.fixture(scope="session")
def build(family, tmp_path_factory):
    return ensure_build(family, Source.synthetic(scale=SCALE), tmp_path_factory.mktemp("home"))
