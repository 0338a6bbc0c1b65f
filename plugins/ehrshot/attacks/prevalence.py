"""Every row gets the share of positives among the labels that are known, or a guess where none is."""

import csv
import re
from pathlib import Path

import numpy as np
from pyarrow import parquet

question = Path("question.txt").read_text()
pattern = re.search(r"data/\S+?rows\.parquet", question)[0].replace("TARGET", "*")
asked = sorted(Path().glob(pattern))[-1]
names = re.search(r"row_id, ([a-z_]+(?:, [a-z_]+)*)", question)[1].split(", ")
known = [
    parquet.read_table(path)
    for folder in ("labels", "few")
    for path in (asked.parents[1] / folder).glob("*.parquet")
]
shares = []
for name in names:
    column = "value" if name == "probability" else name
    cells = [table[column].to_numpy().astype(float) for table in known if column in table.column_names]
    shares.append(float(np.nanmean(np.concatenate(cells) >= 1)) if cells else 0.1)
with open("predictions.csv", "w", newline="") as out:
    rows = parquet.read_table(asked)["row_id"].to_pylist()
    csv.writer(out).writerows([["row_id", *names], *([row, *shares] for row in rows)])
