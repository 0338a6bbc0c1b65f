"""What models learnt at home reach there and at the other hospital of mimic-extract's default build.

uv run --all-packages python -m benchmarks.other_site

Areas under the ROC curve: of the reference, of a random forest as it comes on the same summaries, and of the
reference's model learnt from the other hospital's own labels, five-fold, which no box can do.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import StratifiedKFold

from benchmarks.measure import show
from medgym_core import Build, Source, ensure_build, plugins
from medgym_core.files import default_home
from medgym_core.verifier.metric import METRICS
from medgym_plugin_mimic_extract import grading, loader, solution
from medgym_plugin_mimic_extract.target import ASKED, LABELLED, SPLITS, STRENGTH, TARGETS, Target

TREES, FOLDS = 150, 5
Fit = Callable[[list[Any], Any, Any], Any]


def measure(build: Build, target: Target) -> dict[str, Any]:
    """One row of the table."""
    folder = build.public / target.dataset
    summarised = solution.of_window if target.is_intervention else solution.of_day
    known = [summarised(folder / part) for part in LABELLED["site"]]
    truth = solution.labels(folder, [*LABELLED["site"]], target.name)
    classes = range(4) if target.is_intervention else [1]
    strength = STRENGTH.get(target.name, 0.003)

    def plain(given: list[Any], labels: Any, wanted: Any) -> Any:
        return solution.scores(given, labels, [*wanted[1:]], classes, strength)

    def forest(given: list[Any], labels: Any, wanted: Any) -> Any:
        model = RandomForestClassifier(TREES, random_state=0)
        found = model.fit(np.vstack([one[1] for one in given]), labels).predict_proba(wanted[1])
        return found if target.is_intervention else found[:, 1:]

    there = loader.graded(build, "site", target.name)
    row: dict[str, Any] = {"target": target.name, "q": there.chance, "success": there.enough}
    for kind, place in (("test", "home"), ("site", "other")):
        asked = summarised(folder / ASKED[kind])
        label_of = grading.labels(build, target, kind)
        labels = np.array([label_of[one] for one in asked[0]])
        row[f"{place}: rows"] = len(labels)
        for name, fit in (("reference", plain), ("forest", forest)):
            row[f"{place}: {name}"] = area(target, labels, fit(known, truth, asked))
    row["learnt there"] = area(target, labels, folds(plain, asked, labels))
    row["other: forest earns"] = there.reward(row["other: forest"])
    return {name: f"{one:.3f}" if isinstance(one, float) else one for name, one in row.items()}


def area(target: Target, labels: Any, scores: Any) -> float:
    """The rewarded metric."""
    return float(METRICS[target.metric](labels.tolist(), [column.tolist() for column in scores.T]))


def folds(fit: Fit, part: Any, labels: Any) -> Any:
    """Scores of each row by a model that was learnt from the other folds."""
    found = np.empty((len(labels), 0))
    for train, test in StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(part[1], labels):
        own, wanted = ((None, part[1][rows], part[2][rows]) for rows in (train, test))
        scores = fit([own], labels[train], wanted)
        found = found if found.size else np.empty((len(labels), scores.shape[1]))
        found[test] = scores
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, default=default_home(), help="where builds lie")
    given = parser.parse_args()
    build = ensure_build(plugins.family("mimic-extract"), Source.synthetic(), given.home)
    rows = [measure(build, TARGETS[name]) for name in SPLITS["site"][1]]
    show("At home and at the other hospital", rows, as_json=False)


if __name__ == "__main__":
    main()
