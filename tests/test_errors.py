"""What helps: how a distribution is installed, here."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from medgym_core.errors import advice
from medgym_core.errors.advice import install

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("distribution", "folder"),
    [
        ("medgym-core[llm]", f"{ROOT}[llm]"),
        ("medgym-plugin-mimic", f"{ROOT}/plugins/mimic"),
        ("medgym-hub[huggingface]", f"{ROOT}/tools/hub[huggingface]"),
        ("medgym-raw", f"{ROOT}/libs/raw"),
    ],
)
def test_what_lies_in_the_checkout_is_installed_from_it(distribution: str, folder: str) -> None:
    assert shlex.split(install(distribution))[-2:] == ["-e", folder]


@pytest.mark.parametrize("distribution", ["medgym-core[llm]", "medgym-plugin-mimic"])
def test_without_a_checkout_it_comes_from_the_index(
    distribution: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "_ROOT", tmp_path)
    assert shlex.split(install(distribution))[-2:] == ["install", distribution]


def test_what_is_not_of_this_project_comes_from_the_index() -> None:
    assert shlex.split(install("medgym-plugin-elsewhere"))[-1] == "medgym-plugin-elsewhere"


@pytest.mark.parametrize(("spec", "program"), [(None, "uv pip install"), (object(), "pip install")])
def test_environments_without_pip_are_served_by_uv(
    spec: object, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "find_spec", lambda name: spec)
    assert install("pandas") == f"{program} pandas"
