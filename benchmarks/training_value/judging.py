"""Why a model's episodes failed, and how well a learned verifier tells right ones from wrong ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.training_value.play import medgym


def failures(run: Path) -> dict[str, Any]:
    """Failed episodes of a run by the category of their failure, as `medgym report` names them."""
    (report,) = json.loads(medgym("report", run, "--json"))["runs"]
    return {"failures": report["failures"], "episodes": report["episodes"]}


def judged(lessons: Path, run: Path, out: Path) -> dict[str, Any]:
    """Train the linear verifier on the episodes of ``lessons`` and let it judge those of ``run``.

    Returns AUC and calibration error with their intervals by task, and success of one episode among k: drawn,
    chosen by the verifier (best@k), and chosen by who knows (pass@k).
    """
    out.mkdir()
    verifier, scores = out / "verifier", out / "scores.jsonl"
    medgym("verifier", "train", lessons, "--out", verifier)
    medgym("verifier", "score", run, "--verifier", verifier, "--out", scores)
    found = json.loads(medgym("verifier", "eval", run, "--scores", scores, "--json"))
    curves = found["curves"]
    last = {name: curves[name][-1] for name in ("best_at_k", "pass_at_k")}
    chance = {"one": curves["pass_at_k"][0]["value"], "k": curves["pass_at_k"][-1]["k"]}
    return {"auc": found["auc"], "ece": found["ece"], "episodes": found["episodes"], **last, **chance}
