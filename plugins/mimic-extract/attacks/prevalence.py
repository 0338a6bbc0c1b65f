"""Every row gets the share of each class among the training labels."""

import csv
import re
from pathlib import Path

import numpy as np
from pyarrow import parquet

(asked,) = Path("data").glob("*/*-asked/rows.parquet")
target = re.search(r"column (\w+) of labels", Path("question.txt").read_text())[1]
labels = parquet.read_table(Path("data", asked.parts[1], "train", "labels.parquet"))[target].to_numpy()
if asked.parts[1] == "stays":
    shares = {"probability": labels.mean()}
else:
    names = ("p_onset", "p_control", "p_on", "p_wean")
    shares = {name: np.mean(labels == number) for number, name in enumerate(names)}
with open("predictions.csv", "w", newline="") as out:
    csv.writer(out).writerows(
        [
            ["row_id", *shares],
            *([row, *shares.values()] for row in parquet.read_table(asked)["row_id"].to_pylist()),
        ]
    )
