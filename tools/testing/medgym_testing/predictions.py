"""A submission that is a file of 20,000 rows, judged by a calibrated metric."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

from medgym_core import (
    ActionCall,
    Build,
    FileSpec,
    Gold,
    PredictionGold,
    PredictionTarget,
    Progress,
    Task,
    Turn,
    calibrate,
)
from medgym_testing.base import FakeFamily

ROWS = 20_000


class PredictionFamily(FakeFamily):
    """A file of probabilities, graded against labels."""

    name = "fake-predictions"

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        draw = random.Random((raw / "seed.txt").read_text())
        scores = [round(draw.random(), 4) for _ in range(ROWS)]
        labels = [int(draw.random() < 0.2 + 0.6 * score) for score in scores]
        lines = (f"{row},{score}" for row, score in enumerate(scores))
        (out.public / "features.csv").write_text("id,score\n" + "\n".join(lines))
        calibration = calibrate(labels, [scores], "auroc", seed=0, permutations=20)
        target = PredictionTarget(metric="auroc", columns=("probability",), calibration=calibration)
        rows = tuple(enumerate(labels))
        gold = PredictionGold(keys=("id",), targets=(target,), rows=rows, file="predictions.csv")
        (out.private / "gold.json").write_text(gold.model_dump_json())

    def task(self, build: Build, split: str, index: int) -> Task:
        columns = "columns id and probability, one row for each row of data/features.csv"
        asked = ("id", "probability")
        file = FileSpec(path="predictions.csv", format="csv", description=columns, columns=asked)
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="only",
            turns=(Turn(question="How likely is the label of each row?", files=(file,)),),
            mounts=("features.csv",),
            verifier="predictions",
        )

    def gold(self, build: Build, task: Task) -> Gold:
        return Gold(json.loads((build.private / "gold.json").read_text()))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        program = (
            "text = open('data/features.csv').read().replace('id,score', 'id,probability')\n"
            "open('predictions.csv', 'w').write(text)"
        )
        return [ActionCall(name="code_execution", arguments={"code": program, "submit": True})]
