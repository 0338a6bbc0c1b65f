"""The page docs/new-family.md shows what the template gives."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest

from medgym_core.errors.advice import installer
from medgym_prove.scaffold import STANDALONE, Answers, answers, bake, next_commands

from .pages import Block, blocks

PAGE = "docs/new-family.md"


def shown(language: str) -> list[Block]:
    return [block for block in blocks(language) if block.page == PAGE and block.name]


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (block,) = shown("json")
    return bake(answers(json.loads(block.text), block.name), tmp_path_factory.mktemp("families"))


@pytest.mark.parametrize("block", shown("python"), ids=lambda block: block.name)
def test_code_is_what_is_baked(plugin: Path, block: Block) -> None:
    (path,) = plugin.rglob(block.name)
    method = textwrap.indent(block.text, "    ")
    assert block.text in path.read_text() or method in path.read_text()


def test_every_file_is_named(plugin: Path) -> None:
    named = next(block.text.split() for block in shown("text") if block.name == "tree")
    found = (path.relative_to(plugin) for path in plugin.rglob("*") if path.is_file())
    assert sorted(named) == sorted(path.as_posix() for path in found if path.parts[0] not in STANDALONE)


def test_next_commands_are_those_that_are_printed(plugin: Path) -> None:
    commands = next(block.text for block in shown("text") if block.name == "next")
    printed = [line.replace(str(plugin), "FOLDER") for line in next_commands(plugin)]
    assert commands.replace("pip", installer()).split("\n")[:-1] == printed


def test_the_file_of_answers_names_every_setting() -> None:
    (block,) = shown("json")
    assert json.loads(block.text).keys() == Answers.model_fields.keys()
