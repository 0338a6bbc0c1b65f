"""The family's gold against answers computed a second time.

``python -m plugins.treqs.tests.independent.compare`` does it, and exits with 1 where any two differ.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from medgym_core import AnswerKind, Build, Source, TaskFamily, Tier, ensure_build, gold_of, plugins
from medgym_core.source import silent
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_ehr.hospital import loader as stored
from medgym_ehr.mimic3.synthetic import synthesise
from plugins.treqs.tests.independent.admissions import Slots
from plugins.treqs.tests.independent.answers import solver
from plugins.treqs.tests.independent.tables import Tables, tables

SPLITS = ("test", "train")


class Case(NamedTuple):
    """A task as far as it can be seen, and its gold."""

    category: str
    template: str
    text: str
    slots: Slots
    kind: AnswerKind
    gold: Any


def cases(family: TaskFamily, build: Build, each: int) -> Iterator[Case]:
    """The first tasks of every template, ``each`` of them at most in all splits together."""
    taken: Counter[str] = Counter()
    for split in SPLITS:
        for index in range(family.size(build, split)):
            question = stored.question(build, split, index)
            if taken[question.template] < each:
                taken[question.template] += 1
                task = family.task(build, split, index)
                (turn,), (gold,) = task.turns, gold_of(family, build, task).turns
                assert turn.answer is not None
                yield Case(task.category, question.template, question.text, question.slots, turn.answer, gold)


def differs(case: Case, computed: Tables, answer: Any) -> str | None:
    """What is told apart from gold; None if the answers agree."""
    given = TurnSubmission(answer=json.dumps(answer))
    graded = grade_answer(case.kind, given, case.gold, 10_000_000)
    if graded.ok:
        return None
    shown = [f"{case.template} ({graded.reason})", case.text, json.dumps(case.slots)]
    return "\n  ".join(
        [*shown, f"computed: {json.dumps(answer)[:1000]}", f"gold: {json.dumps(case.gold)[:1000]}"]
    )


def compare(asked: list[Case], computed: Tables) -> tuple[Counter[str], list[str]]:
    """How many agree, by category, and what differs."""
    agreed: Counter[str] = Counter()
    differences = []
    for case in asked:
        difference = differs(case, computed, solver(case.template)(computed, case.slots))
        if difference is None:
            agreed[case.category] += 1
        else:
            differences.append(difference)
    return agreed, differences


def asked_and_computed(home: Path, seed: int, scale: int, each: int) -> tuple[list[Case], Tables]:
    """Tasks of a build of raw files, and the tables of the same files."""
    raw = home / "raw"
    synthesise(raw, seed, scale, silent)
    family = plugins.family("treqs")
    build = ensure_build(family, Source.user(raw, Tier.SYNTHETIC), home)
    return list(cases(family, build, each)), tables(raw)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=int, default=600, help="patients")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--each", type=int, default=20, help="tasks of every template")
    arguments = parser.parse_args()
    with TemporaryDirectory() as home:
        asked, computed = asked_and_computed(Path(home), arguments.seed, arguments.scale, arguments.each)
        agreed, differences = compare(asked, computed)
    print(f"{agreed.total()} of {len(asked)} tasks agree: {dict(sorted(agreed.items()))}")
    print("\n".join(differences))
    return bool(differences)


if __name__ == "__main__":
    sys.exit(main())
