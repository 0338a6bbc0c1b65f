"""The family, and what tests of hospital families share."""

import pytest

from medgym_ehr.testing.hospital.fixtures import *  # noqa: F403
from medgym_plugin_mimic.family import Mimic


@pytest.fixture(scope="session")
def family():
    return Mimic()
