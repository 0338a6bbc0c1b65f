"""Codes that labels are made of, as the benchmark defines them; each stands for its descendants too."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_plugin_ehrshot.ontology import Ontology

BIRTH = "SNOMED/3950001"
"""Code of the event at birth."""
INPATIENT = "Visit/IP"
"""A stay in hospital, among the visits; without its descendants."""
VISITS, VISIT_PARTS = "visit_occurrence", "visit_detail"
"""OMOP tables of visits and of their parts."""
DEATHS = "death"
"""OMOP table of deaths."""
INTENSIVE = frozenset(
    f"CARE_SITE/{number}"
    for number in (
        *(7928450, 7930385, 7930600, 7928852, 7928619, 7929727, 7928675, 7930225, 7928759, 7928227, 7928810),
        *(7929179, 7928650, 7929351, 7928457, 7928195, 7930681, 7930670, 7930176, 7931420, 7929149, 7930857),
        *(7931186, 7930934, 7930924),
    )
)
"""Care sites that are intensive care units, among the parts of visits."""
ROOTS: Mapping[str, frozenset[str]] = {
    "lab_thrombocytopenia": frozenset({"LOINC/LP393218-5", "LOINC/LG32892-8", "LOINC/777-3"}),
    "lab_hyperkalemia": frozenset(
        {"LOINC/LG7931-1", "LOINC/LP386618-5", "LOINC/LG10990-6", "LOINC/6298-4", "LOINC/2823-3"}
    ),
    "lab_hypoglycemia": frozenset({"SNOMED/33747003", "LOINC/LP416145-3", "LOINC/14749-6"}),
    "lab_hyponatremia": frozenset({"LOINC/LG11363-5", "LOINC/2951-2", "LOINC/2947-0"}),
    "lab_anemia": frozenset({"LOINC/LP392452-1"}),
    "creatinine": frozenset({"LOINC/2160-0", "LOINC/38483-4"}),
    "new_hypertension": frozenset({"SNOMED/59621000"}),
    "new_hyperlipidemia": frozenset({"SNOMED/55822004"}),
    "new_pancan": frozenset({"SNOMED/372003004"}),
    "new_celiac": frozenset({"SNOMED/396331005"}),
    "new_lupus": frozenset({"SNOMED/55464009"}),
    "new_acutemi": frozenset({"SNOMED/57054005"}),
}
"""Target, or test that held-out targets read, to the codes whose events it is about."""


def codes_of(ontology: Ontology) -> tuple[dict[str, frozenset[str]], frozenset[str]]:
    """Target or test to all its codes, and all codes of intensive care units."""
    return (
        {target: ontology.descendants(roots) for target, roots in ROOTS.items()},
        ontology.descendants(INTENSIVE),
    )
