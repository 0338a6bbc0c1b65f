"""Death in hospital, learnt from synthetic MIMIC-III files and predicted for patients of the MIMIC-III demo.

uv run --all-packages python -m benchmarks.hospital.transfer DEMO [--people N] [--page FILE]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import duckdb
import numpy as np
from sklearn.metrics import roc_auc_score

from benchmarks.hospital.__main__ import ROOT, filled
from medgym_core.source import silent
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_patient.testing.cohort import Array
from medgym_patient.testing.prediction import linear, scored, trees

VITALS = {
    "heart rate": (211, 220045),
    "respiratory rate": (618, 615, 220210, 224690),
    "systolic pressure": (51, 455, 220050, 220179),
    "mean pressure": (52, 456, 220052, 220181),
    "saturation": (646, 834, 220277),
    "temperature": (676, 677, 223762),
}
"""Items of CHARTEVENTS, of both charting systems of MIMIC-III; temperatures in Celsius."""
LABS = {
    "creatinine": (50912,), "urea nitrogen": (51006,), "sodium": (50983,), "potassium": (50971,),
    "bicarbonate": (50882,), "anion gap": (50868,), "glucose": (50931,), "lactate": (50813,),
    "white cells": (51300, 51301), "hemoglobin": (51222,), "platelets": (51265,), "inr": (51237,),
    "bilirubin": (50885,), "albumin": (50862,), "ph": (50820,), "pco2": (50818,),
}  # fmt: skip
"""Items of LABEVENTS."""
SAMPLES = 2000
"""Of the bootstrap."""


class Stays:
    """First intensive care of adults who lived through a day of it: that day, and who died in hospital."""

    def __init__(self, folder: Path) -> None:
        """Read from MIMIC-III's files, compressed or not, whatever the case of names."""
        self._sql = duckdb.connect()
        for name in ("patients", "admissions", "icustays", "chartevents", "labevents"):
            (file,) = (path for path in folder.iterdir() if path.name.lower().split(".")[0] == name)
            self._sql.execute(f"CREATE VIEW {name} AS FROM read_csv('{file}', sample_size = 100000)")
        self._sql.execute(
            "CREATE TABLE stay AS SELECT hadm_id, intime, hospital_expire_flag AS died,"
            " least(date_diff('day', dob, intime) / 365.25, 91) AS age"
            " FROM icustays JOIN admissions USING (hadm_id, subject_id) JOIN patients USING (subject_id)"
            " WHERE age >= 18 AND dischtime > intime + INTERVAL 1 DAY"
            " QUALIFY row_number() OVER (PARTITION BY subject_id ORDER BY intime) = 1 ORDER BY hadm_id"
        )
        self.died = self._column("SELECT died FROM stay ORDER BY hadm_id").astype(int)
        self.features = np.column_stack([*self._features()])

    def _features(self) -> Iterator[Array]:
        """Age, means of vital signs, extremes of labs; not a number where nothing was measured."""
        yield self._column("SELECT age FROM stay ORDER BY hadm_id")
        for items in VITALS.values():
            yield self._day("chartevents", items, "avg")
        for items in LABS.values():
            yield self._day("labevents", items, "min")
            yield self._day("labevents", items, "max")

    def _day(self, table: str, items: tuple[int, ...], summary: str) -> Array:
        return self._column(
            f"SELECT {summary}(valuenum) FROM stay LEFT JOIN {table} AS e ON e.hadm_id = stay.hadm_id"
            f" AND itemid IN {(*items, -1)} AND valuenum > 0"
            " AND charttime BETWEEN intime - INTERVAL 6 HOUR AND intime + INTERVAL 1 DAY"
            " GROUP BY stay.hadm_id ORDER BY stay.hadm_id"
        )

    def _column(self, query: str) -> Array:
        rows = self._sql.execute(query).fetchall()
        return np.array([row[0] for row in rows], dtype=float)


def interval(died: Array, risk: Array) -> str:
    """AUROC with the 95 % interval of a bootstrap over patients."""
    draw, found = np.random.default_rng(0), []
    while len(found) < SAMPLES:
        rows = draw.integers(len(died), size=len(died))
        if 0 < died[rows].sum() < len(rows):
            found.append(roc_auc_score(died[rows], risk[rows]))
    low, high = np.percentile(found, [2.5, 97.5])
    return f"{roc_auc_score(died, risk):.2f} ({low:.2f} to {high:.2f})"


def table(synthetic: Stays, demo: Stays) -> str:
    """Each model at home by cross-validation, and moved to the demo."""
    sizes = [f"{len(s.died):,}, {s.died.mean():.1%} died" for s in (synthetic, demo)]
    lines = [
        f"| model | synthetic ({sizes[0]}) | learnt there, on the demo ({sizes[1]})"
        " | learnt on the demo, four-fold |",
        "| --- | --- | --- | --- |",
    ]
    for name, model in (("logistic", linear()), ("trees", trees())):
        home, _ = scored(model, synthetic.features, synthetic.died)
        moved = model.fit(synthetic.features, synthetic.died).predict_proba(demo.features)[:, 1]
        _, own = scored(model, demo.features, demo.died)
        lines.append(f"| {name} | {home:.2f} | {interval(demo.died, moved)} | {interval(demo.died, own)} |")
    return "\n".join(lines)


def main() -> None:
    """Write synthetic files, read both, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("demo", type=Path, help="folder of the MIMIC-III demo")
    parser.add_argument("--people", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "hospital.md", help="page to fill")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        synthesise(Path(folder), given.seed, given.people, silent)
        found = table(Stays(Path(folder)), Stays(given.demo))
    given.page.write_text(filled(given.page.read_text(), {"transfer": found}))


if __name__ == "__main__":
    main()
