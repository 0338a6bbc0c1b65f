"""One patient's chart as the rules of the inbox look at it, in whatever order the resources lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.chart import Charts, Resource, Result
from medgym_plugin_medagentbench.inbox.order import CATALOGUE, FORMULARY, Dose
from medgym_plugin_medagentbench.template import UnclearError


class Prescription(NamedTuple):
    """A prescription in force."""

    reference: str
    drug: str
    dose: Dose
    since: datetime
    by: str
    """Role of who wrote it; empty if that is not known."""
    supply: int
    """Days that the last supply lasts; 0 if that is not known."""


class Chart:
    """What is on record of a patient."""

    def __init__(self, resources: Iterable[Resource], mrn: str) -> None:
        """Takes the resources of all patients."""
        self.mrn = mrn
        own = [each for each in resources if mrn in (each.get("id"), _owner(each))]
        self._all, self._tests = own, Charts(own)
        person = self._tests.people[mrn]
        if person.birth is None:
            raise UnclearError("the day of birth is not known")
        self.age = clock.age(person.birth)
        self.female = next(each for each in own if each["resourceType"] == "Patient")["gender"] == "female"

    def latest(self, code: str) -> Result | None:
        """The result of a test that was taken last, of those that count.

        Raises:
            UnclearError: if two of that time differ.
        """
        results = self._tests.results(self.mrn, code)
        if len({each.value for each in results if each.taken == results[-1].taken}) > 1:
            raise UnclearError("results of the latest time differ")
        return results[-1] if results else None

    def value(self, code: str) -> float:
        """The latest value.

        Raises:
            UnclearError: if there is none.
        """
        if (found := self.latest(code)) is None:
            raise UnclearError(f"no {code}")
        return float(found.value)

    def active(self, *drugs: str) -> list[Prescription]:
        """Prescriptions in force, of these drugs or of all: active, neither replaced nor stopped."""
        every = self._of("MedicationRequest")
        ended = {each.get("priorPrescription", {}).get("reference") for each in every}
        found = [_prescription(each) for each in every if each["status"] == "active"]
        return [
            each for each in found if each.reference not in ended and each.drug in (drugs or (each.drug,))
        ]

    def only(self, drug: str) -> Prescription | None:
        """The prescription in force of a drug.

        Raises:
            UnclearError: if there are several.
        """
        found = self.active(drug)
        if len(found) > 1:
            raise UnclearError(f"several prescriptions of {drug}")
        return found[0] if found else None

    def requested(self, code: str) -> list[datetime]:
        """When a test or examination was asked for that is still open."""
        found = self._of("ServiceRequest")
        return [_time(each["authoredOn"]) for each in found if each["status"] == "active" and _is(each, code)]

    def done(self, code: str) -> datetime | None:
        """When an examination was last done."""
        found = [_time(each["performedDateTime"]) for each in self._of("Procedure") if _is(each, code)]
        return max(found, default=None)

    def allergies(self) -> list[tuple[str, str]]:
        """Substance and criticality of every allergy."""
        found = self._of("AllergyIntolerance")
        return [(each["code"]["coding"][0]["code"], each["criticality"]) for each in found]

    def has(self, *codes: str) -> bool:
        """Whether one of the conditions is on record."""
        every = [each["code"]["coding"][0]["code"] for each in self._of("Condition")]
        return bool({*every} & {*codes})

    def _of(self, kind: str) -> Sequence[Any]:
        return [each for each in self._all if each["resourceType"] == kind]


def _owner(resource: Resource) -> str:
    held = resource.get("subject") or resource.get("patient") or {}
    return str(held.get("reference", "")).removeprefix("Patient/")


def _prescription(found: Any) -> Prescription:
    (instruction,) = found["dosageInstruction"]
    quantity = instruction["doseAndRate"][0]["doseQuantity"]
    coding = found["medicationCodeableConcept"]["coding"][0]
    assert coding["system"] == FORMULARY
    return Prescription(
        f"MedicationRequest/{found['id']}",
        coding["code"],
        Dose(quantity["value"], instruction["timing"]["code"]["text"], quantity["unit"]),
        _time(found["authoredOn"]),
        found.get("requester", {}).get("display", ""),
        found.get("dispenseRequest", {}).get("expectedSupplyDuration", {}).get("value", 0),
    )


def _is(resource: Any, code: str) -> bool:
    return {"system": CATALOGUE, "code": code} in [
        {name: each.get(name) for name in ("system", "code")} for each in resource["code"]["coding"]
    ]


def _time(text: str) -> datetime:
    found = clock.read(text)
    if found is None:
        raise UnclearError(f"{text} is no time")
    return found
