"""What the build reads of eICU, and which values it gives."""

from __future__ import annotations

from medgym_ehr.ehrsql.cost import CostColumns
from medgym_ehr.eicu.layout import LAYOUT
from medgym_ehr.raw.reading import selection

READ = selection(
    LAYOUT,
    {
        "patient": "uniquepid patienthealthsystemstayid patientunitstayid gender age ethnicity hospitalid "
        "wardid admissionheight admissionweight dischargeweight hospitaladmitsource hospitaldischargestatus "
        "hospitaladmitoffset hospitaladmittime24 unitdischargeoffset hospitaldischargeoffset "
        "hospitaldischargeyear",
        "diagnosis": "diagnosisid patientunitstayid diagnosisoffset diagnosisstring icd9code",
        "treatment": "treatmentid patientunitstayid treatmentoffset treatmentstring",
        "lab": "labid patientunitstayid labresultoffset labname labresult",
        "medication": "medicationid patientunitstayid drugstartoffset drugstopoffset drugname dosage "
        "routeadmin drugordercancelled",
        "allergy": "allergyid patientunitstayid allergyoffset drugname allergyname",
        "intakeOutput": "intakeoutputid patientunitstayid intakeoutputoffset cellpath celllabel "
        "cellvaluenumeric",
        "microLab": "microlabid patientunitstayid culturetakenoffset culturesite organism",
        "vitalPeriodic": "vitalperiodicid patientunitstayid observationoffset temperature sao2:real "
        "heartrate:real respiration:real systemicsystolic:real systemicdiastolic:real systemicmean:real",
    },
)
"""Files and columns read; vital signs as numbers that may have a point, as EHRSQL reads them."""

REQUIRED = (
    "patientunitstayid",
    "patienthealthsystemstayid",
    "uniquepid",
    "diagnosisid",
    "treatmentid",
    "labid",
    "medicationid",
    "allergyid",
    "intakeoutputid",
    "microlabid",
    "vitalperiodicid",
)
"""Columns that are null in no published row."""

COST = CostColumns(
    "costid", "uniquepid", "patienthealthsystemstayid", "eventtype", "eventid", "chargetime", "cost"
)
"""The columns of cost."""

MAY_LACK = (
    *(name for name in READ.files if name != "patient"),
    *("ethnicity", "admissionheight", "admissionweight", "dischargeweight", "hospitaladmitsource"),
    *("icd9code", "hospitaldischargestatus", "dosage", "routeadmin", "organism"),
)
"""Files and columns without which there are fewer questions: some distributions leave out the large files."""
