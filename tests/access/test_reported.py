"""What the commands tell of labelled runs: what is withheld, that it is, and the rest to its owner alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from medgym_core import DataCheck, Progress, plugins
from medgym_core.access import Tier
from medgym_core.cli.main import main
from medgym_core.report.disclosure import disclosed_check
from medgym_core.source import silent
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from medgym_testing.session import SessionFamily

MakeEpisode = Callable[..., Episode]


def call(*arguments: object) -> Any:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def small(record: Callable[..., Path], make_episode: MakeEpisode) -> Path:
    """Twelve successes, eighteen failures, and three failures of another category."""
    outcomes = [("sum", Status.SUCCESS)] * 12 + [("sum", Status.FAIL)] * 18 + [("rare", Status.FAIL)] * 3
    return record(
        make_episode(n, category=category, status=status, tier=Tier.CREDENTIALED)
        for n, (category, status) in enumerate(outcomes)
    )


def test_a_report_withholds_and_says_what(small: Path, tmp_path: Path) -> None:
    (found,) = json.loads(call("report", small, "--json").stdout)["runs"]
    assert found["tasks"] == 33
    rare = found["families"]["toy"]["categories"]["rare"]
    assert (rare["tasks"], rare["success_rate"], rare["statuses"]) == (None, None, {})
    assert "families.toy.categories.rare" in found["withheld"]
    text = call("report", small, "--show", "categories").stdout
    assert "withheld" in text
    assert "3 fail" not in text
    assert call("report", small, "--html", tmp_path / "page.html").exit_code == 0
    page = (tmp_path / "page.html").read_text()
    assert "Derived from credentialed data" in page
    assert "families.toy.categories.rare" in page


def test_exact_counts_are_for_the_owner_s_terminal(small: Path, tmp_path: Path) -> None:
    assert "3 fail" in call("report", small, "--show", "categories", "--exact").stdout
    for leaving in (["--json"], ["--html", tmp_path / "page.html"]):
        refused = call("report", small, "--exact", *leaving)
        assert (refused.exit_code, "for the terminal" in refused.stderr) == (2, True)
    assert not (tmp_path / "page.html").exists()
    assert "for the terminal" in call("compare", small, small, "--exact", "--json").stderr


def test_a_comparison_withholds_in_the_terminal_and_in_json(small: Path) -> None:
    found = json.loads(call("compare", small, small, "--json").stdout)
    assert (found["tasks"], found["equal"], found["tier"]) == (33, 33, "credentialed")
    assert "Derived from credentialed data" in call("compare", small, small).stdout


class Checked(SessionFamily):
    """Finds small counts in a copy of credentialed data."""

    tier = Tier.CREDENTIALED

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        rows = (("stay", 400, 3, "computed"), ("death", 300, 14, "none"), ("sepsis", 500, 40, "none"))
        remark = "stay: patient 10006, 2150-03-12 10:30, value 1"
        columns = ("target", "published", "other", "graded")
        return DataCheck(summary="57 differ", columns=columns, rows=rows, remarks=(remark,))


def test_a_check_of_labelled_data_withholds_and_hashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "family", lambda name: Checked())
    found = json.loads(call("data", "check", "toy", "--source", tmp_path, "--json").stdout)
    assert [row[2] for row in found["rows"]] == ["withheld", "withheld", 40]
    assert found["rows"][0] == ["stay", "withheld", "withheld", "computed"]
    assert "57" not in found["summary"]
    assert not {"10006", "2150"} & set(found["remarks"][0].replace("-", " ").replace(",", " ").split())
    exact = call("data", "check", "toy", "--source", tmp_path, "--exact").stdout
    assert "patient 10006, 2150-03-12 10:30" in exact
    assert "57 differ" in exact


def test_a_check_of_open_data_is_shown_as_it_is() -> None:
    found = Checked().check(Path(), Path(), silent)
    assert disclosed_check(found, Tier.OPEN) is found


@pytest.mark.parametrize("count", [40, 4])
def test_figures_of_a_verifier_are_withheld_where_few_tasks_are_behind_them(
    record: Callable[..., Path], make_episode: MakeEpisode, tmp_path: Path, count: int
) -> None:
    outcomes = [("a", Status.SUCCESS)] * 40 + [("a", Status.FAIL)] * count + [("b", Status.FAIL)] * 30
    made = [
        make_episode(n, family=family, status=status, tier=Tier.CREDENTIALED)
        for n, (family, status) in enumerate(outcomes)
    ]
    run, scores = record(made), tmp_path / "scores.jsonl"
    scores.write_text("".join(json.dumps({"episode": one.id, "score": 0.5}) + "\n" for one in made))
    found = json.loads(call("verifier", "eval", run, "--scores", scores, "--json").stdout)
    assert set(found["families"]) == ({"a", "b"} if count == 40 else set())
    assert " 4 " not in call("verifier", "eval", run, "--scores", scores).stdout
    assert "44 of 44" in call("verifier", "eval", run, "--scores", scores, "--exact").stdout or count == 40


def test_no_figure_of_few_tasks_leaves(
    record: Callable[..., Path], make_episode: MakeEpisode, tmp_path: Path
) -> None:
    one = make_episode(tier=Tier.CREDENTIALED)
    (tmp_path / "scores.jsonl").write_text(json.dumps({"episode": one.id, "score": 0.5}))
    refused = call("verifier", "eval", record([one]), "--scores", tmp_path / "scores.jsonl", "--json")
    assert "no figure of them may leave" in refused.stderr
