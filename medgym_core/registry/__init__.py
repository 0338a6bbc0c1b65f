"""The registry: what is known of every family without importing, or even installing, its plugin.

``registry.json`` is generated from the installed families and committed; a test regenerates it. Its JSON
Schema, ``schemas/registry.schema.json``, is generated from :class:`Registry`.
"""

from medgym_core.registry.document import Registry, load, package_of
from medgym_core.registry.entry import CertificateSummary, FamilyEntry
from medgym_core.registry.search import Match, search
from medgym_core.registry.totals import Totals, total

__all__ = [
    "CertificateSummary",
    "FamilyEntry",
    "Match",
    "Registry",
    "Totals",
    "load",
    "package_of",
    "search",
    "total",
]
