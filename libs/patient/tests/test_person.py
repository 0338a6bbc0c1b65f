"""Who the persons are: sex, age, build and what conditions go together."""

from __future__ import annotations

import numpy as np
import pytest

from medgym_patient.testing.cohort import Array, Cohort


def odds_ratio(first: Array, second: Array) -> float:
    """Of two conditions, a half added to each cell."""
    cells = [np.sum((first == a) & (second == b)) + 0.5 for a in (True, False) for b in (True, False)]
    return float(cells[0] * cells[3] / (cells[1] * cells[2]))


def test_age_is_that_of_intensive_care(hospital: Cohort) -> None:
    """Median 66, quartiles 53 and 78 (Dai et al., PLoS One 2020)."""
    age = hospital.records.people.age[~hospital.records.people.newborn]
    assert np.percentile(age, [25, 50, 75]) == pytest.approx([53, 66, 78], abs=4)


def test_more_men_than_women(hospital: Cohort) -> None:
    """55.9 % of MIMIC-III's adults are men (Johnson 2016)."""
    people = hospital.records.people
    assert 0.51 < 1 - people.female[~people.newborn].mean() < 0.60


@pytest.mark.parametrize(
    "condition", ["prostate_cancer", "prostatic_hyperplasia", "breast_cancer", "ovarian_cancer"]
)
def test_no_condition_stands_on_the_other_sex(hospital: Cohort, condition: str) -> None:
    people = hospital.records.people
    assert people.has(condition).any()
    assert not people.has(condition)[people.female == condition.startswith("prost")].any()


@pytest.mark.parametrize(
    ("condition", "times"),
    [("hypertension", 1.5), ("atrial_fibrillation", 2.0), ("dementia", 4.0), ("chronic_kidney_disease", 1.7)],
)
def test_prevalence_rises_with_age(hospital: Cohort, condition: str, times: float) -> None:
    """Under 55 against over 75 (NHANES; Go et al., JAMA 2001;285:2370 for fibrillation)."""
    people = hospital.records.people
    young = people.has(condition)[(people.age > 18) & (people.age < 55)].mean()
    assert people.has(condition)[people.age > 75].mean() > times * young


@pytest.mark.parametrize(
    ("first", "second", "least"),
    [
        ("diabetes_type_2", "chronic_kidney_disease", 1.4),
        ("hypertension", "coronary_disease", 1.4),
        ("coronary_disease", "systolic_failure", 2.0),
        ("copd", "smoking", 1.6),
        ("alcohol_dependence", "cirrhosis", 3.0),
        ("depression", "anxiety", 2.0),
        ("obesity", "sleep_apnea", 3.0),
        ("lung_cancer", "metastatic_cancer", 4.0),
    ],
)
def test_comorbidity(hospital: Cohort, first: str, second: str, least: float) -> None:
    """Odds ratios of cohort studies are higher than these.

    (Elixhauser pairs; van den Akker et al., J Clin Epidemiol 1998).
    """
    people = hospital.records.people
    assert odds_ratio(people.has(first)[~people.newborn], people.has(second)[~people.newborn]) > least


def test_what_excludes_itself(hospital: Cohort) -> None:
    has = hospital.records.people.has
    assert not (has("diabetes_type_1") & has("diabetes_type_2")).any()
    assert not (has("smoking") & has("former_smoker")).any()
    assert not (has("old_infarction") & ~has("coronary_disease")).any()
    assert not hospital.records.people.conditions[:, hospital.records.people.newborn].any()


def test_build(hospital: Cohort) -> None:
    """Men are 13 cm taller; body mass index of adults has a median of 25 to 30 (NHANES, Fryar 2021)."""
    people = hospital.records.people
    adult = ~people.newborn
    taller = people.height[adult & ~people.female].mean() - people.height[adult & people.female].mean()
    index = people.weight[adult] / (people.height[adult] / 100) ** 2
    assert 11 < taller < 16
    assert 24 < np.median(index) < 30
    assert index.min() > 13
    assert people.weight[people.newborn].max() < 6


def test_medicare_is_for_the_old(hospital: Cohort) -> None:
    people = hospital.records.people
    assert (people.insurance == 0)[people.age >= 65].mean() > 0.8
    assert (people.insurance == 0)[people.age < 60].mean() < 0.25


def test_the_widowed_are_old(hospital: Cohort) -> None:
    people = hospital.records.people
    assert people.age[people.marital == 2].mean() > people.age[(people.marital == 0)].mean() + 3
