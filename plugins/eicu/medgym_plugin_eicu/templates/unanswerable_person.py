"""What other databases hold about a person and this one does not."""

from __future__ import annotations

from medgym_core import DateTime, Text
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable

_PATIENT_TAGS = (NO_PERIOD, *HOSPITAL, *CALENDAR)

TEMPLATES = (
    Unanswerable(
        id="birth_of_patient",
        wordings=(
            "When was patient {patient} born?",
            "What is the date of birth of patient {patient}?",
            "Give the birth date on record for patient {patient}.",
        ),
        facts=facts.VISIT,
        answer=DateTime(),
        keywords=("date of birth", "birthday", "dateofbirth"),
    ),
    Unanswerable(
        id="insurance_of_patient",
        wordings=(
            "Which insurance did patient {patient} have {period}?",
            "What insurance is on record for patient {patient} {period}?",
            "Name the insurance that covered patient {patient} {period}.",
        ),
        facts=facts.VISIT,
        tags=_PATIENT_TAGS,
        answer=Text(),
        keywords=("insurance", "medicare", "medicaid"),
    ),
    Unanswerable(
        id="marital_status_of_patient",
        wordings=(
            "What was the marital status of patient {patient} {period}?",
            "Which marital status was recorded for patient {patient} {period}?",
            "Give the marital status of patient {patient} {period}.",
        ),
        facts=facts.VISIT,
        tags=_PATIENT_TAGS,
        answer=Text(),
        keywords=("marital", "married", "widowed"),
    ),
    Unanswerable(
        id="language_of_patient",
        wordings=(
            "Which language does patient {patient} speak?",
            "What is the language on record for patient {patient}?",
            "Give the preferred language of patient {patient}.",
        ),
        facts=facts.VISIT,
        answer=Text(),
        keywords=("language",),
    ),
    Unanswerable(
        id="nurse_of_patient",
        wordings=(
            "Which nurse looked after patient {patient} in ward {ward}?",
            "What is the name of the nurse who was assigned to patient {patient} in ward {ward}?",
            "Name the nurse in charge of patient {patient} in ward {ward}.",
        ),
        facts=facts.STAY,
        answer=Text(),
        keywords=("nurse name", "name of nurse", "nurse_", "assigned nurse"),
    ),
    Unanswerable(
        id="planned_discharge_of_patient",
        wordings=(
            "On which date is patient {patient} planned to be discharged?",
            "What is the planned discharge date of patient {patient}?",
            "When, by the discharge plan, is patient {patient} to go home?",
        ),
        facts="SELECT uniquepid AS patient FROM patient WHERE hospitaldischargetime IS NULL",
        answer=DateTime(),
        keywords=("planned discharge", "expected discharge", "discharge plan"),
    ),
)
