"""Rows are ranked by the one column that ranks labelled rows best; no model is made.

Where nothing is labelled, but whole records are there, a long stay stands for what is asked.
"""

import csv
import re
from collections import defaultdict
from datetime import timedelta
from functools import cache
from pathlib import Path

import numpy as np
from pyarrow import parquet
from scipy.stats import rankdata

question = Path("question.txt").read_text()
pattern = re.search(r"data/\S+?rows\.parquet", question)[0].replace("TARGET", "*")
asked = sorted(Path().glob(pattern))[-1]
names = re.search(r"row_id, ([a-z_]+(?:, [a-z_]+)*)", question)[1].split(", ")
codes = len(Path("data/codes.csv").read_text().splitlines()) - 1


@cache
def events_of(path):
    """Events beside a file of rows, by patient, where there are any."""
    found = defaultdict(list)
    path = path.with_name("events.parquet")
    for event in parquet.read_table(path).to_pylist() if path.exists() else ():
        found[event["patient"]].append(event)
    return found


def is_long(path, line):
    """Whether the stay goes on for three days."""
    stays = [event for event in events_of(path)[line["patient"]] if event["kind"] == "stay"]
    return any(stay["start"] <= line["prediction_time"] <= stay["end"] - timedelta(days=3) for stay in stays)


def read(path):
    """Row ids, and counts, recent counts, age and totals."""
    table = parquet.read_table(path)
    facts = np.zeros((len(table), 2 * codes + 6))
    for row, line in enumerate(table.to_pylist()):
        facts[row, :codes][line["codes"]] = line["counts"]
        facts[row, codes : 2 * codes][line["codes"]] = line["recent"]
        facts[row, -6:-2] = line["age"] or 0, len(line["codes"]), sum(line["counts"]), sum(line["recent"])
        for event in events_of(path).get(line.get("patient"), ()):
            if event["start"] <= line["prediction_time"]:
                facts[row, -2:] += 1, event["end"] is None
    return table["row_id"].to_pylist(), facts


labels = {}
for folder in ("labels", "few"):
    for path in sorted((asked.parents[1] / folder).glob("*.parquet")):
        for line in parquet.read_table(path).to_pylist():
            labels[line["row_id"]] = [line.get(name, line.get("value")) for name in names]
learnt = [*asked.parents[1].glob("*/rows.parquet")]
if not labels:
    learnt = [Path("data", "course", "train", "rows.parquet")]
    labels = {
        line["row_id"]: [is_long(path, line)]
        for path in learnt
        for line in parquet.read_table(path).to_pylist()
    }
known, cells = [], []
for path in learnt:
    if path != asked:
        for row, facts in zip(*read(path), strict=True):
            if row in labels:
                known.append(facts)
                cells.append(labels[row])
known, cells = np.array(known), np.array(cells, float)
ids, wanted = read(asked)
columns = []
for cell in cells.T:
    has = ~np.isnan(cell)
    label = cell[has] >= 1
    ranks = rankdata(known[has], axis=0)
    away = label @ ranks - label.sum() * (has.sum() + 1) / 2
    best = np.abs(away).argmax()
    columns.append(rankdata(np.sign(away[best]) * wanted[:, best]) / (len(ids) + 1))
with open("predictions.csv", "w", newline="") as out:
    lines = ([row, *given] for row, given in zip(ids, zip(*columns, strict=True), strict=True))
    csv.writer(out).writerows([["row_id", *names], *lines])
