"""The categories of questions on hospital databases: one list for all families; totals count it once."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_core import Category

DESCRIPTIONS: Mapping[str, str] = {
    "lookup": "facts and names about a patient, a visit or a code",
    "existence": "which of several happened, and when",
    "measurement": "values of labs, vital signs, volumes and stays, and their aggregates",
    "time": "when something happened, and how long ago",
    "change": "how values, volumes and prescriptions changed",
    "count": "how many patients, visits or events",
    "ranking": "what was most frequent",
    "cost": "prices and costs of care",
    "statistics": "survival, mortality, percentiles and rates",
}
"""Category to what it asks."""
CATEGORIES = tuple(Category(name=name, description=text) for name, text in DESCRIPTIONS.items())
UNANSWERABLE = "lookup"
"""The category of what cannot be answered: it is asked in the manner of a lookup."""
