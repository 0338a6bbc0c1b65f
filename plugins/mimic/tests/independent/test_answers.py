"""The family's gold against its second computation, and its texts against their slots."""

import pytest

from medgym_ehr.testing.hospital.answer_laws import *  # noqa: F403
from medgym_ehr.testing.hospital.comparison import compare, shown

from .compare import SECOND


@pytest.fixture(scope="module")
def solved():
    return SECOND.solvers


@pytest.fixture(scope="module", params=["tidy", pytest.param("worn", marks=pytest.mark.nightly)])
def asked_computed(request, tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    raw = SECOND.source(home, seed=0, scale=150, worn=request.param == "worn")
    return SECOND.asked_and_computed(home, raw, each=4)


def test_every_answer_is_computed_again(asked_computed, solved):
    result = compare(*asked_computed, solved)
    assert not result.disagreed, shown(result)
    assert not result.unsolved
    assert result.agreed.total() >= 3 * len(solved)


def test_a_solver_without_an_answer_is_noticed(asked_computed):
    result = compare(*asked_computed, {"patient_gender": lambda tables, slots: tables["NONE"]})
    assert "KeyError" in result.disagreed["lookup"][0]
    assert not result.agreed


def test_a_template_without_solver_is_counted(asked_computed):
    result = compare(*asked_computed, {})
    assert result.unsolved["patient_gender"] == 4
    assert "no solver: patient_gender, 4 tasks" in shown(result)
