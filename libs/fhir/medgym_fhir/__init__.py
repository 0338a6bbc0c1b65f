"""An embedded FHIR R4 store and server for task families; a library, not a plugin.

A Snapshot is read once and shared; each episode opens a FhirService over it; ExternalFhir stands in for it
where a server already runs, which a build reads with Remote. What resources say in different words is
compared by in_base_units (quantities) and route.
"""

from medgym_fhir.external import ExternalFhir
from medgym_fhir.quantity import in_base_units
from medgym_fhir.remote import Remote
from medgym_fhir.route import route
from medgym_fhir.service import FhirService
from medgym_fhir.store import Snapshot

__all__ = ["ExternalFhir", "FhirService", "Remote", "Snapshot", "in_base_units", "route"]
