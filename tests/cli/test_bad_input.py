"""Whatever is typed wrongly is answered in one line that says what, where and the fix; no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_core.cli.main import main

BAD = {
    "run --task npowerai --sandbox podman": "no sandbox called 'podman'; known: bubblewrap, docker, process",
    "run --task npowerai --agent gpt": "known: attack, fallible, llm, nop, reference, replay",
    "run --task npowerei": "did you mean 'npowerai'?",
    "run --task npowerai --split nope": "npowerai has no split 'nope'; it has: train, test, ood",
    "run --task npowerai --limit 0": "limit: Input should be greater than 0 (got 0)",
    "run --task npowerai --category cox": "did you mean 'cox_two_groups'?",
    "run --task npowerai --tasks npowerai/test/999": "its ids are npowerai/test/0 to 239",
    "run --task npowerai --tasks treqs/test/1": "none of the tasks named is one of npowerai's",
    "run --task npowerai --tasks @gone.txt": "cannot read the tasks of gone.txt",
    "run --failed-of gone": "'gone' does not exist",
    "run --task npowerai --tag short": "'short' is not of the form NAME=VALUE",
    "run --task npowerai --seed -1": "seed: Input should be greater than or equal to 0 (got -1)",
    "run --task npowerai --temperature 3": "temperature: Input should be less than or equal to 2",
    "run --task ,": "task: Tuple should have at least 1 item",
    "run --task npowerai --source treqs=raw": "data is given for treqs, but played is npowerai",
    "run --task npowerai --source npowerai=gone": "no file or folder at",
    "run --task npowerai --source npowerai": "'npowerai' is not of the form NAME=VALUE",
    "run --task npowerai --agent llm": "give --model",
    "run --task npowerai --agent llm --model m --base-url localhost/v1": "begins with neither http:// nor https://",
    "run --task npowerai --agent llm --model m --option tokens=5": "known options: ",
    "run --task npowerai --agent llm --model m --budget-usd 1": "--option prices=",
    "run --task npowerai --agent fallible --option mean=2": "options of agent fallible",
    "run --task npowerai --schedule paper --temperature 0.5": "sets the temperature; leave one of them out",
    "run --task npowerai --home /proc/medgym": "/proc/medgym",
    "run --task npowerai --out /proc/medgym": "choose another --out",
    "run --config settings.yaml": "there is no setting 'sampels', did you mean 'samples'?",
    "run --config words.yaml": "must hold settings by name",
    "run --config broken.toml": "is neither TOML (named .toml) nor YAML",
    "run --config gone.yaml": "'gone.yaml' does not exist",
    "run --resume gone": "gone is not the folder of a run",
    "run --resume gone --out other": "leave --config and --out out",
    "run": "task is missing",
    "report gone": "gone is not the folder of a run",
    "show gone 0": "gone is not the folder of a run",
    "view gone": "gone is not the folder of a run",
    "compare gone gone": "gone is not the folder of a run",
    "regrade gone": "gone is not the folder of a run",
    "info gone": "no task family called 'gone'; known: ",
    "image build gone": "no task family called 'gone'",
    "data build npowerai --scale 0": "0 is not in the range x>=1",
    "data build npowerai --source gone": "Path 'gone' does not exist",
    "data build gone": "no task family called 'gone'",
    "data synthesise npowerai /proc/medgym": "/proc/",
    "data synthesise npowerai .": "name a new folder",
    "ru": "did you mean 'run'?",
}
"""What is typed, to what the answer says."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "settings.yaml").write_text("sampels: npowerai\n")
    (tmp_path / "words.yaml").write_text("npowerai\n")
    (tmp_path / "broken.toml").write_text("task = [\n")
    return tmp_path


@pytest.mark.parametrize(("typed", "answer"), BAD.items())
def test_what_is_typed_wrongly_is_explained(folder: Path, typed: str, answer: str) -> None:
    sandbox = ["--sandbox", "process"] if typed.startswith("run --task") and "--sandbox" not in typed else []
    result = CliRunner().invoke(main, [*typed.split(), *sandbox])
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (1, 2)
    assert answer in result.stderr
    assert result.stderr.splitlines()[-1].startswith("Error: ")
    assert not (folder / "runs").exists()


def test_families_are_found_however_they_are_spelt(folder: Path) -> None:
    result = CliRunner().invoke(main, ["info", "NPower_AI", "--json"])
    assert '"name": "npowerai"' in result.stdout
