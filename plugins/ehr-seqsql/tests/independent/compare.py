"""The family's gold against answers computed a second time, turn by turn.

``python -m plugins.ehr-seqsql.tests.independent.compare`` does it on the default build, and exits with 1
where any two differ.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from medgym_core import Build, Source, Tier, ensure_build, gold_of, plugins
from medgym_core.source import silent
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_ehr.testing.independent.period import Slots, Tables
from medgym_ehr.testing.independent.tables import tables
from medgym_plugin_ehr_seqsql import loader

from . import compared, followed, found

EACH = 10
"""Sessions of every template and split."""


def answers(computed: Tables, template: str, slots: Slots) -> list[Any]:
    """What every turn of a session finds."""
    if template in followed.SESSIONS:
        return followed.SESSIONS[template](computed, slots)
    if template in compared.SESSIONS:
        return compared.session(computed, template, slots)
    return found.session(computed, template, slots)


def sessions(build: Build, each: int) -> Iterator[tuple[str, int]]:
    """Split and index of the first sessions of every template."""
    taken: Counter[tuple[str, str]] = Counter()
    for split in ("train", "test", "ood"):
        for index in range(loader.size(build, split)):
            template = loader.session(build, split, index).template
            taken[split, template] += 1
            if taken[split, template] <= each:
                yield split, index


def differences(build: Build, computed: Tables, split: str, index: int) -> Iterator[str]:
    """What of one session is told apart from gold."""
    family = plugins.family("ehr-seqsql")
    session, task = loader.session(build, split, index), family.task(build, split, index)
    gold = gold_of(family, build, task)
    slots = dict(session.slots)
    for turn, value, right in zip(
        task.turns, answers(computed, session.template, slots), gold.turns, strict=True
    ):
        graded = grade_answer(turn.answer, TurnSubmission(answer=json.dumps(value)), right, 10_000_000)
        if not graded.ok:
            yield f"{session.template}: {turn.question}\n  {slots}\n  {value}\n  {right}"


def main() -> int:
    """Compare, on the default synthetic source."""
    with TemporaryDirectory() as scratch:
        raw = Path(scratch) / "raw"
        raw.mkdir()
        loader.synthesise(raw, 0, None, silent)
        build = ensure_build(
            plugins.family("ehr-seqsql"), Source.user(raw, Tier.SYNTHETIC), Path(scratch) / "home"
        )
        computed, chosen = tables(raw), list(sessions(build, EACH))
        found = [line for split, index in chosen for line in differences(build, computed, split, index)]
    print(*found, f"{len(chosen)} sessions, {len(found)} turns differ", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
