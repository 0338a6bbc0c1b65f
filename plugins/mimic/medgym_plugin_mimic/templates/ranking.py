"""What was most frequent in the whole hospital?"""

from __future__ import annotations

from medgym_core import Integer, SetOf
from medgym_ehr.hospital.forms import ranking as forms
from medgym_ehr.questions.option import RANKS, Option
from medgym_ehr.questions.period import CALENDAR
from medgym_ehr.questions.template import NO_PERIOD, Template, When
from medgym_ehr.questions.top import top

CATEGORY = "ranking"

_CODED = "SELECT charttime AS at FROM {}"

TEMPLATES = (
    forms.top_diagnoses(
        facts=_CODED.format("diagnoses_icd"),
        period=When("e.charttime", tags=forms.WIDE),
        **top(
            "d.short_title",
            """
  FROM diagnoses_icd e
  JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
  WHERE {period}""",
        ),
    ),
    Template(
        id="top_procedures",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequent procedures {period}?",
            "Which procedures rank among the top {top} by how often they were done {period}?",
            "Name the top {top} procedures by the number of times they were carried out {period}.",
        ),
        facts=_CODED.format("procedures_icd"),
        options=forms.TOP,
        period=When("e.charttime", tags=forms.WIDE),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "d.short_title",
            """
  FROM procedures_icd e
  JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code
  WHERE {period}""",
        ),
    ),
    forms.top_drugs(
        facts="SELECT startdate AS at FROM prescriptions",
        period=When("startdate", tags=forms.WIDE),
        **top("drug", "FROM prescriptions WHERE {period}"),
    ),
    Template(
        id="top_labs",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequent lab tests {period}?",
            "Which lab tests rank among the top {top} by how often they were done {period}?",
            "Name the top {top} lab tests by the number of results recorded {period}.",
        ),
        facts=_CODED.format("labevents"),
        options=forms.TOP,
        period=When("e.charttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "d.label",
            """
  FROM labevents e
  JOIN d_labitems d ON d.itemid = e.itemid
  WHERE {period}""",
        ),
    ),
    forms.top_specimens(
        facts=_CODED.format("microbiologyevents"),
        period=When("charttime", tags=forms.WIDE),
        **top("spec_type_desc", "FROM microbiologyevents WHERE {period}"),
    ),
    Template(
        id="top_organisms",
        category=CATEGORY,
        wordings=(
            "What are the top {top} organisms most often found in microbiology tests {period}?",
            "Which organisms rank among the top {top} by the number of microbiology tests "
            "that found them {period}?",
            "Name the top {top} organisms by how many microbiology tests came back with them {period}.",
        ),
        facts="SELECT charttime AS at FROM microbiologyevents WHERE org_name IS NOT NULL",
        options=forms.TOP,
        period=When("charttime", tags=forms.WIDE),
        answer=forms.NAMES,
        fewest=2,
        **top("org_name", "FROM microbiologyevents WHERE org_name IS NOT NULL AND {period}"),
    ),
    Template(
        id="top_intakes",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequently recorded intakes {period}?",
            "Which intakes rank among the top {top} by number of records {period}?",
            "Name the top {top} intakes by how many times they were recorded {period}.",
        ),
        facts=_CODED.format("inputevents_cv"),
        options=forms.TOP,
        period=When("e.charttime", tags=(*forms.WIDE, "rel-day-this", "rel-day-last", "mix-day-last_year")),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "d.label",
            """
  FROM inputevents_cv e
  JOIN d_items d ON d.itemid = e.itemid
  WHERE {period}""",
        ),
    ),
    Template(
        id="top_outputs",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequently recorded outputs {period}?",
            "Which outputs rank among the top {top} by number of records {period}?",
            "Name the top {top} outputs by how many times they were recorded {period}.",
        ),
        facts=_CODED.format("outputevents"),
        options=forms.TOP,
        period=When("e.charttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "d.label",
            """
  FROM outputevents e
  JOIN d_items d ON d.itemid = e.itemid
  WHERE {period}""",
        ),
    ),
    Template(
        id="top_wards",
        category=CATEGORY,
        wordings=(
            "What are the ward IDs of the top {top} wards by number of {event} events {period}?",
            "Which wards, by ward ID, rank among the top {top} by how many {event} events they had {period}?",
            "Give the ward IDs of the top {top} wards with the most {event} events {period}.",
        ),
        facts="SELECT intime AS at FROM transfers WHERE wardid IS NOT NULL",
        options={
            "top": RANKS,
            "event": (Option("admit", "'admit'"), Option("transfer", "'transfer'")),
        },
        period=When("intime", tags=forms.WIDE),
        answer=SetOf(items=Integer()),
        fewest=2,
        **top("wardid", "FROM transfers WHERE wardid IS NOT NULL AND eventtype = {event.sql} AND {period}"),
    ),
    Template(
        id="top_careunits",
        category=CATEGORY,
        wordings=(
            "What are the top {top} care units by the number of ICU stays that began there {period}?",
            "Which care units rank among the top {top} by how many ICU stays began in them {period}?",
            "Name the top {top} care units in which the most ICU stays began {period}.",
        ),
        facts="SELECT intime AS at FROM icustays",
        options={"top": RANKS[:2]},
        period=When("intime", tags=forms.WIDE[1:]),
        answer=forms.NAMES,
        fewest=2,
        frequent=True,
        **top("first_careunit", "FROM icustays WHERE {period}"),
    ),
)
