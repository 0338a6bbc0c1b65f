"""Builds and patients shared by the tests."""

import pytest

from medgym_core import Source, ensure_build
from medgym_plugin_icu_watch.case import Case
from medgym_plugin_icu_watch.family import IcuWatch
from medgym_plugin_icu_watch.loader import helped
from medgym_testing.fixtures import shared_home as shared_home

SHOCKED = Case(0, 79, "septic shock", "urosepsis", "teaching")


@pytest.fixture(scope="session")
def family():
    return IcuWatch()


@pytest.fixture(scope="session")
def build(family, shared_home):
    """A small build."""
    return ensure_build(family, Source.synthetic(scale=6), shared_home)


@pytest.fixture(scope="session")
def shocked():
    """A patient with their yardstick."""
    (judged,) = helped([SHOCKED])
    return judged
