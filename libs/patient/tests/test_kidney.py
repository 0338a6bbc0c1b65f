"""Kidneys in intensive care: how many are injured, how badly, when, and who dies of it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from medgym_patient.testing.cohort import Cohort

from .kidney import injured

Injuries = pd.DataFrame


@pytest.fixture(scope="module")
def here(hospital: Cohort) -> Injuries:
    """Adult stays of the teaching site, with their stage."""
    units = hospital.records.units
    wards = pd.DataFrame({"stay": units.stay, "start": units.start})[units.intensive]
    began = wards.groupby("stay")["start"].min()
    stay, minute, value = hospital.lab("creatinine")
    results = pd.DataFrame({"stay": stay, "minute": minute, "value": value}).join(
        began, on="stay", how="inner"
    )
    results["minute"] -= results.pop("start")
    found = injured(results[hospital.adult[results["stay"]]])
    return found.assign(died=hospital.records.stays.died[found.index])


@pytest.fixture(scope="module")
def real(demo: dict[str, pd.DataFrame]) -> Injuries:
    """The same of the demo."""
    labs = demo["labevents"].query("itemid == 50912").dropna(subset=["valuenum", "hadm_id"])
    both = labs.merge(demo["icustays"][["hadm_id", "icustay_id", "intime"]], on="hadm_id")
    minute = (pd.to_datetime(both["charttime"]) - pd.to_datetime(both["intime"])).dt.total_seconds() // 60
    return injured(pd.DataFrame({"stay": both["icustay_id"], "minute": minute, "value": both["valuenum"]}))


def test_a_quarter_to_two_fifths_are_injured(here: Injuries) -> None:
    """34 % of the MIMIC-III demo; 57 % where urine counts as well (Hoste et al., ICM 2015;41:1411)."""
    assert 0.22 < (here["stage"] > 0).mean() < 0.42
    assert 0.06 < (here["stage"] > 1).mean() < 0.25


def test_the_demo_has_as_many(real: Injuries) -> None:
    assert 0.22 < (real["stage"] > 0).mean() < 0.42
    assert 0.06 < (real["stage"] > 1).mean() < 0.25


def test_injury_begins_in_the_first_days(here: Injuries) -> None:
    """Three in four of those injured in a week by the second day (Hoste 2015: most on the first)."""
    assert np.nanpercentile(here["begun"], 75) < 2.5 * 1440


def test_the_demo_begins_as_early(real: Injuries) -> None:
    assert np.nanpercentile(real["begun"], 75) < 2.5 * 1440


def test_injury_goes_with_death(here: Injuries) -> None:
    """Risk rises with the stage (Hoste 2015: odds 2 for stage 2, 7 for stage 3)."""
    died = here.groupby(here["stage"].clip(upper=2))["died"].mean()
    assert died[1] > 1.2 * died[0]
    assert died[2] > 1.5 * died[0]
