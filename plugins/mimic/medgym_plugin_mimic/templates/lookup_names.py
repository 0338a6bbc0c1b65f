"""Names of what a patient was given, had or was found to have; who had a diagnosis."""

from __future__ import annotations

from medgym_core import Integer, SetOf, Text
from medgym_ehr.hospital.forms import lookup as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.nth import at_nth
from medgym_ehr.questions.option import ENDS, Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU, NO_PERIOD, SINGLE_DAYS
from medgym_ehr.questions.template import Template, When

CATEGORY = "lookup"

_ANYTIME = (NO_PERIOD, *CALENDAR, *HOSPITAL)
_LONG = tuple(tag for tag in _ANYTIME if tag not in SINGLE_DAYS)
_PRESCRIBED = f"SELECT patient, at FROM ({facts.DRUG})"
_DIAGNOSED = f"SELECT patient, at FROM ({facts.DIAGNOSIS})"
_OPERATED = f"SELECT patient, at FROM ({facts.PROCEDURE})"
_TESTED = f"SELECT patient, at FROM ({facts.LAB})"
_FLUIDS = (Option("intakes", "inputevents_cv"), Option("outputs", "outputevents"))
_FLUID = "\nUNION\n".join(
    f"SELECT subject_id AS patient, charttime AS at FROM {fluid.sql}" for fluid in _FLUIDS
)
_CULTURED = f"SELECT patient, at FROM ({facts.SPECIMEN}) WHERE specimen IS NOT NULL"
_FOUND = """
SELECT subject_id AS patient, spec_type_desc AS specimen, charttime AS at FROM microbiologyevents
WHERE spec_type_desc IS NOT NULL AND org_name IS NOT NULL"""
_PATIENTS = f"SELECT diagnosis, at FROM ({facts.DIAGNOSIS})"

TEMPLATES = (
    forms.drug_route(
        facts=facts.DRUG,
        period=When("startdate", visit="hadm_id", tags=_ANYTIME),
        sql="""
SELECT DISTINCT route FROM prescriptions
WHERE subject_id = {patient} AND drug = {drug} AND {period}""",
    ),
    forms.drugs_started(
        facts=_PRESCRIBED,
        period=When("startdate", visit="hadm_id", tags=_ANYTIME),
        **at_nth(
            "drug",
            "startdate",
            """
FROM prescriptions
WHERE subject_id = {patient} AND {period}""",
        ),
    ),
    forms.drugs_prescribed(
        facts=_PRESCRIBED,
        period=When("startdate", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL)),
        sql="""
SELECT DISTINCT drug FROM prescriptions
WHERE subject_id = {patient} AND {period}""",
    ),
    forms.drugs_n_times(
        facts=_PRESCRIBED,
        period=When("startdate", visit="hadm_id", tags=_LONG),
        sql="""
SELECT drug FROM prescriptions
WHERE subject_id = {patient} AND {period}
GROUP BY drug
HAVING count(*) = {times.sql}""",
    ),
    forms.diagnoses_made(
        facts=_DIAGNOSED,
        period=When("e.charttime", visit="e.hadm_id", tags=_ANYTIME),
        sql="""
SELECT DISTINCT d.short_title
FROM diagnoses_icd e
JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
WHERE e.subject_id = {patient} AND {period}""",
    ),
    Template(
        id="procedures_done",
        category=CATEGORY,
        wordings=(
            "Which procedures did patient {patient} undergo at the {nth} recorded procedure time {period}?",
            "List the procedures of patient {patient} at the {nth} time of any procedure {period}.",
            "At the {nth} time of any procedure {period}, which procedures did patient {patient} have?",
        ),
        facts=_OPERATED,
        options={"nth": ENDS},
        period=When("e.charttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=SetOf(items=Text()),
        **at_nth(
            "d.short_title",
            "e.charttime",
            """
FROM procedures_icd e
JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code
WHERE e.subject_id = {patient} AND {period}""",
        ),
    ),
    forms.labs_done(
        facts=_TESTED,
        period=When("e.charttime", visit="e.hadm_id", tags=_ANYTIME),
        **at_nth(
            "d.label",
            "e.charttime",
            """
FROM labevents e
JOIN d_labitems d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND {period}""",
        ),
    ),
    Template(
        id="fluids_recorded",
        category=CATEGORY,
        wordings=(
            "Which {fluid} were recorded for patient {patient} at the {nth} time of any {fluid} {period}?",
            "Name the {fluid} of patient {patient} at the {nth} time of any {fluid} {period}.",
            "At the {nth} time of any {fluid} {period}, which {fluid} did patient {patient} have?",
        ),
        facts=_FLUID,
        options={"nth": ENDS, "fluid": _FLUIDS},
        period=When("e.charttime", visit="e.hadm_id", stay="e.icustay_id", tags=(*_ANYTIME, *ICU)),
        answer=SetOf(items=Text()),
        **at_nth(
            "d.label",
            "e.charttime",
            """
FROM {fluid.sql} e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND {period}""",
        ),
    ),
    Template(
        id="specimens_tested",
        category=CATEGORY,
        wordings=(
            "Which specimens of patient {patient} were tested at the {nth} microbiology test time {period}?",
            "At the {nth} microbiology test time {period}, what specimens of patient {patient} were tested?",
            "Name every specimen of patient {patient} at the {nth} microbiology test time {period}.",
        ),
        facts=_CULTURED,
        options={"nth": ENDS},
        period=When("charttime", visit="hadm_id", tags=_ANYTIME),
        answer=SetOf(items=Text()),
        **at_nth(
            "spec_type_desc",
            "charttime",
            """
FROM microbiologyevents
WHERE subject_id = {patient} AND spec_type_desc IS NOT NULL AND {period}""",
        ),
    ),
    Template(
        id="organism_found",
        category=CATEGORY,
        wordings=(
            "Which organism did microbiology tests of {specimen} {nth} find in patient {patient} {period}?",
            "What was the {nth} organism that {specimen} tests of patient {patient} found {period}?",
            "Name the organism found {nth} in {specimen} of patient {patient} {period}.",
        ),
        facts=_FOUND,
        options={"nth": ENDS},
        period=When("charttime", visit="hadm_id", tags=_ANYTIME),
        answer=Text(),
        **at_nth(
            "org_name",
            "charttime",
            """
FROM microbiologyevents
WHERE subject_id = {patient} AND spec_type_desc = {specimen} AND org_name IS NOT NULL AND {period}""",
        ),
    ),
    Template(
        id="patients_diagnosed",
        category=CATEGORY,
        wordings=(
            "Which patients were diagnosed with {diagnosis} {period}? Give their ids.",
            "List the ids of the patients who were diagnosed with {diagnosis} {period}.",
            "What are the ids of the patients with a diagnosis of {diagnosis} {period}?",
        ),
        facts=_PATIENTS,
        period=When("e.charttime", tags=CALENDAR),
        answer=SetOf(items=Integer()),
        sql="""
SELECT DISTINCT e.subject_id
FROM diagnoses_icd e
JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
WHERE d.short_title = {diagnosis} AND {period}""",
    ),
)
