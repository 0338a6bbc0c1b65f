"""Sessions that end with a figure over what was found."""

from __future__ import annotations

from medgym_plugin_ehr_seqsql.session import SessionTemplate
from medgym_plugin_ehr_seqsql.templates import own, patient, visit, visit_figure
from medgym_plugin_ehr_seqsql.templates.part import Condition, Figure, Head, session

CATEGORY = "summary"

_VISITS: tuple[tuple[Head, *tuple[Condition | Figure, ...]], ...] = (
    (visit.DIAGNOSED, visit_figure.MEAN_AGE),
    (visit.DIAGNOSED, visit.GENDER, visit_figure.MEAN_STAY),
    (visit.DIAGNOSED, visit.DRUG, visit_figure.COST),
    (visit.DIAGNOSED, visit.TYPE, visit.AGE, visit_figure.PATIENTS, visit_figure.COST),
    (visit.PRESCRIBED, visit_figure.PATIENTS, visit_figure.COST),
    (visit.PRESCRIBED, visit.AGE, visit_figure.BEGIN),
    (visit.PRESCRIBED, visit.DIAGNOSIS, visit_figure.SHARE),
    (visit.OPERATED, visit_figure.MEAN_STAY, visit_figure.SHARE),
    (visit.OPERATED, visit.INSURANCE, visit_figure.PRESCRIPTIONS),
    (visit.CULTURED, visit_figure.BY_TYPE),
    (visit.CULTURED, visit.GENDER, visit_figure.RESULTS),
    (visit.MEASURED, visit.TYPE, visit_figure.MEAN_AGE),
    (visit.MEASURED, visit.CAREUNIT, visit_figure.BY_INSURANCE),
    (visit.GROWN, visit_figure.DRUGS, visit_figure.COST),
    (visit.ARRIVED, visit.CAREUNIT, visit_figure.RESULTS, visit_figure.BEGIN),
)
_PATIENTS = (
    (patient.DIAGNOSED, patient.VISITS),
    (patient.PRESCRIBED, patient.GENDER, patient.BIRTH),
    (patient.OPERATED, patient.BY_GENDER, patient.DEAD_SHARE),
)
TEMPLATES: tuple[SessionTemplate, ...] = (
    *(session(CATEGORY, visit.VISITS, *parts) for parts in _VISITS),
    *(session(CATEGORY, patient.PATIENTS, *parts) for parts in _PATIENTS),
    session(
        CATEGORY,
        own.DRUG.unit,
        own.DRUGS,
        own.ROUTE,
        own.DRUG.counted(
            "How many prescriptions of these drugs does this patient have in all, by whatever route?",
            "Count all prescriptions of those drugs to this patient, whatever their route and time.",
        ),
    ),
    session(
        CATEGORY,
        own.DRUG.unit,
        own.DRUGS,
        own.DRUG.priced(),
        own.DRUG.paid(
            "What do all prescriptions of these drugs to this patient cost, at whatever time?",
            "Add up the cost of every prescription of those drugs that this patient has ever had.",
        ),
    ),
    session(
        CATEGORY,
        own.LAB.unit,
        own.LABS,
        own.LAB.counted(
            "How many results of these lab tests does this patient have in all?",
            "Count all results of those lab tests of this patient, at whatever time.",
        ),
        own.LAB.paid(
            "What did all these results cost?",
            "Add up the cost of every one of those results.",
        ),
    ),
    session(CATEGORY, own.INTAKE.unit, own.INTAKES, own.VOLUME, own.TOTAL_VOLUME),
)
