"""What is kept of a simulated site, batch by batch: numbers of stays and of draws."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from medgym_patient import DIAGNOSES, LABS, REASONS, Site
from medgym_patient.testing.cohort import Array, Cohort

DRAWN = (
    "sodium", "potassium", "chloride", "bicarbonate", "anion_gap", "urea_nitrogen", "creatinine", "glucose",
    "hemoglobin", "hematocrit", "white_cells", "platelets", "inr", "lactate", "ph", "pco2", "alt", "ast",
    "bilirubin_total", "albumin",
)  # fmt: skip
"""Labs whose correlations are shown."""


@dataclass(frozen=True)
class Ward:
    """A site: its stays, and labs a draw."""

    site: Site
    stays: pd.DataFrame
    """A row a stay of an adult."""
    draws: pd.DataFrame
    """A row a time at which labs of an adult were drawn, a column a lab."""
    cohort: Cohort
    """The first batch."""

    @classmethod
    def of(cls, site: str, cohorts: list[Cohort]) -> Ward:
        """Of all batches of a site."""
        profile = Site.named(site)
        stays = pd.concat([_stays(cohort, profile) for cohort in cohorts], ignore_index=True)
        return cls(profile, stays, pd.concat([_draws(c) for c in cohorts], ignore_index=True), cohorts[0])


def _stays(cohort: Cohort, site: Site) -> pd.DataFrame:
    records, stays = cohort.records, cohort.records.stays
    services = np.array([site.unit(service) for service in REASONS.texts("service")], dtype=object)
    invasive = np.bincount(records.settings.stay[records.settings.invasive], minlength=cohort.size) > 0
    diagnoses = records.diagnoses
    first = diagnoses.rank == 1
    principal = np.full(cohort.size, -1)
    principal[diagnoses.stay[first]] = diagnoses.concept[first]
    rows = pd.DataFrame(
        {
            "age": stays.age,
            "male": ~cohort.person("female"),
            "white": cohort.person("ethnicity") == 0,
            "died": stays.died,
            "hospital_days": stays.minutes / 1440,
            "intensive_days": cohort.intensive_days,
            "unit": services[stays.reason],
            "ventilated": invasive,
            "pressors": cohort.dosed("norepinephrine", "phenylephrine", "vasopressin") > 0,
            "dialysed": cohort.done("dialysis"),
            "codes": np.bincount(diagnoses.stay, minlength=cohort.size),
            "labs": np.bincount(records.labs.stay, minlength=cohort.size),
            "vitals": np.bincount(records.vitals.stay, minlength=cohort.size),
            "soon": stays.readmitted < 30,
            "worst": stays.worst,
            "days_alive": stays.minutes / 1440 + stays.death,
            "code": np.array(DIAGNOSES.texts("icd9"))[principal],
            "title": np.array(DIAGNOSES.texts("title"), dtype=object)[principal],
        }
    )
    return rows[cohort.adult]


def _draws(cohort: Cohort) -> pd.DataFrame:
    labs = cohort.records.labs
    rows = np.isin(labs.lab, [LABS.index[name] for name in DRAWN]) & cohort.adult[labs.stay]
    long = pd.DataFrame({"stay": labs.stay[rows], "minute": labs.minute[rows]})
    long["lab"], long["value"] = np.array(LABS.names)[labs.lab[rows]], labs.value[rows]
    return long.pivot_table(index=["stay", "minute"], columns="lab", values="value").reset_index()


def quartiles(values: Array | pd.Series[float], digits: int = 1) -> str:
    """Median and quartiles as published tables write them."""
    low, middle, high = np.percentile(values, [25, 50, 75])
    return f"{middle:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"
