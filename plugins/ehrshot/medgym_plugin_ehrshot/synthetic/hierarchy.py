"""The codes of invented records and what stands above them: real codes where labels are made of them.

All others are plainly invented (``SYN-``), in the shape of the real hierarchies: diseases below groups,
chapters and a root, each with kinds of it; drugs as class, ingredient, strength and brand; laboratory tests
below panels. LOINC codes are those of LOINC.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from medgym_patient import DIAGNOSES, DRUGS, LABS, PROCEDURES, REASONS, SPECIMENS, VITALS
from medgym_patient.clinic import FINDINGS
from medgym_patient.concept import table
from medgym_patient.formulary import LISTS
from medgym_plugin_ehrshot.concept import BIRTH, INPATIENT, INTENSIVE

KINDS = 4
"""More specific codes below a disease, a sign or a procedure."""
FLAGS = ("", "low", "high")
"""What a laboratory result is against the reference range; abnormal ones have codes below the test's own."""
BRANDS = ("a", "b")
OUTPATIENT, RADIOGRAPH, DEATH = "Visit/OP", "CPT4/71046", "Death Type/OMOP generated"
UNITS = tuple(sorted(INTENSIVE))
WARNINGS = tuple(f"SNOMED/SYN-early-warning-{level}" for level in ("none", "low", "medium", "high"))
"""By ``medgym_patient.early_warning.LEVELS``."""
SEXES = ("Gender/M", "Gender/F")
RACES = ("Race/5", "Race/3", "Race/5", "Race/2", "Race/8", "Race/unknown")
"""By ``medgym_patient.person.ETHNICITIES``."""
ETHNICITIES = ("Ethnicity/Hispanic", "Ethnicity/Not Hispanic")
_ROOTS: Mapping[str, str] = {
    "hypertension": "SNOMED/59621000",
    "hyperlipidemia": "SNOMED/55822004",
    "pancreatic_cancer": "SNOMED/372003004",
    "celiac_disease": "SNOMED/396331005",
    "lupus": "SNOMED/55464009",
    "acute_infarction": "SNOMED/57054005",
}
"""Concept of the patient model to the code that a target is about."""
_TESTS: Mapping[str, str] = {"glucose": "LOINC/LP416145-3", "hemoglobin": "LOINC/LP392452-1"}
"""Laboratory test to the group of tests that a target is about; its code stands below."""
_SAME = {"gas_glucose": "glucose", "fingerstick_glucose": "glucose", "gas_hemoglobin": "hemoglobin"}
_VITALS = {
    "heart_rate": "8867-4",
    "systolic": "8480-6",
    "diastolic": "8462-4",
    "mean_pressure": "8478-0",
    "respiratory_rate": "9279-1",
    "temperature": "8310-5",
    "saturation": "59408-5",
    "weight": "29463-7",
}
_WARD, _FINDING, _DRUG, _PROCEDURE, _TEST = (
    "CARE_SITE/SYN-ward",
    "SNOMED/SYN-finding",
    "ATC/SYN-drug",
    "CPT4/SYN-procedure",
    "LOINC/SYN-measurement",
)


class Node(NamedTuple):
    """A code, what it is called, and the code above it, if any."""

    code: str
    name: str
    above: str = ""


PROBLEMS: Mapping[str, tuple[str, str]] = {
    name: (icd9, title)
    for kind in ("diagnosis", "disease", "sign")
    for name, icd9, title in zip(
        table(kind).names, table(kind).texts("icd9"), table(kind).texts("title"), strict=True
    )
}
"""Disease or sign of the patient model to its ICD-9-CM code, which places it, and title."""


def finding(name: str, kind: int = 0) -> str:
    """The code of a disease or sign, or of a kind of it, from 1."""
    own = f"SNOMED/SYN-{_slug(name)}"
    return f"{own}-kind-{kind}" if kind else _ROOTS.get(name, own)


def product(drug: int, dose: float, brand: int) -> str:
    """The code of a drug at a strength, 0 where it is titrated, of a brand, or of none (0)."""
    strength = f"-{dose:g}-{_slug(DRUGS.texts('unit')[drug])}" if dose else ""
    end = f"-brand-{BRANDS[brand - 1]}" if brand else ""
    return f"RxNorm/SYN-{_slug(DRUGS.names[drug])}{strength}{end}"


def procedure(name: str, kind: int = 0) -> str:
    """The code of a procedure, or of a kind of it, from 1."""
    return f"CPT4/SYN-{_slug(name)}" + (f"-kind-{kind}" if kind else "")


def test(lab: int) -> str:
    """The code of a laboratory test."""
    return f"LOINC/{LABS.texts('loinc')[lab]}"


def flagged(lab: int, flag: str) -> str:
    """The code of a test's result that is low or high, else the test's own."""
    return f"LOINC/SYN-{_slug(LABS.names[lab])}-{flag}" if flag else test(lab)


def vital(name: str) -> str | None:
    """The code of a vital sign, None for those that are not written."""
    return f"LOINC/{_VITALS[name]}" if name in _VITALS else None


def specimen(name: str) -> str:
    """The code of a culture."""
    return f"LOINC/SYN-{_slug(name)}"


def organism(name: str) -> str:
    """The code of what grew."""
    return f"SNOMED/SYN-organism-{_slug(name)}"


def ward(service: str) -> str:
    """The ward of a service."""
    return f"{_WARD}-{_slug(service)}"


def stated(name: str) -> str:
    """The code of what a radiograph's report states."""
    return f"SNOMED/SYN-radiograph-{_slug(name)}"


def complaint(reason: str) -> str:
    """The code of what a patient was admitted with."""
    return f"SNOMED/SYN-admitted-for-{_slug(reason)}"


