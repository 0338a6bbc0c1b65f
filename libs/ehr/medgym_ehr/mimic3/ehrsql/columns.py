"""What the build reads of MIMIC-III, and which values it gives."""

from __future__ import annotations

from medgym_ehr.ehrsql.cost import CostColumns
from medgym_ehr.mimic3.layout import LAYOUT
from medgym_ehr.raw.reading import selection

_EVENT = "ROW_ID SUBJECT_ID HADM_ID"
_STAY = f"{_EVENT} ICUSTAY_ID"

READ = selection(
    LAYOUT,
    {
        "PATIENTS": "ROW_ID SUBJECT_ID GENDER DOB DOD",
        "ADMISSIONS": f"{_EVENT} ADMITTIME DISCHTIME ADMISSION_TYPE ADMISSION_LOCATION DISCHARGE_LOCATION "
        "INSURANCE LANGUAGE MARITAL_STATUS ETHNICITY",
        "ICUSTAYS": f"{_STAY} FIRST_CAREUNIT LAST_CAREUNIT FIRST_WARDID LAST_WARDID INTIME OUTTIME",
        "TRANSFERS": f"{_STAY} EVENTTYPE CURR_CAREUNIT CURR_WARDID INTIME OUTTIME",
        "D_ICD_DIAGNOSES": "ROW_ID ICD9_CODE SHORT_TITLE LONG_TITLE",
        "D_ICD_PROCEDURES": "ROW_ID ICD9_CODE:int SHORT_TITLE LONG_TITLE",
        "D_LABITEMS": "ROW_ID ITEMID LABEL",
        "D_ITEMS": "ROW_ID ITEMID LABEL LINKSTO",
        "DIAGNOSES_ICD": f"{_EVENT} ICD9_CODE",
        "PROCEDURES_ICD": f"{_EVENT} ICD9_CODE:int",
        "LABEVENTS": f"{_EVENT} ITEMID CHARTTIME VALUENUM VALUEUOM",
        "PRESCRIPTIONS": f"{_EVENT} STARTDATE ENDDATE DRUG DOSE_VAL_RX DOSE_UNIT_RX ROUTE",
        "CHARTEVENTS": f"{_STAY} ITEMID CHARTTIME VALUENUM VALUEUOM",
        "INPUTEVENTS_CV": f"{_STAY} CHARTTIME ITEMID AMOUNT AMOUNTUOM",
        "OUTPUTEVENTS": f"{_STAY} CHARTTIME ITEMID VALUE VALUEUOM",
        "MICROBIOLOGYEVENTS": f"{_EVENT} CHARTDATE CHARTTIME SPEC_TYPE_DESC ORG_NAME",
    },
)
"""Files and columns read; procedure codes as whole numbers, as EHRSQL reads them."""

REQUIRED = ("ROW_ID", "SUBJECT_ID")
"""Columns that are null in no published row."""

VITALS = (677, 834, 211, 618, 51, 8368, 52, 762, 920)
"""The ITEMIDs kept of CHARTEVENTS: temperature, SaO2, heart rate, respiration, three blood pressures,
admission weight and height."""

COST = CostColumns("ROW_ID", "SUBJECT_ID", "HADM_ID", "EVENT_TYPE", "EVENT_ID", "CHARGETIME", "COST")
"""The columns of COST."""

MAY_LACK = ("INSURANCE", "LANGUAGE", "MARITAL_STATUS", "ETHNICITY", "ADMISSION_LOCATION", "ORG_NAME")
"""Columns without which there are fewer questions."""
