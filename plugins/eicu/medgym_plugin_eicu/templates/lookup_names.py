"""Names of what a patient was given, had or was found to have; who had a diagnosis or an allergy."""

from __future__ import annotations

from medgym_core import SetOf, Text
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import lookup as forms
from medgym_ehr.questions.nth import at_nth
from medgym_ehr.questions.option import ENDS, PLACES, TIMES, Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD, SINGLE_DAYS
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.when import ANYTIME, of_patient

CATEGORY = "lookup"

_LONG = tuple(tag for tag in ANYTIME if tag not in SINGLE_DAYS)
_PRESCRIBED = f"SELECT patient, at FROM ({facts.DRUG})"
_DIAGNOSED = f"SELECT patient, at FROM ({facts.DIAGNOSIS})"
_TREATED = f"SELECT patient, at FROM ({facts.TREATMENT})"
_TESTED = f"SELECT patient, at FROM ({facts.LAB})"
_FLUIDS = (Option("intakes", "intake"), Option("outputs", "output"))
_FLUID = """
SELECT uniquepid AS patient, intakeoutputtime AS at
FROM intakeoutput JOIN patient USING (patientunitstayid)"""
_CULTURED = f"SELECT patient, at FROM ({facts.SPECIMEN})"
_ALLERGIC = f"SELECT DISTINCT patient FROM ({facts.ALLERGY})"
_NAMES = SetOf(items=Text())

TEMPLATES = (
    forms.drugs_started(
        facts=_PRESCRIBED,
        period=of_patient("drugstarttime"),
        **at_nth(
            "drugname",
            "drugstarttime",
            """
FROM medication JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND drugstarttime IS NOT NULL AND {period}""",
        ),
    ),
    forms.drugs_prescribed(
        facts=_PRESCRIBED,
        period=of_patient("drugstarttime", (*CALENDAR, *HOSPITAL)),
        sql="""
SELECT DISTINCT drugname
FROM medication JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {period}""",
    ),
    forms.drugs_n_times(
        facts=_PRESCRIBED,
        period=of_patient("drugstarttime", _LONG),
        sql="""
SELECT drugname
FROM medication JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {period}
GROUP BY drugname
HAVING count(*) = {times.sql}""",
    ),
    forms.diagnoses_made(
        facts=_DIAGNOSED,
        period=of_patient("diagnosistime"),
        sql="""
SELECT DISTINCT diagnosisname
FROM diagnosis JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {period}""",
    ),
    Template(
        id="treatments_given",
        category=CATEGORY,
        wordings=(
            "Which treatments did patient {patient} receive at the {nth} recorded treatment time {period}?",
            "List the treatments of patient {patient} at the {nth} time of any treatment {period}.",
            "At the {nth} time of any treatment {period}, which treatments did patient {patient} have?",
        ),
        facts=_TREATED,
        options={"nth": PLACES},
        period=of_patient("treatmenttime"),
        answer=_NAMES,
        **at_nth(
            "treatmentname",
            "treatmenttime",
            """
FROM treatment JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {period}""",
        ),
    ),
    Template(
        id="treatments_n_times",
        category=CATEGORY,
        wordings=(
            "Which treatments did patient {patient} receive exactly {times} {period}?",
            "List the treatments recorded exactly {times} for patient {patient} {period}.",
            "What treatments was patient {patient} given exactly {times} {period}?",
        ),
        facts=_TREATED,
        options={"times": TIMES},
        period=of_patient("treatmenttime", _LONG),
        answer=_NAMES,
        sql="""
SELECT treatmentname
FROM treatment JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {period}
GROUP BY treatmentname
HAVING count(*) = {times.sql}""",
    ),
    forms.labs_done(
        facts=_TESTED,
        period=of_patient("labresulttime"),
        **at_nth(
            "labname",
            "labresulttime",
            """
FROM lab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {period}""",
        ),
    ),
    Template(
        id="fluids_recorded",
        category=CATEGORY,
        wordings=(
            "Which {fluid} were recorded for patient {patient} at the {nth} time of any {period}?",
            "Name the {fluid} of patient {patient} at the {nth} time at which any of them were recorded "
            "{period}.",
            "At the {nth} time {period} at which patient {patient} had {fluid}, which were they?",
        ),
        facts=_FLUID,
        options={"nth": ENDS, "fluid": _FLUIDS},
        period=of_patient("intakeoutputtime"),
        answer=_NAMES,
        **at_nth(
            "celllabel",
            "intakeoutputtime",
            """
FROM intakeoutput JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND cellpath LIKE '%{fluid.sql}%' AND {period}""",
        ),
    ),
    Template(
        id="specimens_tested",
        category=CATEGORY,
        wordings=(
            "Which specimens of patient {patient} were taken for microbiology tests {period}?",
            "From which culture sites was patient {patient} tested {period}?",
            "Name every specimen of patient {patient} that was tested for microbiology {period}.",
        ),
        facts=_CULTURED,
        period=of_patient("culturetakentime"),
        answer=_NAMES,
        sql="""
SELECT DISTINCT culturesite
FROM microlab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {period}""",
    ),
    Template(
        id="organisms_found",
        category=CATEGORY,
        wordings=(
            "What organisms did the microbiology tests of patient {patient} find {period}?",
            "Which organisms were found in patient {patient} {period}?",
            "List the organisms that microbiology tests found in patient {patient} {period}.",
        ),
        facts=f"SELECT patient, at FROM ({facts.ORGANISM})",
        period=of_patient("culturetakentime"),
        answer=_NAMES,
        sql="""
SELECT DISTINCT organism
FROM microlab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND organism <> 'no growth' AND {period}""",
    ),
    Template(
        id="allergies_of_patient",
        category=CATEGORY,
        wordings=(
            "What is patient {patient} allergic to?",
            "Which allergies are recorded for patient {patient}?",
            "List the allergies on record for patient {patient}.",
        ),
        facts=_ALLERGIC,
        answer=_NAMES,
        sql="""
SELECT DISTINCT allergyname
FROM allergy JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient}""",
    ),
    Template(
        id="patients_diagnosed",
        category=CATEGORY,
        wordings=(
            "Which patients were diagnosed with {diagnosis} {period}? Give their ids.",
            "List the ids of the patients who were diagnosed with {diagnosis} {period}.",
            "What are the ids of the patients with a diagnosis of {diagnosis} {period}?",
        ),
        facts="SELECT diagnosisname AS diagnosis, diagnosistime AS at FROM diagnosis",
        period=When("diagnosistime", tags=CALENDAR),
        answer=_NAMES,
        sql="""
SELECT DISTINCT uniquepid
FROM diagnosis JOIN patient USING (patientunitstayid)
WHERE diagnosisname = {diagnosis} AND {period}""",
    ),
    Template(
        id="patients_allergic",
        category=CATEGORY,
        wordings=(
            "Which patients had an allergy to {allergy} recorded {period}? Give their ids.",
            "List the ids of the patients for whom the allergy {allergy} was recorded {period}.",
            "What are the ids of the patients whose allergy to {allergy} was put on record {period}?",
        ),
        facts=f"SELECT allergy, at FROM ({facts.ALLERGY})",
        period=When("allergytime", tags=(NO_PERIOD, *CALENDAR)),
        answer=_NAMES,
        sql="""
SELECT DISTINCT uniquepid
FROM allergy JOIN patient USING (patientunitstayid)
WHERE allergyname = {allergy} AND {period}""",
    ),
)
