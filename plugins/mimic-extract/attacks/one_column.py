"""Rows are ranked by one fact: for each class that which ranks labelled rows best; no model is made.

Facts are how often each variable, and all of them, were measured, and its mean, least, greatest and last
value; whether the intervention was on; and when and of whom the row is. Where nothing is labelled, the
fact is one that ranks stays by their length.
"""

import csv
import re
from pathlib import Path

import numpy as np
from pyarrow import compute as pc
from pyarrow import parquet
from scipy.stats import rankdata

(asked,) = Path("data").glob("*/*-asked")
question = Path("question.txt").read_text()
named = re.search(r"column (\w+) of labels", question)
target = named[1] if named else asked.parts[1]
if target == "stays":  # people's own words name no column
    target = "los_3" if re.search(r"(?i)\b(?:3|three|72)(?: *[dh]|/7| times)", question) else "mort_hosp"


def read(folder):
    """Row ids, and facts, shape (rows, facts)."""
    table = parquet.read_table(folder / "rows.parquet").to_pandas()
    facts = [table.assign(**{name: table[name].astype(str).rank() for name in ("gender", "age")})]
    facts = [facts[0][["gender", "age", "hour_of_day", "hours_in"]].fillna(-1).to_numpy(float)]
    for name in ("measured", "imputed"):
        hourly = parquet.read_table(folder / f"{name}.parquet")
        hourly = hourly.filter(pc.less(hourly["hour"], 24)).drop_columns(["row_id", "hour"])
        cells = np.column_stack([hourly[column].to_numpy().astype(float) for column in hourly.column_names])
        cells = cells.reshape(len(table), -1, cells.shape[1])
        seen = np.isfinite(cells)
        facts += [seen.sum(axis=1), seen.sum(axis=(1, 2))[:, None]]
        filled = np.where(seen, cells, np.nanmean(cells, axis=(0, 1)))
        filled = np.nan_to_num(filled)
        facts += [filled.mean(axis=1), filled.min(axis=1), filled.max(axis=1), filled[:, -1]]
    return table["row_id"].to_list(), np.hstack(facts)


labels = {}
known = []
for path in sorted(asked.parent.glob("*/labels.parquet")):
    ids, facts = read(path.parent)
    table = parquet.read_table(path)
    by_row = dict(zip(table["row_id"].to_pylist(), table[target].to_pylist(), strict=True))
    known += [(line, by_row[row]) for row, line in zip(ids, facts, strict=True)]
ids, wanted = read(asked)
if not known:  # nothing is labelled: a stay of three days stands for it
    ids_known, facts = read(Path("data", "course", "train"))
    hours = parquet.read_table("data/course/train/measured.parquet", columns=["row_id"])["row_id"]
    lengths = dict(zip(*np.unique(hours.to_numpy(zero_copy_only=False), return_counts=True), strict=True))
    known = [(line, int(lengths[row] > 72)) for row, line in zip(ids_known, facts, strict=True)]
ranks = rankdata([line for line, _ in known], axis=0)
truth = np.array([label for _, label in known])
windows = asked.parts[1] in ("vent", "vaso")
names = ["p_onset", "p_control", "p_on", "p_wean"] if windows else ["probability"]
columns = []
for one in range(4) if windows else [1]:
    own = truth == one
    away = own @ ranks - own.sum() * (len(truth) + 1) / 2
    best = np.abs(away).argmax()
    columns.append(rankdata(np.sign(away[best]) * wanted[:, best]) / (len(ids) + 1))
with open("predictions.csv", "w", newline="") as out:
    lines = ([row, *given] for row, given in zip(ids, zip(*columns, strict=True), strict=True))
    csv.writer(out).writerows([["row_id", *names], *lines])
