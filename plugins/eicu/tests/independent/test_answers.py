"""The family's gold against its second computation, and its texts against their slots."""

import pytest

from medgym_ehr.testing.hospital.answer_laws import *  # noqa: F403
from medgym_ehr.testing.hospital.comparison import compare, shown
from medgym_plugin_eicu.oracle import REPERTOIRE

from .compare import SECOND


@pytest.fixture(scope="module")
def solved():
    return SECOND.solvers


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    return home, SECOND.source(home, seed=9, scale=150, worn=True)


@pytest.fixture(scope="module")
def asked_computed(source):
    return SECOND.asked_and_computed(*source, each=3)


def test_every_template_is_computed_again(solved):
    assert set(solved) == {template.id for template in REPERTOIRE.answerable}


def test_every_answer_is_computed_again(asked_computed, solved):
    result = compare(*asked_computed, solved)
    assert not result.disagreed, shown(result)
    assert not result.unsolved
    assert result.agreed.total() >= 500


def test_every_answer_at_the_other_hospital_is_computed_again(source, solved, asked_computed):
    asked, computed = SECOND.asked_elsewhere(*source, each=100)
    result = compare(asked, computed, solved)
    assert not result.disagreed, shown(result)
    assert not result.unsolved
    assert result.agreed.total() == len(asked) >= 50
    assert compare(asked, asked_computed[1], solved).disagreed
