"""ehrshot: accuracy over the rows that were submitted."""

from __future__ import annotations

from benchmarks.published_rules.output import Output
from benchmarks.published_rules.prediction_file import Labels, accuracy


def score(gold: Labels, output: Output) -> float:
    """Accuracy in [0, 1] by patient; 0 where there is no file, or not with the columns to the letter."""
    if output.file is None:
        return 0.0
    return accuracy(gold, output.file, "patient_id") or 0.0
