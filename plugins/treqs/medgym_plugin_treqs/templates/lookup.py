"""What belongs to a code, a title, a drug or a lab test, and how many patients have it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from medgym_core import AnswerKind, Column, Integer, Table, Text
from medgym_ehr.questions.template import Template
from medgym_plugin_treqs import condition as on
from medgym_plugin_treqs.condition import Condition

CATEGORY = "lookup"


def _looked_up(
    condition: Condition, name: str, table: str, columns: Mapping[str, str], *wordings: str
) -> Template:
    """A lookup of ``columns`` (answer's column to SQL), each row with the number of its patients.

    Titles, item ids and routes are known to who has read a dictionary; how many patients have them is not.
    """
    given = [f"{column} IS NOT NULL" for column in columns.values() if len(columns) == 1]
    order = ", ".join(str(number + 1) for number in range(len(columns)))
    number = f"count(DISTINCT {condition.table}.SUBJECT_ID) AS patients"
    selected = ", ".join([*(f"{sql} AS {column}" for column, sql in columns.items()), number])
    kinds: dict[str, AnswerKind] = {column: Integer() if column == "itemid" else Text() for column in columns}
    kinds["patients"] = Integer()
    return Template(
        id=f"{name}_of_{condition.name}",
        category=CATEGORY,
        wordings=wordings,
        facts=on.facts([condition]),
        sql=f"SELECT {selected} FROM {table} {condition.table} "
        f"WHERE {' AND '.join([condition.where, *given])} GROUP BY {order}",
        answer=Table(columns=tuple(Column(name=column, kind=kind) for column, kind in kinds.items())),
    )


def _codes(kind: str, table: str, short: Condition, long: Condition, code: Condition) -> Iterator[Template]:
    """Code, short and long title of a diagnosis or procedure, each from the others."""
    given = {
        "code": f"with the ICD-9 code {{{kind}_code}}",
        "short": f"of the short title {{{kind}}}",
        "long": f"of the long title {{{kind}_title}}",
    }
    parts = {
        "short_title": f"lower({code.table}.SHORT_TITLE)",
        "long_title": f"lower({code.table}.LONG_TITLE)",
        "icd9_code": f"{code.table}.ICD9_CODE",
    }
    for condition, by, wanted in (
        (code, "code", "short_title"),
        (code, "code", "long_title"),
        (short, "short", "icd9_code"),
        (short, "short", "long_title"),
        (long, "long", "icd9_code"),
        (long, "long", "short_title"),
    ):
        words = {"icd9_code": "ICD-9 code"}.get(wanted, wanted.replace("_", " "))
        yield _looked_up(
            condition,
            wanted,
            table,
            {wanted: parts[wanted]},
            f"Which {words}s do {kind} records {given[by]} have, and how many patients have each?",
            f"List every {words} of the {kind} {given[by]} with the number of its patients.",
            f"What are the {words}s of the {kind} {given[by]}, and of how many patients?",
        )


TEMPLATES = (
    *_codes("diagnosis", "DIAGNOSES", on.DIAGNOSIS, on.DIAGNOSIS_TITLE, on.DIAGNOSIS_CODE),
    *_codes("procedure", "PROCEDURES", on.PROCEDURE, on.PROCEDURE_TITLE, on.PROCEDURE_CODE),
    _looked_up(
        on.DRUG,
        "type_and_code",
        "PRESCRIPTIONS",
        {"drug_type": "lower(rx.DRUG_TYPE)", "formulary_drug_cd": "lower(rx.FORMULARY_DRUG_CD)"},
        "Under which drug types and formulary codes is {drug} prescribed, and to how many patients each?",
        "Give each drug type with formulary drug code of {drug} and the number of its patients.",
        "What are the drug type and the formulary drug code of {drug}, and how many patients have each pair?",
    ),
    _looked_up(
        on.FORMULARY,
        "drugs",
        "PRESCRIPTIONS",
        {"drug": "lower(rx.DRUG)"},
        "Which drugs have the formulary drug code {formulary}, and how many patients have each?",
        "List the drugs with the formulary drug code {formulary} and the number of patients of each.",
        "What drug names does the formulary drug code {formulary} stand for, and for how many patients each?",
    ),
    _looked_up(
        on.DRUG,
        "routes",
        "PRESCRIPTIONS",
        {"route": "lower(rx.ROUTE)"},
        "By which routes is {drug} prescribed, and to how many patients by each?",
        "List the routes of prescriptions of {drug} with the number of patients of each.",
        "What are the routes of {drug}, and how many patients have each?",
    ),
    _looked_up(
        on.DRUG_BY_ROUTE,
        "doses",
        "PRESCRIPTIONS",
        {"drug_dose": "lower(rx.DRUG_DOSE)"},
        "In which doses is {drug} prescribed by the route {route}, and to how many patients each?",
        "List the drug doses of {drug} by the route {route} with the number of patients of each.",
        "What are the doses of {drug} by the route {route}, and how many patients have each?",
    ),
    _looked_up(
        on.LAB,
        "items",
        "LAB",
        {"itemid": "lb.ITEMID", "fluid": "lower(lb.FLUID)", "category": "lower(lb.CATEGORY)"},
        "What are the item ids, fluids and categories of the lab test {lab}, and how many patients had each?",
        "Give every item id of the lab test {lab} with its fluid, category and number of patients.",
        "Under which item ids, with which fluid and category, is the lab test {lab} recorded, of how "
        "many patients?",
    ),
    _looked_up(
        on.ITEM,
        "description",
        "LAB",
        {"fluid": "lower(lb.FLUID)", "label": "lower(lb.LABEL)", "category": "lower(lb.CATEGORY)"},
        "What are the fluid, label and category of the lab test with the item id {item}, and how many "
        "patients had it?",
        "Give fluid, label, category and number of patients of the lab test of the item id {item}.",
        "Which fluid, label and category does the lab item id {item} have, and how many patients?",
    ),
)
"""Lookups by code, title, drug and lab test."""
