"""A table of visits, and one question about each patient.

Raw layout: ``visits.csv`` with the columns ``patient``, ``visit`` and ``cost``. Build layout: the same table
in ``public/visits.csv``, and ``private/{train,test}.jsonl``. Every third patient is asked about in the test
split.
"""

from __future__ import annotations

import csv
import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path

from medgym_core import Build, DataError

TABLE = "visits.csv"
PATIENTS = 36
VISITS = 5


@dataclass(frozen=True)
class Question:
    """What is asked, of whom, and how an accountant would note it."""

    category: str
    patient: str
    text: str
    note: str


def synthesise(out: Path, seed: int, scale: int | None) -> None:
    """Write the table of ``scale`` patients."""
    draws = random.Random(f"visits/{seed}")
    with (out / TABLE).open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream, lineterminator="\n")
        table.writerow(("patient", "visit", "cost"))
        for number in range(scale or PATIENTS):
            for visit in range(VISITS):
                table.writerow((f"P{number:03}", visit + 1, draws.randrange(1_000, 90_000)))


def build(raw: Path, out: Build) -> None:
    """Copy the table; note the questions."""
    source = raw / TABLE
    if not source.is_file():
        raise DataError(f"{source} is missing; give the folder that holds it with --source")
    (out.public / TABLE).write_bytes(source.read_bytes())
    for split, found in _questions(source).items():
        lines = "".join(json.dumps(asdict(question)) + "\n" for question in found)
        (out.private / f"{split}.jsonl").write_text(lines, encoding="utf-8")


def questions(build: Build, split: str) -> list[Question]:
    """Every question of a split."""
    lines = (build.private / f"{split}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Question(**json.loads(line)) for line in lines]


def question(build: Build, split: str, index: int) -> Question:
    """One question of a split."""
    found = questions(build, split)
    if not 0 <= index < len(found):
        raise DataError(f"split {split} has {len(found)} tasks and no task {index}; ask for a lower index")
    return found[index]


def costs(build: Build, patient: str) -> list[int]:
    """What each visit of a patient cost, in cents."""
    with (build.public / TABLE).open(encoding="utf-8", newline="") as stream:
        return [int(row["cost"]) for row in csv.DictReader(stream) if row["patient"] == patient]


def _questions(table: Path) -> dict[str, list[Question]]:
    with table.open(encoding="utf-8", newline="") as stream:
        patients = list(dict.fromkeys(row["patient"] for row in csv.DictReader(stream)))
    splits: dict[str, list[Question]] = {"train": [], "test": []}
    for number, patient in enumerate(patients):
        category = ("total", "mean")[number // 3 % 2]
        text = f"What is the {category} of the costs of the visits of patient {patient}?"
        note = f"the ledger of patient {patient} is closed by its {category} once all of its visits are paid"
        splits["train" if number % 3 else "test"].append(Question(category, patient, text, note))
    return splits
