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
BY_ID: Mapping[str, SessionTemplate] = {template.id: template for template in TEMPLATES}
"""Id to template."""
DESCRIPTIONS: Mapping[str, str] = {
    "narrowing": "later questions keep part of what was found before",
    "summary": "the last question asks for a figure over what was found",
    "following": "a value found before leads to what else is recorded about it",
    "comparison": "the same is asked of another time or entity, then both are compared",
}
"""Category to what it asks: how the last question depends on the ones before."""
