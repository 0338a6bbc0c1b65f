"""A shortcut: one number for every row and class."""

import csv
from pathlib import Path

from pyarrow import parquet

(asked,) = Path("data").glob("*/*-asked/rows.parquet")
windows = asked.parts[1] in ("vent", "vaso")
classes = ["p_onset", "p_control", "p_on", "p_wean"] if windows else ["probability"]
with open("predictions.csv", "w", newline="") as out:
    csv.writer(out).writerows(
        [
            ["row_id", *classes],
            *([row, *[0.5 for _ in classes]] for row in parquet.read_table(asked)["row_id"].to_pylist()),
        ]
    )
