"""The laws of studies, on eICU."""

import pytest

from medgym_ehr.testing.hospital.study_laws import *  # noqa: F403
from medgym_ehr.testing.study.eicu import Tables


@pytest.fixture(scope="session")
def tables():
    return Tables
