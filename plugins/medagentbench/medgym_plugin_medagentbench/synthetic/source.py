"""A bulk export of an invented hospital: one file of NDJSON for each resource type."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

from medgym_core import Progress
from medgym_plugin_medagentbench.ledger import split_of
from medgym_plugin_medagentbench.synthetic.history import Histories
from medgym_plugin_medagentbench.synthetic.hospital import open_hospital
from medgym_plugin_medagentbench.synthetic.lab import Dealt, deal, observation, results
from medgym_plugin_medagentbench.synthetic.person import charted, namesakes, numbers, patients

PATIENTS = 100
"""Patients with charts in the default source."""


def write(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write the export; ``scale`` counts patients with charts, beside whom there are others without."""
    rng = Random(f"medagentbench/{seed}")
    issued = numbers(rng)
    mrns = charted(scale or PATIENTS, issued)
    dealt = _dealt(mrns, rng)
    progress("invented hospital", 0.0)
    hospital = open_hospital(seed % 2**64, [one.admission for one in dealt])
    histories = Histories(hospital)
    people = patients(mrns, hospital.people.female.tolist(), hospital.age.tolist(), rng)
    found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for number, person in enumerate(people):
        progress("invented charts", number / len(people))
        found["Patient"].append(person.resource(rng))
        found["Patient"] += [other.resource(rng) for other in namesakes(person, issued, rng)]
        drawn = results(hospital.labs[number], dealt[number], rng)
        chart = [observation(result, person.mrn, rng) for result in drawn]
        for resource in (*chart, *histories.of(number, person.mrn, rng)):
            found[resource["resourceType"]].append(resource)
    for kind, resources in found.items():
        _write(out / f"{kind}.ndjson", resources, rng)


def _dealt(mrns: list[str], rng: Random) -> list[Dealt]:
    """The cases of each patient, dealt evenly in either split."""
    counts = {split: sum(split_of(mrn) == split for mrn in mrns) for split in ("train", "test")}
    decks = {split: deal(count, rng) for split, count in counts.items()}
    return [decks[split_of(mrn)].pop() for mrn in mrns]


def _write(path: Path, resources: list[dict[str, Any]], rng: Random) -> None:
    """Lines in no order, under numbers in another."""
    numbers = rng.sample(range(10**5, 10**6), len(resources))
    lines = [
        json.dumps({"resourceType": each["resourceType"], "id": f"{number}"} | each, ensure_ascii=False)
        for number, each in zip(numbers, resources, strict=True)
    ]
    rng.shuffle(lines)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
