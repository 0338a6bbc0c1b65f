"""The page docs/new-question.md adds a question to the plugin as it is; its commands are typed elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from .pages import ROOT, Block, blocks

PAGE = "docs/new-question.md"


def shown(language: str) -> Block:
    (block,) = (block for block in blocks(language) if block.page == PAGE and block.name)
    return block


def test_the_diff_applies_and_adds_the_question_that_is_looked_for(tmp_path: Path) -> None:
    changed = re.findall(r"^\+\+\+ b/(.+)$", shown("diff").text, re.MULTILINE)
    for path in changed:
        (tmp_path / path).parent.mkdir(parents=True)
        shutil.copy(ROOT / path, tmp_path / path)
    subprocess.run(["git", "apply", "-"], input=shown("diff").text, cwd=tmp_path, text=True, check=True)
    (name,) = re.findall(r'template"\] == "patient_(\w+)"', shown("python").text)
    before, after = ((folder / changed[0]).read_text().count(f'"{name}"') for folder in (ROOT, tmp_path))
    assert (before, after) == (0, 1)
    assert f'"{name}": person(' in (tmp_path / changed[1]).read_text()


@pytest.mark.parametrize("name", ["treqs", "ehr-seqsql"])
def test_the_files_that_the_page_names_are_there(name: str) -> None:
    (row,) = re.findall(rf"^\| {name} \|.*$", (ROOT / PAGE).read_text(), re.MULTILINE)
    for file in re.findall(r"`(\w+\.py)`", row):
        assert list((ROOT / "plugins" / name).rglob(file)), file


@pytest.mark.parametrize("name", ["mimic", "eicu"])
def test_there_are_files_of_each_category(name: str) -> None:
    folder = ROOT / "plugins" / name
    for second in (folder / "tests" / "independent").glob("answers_*.py"):
        if second.stem != "answers_survival":  # statistics with a program of their own
            category = second.stem.removeprefix("answers_")
            assert list(folder.glob(f"medgym_plugin_*/templates/{category}*.py")), second
