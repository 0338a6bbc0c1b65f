from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core.cli.main import main

ANSWERS = [
    "Ada Example",
    "Example Hospital",
    "mimic",
    "Example agreement 1.0",
    "https://models.example/v1",
    "contract.pdf",
]


def medgym(home: Path, *arguments: str, answers: list[str] | None = None) -> Result:
    text = "\n".join(answers or []) + "\n"
    return CliRunner().invoke(main, ["access", *arguments, "--home", str(home)], input=text, env={"CI": ""})


def test_what_is_stated_is_listed_and_revoked(tmp_path: Path) -> None:
    assert "nothing is attested" in medgym(tmp_path, "list").output
    stated = medgym(tmp_path, "attest", answers=[*ANSWERS, "y", "y", "y", "mimic"])
    assert stated.exit_code == 0, stated.output
    (record,) = json.loads(medgym(tmp_path, "list", "--json").output)["records"]
    assert record["person"] == "Ada Example"
    assert "holds" in medgym(tmp_path, "list").output
    assert medgym(tmp_path, "revoke", record["id"], "--reason", "terms changed").exit_code == 0
    assert "revoked" in medgym(tmp_path, "list").output


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([*ANSWERS, "n"], "without zero retention"),
        ([*ANSWERS, "y", "y", "n"], "without no human review"),
        ([*ANSWERS, "y", "y", "y", "mimik"], "nothing was stated"),
        (ANSWERS[:3], "not every question was answered"),
        ([*ANSWERS[:4], "http://models.example/v1", "contract.pdf"], "not reached by https"),
    ],
)
def test_half_a_statement_leaves_nothing(tmp_path: Path, answers: list[str], said: str) -> None:
    refused = medgym(tmp_path, "attest", answers=answers)
    assert refused.exit_code == 2
    assert said in refused.output
    assert not (tmp_path / "access").exists()


@pytest.mark.parametrize(
    ("place", "mistake", "said"),
    [
        (0, " ", "part of the statement"),
        (2, "mimik", "did you mean 'mimic'?"),
        (4, "contract 12", "is not reached by https"),
        (4, "https://", "is not reached by https"),
    ],
)
def test_an_answer_that_cannot_be_is_asked_again(tmp_path: Path, place: int, mistake: str, said: str) -> None:
    answers = [*ANSWERS[:place], mistake, *ANSWERS[place:], "y", "y", "y", "nimic", "mimic"]
    stated = medgym(tmp_path, "attest", answers=answers)
    assert stated.exit_code == 0, stated.output
    assert said in stated.output
    (record,) = json.loads(medgym(tmp_path, "list", "--json").output)["records"]
    assert (record["dataset"], record["endpoint"]) == ("mimic", "https://models.example/v1")


def test_nobody_attests_in_ci(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["access", "attest", "--home", str(tmp_path)], env={"CI": "true"})
    assert (result.exit_code, "a person's statement" in result.output) == (2, True)


def test_an_unknown_id_is_reported(tmp_path: Path) -> None:
    assert "there is no attestation 'abc'" in medgym(tmp_path, "revoke", "abc", "--reason", "x").output
