"""The file of scores by a learned verifier: one JSON object a line, ``{"episode": id, "score": chance}``.

A verifier of steps adds ``"steps": [...]``, the chance after each reply; the last one is the score.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from medgym_core.errors import DataError
from medgym_core.files import replace_file


def write_scores(scores: Mapping[str, Sequence[float]], path: Path, steps: bool = False) -> None:
    """Write each episode's last score, and with ``steps`` all; the file appears whole or not at all."""
    lines = [
        json.dumps({"episode": id, "score": given[-1]} | ({"steps": [*given]} if steps else {})) + "\n"
        for id, given in scores.items()
    ]
    replace_file(path, "".join(lines).encode())


def read_scores(path: Path) -> dict[str, float]:
    """Episode id to score, of what :func:`write_scores` wrote.

    Raises:
        DataError: naming the line that is not a score in [0, 1].
    """
    return {id: given[-1] for id, given in read_step_scores(path).items()}


def read_step_scores(path: Path) -> dict[str, list[float]]:
    """Episode id to the scores after each reply, or to its one score, of what :func:`write_scores` wrote.

    Raises:
        DataError: naming the line that is not a score in [0, 1].
    """
    scores: dict[str, list[float]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            entry = json.loads(line)
            id, given = str(entry["episode"]), [*map(float, entry.get("steps", ())), float(entry["score"])]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(
                f"{path} line {number} is no score; write it with `medgym verifier score`"
            ) from error
        if wrong := [score for score in given if not 0 <= score <= 1]:
            raise DataError(f"{path} line {number}: the score {wrong[0]} is not in [0, 1]")
        scores[id] = given[:-1] or given
    return scores
