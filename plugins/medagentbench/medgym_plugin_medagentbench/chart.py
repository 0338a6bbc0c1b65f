"""What a store says of its patients: read for gold, from the resources, by no search."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from medgym_fhir import Snapshot
from medgym_plugin_medagentbench import clock

Resource = Mapping[str, Any]

VALID = ("final", "amended", "corrected")
"""Status of a result that counts."""


class Result(NamedTuple):
    """One value of a laboratory test."""

    value: Decimal
    """In the unit of the test."""
    taken: datetime
    """When the sample was taken, which is not when the result was issued."""
    text: str
    """The same time as the store writes it."""


class Person(NamedTuple):
    """How a patient is looked up."""

    mrn: str
    given: str
    """First given name of the first name."""
    family: str
    born: str
    """YYYY-MM-DD, or empty."""

    @property
    def name(self) -> tuple[str, str]:
        """The name, whatever its case."""
        return self.given.casefold(), self.family.casefold()

    @property
    def birth(self) -> date | None:
        """The day of birth, where it is a day."""
        try:
            return date.fromisoformat(self.born)
        except ValueError:
            return None


class Charts:
    """A store by patient."""

    def __init__(self, resources: Iterable[Resource]) -> None:
        """Takes every resource once."""
        self.people: dict[str, Person] = {}
        self._conditions: defaultdict[str, int] = defaultdict(int)
        self._pressures: defaultdict[str, int] = defaultdict(int)
        self._tests: defaultdict[tuple[str, str], list[Resource]] = defaultdict(list)
        for resource in resources:
            self._add(resource)

    @classmethod
    @lru_cache(maxsize=4)
    def shared(cls, path: Path) -> Charts:
        """Those of a file of resources that no longer changes, read once a process."""
        return cls(entry.resource for entry in Snapshot.shared(path))

    def results(self, mrn: str, code: str) -> list[Result]:
        """The results that count: valid, with a value and a time, and not of the future; oldest first."""
        return sorted(_counted(self._tests.get((mrn, code), ())), key=lambda result: result.taken)

    def on_record(self, mrn: str, code: str) -> int:
        """How many results of a test there are, whatever their status and time."""
        return len(self._tests.get((mrn, code), ()))

    def tested(self) -> set[str]:
        """The patients who have any laboratory result."""
        return {mrn for mrn, _ in self._tests} & self.people.keys()

    def pressures(self, mrn: str) -> int:
        """How many blood pressures are on record."""
        return self._pressures.get(mrn, 0)

    def conditions(self, mrn: str) -> int:
        """How many conditions are on record."""
        return self._conditions.get(mrn, 0)

    def _add(self, resource: Resource) -> None:
        if resource["resourceType"] == "Patient":
            self.people[resource["id"]] = _person(resource)
            return
        mrn = str(resource.get("subject", {}).get("reference", "")).removeprefix("Patient/")
        if resource["resourceType"] == "Condition":
            self._conditions[mrn] += 1
        elif resource["resourceType"] == "Observation":
            code = resource.get("code", {})
            self._pressures[mrn] += code.get("text") == "BP"
            for name in {str(coding.get("code", "")).upper() for coding in code.get("coding", ())}:
                self._tests[mrn, name].append(resource)


def _person(patient: Resource) -> Person:
    first: Resource = next(iter(patient.get("name", ())), {})
    given = next(iter(first.get("given", ())), "")
    return Person(patient["id"], given, first.get("family", ""), patient.get("birthDate", ""))


def _counted(tests: Iterable[Resource]) -> Iterator[Result]:
    for test in tests:
        text, value = test.get("effectiveDateTime"), test.get("valueQuantity", {}).get("value")
        taken = clock.read(text)
        if test.get("status") in VALID and taken is not None and taken <= clock.NOW and value is not None:
            yield Result(Decimal(str(value)), taken, str(text))
