"""The file of scores by a learned verifier: one JSON object a line, ``{"episode": id, "score": chance}``."""

from __future__ import annotations

import json
from pathlib import Path

from medgym_core.errors import DataError
from medgym_core.files import replace_file


def write_scores(scores: dict[str, float], path: Path) -> None:
    """Write ``scores``; the file appears whole or not at all."""
    lines = [json.dumps({"episode": id, "score": score}) + "\n" for id, score in scores.items()]
    replace_file(path, "".join(lines).encode())


def read_scores(path: Path) -> dict[str, float]:
    """What :func:`write_scores` wrote.

    Raises:
        DataError: naming the line that is not a score in [0, 1].
    """
    scores: dict[str, float] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            entry = json.loads(line)
            id, score = str(entry["episode"]), float(entry["score"])
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(
                f"{path} line {number} is no score; write it with `medgym verifier score`"
            ) from error
        if not 0 <= score <= 1:
            raise DataError(f"{path} line {number}: the score {score} is not in [0, 1]")
        scores[id] = score
    return scores
