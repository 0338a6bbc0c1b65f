"""Attributes of one patient, known by number or by name, over all of the patient's admissions."""

from __future__ import annotations

from collections.abc import Iterator

from medgym_core import AnswerKind, Column, DateTime, Integer, SetOf, Table, Text
from medgym_ehr.questions.template import Template
from medgym_plugin_treqs.condition import MOST_ADMISSIONS, drawn

CATEGORY = "patient"
NAMES = SetOf(items=Text())
_BY_NUMBER = ("SUBJECT_ID = {patient}", "patient {patient}", "d.SUBJECT_ID AS patient")
_BY_NAME = (
    "NAME = {name} COLLATE NOCASE",
    "patient {name}",
    "d.SUBJECT_ID AS patient, lower(d.NAME) AS name",
)
_ONE_NAME = (
    "lower(d.NAME) IN (SELECT lower(NAME) FROM DEMOGRAPHIC GROUP BY 1 HAVING count(DISTINCT SUBJECT_ID) = 1)"
)


def _rows(**columns: AnswerKind) -> Table:
    return Table(columns=tuple(Column(name=name, kind=kind) for name, kind in columns.items()))


class _Patient:
    """Templates of one question, by number and by name."""

    def __init__(
        self, name: str, answer: AnswerKind, select: str, *wordings: str, facts: str = "", given: str = "TRUE"
    ) -> None:
        """Where ``select`` says {who}, the patient is chosen; where a wording does, named.

        Args:
            name: for the template's id.
            answer: what is submitted.
            select: the query.
            wordings: the questions.
            facts: further columns of the facts, and what is joined for them, as ``columns FROM joins``.
            given: what holds of facts worth asking about.
        """
        self.name, self.answer, self.select, self.wordings = name, answer, select, wordings
        self.columns, _, self.joins = facts.partition(" FROM ")
        self.given = given

    def by_number(self) -> Template:
        return self._template(f"patient_{self.name}", *_BY_NUMBER, self.given)

    def by_name(self) -> Template:
        return self._template(f"named_{self.name}", *_BY_NAME, f"{self.given} AND {_ONE_NAME}")

    def _template(self, id: str, chosen: str, named: str, column: str, given: str) -> Template:
        columns = f"{column}, {self.columns}" if self.columns else column
        return Template(
            id=id,
            category=CATEGORY,
            wordings=tuple(wording.replace("{who}", named) for wording in self.wordings),
            facts=f"SELECT DISTINCT {columns} FROM {drawn(MOST_ADMISSIONS)} d {self.joins} WHERE {given}",
            sql=self.select.replace("{who}", self._choice(chosen)),
            answer=self.answer,
        )

    def _choice(self, chosen: str) -> str:
        """Tables of events have no names; there the patient's number is looked up."""
        if "DEMOGRAPHIC" in self.select or chosen == _BY_NUMBER[0]:
            return chosen
        return f"SUBJECT_ID IN (SELECT SUBJECT_ID FROM DEMOGRAPHIC WHERE {chosen})"


