"""All templates of the family."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_plugin_ehr_seqsql.session import SessionTemplate
from medgym_plugin_ehr_seqsql.templates import (
    comparison_entity,
    comparison_time,
    following_care,
    following_drug,
    following_finding,
    narrowing,
    summary,
)

TEMPLATES: tuple[SessionTemplate, ...] = (
    *narrowing.TEMPLATES,
    *summary.TEMPLATES,
    *following_drug.TEMPLATES,
    *following_finding.TEMPLATES,
    *following_care.TEMPLATES,
    *comparison_time.TEMPLATES,
    *comparison_entity.TEMPLATES,
)
"""Every session that is asked."""
HELD_OUT = frozenset(
    (
        "own_cost_then",
        "own_vital_then",
        "results_other_patient",
        "death_other_drug",
        "commonest_lab_to_result_and_time",
        "specimen_to_organisms_and_share",
        "dearest_visit_to_drugs_and_price",
        "admission_to_location_and_visits",
        "drug__with_lab__stay",
        "procedure__age__destination",
        "patients_drug__dead__several",
        "own_lab__lab_shared__lab_repeated",
        "organism__drugs__cost",
        "specimen__by_type",
        "lab__careunit__by_insurance",
        "own_intake__intake_volume__intake_total",
    )
)
"""Sessions that ``ood`` asks, and no other split: each has a turn that no other split asks."""

COMMON = tuple(template for template in TEMPLATES if template.id not in HELD_OUT)
"""What the counted splits ask."""
NOVEL = tuple(template for template in TEMPLATES if template.id in HELD_OUT)
"""What ``ood`` asks."""
BY_ID: Mapping[str, SessionTemplate] = {template.id: template for template in TEMPLATES}
"""Id to template."""
DESCRIPTIONS: Mapping[str, str] = {
    "narrowing": "later questions keep part of what was found before",
    "summary": "the last question asks for a figure over what was found",
    "following": "a value found before leads to what else is recorded about it",
    "comparison": "the same is asked of another time or entity, then both are compared",
}
"""Category to what it asks: how the last question depends on the ones before."""
