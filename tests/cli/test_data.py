"""`medgym data build` says what it built and what it found in the raw data."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_core import DataCheck, Progress, plugins
from medgym_core.cli.main import main
from medgym_testing.session import SessionFamily

ROW = {
    "task_type": "Paired t-test",
    "task_id": 3,
    "estimate_target": "size",
    "question": "It lowers lipids by 16.7 units with a standard deviation of 38. What sample size has 80% of "
    "power in a lower one-sided test at the significance level of 0.05?",
    "answer": 42,
}


def call(*arguments: object) -> str:
    result = CliRunner().invoke(main, ["data", "build", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def arguments(tmp_path: Path) -> list[object]:
    rows = (ROW, ROW | {"answer": 34})
    (tmp_path / "test_tasks.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return ["npowerai", "--source", tmp_path / "test_tasks.jsonl", "--home", tmp_path / "home"]


@pytest.mark.parametrize("option", ["--seed", "--scale"])
def test_what_is_about_synthetic_data_is_refused_beside_a_source(
    arguments: list[object], option: str
) -> None:
    result = CliRunner().invoke(main, ["data", "build", *map(str, arguments), option, "1"])
    assert result.exit_code == 2
    assert "about synthetic data" in result.stderr


def test_the_familys_report_is_printed(arguments: list[object]) -> None:
    first, second = call(*arguments), call(*arguments)
    assert "npowerai 0.3.0 is built in " in first
    assert "test_tasks.jsonl:1: published 42, computed 34" in first
    assert first == second


def test_a_source_may_be_named_as_runs_name_it(arguments: list[object]) -> None:
    name, option, path, *rest = arguments
    assert call(name, option, f"{name}={path}", *rest) == call(*arguments)


def test_the_familys_report_is_in_the_json(arguments: list[object]) -> None:
    built = json.loads(call(*arguments, "--json"))
    assert built["source"]["kind"] == "user"
    assert built["report"].startswith("2 rows: 1 agree")


def test_a_family_without_a_report_prints_its_folder_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "family", lambda name: SessionFamily())
    assert len(call("fake-session", "--home", tmp_path).splitlines()) == 1


def test_synthesised_files_build_what_the_built_in_source_builds(tmp_path: Path) -> None:
    raw, home = tmp_path / "raw", tmp_path / "home"
    result = CliRunner().invoke(main, ["data", "synthesise", "npowerai", str(raw), "--scale", "60"])
    assert (result.exit_code, result.stdout) == (0, f"4 files are in {raw}\n")
    call("npowerai", "--source", raw, "--home", home)
    call("npowerai", "--scale", 60, "--home", home)
    first, second = ({p.name: p.read_bytes() for p in b.glob("p*/*")} for b in (home / "builds").iterdir())
    assert first == second


def test_a_folder_that_exists_is_not_written_to(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["data", "synthesise", "npowerai", str(tmp_path)])
    assert result.exit_code == 2
    assert "name a new folder" in result.stderr


class Checked(SessionFamily):
    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        row = (f"{raw.name} [x]", 1)
        return DataCheck(summary="1 row", columns=("file", "rows"), rows=(row,), remarks=("line 2: 4 for 5",))


def check(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["data", "check", "fake-session", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


def test_a_check_prints_its_table_its_remarks_and_its_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "family", lambda name: Checked())
    code, out, _ = check("--source", tmp_path)
    assert code == 0
    assert f"{tmp_path.name} [x]" in out
    assert out.splitlines()[-2:] == ["line 2: 4 for 5", "1 row"]


def test_a_check_is_one_json_object(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "family", lambda name: Checked())
    found = json.loads(check("--source", tmp_path, "--json")[1])
    assert (found["columns"], found["remarks"]) == (["file", "rows"], ["line 2: 4 for 5"])


def test_a_family_without_a_check_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "family", lambda name: SessionFamily())
    code, _, err = check("--source", tmp_path)
    assert code == 2
    assert "fake-session compares nothing with published answers" in err


def test_where_nothing_is_built_that_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["data", "status", "--home", str(tmp_path)])
    assert (
        result.stdout == f"nothing is built in {tmp_path}; `medgym data build NAME` builds a family's data\n"
    )
    assert (
        json.loads(CliRunner().invoke(main, ["data", "status", "--home", str(tmp_path), "--json"]).stdout)[
            "builds"
        ]
        == []
    )
