"""`medgym run --sampler learnable`, with a family whose episodes need no box."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from .toy import call as call


def test_tasks_are_drawn_by_their_rates_and_every_reader_is_told(
    call: Callable[..., Result], tmp_path: Path
) -> None:
    failing = ("--agent", "reference", "--option", "status=fail")
    call("run", "--task", "toy", "--split", "train", "--limit", 5, "--samples", 2, *failing, "--out", "bad")
    call("run", "--task", "toy", "--split", "train", "--limit", 2, "--out", "good")
    drawing = ("--sampler", "learnable", "--rates-of", "good,bad", "--pass-rate", "0.1,0.2", "--seed", 3)
    result = call("run", "--task", "toy", "--split", "train", *drawing, "--limit", 4, "--out", "run")
    line = f"learnable: 7 of 9 tasks have an estimated pass rate from 0.1 to 0.2, by {tmp_path}/good, "
    assert line in result.stderr
    config = json.loads((tmp_path / "run" / "config.json").read_text())
    assert len(config["drawn"]) == 4
    assert not {"toy/train/0", "toy/train/1"} & set(config["drawn"])
    assert "finished already" in call("run", "--resume", "run").stdout
    again = call("run", "--config", "run/config.json", "--out", "again")
    assert again.exit_code == 0, again.output
    assert "learnable" not in again.stderr
    for result in (call("report", "run"), call("compare", "run", "bad"), call("show", "run", 0)):
        assert "run: tasks were drawn that had an estimated pass rate from 0.1 to 0.2, by" in result.stderr


def test_rates_of_other_data_are_refused(call: Callable[..., Result]) -> None:
    call("run", "--task", "toy", "--data-seed", 5, "--out", "first")
    result = call("run", "--task", "toy", "--sampler", "learnable", "--rates-of", "first")
    assert result.exit_code == 2
    assert "--data-seed 5" in result.output
