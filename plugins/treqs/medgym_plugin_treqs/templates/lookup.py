"""What belongs to a code, a title, a drug or a lab test: attributes without a patient."""

from __future__ import annotations

from collections.abc import Iterator

from medgym_core import AnswerKind, Column, Integer, SetOf, Table, Text
from medgym_ehr.questions.template import Template
from medgym_plugin_treqs import condition as on
from medgym_plugin_treqs.condition import Condition

CATEGORY = "lookup"
NAMES = SetOf(items=Text())


def _looked_up(condition: Condition, name: str, answer: AnswerKind, select: str, *wordings: str) -> Template:
    table, _, columns = select.partition(": ")
    given = " AND ".join(
        f"{column} IS NOT NULL" for column in columns.split(", ") if isinstance(answer, SetOf)
    )
    alias = condition.table
    return Template(
        id=f"{name}_of_{condition.name}",
        category=CATEGORY,
        wordings=wordings,
        facts=on.facts([condition]),
        sql=f"SELECT DISTINCT {columns} FROM {table} {alias} WHERE {condition.where}"
        + (f" AND {given}" if given else ""),
        answer=answer,
    )


def _codes(kind: str, table: str, short: Condition, long: Condition, code: Condition) -> Iterator[Template]:
    """Code, short and long title of a diagnosis or procedure, each from the others."""
    title = f"{kind}_title"
    given = {"code": f"with the ICD-9 code {{{kind}_code}}", "long": f"of the long title {{{title}}}"}
    given["short"] = f"of the short title {{{kind}}}"
    parts = {
        "short_title": f"{table}: lower(SHORT_TITLE)",
        "long_title": f"{table}: lower(LONG_TITLE)",
        "icd9_code": f"{table}: ICD9_CODE",
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
        kind_of = Text() if by == "code" else NAMES
        yield _looked_up(
            condition,
            wanted,
            kind_of,
            parts[wanted],
            *_wordings(kind, words, given[by], several=by != "code"),
        )


def _wordings(kind: str, words: str, given: str, several: bool) -> tuple[str, ...]:
    if several:
        return (
            f"Which {words}s do {kind} records {given} have?",
            f"List every {words} of the {kind} {given}.",
            f"What are the {words}s of the {kind} {given}?",
        )
    return (
        f"What is the {words} of the {kind} {given}?",
        f"Give the {words} of the {kind} {given}.",
        f"Which {words} belongs to the {kind} {given}?",
    )


def _rows(**columns: AnswerKind) -> Table:
    return Table(columns=tuple(Column(name=name, kind=kind) for name, kind in columns.items()))


TEMPLATES = (
    *_codes("diagnosis", "DIAGNOSES", on.DIAGNOSIS, on.DIAGNOSIS_TITLE, on.DIAGNOSIS_CODE),
    *_codes("procedure", "PROCEDURES", on.PROCEDURE, on.PROCEDURE_TITLE, on.PROCEDURE_CODE),
    _looked_up(
        on.DRUG,
        "type_and_code",
        _rows(drug_type=Text(), formulary_drug_cd=Text()),
        "PRESCRIPTIONS: lower(DRUG_TYPE), lower(FORMULARY_DRUG_CD)",
        "Under which drug types and formulary drug codes is {drug} prescribed?",
        "Give each drug type with formulary drug code of {drug}.",
        "What are the drug type and the formulary drug code of {drug}?",
    ),
    _looked_up(
        on.FORMULARY,
        "drugs",
        NAMES,
        "PRESCRIPTIONS: lower(DRUG)",
        "Which drugs have the formulary drug code {formulary}?",
        "List the drugs with the formulary drug code {formulary}.",
        "What drug names does the formulary drug code {formulary} stand for?",
    ),
    _looked_up(
        on.DRUG,
        "routes",
        NAMES,
        "PRESCRIPTIONS: lower(ROUTE)",
        "By which routes is {drug} prescribed?",
        "List the routes of prescriptions of {drug}.",
        "What are the routes of {drug}?",
    ),
    _looked_up(
        on.DRUG_BY_ROUTE,
        "doses",
        NAMES,
        "PRESCRIPTIONS: lower(DRUG_DOSE)",
        "In which doses is {drug} prescribed by the route {route}?",
        "List the drug doses of prescriptions of {drug} by the route {route}.",
        "What are the doses of {drug} by the route {route}?",
    ),
    _looked_up(
        on.LAB,
        "items",
        _rows(itemid=Integer(), fluid=Text(), category=Text()),
        "LAB: ITEMID, lower(FLUID), lower(CATEGORY)",
        "What are the item ids, fluids and categories of the lab test {lab}?",
        "Give every item id of the lab test {lab} with its fluid and category.",
        "Under which item ids, with which fluid and category, is the lab test {lab} recorded?",
    ),
    _looked_up(
        on.ITEM,
        "description",
        _rows(fluid=Text(), label=Text(), category=Text()),
        "LAB: lower(FLUID), lower(LABEL), lower(CATEGORY)",
        "What are the fluid, label and category of the lab test with the item id {item}?",
        "Give fluid, label and category of the lab test of the item id {item}.",
        "Which fluid, label and category does the lab item id {item} have?",
    ),
)
"""Lookups by code, title, drug and lab test."""
