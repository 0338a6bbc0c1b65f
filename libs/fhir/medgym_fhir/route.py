"""Routes of administration by their codes and by what people call them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

SNOMED = "http://snomed.info/sct"
V2 = "http://terminology.hl7.org/CodeSystem/v2-0162"
V3 = "http://terminology.hl7.org/CodeSystem/v3-RouteOfAdministration"


class Route(NamedTuple):
    """A way into the body."""

    name: str
    texts: frozenset[str]
    """What it is called, in lower case and without full stops."""
    codes: frozenset[tuple[str, str]]
    """System and code."""


ROUTES = (
    Route(
        "oral",
        frozenset(("oral", "orally", "oral route", "po", "per os", "by mouth", "per oral", "peroral")),
        frozenset(((SNOMED, "26643006"), (V2, "PO"), (V3, "PO"))),
    ),
    Route(
        "IV",
        frozenset(("iv", "intravenous", "intravenously", "intravenous route", "iv route")),
        frozenset(((SNOMED, "47625008"), (V2, "IV"), (V3, "IV"))),
    ),
)
"""Codes: SNOMED CT's route values, as in FHIR R4's value set ``route-codes``; HL7 version 2, table 0162; HL7
version 3, RouteOfAdministration."""


def route(value: Any) -> Route | None:
    """The route that a text or a CodeableConcept names; None if it is not known, or names more than one."""
    concept = {"text": value} if isinstance(value, str) else value
    if not isinstance(concept, Mapping) or not concept or not concept.keys() <= {"text", "coding"}:
        return None
    found: set[Route | None] = set()
    if "text" in concept:
        found.add(_by_text(concept["text"]))
    codings = concept.get("coding", [])
    for coding in codings if isinstance(codings, list) else [None]:
        found.add(_by_code(coding))
    return found.pop() if len(found) == 1 else None


def _by_text(text: Any) -> Route | None:
    plain = " ".join(text.casefold().replace(".", "").split()) if isinstance(text, str) else ""
    return next((each for each in ROUTES if plain in each.texts), None)


def _by_code(coding: Any) -> Route | None:
    if not isinstance(coding, Mapping) or not coding.keys() <= {"system", "code", "display", "version"}:
        return None
    code = coding.get("system"), coding.get("code")
    return next((each for each in ROUTES if code in each.codes), None)