_BOTH = (
    _Patient(
        "diseases",
        NAMES,
        "SELECT DISTINCT lower(DIAGNOSIS) FROM DEMOGRAPHIC WHERE {who} AND DIAGNOSIS IS NOT NULL",
        "What were the primary diseases of {who}?",
        "With which primary diseases was {who} admitted?",
        "List the primary diseases of {who}.",
    ),
    _Patient(
        "birth",
        _rows(gender=Text(), date_of_birth=DateTime()),
        "SELECT DISTINCT lower(GENDER), DOB FROM DEMOGRAPHIC WHERE {who}",
        "What are the gender and the date of birth of {who}?",
        "Give the gender and the date of birth of {who}.",
        "Of which gender is {who}, and what is the date of birth?",
    ),
    _Patient(
        "times",
        _rows(admitted=DateTime(), discharged=DateTime()),
        "SELECT DISTINCT ADMITTIME, DISCHTIME FROM DEMOGRAPHIC WHERE {who}",
        "When was {who} admitted and discharged, each time?",
        "Give the times of admission and discharge of every admission of {who}.",
        "What are the admission time and the discharge time of each admission of {who}?",
    ),
    _Patient(
        "types",
        _rows(admission_type=Text(), admission_location=Text()),
        "SELECT DISTINCT lower(ADMISSION_TYPE), lower(ADMISSION_LOCATION) FROM DEMOGRAPHIC WHERE {who}",
        "What are the admission types and admission locations of {who}?",
        "Give each admission type with its admission location of {who}.",
        "By which admission types and from which admission locations did {who} come?",
    ),
    _Patient(
        "diagnoses",
        NAMES,
        "SELECT DISTINCT lower(SHORT_TITLE) FROM DIAGNOSES WHERE {who} AND SHORT_TITLE IS NOT NULL",
        "What are the diagnoses of {who}, by short title?",
        "List the short titles of the diagnoses of {who}.",
        "Which diagnoses does {who} have? Give their short titles.",
    ),
    _Patient(
        "procedures",
        NAMES,
        "SELECT DISTINCT lower(LONG_TITLE) FROM PROCEDURES WHERE {who} AND LONG_TITLE IS NOT NULL",
        "Which procedures did {who} have, by long title?",
        "List the long titles of the procedures of {who}.",
        "What procedures were done on {who}? Give their long titles.",
    ),
    _Patient(
        "drugs_by_route",
        NAMES,
        "SELECT DISTINCT lower(DRUG) FROM PRESCRIPTIONS WHERE {who} AND ROUTE = {route} COLLATE NOCASE "
        "AND DRUG IS NOT NULL",
        "Which drugs was {who} prescribed by the route {route}?",
        "List the drugs that {who} was prescribed by the route {route}.",
        "What drugs with the route {route} were prescribed to {who}?",
        facts="lower(rx.ROUTE) AS route FROM JOIN PRESCRIPTIONS rx ON rx.HADM_ID = d.HADM_ID",
        given="rx.ROUTE IS NOT NULL",
    ),
    _Patient(
        "flagged",
        NAMES,
        "SELECT DISTINCT lower(LABEL) FROM LAB WHERE {who} AND FLAG = {flag} COLLATE "
        "NOCASE AND LABEL IS NOT NULL",
        "Which lab tests of {who} were flagged {flag}?",
        "List the lab tests of {who} with the flag {flag}.",
        "What are the labels of the lab tests of {who} that are flagged {flag}?",
        facts="lower(lb.FLAG) AS flag FROM JOIN LAB lb ON lb.HADM_ID = d.HADM_ID",
        given="lb.FLAG IS NOT NULL",
    ),
)
_NUMBER_ONLY = (
    _Patient(
        "insurances",
        NAMES,
        "SELECT DISTINCT lower(INSURANCE) FROM DEMOGRAPHIC WHERE {who} AND INSURANCE IS NOT NULL",
        "What insurances did {who} have?",
        "Under which insurances was {who} admitted?",
        "List the insurances of {who}.",
    ),
    _Patient(
        "stays",
        _rows(hadm_id=Integer(), days=Integer(unit="days")),
        "SELECT HADM_ID, DAYS_STAY FROM DEMOGRAPHIC WHERE {who}",
        "For each admission of {who}, how many days did it last?",
        "Give every admission of {who} by its HADM_ID with its days of stay.",
        "How many days did {who} stay in each admission?",
    ),
    _Patient(
        "ages",
        _rows(hadm_id=Integer(), age=Integer()),
        "SELECT HADM_ID, AGE FROM DEMOGRAPHIC WHERE {who}",
        "How old was {who} at each admission?",
        "Give every admission of {who} by its HADM_ID with the age.",
        "For each admission of {who}, what was the age?",
    ),
    _Patient(
        "death",
        DateTime(),
        "SELECT DISTINCT DOD FROM DEMOGRAPHIC WHERE {who}",
        "When did {who} die?",
        "What is the date of death of {who}?",
        "On which date did {who} die?",
        given="d.DOD IS NOT NULL",
    ),
    _Patient(
        "background",
        _rows(ethnicity=Text(), religion=Text()),
        "SELECT DISTINCT lower(ETHNICITY), lower(RELIGION) FROM DEMOGRAPHIC WHERE {who}",
        "What are the ethnicity and religion of {who}?",
        "Which ethnicities and religions are recorded for {who}?",
        "Give each recorded ethnicity with religion of {who}.",
    ),
    _Patient(
        "discharges",
        _rows(hadm_id=Integer(), discharge_location=Text()),
        "SELECT HADM_ID, lower(DISCHARGE_LOCATION) FROM DEMOGRAPHIC WHERE {who}",
        "Where was {who} discharged to after each admission?",
        "Give every admission of {who} by its HADM_ID with the discharge location.",
        "For each admission of {who}, what was the discharge location?",
    ),
    _Patient(
        "codes",
        _rows(icd9_code=Text(), long_title=Text()),
        "SELECT DISTINCT ICD9_CODE, lower(LONG_TITLE) FROM DIAGNOSES WHERE {who}",
        "What are the ICD-9 codes and long titles of the diagnoses of {who}?",
        "List the diagnoses of {who} as ICD-9 code and long title.",
        "Give the ICD-9 code and the long title of every diagnosis of {who}.",
    ),
    _Patient(
        "doses",
        NAMES,
        "SELECT DISTINCT lower(DRUG_DOSE) FROM PRESCRIPTIONS WHERE {who} AND DRUG = {drug} COLLATE NOCASE",
        "In which doses was {drug} prescribed to {who}?",
        "List the doses of {drug} that {who} was prescribed.",
        "What drug doses of {drug} did {who} get?",
        facts="lower(rx.DRUG) AS drug FROM JOIN PRESCRIPTIONS rx ON rx.HADM_ID = d.HADM_ID",
        given="rx.DRUG IS NOT NULL",
    ),
    _Patient(
        "values",
        _rows(charttime=DateTime(), value_unit=Text()),
        "SELECT DISTINCT CHARTTIME, lower(VALUE_UNIT) FROM LAB WHERE {who} AND LABEL = {lab} COLLATE NOCASE",
        "What values did the lab test {lab} of {who} have, and when?",
        "List the times and values of the lab test {lab} of {who}.",
        "Give the chart time and the value with unit of every lab test {lab} of {who}.",
        facts="lower(lb.LABEL) AS lab FROM JOIN LAB lb ON lb.HADM_ID = d.HADM_ID",
        given="lb.LABEL IS NOT NULL",
    ),
)
_NUMBER = _Patient(
    "number",
    Integer(),
    "SELECT DISTINCT SUBJECT_ID FROM DEMOGRAPHIC WHERE {who}",
    "What is the subject id of {who}?",
    "Give the SUBJECT_ID of {who}.",
    "Under which subject id is {who} recorded?",
)


def _templates() -> Iterator[Template]:
    for question in (*_BOTH, *_NUMBER_ONLY):
        yield question.by_number()
    for question in (*_BOTH, _NUMBER):
        yield question.by_name()


TEMPLATES = tuple(_templates())
"""Questions about one patient."""
