"""When something happened, and how long ago."""

from __future__ import annotations

from functools import partial

from medgym_core import DateTime, Number, SetOf
from medgym_ehr.questions.option import ENDS, EXTREMES, PLACES, UNIT_COUNTS
from medgym_ehr.questions.template import Template

CATEGORY = "time"

diagnosis_time = partial(
    Template,
    id="diagnosis_time",
    category=CATEGORY,
    wordings=(
        "When was patient {patient} diagnosed with {diagnosis} {period}?",
        "What was the time of the diagnosis of {diagnosis} for patient {patient} {period}?",
        "At what time did patient {patient} receive the diagnosis {diagnosis} {period}?",
    ),
    answer=DateTime(),
)
drug_time = partial(
    Template,
    id="drug_time",
    category=CATEGORY,
    wordings=(
        "When was {drug} prescribed to patient {patient} for the {nth} time {period}?",
        "What was the {nth} time that patient {patient} was prescribed {drug} {period}?",
        "At what time did patient {patient} get the {nth} prescription of {drug} {period}?",
    ),
    options={"nth": PLACES},
    answer=DateTime(),
)
lab_time = partial(
    Template,
    id="lab_time",
    category=CATEGORY,
    wordings=(
        "When did patient {patient} have the lab test {lab} for the {nth} time {period}?",
        "What was the {nth} time that the lab test {lab} was done on patient {patient} {period}?",
        "At what time did the {nth} lab test of {lab} for patient {patient} {period} take place?",
    ),
    options={"nth": PLACES},
    answer=DateTime(),
)
intake_time = partial(
    Template,
    id="intake_time",
    category=CATEGORY,
    wordings=(
        "When was the {nth} intake of {intake} recorded for patient {patient} {period}?",
        "What was the {nth} time that patient {patient} had an intake of {intake} {period}?",
        "At what time did patient {patient} receive the intake {intake} for the {nth} time {period}?",
    ),
    options={"nth": PLACES},
    answer=DateTime(),
)
specimen_time = partial(
    Template,
    id="specimen_time",
    category=CATEGORY,
    wordings=(
        "When did patient {patient} have a microbiology test of the specimen {specimen} for the {nth} "
        "time {period}?",
        "What was the time of the {nth} microbiology test of {specimen} for patient {patient} {period}?",
        "At what time was the specimen {specimen} of patient {patient} taken for microbiology for the "
        "{nth} time {period}?",
    ),
    answer=DateTime(),
)
since_admission = partial(
    Template,
    id="since_admission",
    category=CATEGORY,
    wordings=(
        "How many {unit} have passed since patient {patient} was admitted to the hospital for the "
        "current visit?",
        "For how many {unit} has patient {patient} been in hospital on the current visit?",
        "How many {unit} ago did the current hospital visit of patient {patient} begin?",
    ),
    options={"unit": UNIT_COUNTS},
    answer=Number(abs_tol=0.001),
)
since_icu_admission = partial(
    Template,
    id="since_icu_admission",
    category=CATEGORY,
    wordings=(
        "How many {unit} have passed since patient {patient} was admitted to an ICU during the "
        "current hospital visit?",
        "How many {unit} ago was patient {patient} admitted to an ICU during the current hospital visit?",
        "Since the ICU admission of patient {patient} during the current hospital visit, how many "
        "{unit} have passed?",
    ),
    options={"unit": UNIT_COUNTS},
    answer=Number(abs_tol=0.001),
)
since_diagnosis = partial(
    Template,
    id="since_diagnosis",
    category=CATEGORY,
    wordings=(
        "How many {unit} have passed since patient {patient} was diagnosed with {diagnosis}?",
        "How many {unit} ago was {diagnosis} diagnosed in patient {patient}?",
        "Since the diagnosis of {diagnosis} for patient {patient}, how many {unit} have passed?",
    ),
    options={"unit": UNIT_COUNTS},
    answer=Number(abs_tol=0.001),
)
since_drug = partial(
    Template,
    id="since_drug",
    category=CATEGORY,
    wordings=(
        "How many {unit} have passed since patient {patient} was {nth} prescribed {drug}?",
        "How many {unit} ago was {drug} {nth} prescribed to patient {patient}?",
        "Since the {nth} prescription of {drug} for patient {patient}, how many {unit} have passed?",
    ),
    options={"unit": UNIT_COUNTS, "nth": ENDS},
    answer=Number(abs_tol=0.001),
)
since_lab = partial(
    Template,
    id="since_lab",
    category=CATEGORY,
    wordings=(
        "How many {unit} have passed since the {nth} lab test of {lab} of patient {patient} during the "
        "current hospital visit?",
        "How many {unit} ago did patient {patient} have the {nth} lab test of {lab} on the current "
        "hospital visit?",
        "Since patient {patient} had the lab test {lab} for the {nth} time during the current hospital "
        "visit, how many {unit} have passed?",
    ),
    options={"unit": UNIT_COUNTS, "nth": PLACES},
    answer=Number(abs_tol=0.001),
)
lab_extreme_time = partial(
    Template,
    id="lab_extreme_time",
    category=CATEGORY,
    wordings=(
        "When was the {extreme} value of the lab test {lab} for patient {patient} measured {period}?",
        "At what time did the lab test {lab} of patient {patient} have its {extreme} value {period}?",
        "What is the time of the {extreme} result of the lab test {lab} for patient {patient} {period}?",
    ),
    options={"extreme": EXTREMES},
    answer=DateTime(),
)
vital_extreme_time = partial(
    Template,
    id="vital_extreme_time",
    category=CATEGORY,
    wordings=(
        "When was the {extreme} {vital} of patient {patient} measured {period}?",
        "At what time did the {vital} of patient {patient} have its {extreme} value {period}?",
        "What is the time of the {extreme} {vital} reading of patient {patient} {period}?",
    ),
    answer=DateTime(),
)
admission_time = partial(
    Template,
    id="admission_time",
    category=CATEGORY,
    wordings=(
        "When was patient {patient} admitted to the hospital for the {nth} time {period}?",
        "What was the {nth} time that patient {patient} was admitted to the hospital {period}?",
        "At what time was patient {patient} taken into the hospital for the {nth} time {period}?",
    ),
    answer=DateTime(),
)
discharge_time = partial(
    Template,
    id="discharge_time",
    category=CATEGORY,
    wordings=(
        "When was patient {patient} discharged from the hospital for the {nth} time {period}?",
        "What was the {nth} time that patient {patient} was discharged from the hospital {period}?",
        "At what time did patient {patient} leave the hospital for the {nth} time {period}?",
    ),
    answer=DateTime(),
)
visit_times = partial(
    Template,
    id="visit_times",
    category=CATEGORY,
    wordings=(
        "List the times at which patient {patient} was {edge} the hospital {period}.",
        "What are all times at which patient {patient} was {edge} the hospital {period}?",
        "Give the time of every {edge.noun} of patient {patient} {edge.way} the hospital {period}.",
    ),
    answer=SetOf(items=DateTime()),
    fewest=2,
)
icu_admission_time = partial(
    Template,
    id="icu_admission_time",
    category=CATEGORY,
    wordings=(
        "When was patient {patient} admitted to an ICU for the {nth} time {period}?",
        "What was the {nth} time that patient {patient} was admitted to an ICU {period}?",
        "At what time did patient {patient} come into an ICU for the {nth} time {period}?",
    ),
    options={"nth": PLACES},
    answer=DateTime(),
)
ward_time = partial(
    Template,
    id="ward_time",
    category=CATEGORY,
    wordings=(
        "When did patient {patient} enter ward {ward} for the {nth} time {period}?",
        "What was the {nth} time {period} that patient {patient} came into ward {ward}?",
        "At what time was patient {patient} moved into ward {ward} for the {nth} time {period}?",
    ),
    options={"nth": ENDS},
    answer=DateTime(),
)
