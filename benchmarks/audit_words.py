"""What audits of notes give away by words alone: trees that learn from `audit-train` and look nothing up.

uv run --all-packages python -m benchmarks.audit_words [--scale N] [--home FOLDER] [--json]

The trees see each graded mention, where it stands and what stands around it, and learn whether its value,
unit, time or item was wrong. They know where all graded mentions of a test note stand, name as many as their
votes say, and are graded as an agent is.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from sklearn.ensemble import RandomForestClassifier  # type: ignore[import-untyped]
from sklearn.feature_extraction import DictVectorizer  # type: ignore[import-untyped]

from benchmarks.measure import show
from medgym_core import OpenFamily, Source, Submission, TurnSubmission, open_family, plugins
from medgym_core.files import default_home
from medgym_plugin_ehrcon import files, loader
from medgym_plugin_ehrcon.audit.inventory import Inventory
from medgym_plugin_ehrcon.claim import Mention

SHARES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)
"""Of the graded mentions of a note, those that are named; which share is learnt from training notes."""
FOLDS = 5
"""Parts of the training notes, each classified by trees that have not seen it."""


def seen(one: Mention, among: Sequence[Mention], lines: Sequence[str]) -> dict[str, Any]:
    """What a reader sees of a mention who looks nothing up."""
    line, claim = lines[one.line - 1], one.claims[0]
    before = line[: one.character - 1].lower().split()
    headings = (text for text in reversed(lines[: one.line]) if re.match(r"#|[A-Z][A-Za-z /&]+:", text))
    same = [other for other in among if other.entity == one.entity]
    values = Counter(other.claims[0].value for other in same)
    return {
        "term": one.entity.lower(),
        "unit": claim.unit or "",
        "heading": next(headings, "").partition(":")[0],
        "style": one.style,
        "category": one.category,
        "before": before[-1] if before else "",
        "has value": claim.value is not None,
        "value": -1.0 if claim.value is None else claim.value,
        "place": one.line / len(lines),
        "dates": len(re.findall(r"\[\*\*", line)),
        "named": len(same),
        "alike": values[claim.value],
    }


class Reader:
    """Trees over mentions: whether one is wrong, and in what."""

    def __init__(self, seed: int = 0) -> None:
        self._words = DictVectorizer()
        self._wrong, self._columns = (
            RandomForestClassifier(400, min_samples_leaf=2, random_state=seed, n_jobs=1) for _ in range(2)
        )

    def learn(self, mentions: Sequence[Mention], rows: Sequence[dict[str, Any]]) -> None:
        """Fit to labelled mentions."""
        table = self._words.fit_transform(rows)
        wrong = [place for place, one in enumerate(mentions) if one.columns]
        self._wrong.fit(table, [bool(one.columns) for one in mentions])
        self._columns.fit(table[wrong], [" ".join(mentions[place].columns) for place in wrong])

    def findings(
        self, mentions: Sequence[Mention], rows: Sequence[dict[str, Any]], share: float
    ) -> list[Any]:
        """That share of a note's mentions, those that look most wrong, and in what each is."""
        table = self._words.transform(rows)
        votes, columns = self._wrong.predict_proba(table)[:, 1], self._columns.predict(table)
        order = sorted(range(len(mentions)), key=lambda place: -votes[place])[: round(share * len(mentions))]
        return [
            {
                "line": mentions[place].line,
                "character": mentions[place].character,
                "columns": columns[place].split(),
            }
            for place in order
        ]


class Audits:
    """The notes of a split, and what findings in them earn."""

    def __init__(self, opened: OpenFamily, split: str) -> None:
        self._opened, self._split = opened, split
        with (opened.build.public / files.AUDIT_NOTES).open(encoding="utf-8") as stream:
            notes = {int(row["ROW_ID"]): row["TEXT"] for row in csv.DictReader(stream)}
        size = opened.family.size(opened.build, split)
        self.stated: list[Inventory] = [loader.inventory(opened.build, split, at) for at in range(size)]
        self.rows = [
            [seen(one, each.mentions, notes[each.row_id].split("\n")) for one in each.mentions]
            for each in self.stated
        ]

    def earned(self, index: int, findings: list[Any]) -> tuple[float, float]:
        """F1 and reward of an answer to one audit."""
        family, build = self._opened.family, self._opened.build
        task = family.task(build, self._split, index)
        given = Submission(turns=(TurnSubmission(answer=json.dumps(findings)),))
        verdict = plugins.verifier(task.verifier).grade(task, family.gold(build, task), given, (), {})
        return verdict.components["turn_0"], verdict.reward or 0.0

    def read(self, places: Sequence[int], reader: Reader, share: float) -> list[tuple[float, float]]:
        """What a reader earns by naming that share, audit by audit."""
        return [
            self.earned(at, reader.findings(self.stated[at].mentions, self.rows[at], share)) for at in places
        ]


def taught(audits: Audits, places: Sequence[int]) -> Reader:
    """A reader that has learned from these notes."""
    reader = Reader()
    reader.learn(
        [one for at in places for one in audits.stated[at].mentions],
        [row for at in places for row in audits.rows[at]],
    )
    return reader


def best_share(audits: Audits) -> float:
    """The share to name that gives the best F1 on training notes that the trees have not seen."""
    every = range(len(audits.stated))
    folds = [[at for at in every if at % FOLDS == fold] for fold in range(FOLDS)]
    readers = [taught(audits, [at for at in every if at % FOLDS != fold]) for fold in range(FOLDS)]

    def mean(share: float) -> float:
        found = (audits.read(fold, reader, share) for fold, reader in zip(folds, readers, strict=True))
        return fmean(f1 for part in found for f1, _ in part)

    return max(SHARES, key=mean)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scale", type=int, help="patients of the synthetic data (default: the family's)")
    parser.add_argument("--home", type=Path, default=default_home(), help="folder of the builds")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    source = Source.synthetic(scale=asked.scale)
    opened = open_family("ehrcon", source=source, sandbox="process", home=asked.home)
    train, test = Audits(opened, "audit-train"), Audits(opened, "audit-test")
    share = best_share(train)
    every = range(len(test.stated))
    f1, reward = map(
        fmean, zip(*test.read(every, taught(train, range(len(train.stated))), share), strict=True)
    )
    row = {"audits": len(every), "share named": share, "mean F1": f1, "mean reward": reward}
    show("Audits read by trees", [row], asked.json)


if __name__ == "__main__":
    main()