@cache
def nodes() -> tuple[Node, ...]:
    """Every code of the invented vocabularies once, with its name and the code above it."""
    found: dict[str, Node] = {}
    for part in (_plain, _findings, _drugs, _procedures, _tests, _microbes):
        for node in part():
            found.setdefault(node.code, node)
    return tuple(found.values())


def _plain() -> Iterator[Node]:
    for code in (BIRTH, INPATIENT, OUTPATIENT, RADIOGRAPH, DEATH, *UNITS, *SEXES, *RACES, *ETHNICITIES):
        yield Node(code, f"as in {code.partition('/')[0]}")
    for code in WARNINGS:
        yield Node(code, f"invented: early warning {code.rpartition('-')[2]}", _FINDING)
    yield Node(_WARD, "invented: ward")
    for service in REASONS.texts("service"):
        yield Node(ward(service), f"invented: ward of {service.replace('_', ' ')}", _WARD)


def _findings() -> Iterator[Node]:
    yield Node(_FINDING, "invented: finding")
    general = dict(zip(DIAGNOSES.names, DIAGNOSES.texts("general"), strict=True))
    for name, (icd9, title) in PROBLEMS.items():
        chapter = f"{_FINDING}-chapter-{_chapter(icd9)}"
        group = f"{_FINDING}-group-{icd9[:4] if icd9.startswith('E') else icd9[:3]}"
        yield Node(chapter, f"invented: chapter {_chapter(icd9)}", _FINDING)
        yield Node(group, f"invented: group {group.rpartition('-')[2]}", chapter)
        code = finding(name)
        above = finding(general[name]) if general.get(name) else group
        if icd9.startswith("410") and name != "acute_infarction":
            above = finding("acute_infarction")
        yield Node(code, f"invented: {title}" if "SYN-" in code else "as in SNOMED", above)
        for number in range(1, KINDS + 1):
            yield Node(finding(name, number), f"invented: {title}, kind {number}", code)
    for name in FINDINGS:
        yield Node(stated(name), f"invented: {name.replace('_', ' ')} on a radiograph", _FINDING)
    for reason in REASONS.names:
        yield Node(complaint(reason), f"invented: admitted for {reason.replace('_', ' ')}", _FINDING)


def _drugs() -> Iterator[Node]:
    yield Node(_DRUG, "invented: drug")
    rows = zip(DRUGS.names, DRUGS.texts("class"), LISTS, strict=True)
    for place, (name, group, doses) in enumerate(rows):
        above = f"ATC/SYN-{_slug(group or 'other')}"
        yield Node(above, f"invented: class {group or 'other'}", _DRUG)
        ingredient = product(place, 0, 0)
        yield Node(ingredient, f"invented: {name.replace('_', ' ')}", above)
        for dose in doses:
            plain = product(place, dose, 0)
            if dose:
                yield Node(plain, f"invented: {name.replace('_', ' ')} {dose:g}", ingredient)
            for brand in range(1, len(BRANDS) + 1):
                yield Node(product(place, dose, brand), f"invented: {name} of a brand", plain)


def _procedures() -> Iterator[Node]:
    yield Node(_PROCEDURE, "invented: procedure")
    rows = zip(PROCEDURES.names, PROCEDURES.texts("icd9"), PROCEDURES.texts("title"), strict=True)
    for name, icd9, title in rows:
        group = f"{_PROCEDURE}-group-{icd9[:2]}"
        yield Node(group, f"invented: group {icd9[:2]}", _PROCEDURE)
        yield Node(procedure(name), f"invented: {title}", group)
        for number in range(1, KINDS + 1):
            yield Node(procedure(name, number), f"invented: {title}, kind {number}", procedure(name))


def _tests() -> Iterator[Node]:
    yield Node(_TEST, "invented: measurement")
    for place, (name, panel) in enumerate(zip(LABS.names, LABS.texts("panel"), strict=True)):
        above = f"LOINC/SYN-panel-{_slug(panel)}"
        yield Node(above, f"invented: panel {panel}", _TEST)
        if (group := _TESTS.get(_SAME.get(name, name))) is not None:
            yield Node(group, "as in LOINC", above)
            above = group
        yield Node(test(place), "as in LOINC", above)
        for flag in FLAGS[1:]:
            yield Node(flagged(place, flag), f"invented: {name}, {flag}", test(place))
    yield Node("LOINC/SYN-vital-sign", "invented: vital sign", _TEST)
    for name in VITALS:
        if (code := vital(name)) is not None:
            yield Node(code, "as in LOINC", "LOINC/SYN-vital-sign")


def _microbes() -> Iterator[Node]:
    yield Node("LOINC/SYN-culture", "invented: culture", _TEST)
    for name in SPECIMENS:
        yield Node(specimen(name), f"invented: {name.replace('_', ' ')}", "LOINC/SYN-culture")
    yield Node("SNOMED/SYN-organism", "invented: organism")
    for name in table("organism").names:
        yield Node(organism(name), f"invented: {name.replace('_', ' ')}", "SNOMED/SYN-organism")


def _chapter(icd9: str) -> str:
    """Of ICD-9-CM: the first three-digit code of each chapter, V and E for the supplements."""
    starts = (1, 140, 240, 280, 290, 320, 390, 460, 520, 580, 630, 680, 710, 740, 760, 780, 800)
    if icd9[0] in "VE":
        return icd9[0]
    return str(sum(int(icd9[:3]) >= start for start in starts))


def _slug(text: str) -> str:
    return text.lower().replace("_", "-").replace("/", "-per-").replace(" ", "-").replace("%", "percent")
