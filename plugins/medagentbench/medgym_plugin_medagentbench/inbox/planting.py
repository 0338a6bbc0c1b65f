"""What a chart must hold for a message to have a case: for each form of rule, resources that make one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from random import Random
from typing import Any, NamedTuple

from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.inbox.novel import MORPHINE
from medgym_plugin_medagentbench.inbox.order import CATALOGUE, FORMULARY, Dose, prescription
from medgym_plugin_medagentbench.inbox.rule import RANKS, Rule, clearance, egfr

Resource = dict[str, Any]
HIGH = {
    "K": (5.5, 7.2),
    "INR": (4.5, 12.0),
    "NA": (118, 134),
    "HGB": (5.5, 11.9),
    "FER": (6, 44),
    "TSH": (4.6, 20),
}
"""Test to values from and to that call for something, most of the time."""
WIDE = {
    "K": (2.6, 5.4),
    "INR": (1.8, 4.4),
    "NA": (135, 145),
    "HGB": (12, 16),
    "FER": (45, 300),
    "TSH": (0.1, 4.4),
}
"""Test to other values."""


class Subject(NamedTuple):
    """A patient to plant for."""

    mrn: str
    age: int
    female: bool
    weight: float


class Planted(NamedTuple):
    """Resources of a case."""

    before: list[Resource]
    """Those that are on record when the session begins."""
    decisive: list[Resource]
    """Those that may as well come with the message."""
    facts: dict[str, Any]
    """What the message says."""


def ago(rng: Random, least: float, most: float) -> str:
    """A time so many days ago."""
    return clock.written(clock.NOW - timedelta(minutes=rng.randint(round(least * 1440), round(most * 1440))))


def lab(who: Subject, code: str, value: float, taken: str, status: str = "final") -> Resource:
    """A result."""
    return {
        "resourceType": "Observation",
        "status": status,
        "code": {"coding": [{"system": "http://loinc.org", "code": code}], "text": code},
        "subject": {"reference": f"Patient/{who.mrn}"},
        "effectiveDateTime": taken,
        "valueQuantity": {"value": value},
    }


def taken(who: Subject, drug: str, dose: Dose, since: str, **others: Any) -> Resource:
    """A prescription of earlier."""
    return prescription(who.mrn, drug, dose) | {"authoredOn": since} | others


def _withdrawn(who: Subject, code: str, rng: Random) -> list[Resource]:
    """Now and then a later result that does not count."""
    if rng.random() > 0.4:
        return []
    return [lab(who, code, 9.9, ago(rng, 0.01, 0.04), rng.choice(("entered-in-error", "preliminary")))]


def _creatinine(who: Subject, least: float, most: float, measure: str, rng: Random) -> float:
    """One that puts the kidney function into a band, or as near as can be."""

    def value(found: float) -> float:
        if measure == "egfr":
            return egfr(found, who.age, who.female)
        return clearance(found, who.age, who.female, who.weight)

    every = [tenths / 20 for tenths in range(8, 240)]
    inside = [each for each in every if least + 1.5 < value(each) < most - 1.5]
    return rng.choice(inside or every)


def _renal(who: Subject, rule: Rule, rng: Random) -> Planted:
    band = rng.randrange(len(rule["bands"]))
    least = rule["bands"][band][0]
    most = rule["bands"][band - 1][0] if band else least + 40
    value = _creatinine(who, least, most, rule["measure"], rng)
    doses = [Dose(*dose) for _, dose in rule["bands"] if dose]
    held = [taken(who, rule["drug"], rng.choice(doses), ago(rng, 20, 300))] if rng.random() < 0.85 else []
    fresh = [lab(who, "CR", value, ago(rng, 0.05, 9)), *_withdrawn(who, "CR", rng)]
    return Planted([*held, lab(who, "CR", 0.8, ago(rng, 40, 300))], fresh, {})


def _unless(who: Subject, rule: Rule, rng: Random) -> Planted:
    since, pick = ago(rng, 5, 300), rng.random()
    if pick < 0.5:
        return Planted([], [taken(who, rng.choice(rule["against"]), Dose(20, "daily"), since)], {})
    if pick < 0.65:
        old = taken(who, rng.choice(rule["against"]), Dose(20, "daily"), since, status="stopped")
        return Planted([old], [], {})
    return Planted([], [], {})


def _retest(who: Subject, rule: Rule, rng: Random) -> Planted:
    days = rule["days"]
    since = ago(rng, days + 1, 3 * days) if rng.random() < 0.5 else ago(rng, 1, days - 1)
    fresh = [lab(who, rule["lab"], round(rng.uniform(4, 30), 1), since), *_withdrawn(who, rule["lab"], rng)]
    if rng.random() < 0.25:
        return Planted(fresh, [_requested(who, rule["test"], ago(rng, 0.1, 0.9))], {})
    return Planted([], fresh, {})


def _requested(who: Subject, code: str, since: str) -> Resource:
    return {
        "resourceType": "ServiceRequest",
        "status": "active",
        "intent": "order",
        "priority": "routine",
        "authoredOn": since,
        "code": {"coding": [{"system": CATALOGUE, "code": code}]},
        "subject": {"reference": f"Patient/{who.mrn}"},
    }


def _allergic(who: Subject, substance: str, level: str, since: str) -> Resource:
    return {
        "resourceType": "AllergyIntolerance",
        "criticality": level,
        "code": {"coding": [{"system": FORMULARY, "code": substance}]},
        "patient": {"reference": f"Patient/{who.mrn}"},
        "recordedDate": since,
    }


def _allergy(who: Subject, rule: Rule, rng: Random) -> Planted:
    others = ("latex", "peanut", "contrast")
    held = [_allergic(who, rng.choice(others), "low", ago(rng, 50, 900)) for _ in range(rng.randint(0, 2))]
    levels = rng.choice((["high"], ["low"], ["low", "high"], []))
    return Planted(
        held, [_allergic(who, rule["substance"], each, ago(rng, 0.01, 900)) for each in levels], {}
    )


def _screening(who: Subject, rule: Rule, rng: Random) -> Planted:
    days = rule["days"] or 3_000
    when = (ago(rng, days, 2 * days), ago(rng, days / 3, days - 1))[rng.random() < 0.4]
    done = {
        "resourceType": "Procedure",
        "status": "completed",
        "code": {"coding": [{"system": CATALOGUE, "code": rule["test"]}]},
        "subject": {"reference": f"Patient/{who.mrn}"},
        "performedDateTime": when,
    }
    if rng.random() < 0.2:
        return Planted([], [_requested(who, rule["test"], ago(rng, 0.1, 20))], {})
    return Planted([], [done] if rng.random() < (0.8 if rule["days"] else 0.4) else [], {})


def _result(who: Subject, rule: Rule, rng: Random) -> Planted:
    code = rule["lab"]
    value = round(rng.uniform(*(HIGH if rng.random() < 0.7 else WIDE)[code]), 1)
    drugs = [drug for band in rule["bands"] for drug in band.get("stops", ())]
    held = [
        taken(who, each, Dose(5, "daily"), ago(rng, 20, 300))
        for each in sorted({*drugs})
        if rng.random() < 0.7
    ]
    fresh = [lab(who, code, value, ago(rng, 0.001, 0.03)), *_withdrawn(who, code, rng)]
    return Planted(held, fresh, {})


def _conflict(who: Subject, rule: Rule, rng: Random) -> Planted:
    held, asked = rng.sample(rule["doses"], 2)
    since = ago(rng, 0.01, 0.9) if rng.random() < 0.75 else ago(rng, 1.1, 60)
    order = taken(who, rule["drug"], Dose(*held), since, requester={"display": rng.choice(RANKS[1:])})
    return Planted([], [order], {"dose": asked, "role": rng.choice(RANKS)})


def _controlled(who: Subject, rule: Rule, rng: Random) -> Planted:
    supply = rng.choice(rule["supply"])
    since = ago(rng, supply - 2, supply + 9) if rng.random() < 0.5 else ago(rng, 1, supply - 3)
    lasts = {"expectedSupplyDuration": {"value": supply, "unit": "d"}}
    return Planted([], [taken(who, rule["drug"], Dose(*rule["current"]), since, dispenseRequest=lasts)], {})


def _criteria(who: Subject, rule: Rule, rng: Random) -> Planted:
    dose = Dose(rng.choice((2.5, 5.0)), "twice daily")
    fresh = lab(who, "CR", round(rng.uniform(0.7, 2.4), 1), ago(rng, 0.05, 9))
    return Planted(
        [taken(who, rule["drug"], dose, ago(rng, 20, 300))], [fresh, *_withdrawn(who, "CR", rng)], {}
    )


def _by_weight(who: Subject, rule: Rule, rng: Random) -> Planted:
    value = _creatinine(who, *((10, 30) if rng.random() < 0.5 else (30, 90)), "crcl", rng)
    held = [taken(who, rng.choice(rule["against"][:4]), Dose(5, "daily"), ago(rng, 9, 99))]
    return Planted(held if rng.random() < 0.3 else [], [lab(who, "CR", value, ago(rng, 0.05, 9))], {})


def _equivalents(who: Subject, rule: Rule, rng: Random) -> Planted:
    drugs = rng.sample(sorted({*MORPHINE} - {rule["drug"]}), rng.randint(0, 2))
    doses = {"morphine": 15, "oxycodone": 10, "hydromorphone": 4, "tramadol": 50}
    return Planted([], [taken(who, each, Dose(doses[each], "daily"), ago(rng, 3, 90)) for each in drugs], {})


def _smokers(who: Subject, rule: Rule, rng: Random) -> Planted:
    coding = {"system": "http://hl7.org/fhir/sid/icd-9-cm", "code": rng.choice(("305.1", "V15.82"))}
    smokes = {
        "resourceType": "Condition",
        "code": {"coding": [coding]},
        "subject": {"reference": f"Patient/{who.mrn}"},
        "onsetDateTime": ago(rng, 900, 1500),
    }
    return Planted([smokes] if rng.random() < 0.7 else [], [], {})


def _titration(who: Subject, rule: Rule, rng: Random) -> Planted:
    value = round(rng.choice((rng.uniform(0.05, 0.39), rng.uniform(0.4, 4.5), rng.uniform(4.6, 22))), 2)
    since = ago(rng, 50, 300) if rng.random() < 0.75 else ago(rng, 5, 35)
    dose = Dose(rng.choice((50, 75, 100, 125)), "daily", "mcg")
    return Planted([taken(who, rule["drug"], dose, since)], [lab(who, "TSH", value, ago(rng, 0.01, 2))], {})


def _corrected(who: Subject, rule: Rule, rng: Random) -> Planted:
    calcium, albumin = round(rng.uniform(8.6, 12.4), 1), round(rng.uniform(1.9, 4.4), 1)
    when = ago(rng, 0.01, 2)
    return Planted([], [lab(who, "CA", calcium, when), lab(who, "ALB", albumin, when)], {})


PLANTS: Mapping[str, Callable[[Subject, Rule, Random], Planted]] = {
    "renal_refill": _renal,
    "unless_active": _unless,
    "retest": _retest,
    "allergy": _allergy,
    "screening": _screening,
    "result": _result,
    "conflict": _conflict,
    "controlled": _controlled,
    "criteria": _criteria,
    "by_weight": _by_weight,
    "equivalents": _equivalents,
    "smokers_only": _smokers,
    "titration": _titration,
    "corrected": _corrected,
}
"""What makes a case, by the name of the form of its rule."""
