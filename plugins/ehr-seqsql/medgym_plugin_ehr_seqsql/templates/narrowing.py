"""Sessions whose every later turn keeps part of what the one before found."""

from __future__ import annotations

from medgym_plugin_ehr_seqsql.session import SessionTemplate
from medgym_plugin_ehr_seqsql.templates import own, patient, visit
from medgym_plugin_ehr_seqsql.templates.part import Condition, Head, session

CATEGORY = "narrowing"

_VISITS: tuple[tuple[Head, *tuple[Condition, ...]], ...] = (
    (visit.DIAGNOSED, visit.GENDER, visit.AGE),
    (visit.DIAGNOSED, visit.DRUG, visit.STAY),
    (visit.DIAGNOSED, visit.INSURANCE, visit.DEAD),
    (visit.DIAGNOSED, visit.TYPE, visit.CAREUNIT, visit.AGE),
    (visit.PRESCRIBED, visit.ORIGIN, visit.GENDER),
    (visit.PRESCRIBED, visit.DIAGNOSIS, visit.AGE),
    (visit.PRESCRIBED, visit.PROCEDURE, visit.MARITAL),
    (visit.PRESCRIBED, visit.LAB, visit.STAY),
    (visit.OPERATED, visit.AGE, visit.DESTINATION),
    (visit.OPERATED, visit.DRUG, visit.GENDER),
    (visit.CULTURED, visit.GREW, visit.INSURANCE),
    (visit.CULTURED, visit.CAREUNIT, visit.STAY, visit.GENDER),
    (visit.MEASURED, visit.TYPE, visit.AGE),
    (visit.MEASURED, visit.AGAIN, visit.STAY),
    (visit.GROWN, visit.GENDER, visit.AGE),
    (visit.ARRIVED, visit.CAREUNIT, visit.AGE, visit.STAY, visit.GENDER),
)
_PATIENTS = (
    (patient.DIAGNOSED, patient.GENDER, patient.BORN),
    (patient.PRESCRIBED, patient.DEAD, patient.SEVERAL),
    (patient.OPERATED, patient.DRUG, patient.GENDER),
)
TEMPLATES: tuple[SessionTemplate, ...] = (
    *(session(CATEGORY, visit.VISITS, *parts) for parts in _VISITS),
    *(session(CATEGORY, patient.PATIENTS, *parts) for parts in _PATIENTS),
    session(CATEGORY, own.DRUG.unit, own.DRUGS, own.ROUTE, own.DRUG.priced()),
    session(
        CATEGORY,
        own.DRUG.unit,
        own.DRUGS,
        own.DRUG.shared("have been prescribed to"),
        own.DRUG.repeated(
            "have been prescribed to this patient more than once",
            "have two prescriptions or more of this patient",
        ),
    ),
    session(
        CATEGORY,
        own.LAB.unit,
        own.LABS,
        own.LAB.shared("have been done in"),
        own.LAB.repeated("have more than one result of this patient in all"),
    ),
    session(
        CATEGORY,
        own.DIAGNOSIS.unit,
        own.DIAGNOSES,
        own.DIAGNOSIS.shared("have been made of"),
        own.DIAGNOSIS.priced(),
    ),
)
