"""The family's gold against labels computed a second time, from raw files and note text.

``python -m plugins.ehrcon.tests.independent.compare`` does it, and exits with 1 where any two differ.
"""

import argparse
import csv
import sys
from collections import Counter, defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

from medgym_core import Source, ensure_build, gold_of, plugins
from medgym_core.access import Tier
from medgym_plugin_ehrcon import loader

from ..reworded.colleague import read
from .labels import Asked, answer, claimed, judged, notes
from .records import records

AUDITS = ("audit-train", "audit-test")


def synonyms(public: Path, file: str = "synonyms.csv") -> dict[str, set[str]]:
    """The table that questions rely on, as the box has it."""
    names = defaultdict(set)
    with (public / file).open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            names[row["term"]].add(row["name"])
    return dict(names)


def restated(question: str, known, recorded, names: dict[str, set[str]]) -> dict[str, object]:
    """The answer to a reworded question, as a colleague reads it."""
    shared = {term.split(" ", 1)[1] for term in names if term.startswith(("systolic ", "diastolic "))}
    heard = read(question, {*names, *shared})
    what = Asked(str(heard.row_id), heard.line, heard.character, "")
    wrong = claimed(what, (heard.term, heard.values or (None,), heard.unit), known, recorded, names)
    return {"consistent": not wrong, "columns": sorted(wrong)}


def compare(family, build, raw: Path, most: int) -> tuple[Counter[str], list[str]]:
    """Agreements by category, and every disagreement; ``most`` tasks of a split."""
    known, recorded, names = notes(raw), records(raw), synonyms(build.public)
    agreed, disagreed = Counter[str](), []
    for split in [name for name in family.splits if name not in (*AUDITS, "ood")]:
        for index in range(min(most, family.size(build, split))):
            task = family.task(build, split, index)
            (gold,) = gold_of(family, build, task).turns
            try:
                judge = restated if split == "reworded" else answer
                found = judge(task.turns[0].question, known, recorded, names)
            except AssertionError as error:  # what cannot be decided is one disagreement, not the end
                found = {"undecidable": str(error)}
            if found == {"consistent": gold["consistent"], "columns": sorted(gold["columns"])}:
                agreed[task.category] += 1
            else:
                disagreed.append(f"{task.id}: {task.turns[0].question} computed {found}, gold {gold}")
    return agreed, disagreed


def compare_audits(family, build, raw: Path) -> tuple[Counter[str], list[str]]:
    """Likewise of every graded mention of every audit, by split; what no finding names must be consistent."""
    known, recorded = notes(raw / "audit"), records(raw)
    names = synonyms(build.public, "audit-synonyms.csv")
    agreed, disagreed = Counter[str](), []
    for split in AUDITS:
        for index in range(family.size(build, split)):
            (gold,) = gold_of(family, build, family.task(build, split, index)).turns
            told = {(one["line"], one["character"]): {*one["columns"]} for one in gold["answer"]}
            for mention in loader.inventory(build, split, index).mentions:
                what = Asked(str(mention.row_id), mention.line, mention.character, mention.text)
                expected = told.pop((mention.line, mention.character), set())
                try:
                    found = judged(what, known, recorded, names)
                except AssertionError as error:
                    found = {f"undecidable: {error}"}
                if found == expected:
                    agreed[split] += 1
                else:
                    disagreed.append(f"{split}/{index}: {what} computed {found}, gold {expected}")
            disagreed += [f"{split}/{index}: gold names {place}, where nothing is graded" for place in told]
    return agreed, disagreed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=int, default=390, help="notes")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=int, default=10_000, help="tasks of a split")
    given = parser.parse_args()
    family = plugins.family("ehrcon")
    with TemporaryDirectory() as scratch:
        raw = Path(scratch) / "raw"
        raw.mkdir()
        family.synthesise(raw, given.seed, given.scale, lambda what, share: None)
        build = ensure_build(family, Source.user(raw, Tier.SYNTHETIC), Path(scratch) / "home")
        agreed, disagreed = compare(family, build, raw, given.most)
        audited, differing = compare_audits(family, build, raw)
    for category, count in sorted(agreed.items()):
        print(f"{category}: {count} tasks agree")
    for split, count in sorted(audited.items()):
        print(f"{split}: {count} graded mentions agree")
    disagreed += differing
    print(*disagreed, sep="\n")
    return bool(disagreed)


if __name__ == "__main__":
    sys.exit(main())
