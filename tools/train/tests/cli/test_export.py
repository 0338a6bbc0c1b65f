"""``medgym export``, from the command line."""

import json
import shutil
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from medgym_core.cli.main import main
from medgym_train.cli.export import command
from medgym_train.export.options import FormatName


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    flags = "run --task npowerai --split train --limit 2 --sandbox process --out"
    result = CliRunner().invoke(main, [*flags.split(), str(folder)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return folder


def test_an_export_in_a_line(run: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["export", str(run), "--format", "sft", "--out", str(tmp_path / "sft")])
    assert result.output == f"2 rows, from 2 of 2 episodes, in {tmp_path / 'sft'}\n"


def test_what_is_left_out_is_said(run: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["export", str(run), "--format", "dpo", "--out", str(tmp_path / "dpo")])
    assert (result.exit_code, result.stderr.splitlines()[0]) == (0, "left out: 2 (no_pair)")


def test_an_empty_export_says_why(run: Path, tmp_path: Path) -> None:
    flags = ["export", str(run), "--format", "sft", "--max-chars", "10", "--out", str(tmp_path / "sft")]
    empty = f"{tmp_path / 'sft'} is empty: of 2 episodes none is fit: 2 longer than --max-chars\n"
    assert CliRunner().invoke(main, flags).stderr == f"left out: 2 (too_long)\n{empty}"
    flags[-1] = str(tmp_path / "again")
    assert CliRunner().invoke(main, [*flags, "--json"]).stderr == empty.replace("/sft is", "/again is")


def test_json_is_the_manifest(run: Path, tmp_path: Path) -> None:
    flags = ["export", str(run), "--format", "kto", "--json", "--out", str(tmp_path / "kto")]
    printed = json.loads(CliRunner().invoke(main, flags).output)
    assert printed.pop("schema") == "medgym.export/1"
    assert printed == json.loads((tmp_path / "kto" / "manifest.json").read_text())


def test_refusals_are_one_line(run: Path, tmp_path: Path) -> None:
    flags = ["export", str(run), "--format", "sft", "--env-tokens", "--out", str(tmp_path / "sft")]
    result = CliRunner().invoke(main, flags)
    assert (result.exit_code, result.stderr) == (
        2,
        "Error: --env-tokens means nothing for sft, only for dpo and kto\n",
    )


def test_the_choices_are_the_formats() -> None:
    (choice,) = (option.type for option in command.params if option.name == "format")
    assert tuple(choice.choices) == get_args(FormatName)


def test_damage_is_reported_with_what_helps(run: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "run"
    shutil.copytree(run, damaged)
    (segment,) = (damaged / "journal").glob("*.mgj")
    data = bytearray(segment.read_bytes())
    data[60] ^= 1
    segment.write_bytes(data)
    flags = ["export", str(damaged), "--format", "sft", "--out", str(tmp_path / "sft")]
    damage, missing = CliRunner().invoke(main, flags).stderr.splitlines()
    assert damage.startswith("the journal is damaged in seg-000001.mgj at byte 8")
    assert damage.endswith(f"`medgym run --resume {damaged}` plays it again")
    assert missing.startswith("1 of 2 planned episodes has no record")
