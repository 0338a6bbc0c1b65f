"""docs/pipeline.md, as far as it needs no trainers; tests/trainers runs the rest of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from medgym_train.export import FORMATS

from ..docs.pages import commands, fenced
from .commands import PAGE, lines, rows, run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, str]]]:
    """The folder in which every command ran, and what each printed."""
    folder = tmp_path_factory.mktemp("pipeline")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("MEDGYM_HOME", str(folder / "home"))
        patch.setenv("MEDGYM_RUN_SANDBOX", "process")
        yield folder, {line: run(line) for line in lines("pipeline")}


@pytest.fixture(scope="module")
def figures(done: Any) -> Any:
    """The report of the test run as JSON, with best@k."""
    return json.loads(run("medgym report runs/test --scores scores.jsonl --json"))["runs"][0]


def at(curve: list[dict[str, Any]], k: int) -> float:
    return float(next(point["value"] for point in curve if point["k"] == k))


def test_every_command_is_run_somewhere() -> None:
    assert {command.kind for command in commands(PAGE)} == {"pipeline", "trainers"}


def test_eight_samples_of_each_task_on_three_families(figures: Any) -> None:
    assert {(f["episodes"], f["tasks"]) for f in figures["families"].values()} == {(64, 8)}
    assert len(figures["families"]) == 3
    assert figures["statuses"].keys() == {"success", "fail", "truncated"}
    assert figures["damage"] == []


def test_failures_are_distinguished(figures: Any) -> None:
    assert len(figures["failures"]) >= 6
    assert "infrastructure" not in figures["failures"]


def test_more_samples_help_and_choosing_among_them_too(figures: Any) -> None:
    curves = figures["curves"]
    one, eight = at(curves["pass_at_k"], 1), at(curves["pass_at_k"], 8)
    assert 0.2 < one < at(curves["best_at_k"], 8) < eight
    assert at(curves["best_at_k"], 1) == pytest.approx(one)
    assert at(curves["pass_hat_k"], 8) < one


def test_what_is_printed_has_the_form_of_the_page(done: Any) -> None:
    printed = "\n".join(done[1].values())
    shown = [line for block in fenced(PAGE) for line in block.text.splitlines()]
    headers = [line for line, below in pairwise(shown) if below.startswith(" ───")]
    assert len(headers) == 3
    assert [header for header in headers if header not in printed] == []


def test_the_page_is_written(done: Any) -> None:
    page = (done[0] / "report.html").read_text()
    assert "pass@k" in page
    assert "npowerai" in page


def test_the_verifier_orders_what_it_never_saw(done: Any) -> None:
    printed = json.loads(run("medgym verifier eval runs/test --scores scores.jsonl --json"))
    assert printed["auc"]["value"] > 0.8
    assert printed["episodes"] == 192


def test_every_format_is_exported(done: Any) -> None:
    folders = sorted((done[0] / "data").iterdir())
    written = {json.loads((f / "manifest.json").read_text())["options"]["format"] for f in folders}
    assert written == set(FORMATS)
    assert all(rows(folder) > 0 for folder in folders)
