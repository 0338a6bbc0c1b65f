"""Codes of invented records: real ones where labels are made of them, else plainly invented (``SYN-``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from medgym_plugin_ehrshot.ontology import ANCESTOR, CONCEPT

TRAITS = (
    *("frailty", "kidney", "marrow", "heart", "metabolism"),
    *("lung", "immunity", "gut", "growth"),
)
"""What makes patients differ; each shows in codes of its own."""
_KINDS: Mapping[str, tuple[str, str, int]] = {
    "SNOMED": ("condition_occurrence", "disorder", 9),
    "RxNorm": ("drug_exposure", "drug", 7),
    "CPT4": ("procedure_occurrence", "procedure", 4),
}
"""Vocabulary to OMOP table, word, and codes of each trait."""
ACUTE = tuple(f"SNOMED/SYN-acute-{number}" for number in range(1, 11))
"""Codes on the first day of a stay, the more the worse it is."""
BACKGROUND = tuple(f"SNOMED/SYN-common-{number}" for number in range(1, 41))
"""Codes that mean nothing."""
DIAGNOSES: Mapping[str, tuple[str, ...]] = {
    "new_hypertension": ("SNOMED/59621000", "SNOMED/SYN-hypertension-of-youth"),
    "new_hyperlipidemia": ("SNOMED/55822004", "SNOMED/SYN-mixed-hyperlipidemia"),
    "new_pancan": ("SNOMED/372003004", "SNOMED/SYN-cancer-of-pancreatic-head"),
    "new_celiac": ("SNOMED/396331005", "SNOMED/SYN-celiac-with-rash"),
    "new_lupus": ("SNOMED/55464009", "SNOMED/SYN-lupus-of-kidney"),
    "new_acutemi": ("SNOMED/57054005", "SNOMED/SYN-infarction-of-inferior-wall"),
}
"""Target to the codes that are used: the root, and a descendant."""
LABORATORY: Mapping[str, tuple[str, ...]] = {
    "lab_thrombocytopenia": ("LOINC/777-3",),
    "lab_hyperkalemia": ("LOINC/2823-3", "LOINC/6298-4"),
    "lab_hypoglycemia": ("LOINC/14749-6", "LOINC/SYN-glucose-by-meter"),
    "lab_hyponatremia": ("LOINC/2951-2", "LOINC/2947-0"),
    "lab_anemia": ("LOINC/718-7",),
}
"""Target to the codes that are used."""
_PARENTS: Mapping[str, str] = {
    "LOINC/SYN-glucose-by-meter": "LOINC/LP416145-3",
    "LOINC/718-7": "LOINC/LP392452-1",
    **{child: root for root, child in DIAGNOSES.values()},
}
"""Descendant to the root that it stands below."""
_FIRST_CONCEPT = 2_000_000_001
"""OMOP leaves numbers from here on to those who invent concepts."""


class Code(NamedTuple):
    """A code that shows a trait."""

    code: str
    """The code."""
    table: str
    """OMOP table of its events."""
    trait: int
    """Place of the trait in :data:`TRAITS`."""


SIGNS = tuple(
    Code(f"{vocabulary}/SYN-{trait}-{word}-{number}", table, place)
    for place, trait in enumerate(TRAITS)
    for vocabulary, (table, word, count) in _KINDS.items()
    for number in range(1, count + 1)
)
"""All codes that show a trait."""


def vocabulary_files() -> Iterator[tuple[str, list[tuple[str | int, ...]]]]:
    """Names and rows of the files of the ontology, with headers, as Athena gives them out."""
    above = dict(_PARENTS)
    for sign in SIGNS:
        vocabulary, _, own = sign.code.partition("/")
        above[sign.code] = f"{vocabulary}/SYN-{'-'.join(own.split('-')[2:])}"  # of all traits alike
    codes = sorted(
        {*above, *above.values(), *ACUTE, *BACKGROUND, *(c for cs in LABORATORY.values() for c in cs)}
    )
    number = {code: _FIRST_CONCEPT + place for place, code in enumerate(codes)}
    concepts: list[tuple[str | int, ...]] = [
        (
            *("concept_id", "concept_name", "domain_id", "vocabulary_id", "concept_class_id"),
            *("standard_concept", "concept_code", "valid_start_date", "valid_end_date", "invalid_reason"),
        )
    ]
    for code in codes:
        vocabulary, _, own = code.partition("/")
        name = f"invented: {own}" if "SYN-" in own else f"as in {vocabulary}: {own}"
        concepts.append(
            (number[code], name, "Invented", vocabulary, "Invented", "S", own, 19700101, 20991231, "")
        )
    pairs: list[tuple[str | int, ...]] = [
        (
            "ancestor_concept_id",
            "descendant_concept_id",
            "min_levels_of_separation",
            "max_levels_of_separation",
        )
    ]
    pairs += [(number[code], number[code], 0, 0) for code in codes]
    pairs += [(number[parent], number[child], 1, 1) for child, parent in sorted(above.items())]
    yield CONCEPT, concepts
    yield ANCESTOR, pairs
