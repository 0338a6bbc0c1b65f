"""The laws of studies, on MIMIC-III."""

import pytest

from medgym_ehr.testing.hospital.study_laws import *  # noqa: F403
from medgym_ehr.testing.study.mimic3 import Tables


@pytest.fixture(scope="session")
def tables():
    return Tables
