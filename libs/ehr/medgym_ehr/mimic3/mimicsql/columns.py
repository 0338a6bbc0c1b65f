"""What the build reads of MIMIC-III."""

from __future__ import annotations

from medgym_ehr.mimic3.layout import LAYOUT
from medgym_ehr.raw.reading import selection

READ = selection(
    LAYOUT,
    {
        "PATIENTS": "SUBJECT_ID GENDER DOB DOD EXPIRE_FLAG",
        "ADMISSIONS": "SUBJECT_ID HADM_ID ADMITTIME DISCHTIME ADMISSION_TYPE ADMISSION_LOCATION "
        "DISCHARGE_LOCATION INSURANCE LANGUAGE RELIGION MARITAL_STATUS ETHNICITY DIAGNOSIS",
        "DIAGNOSES_ICD": "SUBJECT_ID HADM_ID ICD9_CODE",
        "D_ICD_DIAGNOSES": "ICD9_CODE SHORT_TITLE LONG_TITLE",
        "PROCEDURES_ICD": "SUBJECT_ID HADM_ID ICD9_CODE",
        "D_ICD_PROCEDURES": "ICD9_CODE SHORT_TITLE LONG_TITLE",
        "PRESCRIPTIONS": "SUBJECT_ID HADM_ID ICUSTAY_ID DRUG_TYPE DRUG FORMULARY_DRUG_CD ROUTE DOSE_VAL_RX "
        "DOSE_UNIT_RX",
        "LABEVENTS": "SUBJECT_ID HADM_ID ITEMID CHARTTIME VALUE VALUEUOM FLAG",
        "D_LABITEMS": "ITEMID LABEL FLUID CATEGORY",
    },
)
"""Files and columns read; codes are texts, so that their leading zeros stay."""

REQUIRED = ("SUBJECT_ID",)
"""Columns that are null in no published row."""
