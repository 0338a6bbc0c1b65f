"""The family's gold against a second computation: errands from the raw export, the inbox from its texts.

``python -m plugins.medagentbench.tests.independent.compare`` does it, and exits with 1 where any two differ.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from medgym_core import Source, ensure_build, gold_of, plugins
from medgym_core.access import Tier

from .answers import solved
from .export import Export
from .sessions import compare_sessions

FIXED = {
    "Observation": {"status": "final", "effectiveDateTime": "2023-11-13T10:15:00+00:00"},
    "MedicationRequest": {"status": "active", "intent": "order", "authoredOn": "2023-11-13T10:15:00+00:00"},
    "ServiceRequest": {
        **{"status": "active", "intent": "order", "priority": "stat"},
        "authoredOn": "2023-11-13T10:15:00+00:00",
    },
}
"""What every resource of a type must say."""


def flat(order):
    """A resource of gold as a text."""
    kind, mrn = order["resourceType"], order["subject"]["reference"].removeprefix("Patient/")
    assert FIXED[kind].items() <= order.items(), order
    if kind == "Observation":
        value = order["valueString"]
        return f"{kind} {mrn} {order['code']['text']} {value} at {order['effectiveDateTime']}"
    if kind == "ServiceRequest":
        note = "".join(f" saying {each['text']}" for each in order.get("note", ()))
        when = f" for {order['occurrenceDateTime']}" if "occurrenceDateTime" in order else ""
        return f"{kind} {mrn} {order['code']['coding'][0]['code']}{when}{note}"
    (instruction,) = order["dosageInstruction"]
    (given,) = instruction["doseAndRate"]
    route = {"iv": "IV"}.get(instruction["route"]["text"], instruction["route"]["text"])
    dose, rate = given["doseQuantity"], given.get("rateQuantity")
    over = f" in {rate['value'] / 3600:g} h" if rate else ""  # gold is in base units: seconds, equivalents
    if dose["unit"] == "eq":
        dose = {"value": dose["value"] * 1000, "unit": "mEq"}
    drug = order["medicationCodeableConcept"]["coding"][0]["code"]
    return f"{kind} {mrn} {drug} {route} {dose['value']:.1f} {dose['unit']}{over}"


def same(gold, found):
    """Whether two answers are equal, numbers up to rounding errors."""
    if isinstance(gold, dict):
        return gold.keys() == found.keys() and all(same(gold[name], found[name]) for name in gold)
    return abs(gold - found) < 1e-9 if isinstance(gold, float) and found is not None else gold == found


def compare(family, build, raw, most):
    """Agreements by category, and every disagreement; ``most`` tasks by split."""
    export = Export(raw)
    agreed, disagreed = Counter(), []
    for split, count in most.items():
        for index in range(min(count, family.size(build, split))):
            task = family.task(build, split, index)
            (gold,) = gold_of(family, build, task).turns
            expected = sorted(map(flat, gold["services"]["fhir"]["added"]))
            answer, orders = solved(task.turns[0].question, export)
            if same(gold["answer"], answer) and expected == sorted(orders):
                agreed[task.category] += 1
            else:
                told = f"{task.id}: {task.turns[0].question} computed {answer} {orders}"
                disagreed.append(f"{told}, gold {gold['answer']} {expected}")
    return agreed, disagreed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=int, help="patients")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    family = plugins.family("medagentbench")
    with TemporaryDirectory() as scratch:
        raw = Path(scratch) / "raw"
        raw.mkdir()
        family.synthesise(raw, given.seed, given.scale, lambda what, share: None)
        build = ensure_build(family, Source.user(raw, Tier.SYNTHETIC), Path(scratch) / "home")
        agreed, disagreed = compare(family, build, raw, {"test": 10_000, "train": 10_000, "ood": 10_000})
        messages, differing = compare_sessions(family, build)
    for category, count in sorted(agreed.items()):
        print(f"{category}: {count} tasks agree")
    for split, count in messages.items():
        print(f"{split}: {count} messages agree")
    disagreed += differing
    print(*disagreed, sep="\n")
    return bool(disagreed)


if __name__ == "__main__":
    sys.exit(main())
