"""Rows are ranked by one feature that is at hand without looking at any label: the age."""

import csv
import re
from pathlib import Path

from pyarrow import parquet

question = Path("question.txt").read_text()
pattern = re.search(r"data/\S+?rows\.parquet", question)[0].replace("TARGET", "*")
asked = sorted(Path().glob(pattern))[-1]
names = re.search(r"row_id, ([a-z_]+(?:, [a-z_]+)*)", question)[1].split(", ")
table = parquet.read_table(asked)
with open("predictions.csv", "w", newline="") as out:
    found = zip(table["row_id"].to_pylist(), table["age"].to_pylist(), strict=True)
    lines = ([row, *(min(max(age or 0, 0), 120) / 120 for _ in names)] for row, age in found)
    csv.writer(out).writerows([["row_id", *names], *lines])
