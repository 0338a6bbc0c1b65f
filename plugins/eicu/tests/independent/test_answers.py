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
def asked_computed(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    return SECOND.asked_and_computed(home, SECOND.source(home, seed=9, scale=150, worn=True), each=3)


def test_every_template_is_computed_again(solved):
    assert set(solved) == {template.id for template in REPERTOIRE.answerable}


def test_every_answer_is_computed_again(asked_computed, solved):
    result = compare(*asked_computed, solved)
    assert not result.disagreed, shown(result)
    assert not result.unsolved
    assert result.agreed.total() >= 500
