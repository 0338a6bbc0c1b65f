"""A bulk export of an invented hospital: one file of NDJSON for each resource type."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

from medgym_core import Progress
from medgym_plugin_medagentbench.ledger import split_of
from medgym_plugin_medagentbench.synthetic.history import history
from medgym_plugin_medagentbench.synthetic.lab import BRANCHES, observation, results
from medgym_plugin_medagentbench.synthetic.person import namesakes, numbers, patients

PATIENTS = 100
"""Patients with charts in the default source."""


def write(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write the export; ``scale`` counts patients with charts, beside whom there are others without."""
    rng = Random(f"medagentbench/{seed}")
    mrns = numbers(rng)
    people = patients(scale or PATIENTS, mrns, rng)
    found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    dealt = {split: _deal(sum(split_of(p.mrn) == split for p in people), rng) for split in ("train", "test")}
    for number, person in enumerate(people):
        progress("invented charts", number / len(people))
        found["Patient"].append(person.resource(rng))
        found["Patient"] += [other.resource(rng) for other in namesakes(person, mrns, rng)]
        cases = dealt[split_of(person.mrn)].pop()
        chart = [observation(drawn, person.mrn, rng) for drawn in results(cases, rng)]
        for resource in (*chart, *history(person.mrn, rng)):
            found[resource["resourceType"]].append(resource)
    for kind, resources in found.items():
        _write(out / f"{kind}.ndjson", resources, rng)


def _deal(count: int, rng: Random) -> list[dict[str, str]]:
    """For so many patients the case of each test, every case as often as any other."""
    decks = {}
    for code, branches in BRANCHES.items():
        decks[code] = [branches[place % len(branches)] for place in range(count)]
        rng.shuffle(decks[code])
    return [{code: deck[place] for code, deck in decks.items()} for place in range(count)]


def _write(path: Path, resources: list[dict[str, Any]], rng: Random) -> None:
    """Lines in no order, under numbers in another."""
    numbers = rng.sample(range(10**5, 10**6), len(resources))
    lines = [
        json.dumps({"resourceType": each["resourceType"], "id": f"{number}"} | each, ensure_ascii=False)
        for number, each in zip(numbers, resources, strict=True)
    ]
    rng.shuffle(lines)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
