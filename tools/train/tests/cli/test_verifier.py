from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_core.cli.main import main

from ..learned.conftest import recorded

__all__ = ["recorded"]


def medgym(*arguments: object) -> str:
    result = CliRunner().invoke(main, ["verifier", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.slow
def test_train_score_and_eval(recorded: Callable[..., Path], tmp_path: Path) -> None:
    run, verifier, scores = recorded(80), tmp_path / "verifier", tmp_path / "scores.jsonl"
    assert "trained on" in medgym("train", run, "--out", verifier, "--share", 0.4)
    assert "320 episodes" in medgym("score", run, "--verifier", verifier, "--out", scores)
    found = json.loads(medgym("eval", run, "--scores", scores, "--verifier", verifier, "--json"))
    assert found["auc"]["value"] > 0.75
    assert found["episodes"] < 320
    assert "best@k" in medgym("eval", run, "--scores", scores)


def test_replies_are_learned_scored_and_compared(recorded: Callable[..., Path], tmp_path: Path) -> None:
    run, verifier, scores = recorded(40), tmp_path / "verifier", tmp_path / "scores.jsonl"
    assert "replies" in medgym("train", run, "--out", verifier, "--share", 0.4, "--steps")
    medgym("score", run, "--verifier", verifier, "--out", scores)
    assert len(json.loads(scores.read_text().splitlines()[0])["steps"]) == 2
    found = json.loads(medgym("eval", run, "--scores", scores, "--verifier", verifier, "--json"))
    assert found["choices"]["pairs"] > 5
    assert found["choices"]["right"]["value"] > 0.7
    assert "the better one scores higher" in medgym("eval", run, "--scores", scores).replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["score", "run", "--out", "scores"], "give either --verifier"),
        (["train", "run", "--out", "v", "--share", "2"], "--share: Input should be less than 1"),
    ],
)
def test_what_does_not_fit_is_reported(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(main, ["verifier", *arguments])
    assert result.exit_code == 2
    assert said in result.output
