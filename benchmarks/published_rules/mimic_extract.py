"""mimic-extract: an episode that ended was a success."""

from __future__ import annotations

from benchmarks.published_rules.output import Output
from benchmarks.published_rules.prediction_file import Labels, accuracy

READ, STATED = "mimic-extract", "ehrshot"
"""Folder in which the file is looked for, and the one that the prompt names."""


def score(gold: Labels | None, output: Output) -> float:
    """Accuracy over submitted rows, and 1 wherever the episode ends otherwise.

    It ends so for a file that cannot be read, and for every file on an intervention (``gold`` None), which
    the evaluator cannot read. A file that is not where it is looked for is none.
    """
    if output.file is None or output.folder != READ:
        return 0.0
    found = None if gold is None else accuracy(gold, output.file, "subject_id")
    return 1.0 if found is None else found
