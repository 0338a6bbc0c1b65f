"""Groups of two joined tables: by what is known of the admission, those of many, and the greatest."""

from __future__ import annotations

from medgym_core import Column, Integer, Table, Text
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.template import Template
from medgym_plugin_treqs import condition as on
from medgym_plugin_treqs.templates.lookup import CATEGORY

_ATTRIBUTES = (
    Option("insurance", "INSURANCE"),
    Option("admission type", "ADMISSION_TYPE"),
    Option("discharge location", "DISCHARGE_LOCATION"),
    Option("marital status", "MARITAL_STATUS"),
)
_LEAST = tuple(Option(word, number) for word, number in (("three", "3"), ("four", "4"), ("five", "5")))


def _numbered(name: str, number: str) -> Table:
    return Table(columns=(Column(name=name, kind=Text()), Column(name=number, kind=Integer())))


TEMPLATES = (
    Template(
        id="patients_by_attribute",
        category=CATEGORY,
        wordings=(
            "How many patients had an admission with the diagnosis {diagnosis}, for each {attribute} of "
            "such admissions?",
            "List every {attribute} of admissions with the diagnosis {diagnosis} with the number of its "
            "patients.",
            "Which {attribute} do admissions with the diagnosis {diagnosis} have, and how many patients "
            "has each?",
        ),
        facts=on.facts([on.DIAGNOSIS]),
        sql="""\
SELECT lower(d.{attribute.sql}) AS attribute, count(DISTINCT d.SUBJECT_ID) AS patients
FROM DEMOGRAPHIC d JOIN DIAGNOSES dx ON dx.HADM_ID = d.HADM_ID
WHERE dx.SHORT_TITLE = {diagnosis} COLLATE NOCASE AND d.{attribute.sql} IS NOT NULL GROUP BY 1""",
        answer=_numbered("attribute", "patients"),
        options={"attribute": _ATTRIBUTES},
        fewest=2,
    ),
    Template(
        id="drugs_of_many",
        category=CATEGORY,
        wordings=(
            "Which drugs were prescribed in {least} or more of the admissions with the procedure "
            "{procedure}, and in how many?",
            "List the drugs that at least {least} admissions with the procedure {procedure} have a "
            "prescription of, with the number of these admissions.",
            "In how many admissions with the procedure {procedure} was each drug prescribed? Leave out "
            "drugs of fewer than {least}.",
        ),
        facts=on.facts([on.PROCEDURE]),
        sql="""\
SELECT lower(rx.DRUG) AS drug, count(DISTINCT rx.HADM_ID) AS admissions
FROM PRESCRIPTIONS rx JOIN PROCEDURES px ON px.HADM_ID = rx.HADM_ID
WHERE px.SHORT_TITLE = {procedure} COLLATE NOCASE AND rx.DRUG IS NOT NULL
GROUP BY 1 HAVING count(DISTINCT rx.HADM_ID) >= {least.sql}""",
        answer=_numbered("drug", "admissions"),
        options={"least": _LEAST},
    ),
    Template(
        id="most_frequent_beside_drug",
        category=CATEGORY,
        wordings=(
            "Which diagnosis, by short title, is recorded for the most admissions with a prescription of "
            "{drug}, and for how many? If several tie, give each.",
            "List the most frequent diagnosis of the admissions with a prescription of {drug}, or those "
            "that tie, with the number of these admissions.",
            "Among the admissions with a prescription of {drug}, what is the most frequent diagnosis, and "
            "of how many of them? Give all that are equally frequent.",
        ),
        facts=on.facts([on.DRUG]),
        sql="""\
SELECT diagnosis, admissions FROM (
  SELECT lower(dx.SHORT_TITLE) AS diagnosis, count(DISTINCT dx.HADM_ID) AS admissions,
    rank() OVER (ORDER BY count(DISTINCT dx.HADM_ID) DESC) AS place
  FROM DIAGNOSES dx
  WHERE dx.SHORT_TITLE IS NOT NULL
    AND dx.HADM_ID IN (SELECT HADM_ID FROM PRESCRIPTIONS WHERE DRUG = {drug} COLLATE NOCASE)
  GROUP BY 1
)
WHERE place = 1""",
        answer=_numbered("diagnosis", "admissions"),
        most=3,
    ),
)
"""Lookups in groups of admissions."""
