"""A resource in the store, and its elements by path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Resource = Mapping[str, Any]
"""A FHIR resource as JSON."""

TYPES = (
    *("Patient", "Observation", "Condition", "MedicationRequest", "Procedure", "ServiceRequest"),
    *("AllergyIntolerance", "Communication"),
)
"""The resource types that the server knows."""


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """A resource in the store; never changed, shared between episodes."""

    resource: Resource
    """With ``resourceType``, ``id`` and ``meta.versionId``."""
    indexed: dict[str, Any] = field(default_factory=dict)
    """What search has read from it, by search parameter; filled when first asked for."""

    @property
    def type(self) -> str:
        """The resource type."""
        return str(self.resource["resourceType"])

    @property
    def id(self) -> str:
        """The logical id."""
        return str(self.resource["id"])

    @property
    def reference(self) -> str:
        """``Observation/17``."""
        return f"{self.type}/{self.id}"


def elements(value: Any, path: str) -> Iterator[Any]:
    """The values at a dotted path, lists flattened; what has another shape there is passed over."""
    if isinstance(value, list):
        for item in value:
            yield from elements(item, path)
    elif not path:
        yield value
    elif isinstance(value, Mapping):
        name, _, rest = path.partition(".")
        if name in value:
            yield from elements(value[name], rest)
