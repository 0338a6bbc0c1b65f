"""Write the tables of what baselines reach into the pages of ehrshot and mimic-extract, from default builds.

uv run --all-packages python -m benchmarks.baselines [--home FOLDER]

Values are those that tasks are graded by; for ehrshot also what a stock forest and a stock regression reach.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression

from benchmarks.hospital.__main__ import ROOT, filled
from benchmarks.hospital.tables import table
from benchmarks.measure import show
from medgym_core import Build, Calibration, ensure_build, plugins
from medgym_core.files import default_home
from medgym_plugin_ehrshot import grading, ranking, solution
from medgym_plugin_ehrshot import loader as ehrshot
from medgym_plugin_ehrshot import target as ehrshot_target
from medgym_plugin_mimic_extract import loader as extract
from medgym_plugin_mimic_extract import target as extract_target

NOTHING = ("-",) * 5
STOCK: dict[str, Callable[[], Any]] = {
    "forest with leaves of five rows": lambda: RandomForestClassifier(
        200, min_samples_leaf=5, random_state=0
    ),
    "stock regression": lambda: LogisticRegression(max_iter=2000),
}


class Line(NamedTuple):
    """What is graded of one target, as a mean of its prediction columns."""

    rows: str
    positive: str
    q: str
    baseline: str
    enough: str

    @classmethod
    def of(cls, found: Iterable[dict[str, float]]) -> Line:
        """Of the columns' calibrations, which hold ``rows`` and maybe ``positives`` too."""
        columns = list(found)
        known = [Calibration(**{name: one[name] for name in Calibration.model_fields}) for one in columns]
        return cls(
            f"{columns[0]['rows']:,.0f}",
            f"{fmean(one.get('positives', 0) for one in columns):.0f}",
            *(
                f"{fmean(values):.3f}"
                for values in zip(*((c.chance, c.baseline, c.enough) for c in known), strict=True)
            ),
        )


def of_ehrshot(build: Build) -> dict[str, str]:
    """``baseline`` and ``site``."""
    found = ehrshot.calibration(build)

    def columns(kind: str, name: str) -> list[dict[str, float]]:
        return list(found[kind].get(name, {}).get(str(ehrshot_target.ALL), {}).values())

    rows, site = [], []
    for name in ehrshot_target.TARGETS:
        train, test, there = (columns(kind, name) for kind in ("train", "test", "site"))
        many = f" (mean of {len(train)} and {len(test)})" if len(test) > 1 else ""
        rows.append((name + many, *(Line.of(train) if train else NOTHING), *Line.of(test)))
        if there and test:
            away = f" (mean of {len(test)} and {len(there)})" if len(test) > 1 else ""
            site.append((name + away, *Line.of(test)[:4], *Line.of(there)[:4]))
    rows += [
        (name, "held out", *NOTHING[1:], *Line.of(columns("ood", name))) for name in ehrshot_target.HELD_OUT
    ]
    single = [line for line in site if "(" not in line[0]]
    means = [f"{fmean(float(line[place]) for line in single):.3f}" for place in (4, 8)]
    site.insert(len(single), ("mean of these", "", "", "", means[0], "", "", "", means[1]))
    part = ("rows", "positive", "q", "baseline b")
    head = ("target", *_headed("training tasks", *part, "success"), *_headed("test tasks", *part, "success"))
    return {
        "baseline": table(head, rows),
        "site": table(("target", *_headed("test", *part), *_headed("site", *part)), site),
    }


def of_extract(build: Build) -> dict[str, str]:
    """``baseline`` and ``site``."""
    found = extract.calibration(build)

    def line(kind: str, name: str) -> tuple[str, ...]:
        values = found[kind].get(name)
        if not values:
            return ("too few", *NOTHING[2:])
        rows, _, *rest = Line.of([values])
        return (rows, *rest)

    held = ("held out", *NOTHING[2:])
    rows = [
        (name, *(held if name in extract_target.HELD_OUT else line("train", name)), *line("test", name))
        for name in extract_target.TARGETS
    ]
    away = [(name, *line("site", name), line("test", name)[2]) for name in extract_target.SPLITS["site"][1]]
    part = ("rows", "q", "baseline b", "success")
    there = ("rows of the other hospital", *part[1:], "baseline at home, for comparison")
    return {
        "baseline": table(("target", *_headed("training tasks", *part), *_headed("test tasks", *part)), rows),
        "site": table(("target", *there), away),
    }


def stock(build: Build) -> list[dict[str, object]]:
    """Of the targets of ehrshot with one column: how many a stock model, trained on counts, succeeds on."""
    codes, rows = solution.count_codes(build.public), []
    for name, target in ehrshot_target.TARGETS.items():
        if target.is_held_out or len(target.columns) > 1:
            continue
        folder, parts = build.public / name, ("train", "validation")
        labels = solution.known_labels([folder / "labels" / f"{part}.parquet" for part in parts])
        known = [solution.features(folder / part / "rows.parquet", codes) for part in parts]
        truth = np.array([labels[row][0] for row in chain.from_iterable(ids for ids, _ in known)])
        asked, wanted = solution.features(folder / "test" / "rows.parquet", codes)
        gold = grading.labels(build, target, "test")
        expected = np.array([gold[row][0] for row in asked])
        (graded,) = ehrshot.graded(build, name, "test", ehrshot_target.ALL).values()
        matrix = sparse.vstack([found for _, found in known], format="csr")
        for kind, model in STOCK.items():
            scores = model().fit(matrix, truth).predict_proba(wanted)[:, 1]
            reached = ranking.auroc(expected, scores)
            rows.append(
                {"model": kind, "target": name, "reached": reached, "passes": reached >= graded.enough}
            )
    return rows


def _headed(what: str, first: str, *others: str) -> tuple[str, ...]:
    return (f"{what}: {first}", *others)


def main() -> None:
    """Build, write the pages, print the stock models."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, default=default_home(), help="where builds lie")
    home: Path = parser.parse_args().home
    builds = {
        name: ensure_build(family := plugins.family(name), family.default_source(), home)
        for name in ("ehrshot", "mimic-extract")
    }
    sections = {
        "ehrshot": of_ehrshot(builds["ehrshot"]),
        "mimic-extract": of_extract(builds["mimic-extract"]),
    }
    for name, found in sections.items():
        readme = ROOT / "plugins" / name / "README.md"
        readme.write_text(filled(readme.read_text(), found))
    page = ROOT / "docs" / "ehrshot.md"
    page.write_text(filled(page.read_text(), {"site": sections["ehrshot"]["site"]}))
    show("Stock models on ehrshot", stock(builds["ehrshot"]), as_json=False)


if __name__ == "__main__":
    main()
