"""How something changed, from one visit, day or period to another."""

from __future__ import annotations

from functools import partial

from medgym_core import Number, SetOf, Text
from medgym_ehr.questions.option import AGGREGATES, Option
from medgym_ehr.questions.template import Template

CATEGORY = "change"
LATER = (
    Option("last", "place_from_end = 1", "exact-last"),
    Option("second", "place = 2", "exact-second"),
)
"""Which later value is compared with the first: ``{later.sql}`` on its place in time."""
VISITS = tuple(
    Option(visit, f"{visit}_visit", parts={"other": other, "base": f"{other}_visit"})
    for visit, other in (("last", "first"), ("first", "last"))
)
"""Which of two visits is compared with which: ``{visit.sql}`` and ``{visit.base}``."""

lab_change = partial(
    Template,
    id="lab_change",
    category=CATEGORY,
    wordings=(
        "By how much did the result of the lab test {lab} of patient {patient} change from the first to "
        "the {later} measurement {period}?",
        "What is the {later} value minus the first value of the lab test {lab} of patient {patient} "
        "{period}?",
        "Subtract the first from the {later} result of the lab test {lab} of patient {patient} "
        "{period}: what is the difference?",
    ),
    options={"later": LATER},
    answer=Number(abs_tol=0.001),
)
vital_change = partial(
    Template,
    id="vital_change",
    category=CATEGORY,
    wordings=(
        "By how much did the {vital} of patient {patient} change from the first to the {later} "
        "measurement {period}?",
        "What is the {later} value minus the first value of the {vital} of patient {patient} {period}?",
        "Subtract the first from the {later} {vital} reading of patient {patient} {period}: what is the "
        "difference?",
    ),
    answer=Number(abs_tol=0.001),
)
vital_between_periods = partial(
    Template,
    id="vital_between_periods",
    category=CATEGORY,
    wordings=(
        "What is the {nth} {vital} of patient {patient} measured {period2} minus the {nth} one measured "
        "{period}?",
        "By how much does the {nth} {vital} reading of patient {patient} taken {period2} exceed the {nth} "
        "one taken {period} (negative if it is lower)?",
        "From the {nth} {vital} reading of patient {patient} {period2}, subtract the {nth} one {period}: "
        "what is the difference?",
    ),
    answer=Number(abs_tol=0.001),
)
lab_between_visits = partial(
    Template,
    id="lab_between_visits",
    category=CATEGORY,
    wordings=(
        "By how much did the {aggregate} value of the lab test {lab} of patient {patient} change from "
        "the first to the last hospital visit?",
        "What is the {aggregate} result of the lab test {lab} of patient {patient} during the last "
        "hospital visit minus that during the first one?",
        "For patient {patient}, subtract the {aggregate} value of the lab test {lab} in the first "
        "hospital visit from that in the last one: what is the difference?",
    ),
    options={"aggregate": AGGREGATES},
    answer=Number(abs_tol=0.001),
)
fluid_balance = partial(
    Template,
    id="fluid_balance",
    category=CATEGORY,
    wordings=(
        "What is the total intake volume minus the total output volume of patient {patient} {period}?",
        "By how much does the total volume of all intakes of patient {patient} exceed that of all "
        "outputs {period} (negative if the outputs are more)?",
        "Subtract the total output volume of patient {patient} {period} from the total intake volume in "
        "the same period: what is the balance?",
    ),
    answer=Number(abs_tol=0.001, unit="ml"),
)
new_drugs = partial(
    Template,
    id="new_drugs",
    category=CATEGORY,
    wordings=(
        "Which drugs was patient {patient} prescribed {period} that had not been prescribed on the day "
        "before?",
        "List the drugs newly prescribed to patient {patient} {period}, that is, not also prescribed on "
        "the day before that.",
        "What drugs were prescribed to patient {patient} {period} but not one day earlier?",
    ),
    answer=SetOf(items=Text()),
)
drugs_between_visits = partial(
    Template,
    id="drugs_between_visits",
    category=CATEGORY,
    wordings=(
        "Which drugs was patient {patient} prescribed during the {visit} hospital visit but not during "
        "the {visit.other} one?",
        "List the drugs prescribed to patient {patient} during the {visit} hospital visit and not "
        "prescribed during the {visit.other} hospital visit.",
        "Which drugs prescribed to patient {patient} during the {visit} hospital visit are missing from "
        "the prescriptions of the {visit.other} one?",
    ),
    options={"visit": VISITS},
    answer=SetOf(items=Text()),
)
