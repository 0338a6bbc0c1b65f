"""The workflows parse, may do no more than they must, and run commands that exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from click.testing import CliRunner

from medgym_core.cli.main import main

from .docs.test_commands import parse

ROOT = Path(__file__).parents[1]
PATHS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text()) for path in PATHS}
MAY_WRITE = {
    ("comment", "pull-requests"),
    ("nightly", "contents"),
    ("release", "contents"),
    ("release", "id-token"),
}
ACTIONS = r"(actions/[\w-]+|astral-sh/(attest-action|setup-uv))@[0-9a-f]{40}"
"""Actions of others that may be used."""
RUNS_STRANGERS = ("ci", "family")
"""Workflows whose jobs run what a pull request proposes."""
each = pytest.mark.parametrize("name", WORKFLOWS)


def triggers(name: str) -> dict[str, Any]:
    """What starts a workflow; YAML 1.1 reads the key ``on`` as a truth value."""
    return dict(WORKFLOWS[name][True])


def jobs(name: str) -> list[dict[str, Any]]:
    return list(WORKFLOWS[name]["jobs"].values())


def steps(name: str) -> Iterator[dict[str, Any]]:
    return (step for job in jobs(name) for step in job["steps"])


def commands() -> Iterator[list[str]]:
    """Every command line of every step, without what stands before ``medgym``."""
    for name in WORKFLOWS:
        for step in steps(name):
            for line in step.get("run", "").replace("\\\n", " ").splitlines():
                if " medgym " in f" {line}":
                    words = shlex.split(line)
                    yield words[words.index("medgym") + 1 :]


def test_all_are_there() -> None:
    assert set(WORKFLOWS) == {"ci", "comment", "family", "nightly", "release", "review"}


@each
def test_permissions_are_stated_and_least(name: str) -> None:
    granted = [WORKFLOWS[name]["permissions"], *(job.get("permissions", {}) for job in jobs(name))]
    written = {(name, scope) for one in granted for scope, level in one.items() if level != "read"}
    assert written <= MAY_WRITE
    assert WORKFLOWS[name]["permissions"] in ({}, {"contents": "read"})


@each
def test_jobs_end(name: str) -> None:
    assert all(0 < job["timeout-minutes"] <= 180 for job in jobs(name))


@each
def test_no_text_of_a_stranger_gets_into_a_script(name: str) -> None:
    assert [step["run"] for step in steps(name) if "${{" in step.get("run", "")] == []


@each
def test_actions_are_pinned_to_commits(name: str) -> None:
    used = [step["uses"] for step in steps(name) if "uses" in step]
    assert [one for one in used if not re.fullmatch(ACTIONS, one)] == []


@pytest.mark.parametrize("name", RUNS_STRANGERS)
def test_what_runs_strangers_has_nothing_to_lose(name: str) -> None:
    text = (ROOT / ".github" / "workflows" / f"{name}.yml").read_text()
    assert "${{ secrets" not in text
    assert "github.token" not in text
    assert set(triggers(name)) <= {"pull_request", "push"}
    kept = [
        step["with"].get("persist-credentials") for step in steps(name) if "checkout" in step.get("uses", "")
    ]
    assert set(kept) == {False}


@each
def test_nothing_runs_strangers_with_the_rights_of_the_base(name: str) -> None:
    assert "pull_request_target" not in triggers(name)


def test_the_judge_is_the_base() -> None:
    (job,) = jobs("family")
    assert job["steps"][0]["with"]["ref"] == "${{ github.event.pull_request.base.sha }}"
    assert not [step for step in job["steps"][1:] if "checkout" in step.get("uses", "")]


def test_who_writes_runs_the_bases_script_alone() -> None:
    (job,) = jobs("comment")
    assert [step["run"] for step in job["steps"] if "run" in step] == ["python3 -I .github/comment.py"]
    assert job["steps"][0]["with"]["ref"] == "${{ github.event.repository.default_branch }}"
    assert triggers("comment") == {
        "workflow_run": {"workflows": ["family", "review"], "types": ["requested", "completed"]}
    }


def test_who_publishes_runs_no_family() -> None:
    publish = WORKFLOWS["nightly"]["jobs"]["publish"]
    assert not [step for step in publish["steps"] if "medgym" in step.get("run", "")]


def test_ci_runs_what_everybody_runs() -> None:
    scripts = {"all": ".ci/run", "distributions": ".ci/distributions"}
    for name, script in scripts.items():
        *_, last = WORKFLOWS["ci"]["jobs"][name]["steps"]
        assert last["run"].split()[-1] == script
        assert (ROOT / script).stat().st_mode & 0o100
    assert WORKFLOWS["ci"]["jobs"].keys() == scripts.keys()


def test_a_release_is_tried_before_it_is_uploaded() -> None:
    build, upload, announce = jobs("release")
    assert any(".ci/distributions --out" in step.get("run", "") for step in build["steps"])
    assert build["permissions"] == {"contents": "read"}
    assert (upload["needs"], announce["needs"]) == ("build", "upload")


def test_only_a_tag_uploads() -> None:
    assert triggers("release").keys() == {"push", "workflow_dispatch"}
    assert triggers("release")["push"].keys() == {"tags"}
    upload = WORKFLOWS["release"]["jobs"]["upload"]
    assert upload["if"] == "github.event_name == 'push' && github.ref_type == 'tag'"


def test_who_uploads_runs_nothing_of_the_repository_and_has_no_password() -> None:
    upload = WORKFLOWS["release"]["jobs"]["upload"]
    assert upload["permissions"] == {"id-token": "write"}
    assert [step["run"] for step in upload["steps"] if "run" in step] == [
        "uv publish --trusted-publishing always"
    ]
    used = [step["uses"].partition("@")[0] for step in upload["steps"] if "uses" in step]
    assert used == ["astral-sh/setup-uv", "actions/download-artifact", "astral-sh/attest-action"]
    assert "${{ secrets" not in (ROOT / ".github" / "workflows" / "release.yml").read_text()


def test_commands_exist() -> None:
    found = list(commands())
    assert {words[0] for words in found} == {"health", "validate"}
    for words in found:
        parse(main, "medgym", words)
        assert CliRunner().invoke(main, [words[0], "--help"]).exit_code == 0


def test_a_wrong_option_is_noticed() -> None:
    with pytest.raises(click.NoSuchOption):
        parse(main, "medgym", ["validate", "--prs", "main"])
