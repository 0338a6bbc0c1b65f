"""The smoke test refuses what does not work; the programs of an installed environment are stood in for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from release import smoke
from release.distribution import Distribution, ReleaseError, distributions
from release.process import run

PYTHON = "import sys\nprint({version!r})\n"
MEDGYM = """\
import json, sys
words = sys.argv[1:]
if words[-1] == "--help":
    print("Usage: medgym" if words[:-1] in {verbs} else "Error: no such command")
elif words[0] == "list":
    print("{listed}")
elif words[0] == "run":
    assert words[words.index("--scale") + 1] == "60", words
elif words[0] == "report":
    print('{report}')
"""
GOOD = {"version": "7.0.1", "verbs": [[], ["validate"], ["registry", "check"]], "listed": "doses"}
SOLVED = {"episodes": 1, "success_rate": 1.0}


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, object]:
    """What the installed programs say; tests change it."""
    says: dict[str, object] = {**GOOD, "report": SOLVED}

    def install(of: Distribution, out: Path, scratch: Path) -> Path:
        program = MEDGYM.format(**{**says, "report": json.dumps({"runs": [says["report"]]})})
        for name, text in (("python", PYTHON.format(**says)), ("medgym", program)):
            (tmp_path / name).write_text(f"#!/usr/bin/env python3\n{text}")
            (tmp_path / name).chmod(0o755)
        return tmp_path / "python"

    monkeypatch.setattr(smoke, "_install", install)
    return says


def one(root: Path, name: str) -> Distribution:
    return next(found for found in distributions(root) if found.name == name)


def test_a_family_that_works(root: Path, tmp_path: Path, fake: dict[str, object]) -> None:
    smoke.smoke(one(root, "medgym-plugin-doses"), root, tmp_path, tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": "7.0.0"}, "installed version is 7.0.0, not 7.0.1"),
        ({"listed": "nothing"}, "'doses' is not in what medgym says"),
        ({"verbs": []}, "'Usage: medgym' is not in what medgym says"),
        ({"report": {"episodes": 1, "success_rate": 0.0}}, "did not solve its one task"),
        ({"report": {"episodes": 0, "success_rate": None}}, "did not solve its one task"),
    ],
)
def test_a_family_that_does_not(
    root: Path, tmp_path: Path, fake: dict[str, object], change: dict[str, object], message: str
) -> None:
    fake.update(change)
    with pytest.raises(ReleaseError, match=message):
        smoke.smoke(one(root, "medgym-plugin-doses"), root, tmp_path, tmp_path)


def test_every_verb_of_a_tool_is_asked_for_help(root: Path, tmp_path: Path, fake: dict[str, object]) -> None:
    points = "\n[project.entry-points.medgym]\n"
    points += 'validate = "a:medgym_commands"\n"registry.check" = "a:medgym_commands"\n'
    tool = root / "tools" / "prove" / "pyproject.toml"
    tool.write_text(f"{tool.read_text()}{points}")
    fake["version"] = "1.2.0"
    smoke.smoke(one(root, "medgym-prove"), root, tmp_path, tmp_path)
    tool.write_text(f'{tool.read_text()}train = "a:medgym_commands"\n')
    with pytest.raises(ReleaseError, match="no such command"):
        smoke.smoke(one(root, "medgym-prove"), root, tmp_path, tmp_path)


def test_a_library_without_the_core_has_no_command(
    root: Path, tmp_path: Path, fake: dict[str, object]
) -> None:
    fake.update(version="1.2.0", verbs=[])
    project = root / "libs" / "ehr" / "pyproject.toml"
    with pytest.raises(ReleaseError, match="Usage: medgym"):
        smoke.smoke(one(root, "medgym-ehr"), root, tmp_path, tmp_path)
    project.write_text(project.read_text().replace('"medgym-core>=1.2,<1.3"', ""))
    smoke.smoke(one(root, "medgym-ehr"), root, tmp_path, tmp_path)


def test_programs_know_nothing_of_this_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    monkeypatch.setenv("MEDGYM_HOME", "/nowhere")
    assert run("sh", "-c", 'echo "$PYTHONPATH$MEDGYM_HOME$OWN"', cwd=tmp_path, OWN="own") == "own\n"
    with pytest.raises(ReleaseError, match=r"ended with 3:\nwhy"):
        run("sh", "-c", "echo why; exit 3", cwd=tmp_path)


def test_the_task_is_of_the_size_that_the_readme_takes(
    root: Path, tmp_path: Path, fake: dict[str, object]
) -> None:
    readme = root / "plugins" / "doses" / "README.md"
    readme.write_text(readme.read_text().replace("60", "61"))
    with pytest.raises(ReleaseError, match=r"AssertionError.*'61'"):
        smoke.smoke(one(root, "medgym-plugin-doses"), root, tmp_path, tmp_path)
