"""The family, and what tests of hospital families share; all tests are of the default build."""

import pytest

from medgym_ehr.testing.hospital.fixtures import *  # noqa: F403
from medgym_plugin_treqs.family import Treqs


@pytest.fixture(scope="session")
def family():
    return Treqs()


@pytest.fixture(scope="session")
def build(full):
    return full
