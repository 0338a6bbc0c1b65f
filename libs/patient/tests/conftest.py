"""Patients that all tests of this library look at, simulated once."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from medgym_patient import simulate
from medgym_patient.testing.cohort import Cohort

DEMO = Path(__file__).parents[4] / "shared" / "data" / "mimic3-demo"


@pytest.fixture(scope="session")
def hospital() -> Cohort:
    """1,400 persons of the teaching site with all their stays."""
    return Cohort(next(simulate(20, 1400, "teaching")))


@pytest.fixture(scope="session")
def clinic() -> Cohort:
    """600 persons of the community site."""
    return Cohort(next(simulate(21, 600, "community")))


@pytest.fixture(scope="session")
def demo() -> dict[str, pd.DataFrame]:
    """Tables of the MIMIC-III demo: laws are tried on real patients where they stand beside the checkout."""
    if not DEMO.is_dir():
        pytest.skip(f"the MIMIC-III demo is not in {DEMO}")
    names = (
        "labevents",
        "d_labitems",
        "admissions",
        "diagnoses_icd",
        "prescriptions",
        "patients",
        "icustays",
    )
    return {name: pd.read_csv(DEMO / f"{name}.csv.gz", low_memory=False) for name in names}


def draws(demo: dict[str, pd.DataFrame], items: dict[str, int]) -> pd.DataFrame:
    """Results of the demo as a row a draw and a column for each of ``items``, by its name."""
    labs = demo["labevents"]
    labs = labs[labs["hadm_id"].notna() & labs["itemid"].isin(items.values())]
    found = labs.pivot_table(
        index=["hadm_id", "charttime"], columns="itemid", values="valuenum", aggfunc="first"
    )
    return found.rename(columns={item: name for name, item in items.items()})
