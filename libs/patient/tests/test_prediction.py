"""Ordinary models find the signal that they find in real data, and lose some of it at another hospital."""

from __future__ import annotations

import pytest

from medgym_patient.testing.prediction import Adults, cohorts, linear, moved, scored, trees

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def teaching() -> Adults:
    return Adults(cohorts("teaching", 4800))


@pytest.fixture(scope="module")
def community() -> Adults:
    return Adults(cohorts("community", 3000))


def test_hospital_death_from_the_first_day(teaching: Adults) -> None:
    """0.80 to 0.90, as models in MIMIC-III (Johnson et al., MLHC 2017; Harutyunyan et al., 2019)."""
    assert len(teaching.died) >= 5000
    score, chance = scored(linear(), teaching.features, teaching.died)
    assert 0.80 <= score <= 0.90
    assert abs(chance.mean() - teaching.died.mean()) < 0.02
    assert 0.80 <= scored(trees(), teaching.features, teaching.died)[0] <= 0.90


def test_risk_is_calibrated(teaching: Adults) -> None:
    chance = scored(linear(), teaching.features, teaching.died)[1]
    for low, high in ((0.0, 0.05), (0.05, 0.15), (0.15, 0.4), (0.4, 1.0)):
        rows = (chance >= low) & (chance < high)
        assert abs(chance[rows].mean() - teaching.died[rows].mean()) < 0.08


def test_long_stays_in_intensive_care(teaching: Adults) -> None:
    """0.65 to 0.80 (Wang et al., MIMIC-Extract 2020: 0.66 to 0.74)."""
    assert 0.65 <= scored(trees(), teaching.features, teaching.long)[0] <= 0.80


def test_readmission(teaching: Adults) -> None:
    """0.58 to 0.70 (Kansagara et al., JAMA 2011;306:1688)."""
    alive = ~teaching.died
    assert 0.58 <= scored(linear(), teaching.leaving[alive], teaching.soon[alive])[0] <= 0.70


def test_age_and_severity_are_not_all(teaching: Adults) -> None:
    """What no chart shows keeps the best model from being sure."""
    assert scored(trees(), teaching.features, teaching.died)[0] < 0.92


@pytest.mark.parametrize("outcome", ["died", "long"])
def test_a_model_loses_at_another_site(teaching: Adults, community: Adults, outcome: str) -> None:
    """Against one trained there: external validation costs a few hundredths.

    (Siontis et al., J Clin Epidemiol 2015;68:25).
    """
    own, away = moved(teaching, community, outcome)
    assert 0.01 < own - away < 0.25
    assert away > 0.6
