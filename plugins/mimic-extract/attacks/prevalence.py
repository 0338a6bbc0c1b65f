"""Every row gets the share of each class among the training labels."""

import csv
import re
from pathlib import Path

import numpy as np
from pyarrow import parquet

(asked,) = Path("data").glob("*/*-asked/rows.parquet")
question = Path("question.txt").read_text()
named = re.search(r"column (\w+) of labels", question)
target = named[1] if named else asked.parts[1]
if target == "stays":  # people's own words name no column
    target = "los_3" if re.search(r"(?i)\b(?:3|three|72)(?: *[dh]|/7| times)", question) else "mort_hosp"
names = ("p_onset", "p_control", "p_on", "p_wean")
shares = {"probability": 0.1}  # where labels are to be found out, a guess
path = Path("data", asked.parts[1], "train", "labels.parquet")
if path.exists():
    labels = parquet.read_table(path)[target].to_numpy()
    shares = {name: np.mean(labels == number) for number, name in enumerate(names)}
    if asked.parts[1] not in ("vent", "vaso"):
        shares = {"probability": labels.mean()}
with open("predictions.csv", "w", newline="") as out:
    csv.writer(out).writerows(
        [
            ["row_id", *shares],
            *([row, *shares.values()] for row in parquet.read_table(asked)["row_id"].to_pylist()),
        ]
    )
