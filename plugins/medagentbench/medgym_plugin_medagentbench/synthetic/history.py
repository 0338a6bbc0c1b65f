"""What fills a chart: vital signs, conditions, medication orders, procedures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from random import Random
from typing import Any

import numpy as np

from medgym_patient import DRUGS, REASONS, Site
from medgym_patient.clinic import PROBLEMS, Discoveries, code_problems
from medgym_patient.concept import table
from medgym_patient.order import home_drugs, usual_dose
from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.clock import NOW
from medgym_plugin_medagentbench.synthetic.hospital import SITE, Hospital

ROUTES = {
    "PO": "oral",
    "SC": "subcutaneous",
    "IV": "IV",
    "INH": "inhaled",
    "IH": "inhaled",
    "TP": "topical",
}
"""Routes of the patient model as the hospital writes them; others stay, in small letters."""
PROCEDURES = {
    "IMG0001": ("Chest radiograph", 0.05),
    "LAB0002": ("Complete blood count", 0.12),
    "ECG0003": ("Electrocardiogram", 0.05),
}
"""Local order codes, what they are, and the share of visits at which they are done."""
WRITTEN = 0.45
"""Share of blood pressures that are on record."""
RECENT = 365 * 24 * 60
"""Minutes; signs that are older are on no list of problems."""
_TITLES: Mapping[str, tuple[str, str]] = {
    name: (icd9, title)
    for kind in ("diagnosis", "sign", "disease")
    for name, icd9, title in zip(
        table(kind).names, table(kind).texts("icd9"), table(kind).texts("title"), strict=True
    )
}


class Histories:
    """What is on record of the people of a hospital besides laboratory results."""

    def __init__(self, hospital: Hospital) -> None:
        """Everybody knows of all their conditions, and nothing new is found."""
        people, site = hospital.people, Site.named(SITE)
        self._hospital = hospital
        told = np.where(people.conditions, -np.inf, np.inf)
        unknown = np.full((len(table("disease")), len(people.key)), np.inf)
        self._problems = code_problems(people, hospital.visits, Discoveries(told, unknown))
        self._ago = hospital.ago(hospital.visits.minute)
        takes = home_drugs(people, site)
        drug, person = np.nonzero(takes)
        self._drugs = list(
            zip(person.tolist(), drug.tolist(), usual_dose(people.key[person], drug).tolist(), strict=True)
        )

    def of(self, person: int, mrn: str, rng: Random) -> Iterator[dict[str, Any]]:
        """All of it for one patient."""
        subject = {"reference": f"Patient/{mrn}", "identifier": {"value": mrn}}
        visits = np.flatnonzero(self._hospital.visits.person == person)
        for resources in (
            self._vitals(person, rng),
            self._conditions(person, visits),
            self._medication(person, visits, rng),
            self._procedures(visits, rng),
        ):
            yield from (each | {"subject": subject} for each in resources)

    def _vitals(self, person: int, rng: Random) -> Iterator[dict[str, Any]]:
        taken = self._hospital.pressures[person]
        newest = min((ago for _, ago in taken), default=60)
        drawn = [("BP", value, ago) for value, ago in taken if rng.random() < WRITTEN]
        others = (("RR", rng.randint(12, 20)), ("SpO2", rng.randint(93, 100)), ("FiO2", 21))
        drawn += [(name, str(value), newest) for name, value in others]
        for name, value, ago in drawn:
            coding = {"system": _CATEGORY, "code": "vital-signs", "display": "Vital Signs"}
            yield {
                "resourceType": "Observation",
                "category": [{"coding": [coding]}],
                "code": {"text": name},
                "effectiveDateTime": _time(ago),
                "valueString": value,
            }

    def _conditions(self, person: int, visits: np.ndarray[Any, Any]) -> Iterator[dict[str, Any]]:
        """Each problem once, since it was coded first; and why the patient is here."""
        first: dict[str, int] = {}
        for place in np.flatnonzero(np.isin(self._problems.visit, visits)):
            name, ago = PROBLEMS[self._problems.problem[place]], int(self._ago[self._problems.visit[place]])
            if name in table("condition").index or ago < RECENT:
                first[name] = max(ago, first.get(name, 0))
        if (reason := int(self._hospital.reason[person])) >= 0:
            first.setdefault(REASONS.texts("diagnosis")[reason], 60)
        for name, ago in first.items():
            code, title = _TITLES[name]
            dotted = f"{code[:3]}.{code[3:]}" if len(code) > 3 else code
            coding = {"system": "http://hl7.org/fhir/sid/icd-9-cm", "code": dotted, "display": title}
            yield {
                "resourceType": "Condition",
                "code": {"coding": [coding], "text": title},
                "onsetDateTime": _time(ago),
                "recordedDate": _time(ago),
            }

    def _medication(self, person: int, visits: np.ndarray[Any, Any], rng: Random) -> Iterator[dict[str, Any]]:
        """What is taken at home, since one of the visits."""
        for owner, drug, dose in self._drugs:
            if owner != person or not len(visits):
                continue
            unit, hours = DRUGS.texts("unit")[drug], DRUGS.numbers("every")[drug]
            times = {24: "daily", 12: "twice daily", 8: "three times daily"}.get(int(hours), "as needed")
            route = DRUGS.texts("route")[drug]
            quantity = {"doseQuantity": {"value": dose, "unit": unit}}
            yield {
                "resourceType": "MedicationRequest",
                "status": "active",
                "intent": "order",
                "medicationCodeableConcept": {"text": f"{DRUGS.texts('label')[drug]} {dose:g} {unit}"},
                "authoredOn": _time(int(self._ago[rng.choice(visits.tolist())])),
                "dosageInstruction": [
                    {
                        "timing": {"code": {"text": times}},
                        "route": {"text": ROUTES.get(route, route.lower())},
                        "doseAndRate": [quantity],
                    }
                ],
            }

    def _procedures(self, visits: np.ndarray[Any, Any], rng: Random) -> Iterator[dict[str, Any]]:
        for visit in visits.tolist():
            for code, (text, share) in PROCEDURES.items():
                if rng.random() < share:
                    coding = {"system": "http://www.ama-assn.org/go/cpt", "code": code, "display": text}
                    yield {
                        "resourceType": "Procedure",
                        "code": {"coding": [coding], "text": text},
                        "performedDateTime": _time(int(self._ago[visit])),
                    }


def _time(ago: int) -> str:
    return clock.written(NOW - timedelta(minutes=ago))


_CATEGORY = "http://hl7.org/fhir/observation-category"
