"""Groups of patients, and ages: those of hospital visits."""

import pandas as pd

from medgym_ehr.testing.independent.period import Tables

GENDERS = {"male": "m", "female": "f"}


def of_gender(tables: Tables, gender: str) -> pd.Series:
    """SUBJECT_ID of all male or female patients."""
    patients = tables["PATIENTS"]
    return patients.SUBJECT_ID[patients.GENDER.eq(GENDERS[gender]).fillna(False).astype(bool)]


def of_age(visits: pd.DataFrame, band: str) -> pd.DataFrame:
    """The visits at which a patient is in their 20s, 30s, 40s or 50s, or aged 60 or above."""
    decade = int("".join(filter(str.isdigit, band)))
    last = 200 if band == "aged 60 or above" else decade + 9
    return visits[visits.AGE.between(decade, last)]


def at_age(tables: Tables, events: pd.DataFrame, band: str) -> pd.DataFrame:
    """The events of visits at which a patient is in that band."""
    return events[events.HADM_ID.isin(of_age(tables["ADMISSIONS"], band).HADM_ID)]
