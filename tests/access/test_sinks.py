"""Where texts of labelled data are shown, identifiers and dates are hashed unless the owner asks for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_core.access import Tier
from medgym_core.cli.main import main
from medgym_core.report.redaction import redacted_episode
from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, Step, Tokens, TurnRecord
from medgym_core.verifier import Status, Verdict
from medgym_core.verifier.contract import StateChange
from medgym_prove import regrading
from medgym_prove.regrading import Regraded
from medgym_view.selection import Shelf
from medgym_view.viewer import Viewer

PATIENT, DAY = "10006", "2150-03-12"
SECRET = f"patient {PATIENT} on {DAY}"
MakeEpisode = Callable[..., Episode]


def episode(make_episode: MakeEpisode, tier: Tier) -> Episode:
    """A record that names a patient and a day in every place that agents, tools or data reach."""
    step = Step(
        turn=0,
        text=SECRET,
        reasoning=SECRET,
        call=ActionCall(name="code_execution", arguments={"code": SECRET, "id": int(PATIENT)}),
        observation=SECRET,
        ok=False,
        error=f"Patient{PATIENT}Error",
        submitted=True,
        tokens=Tokens(completion_ids=(1, 2), logprobs=(-0.1, -0.2)),
    )
    verdict = Verdict(
        status=Status.FAIL, reward=0.0, reason=SECRET, details={PATIENT: [int(PATIENT), SECRET]}
    )
    made = make_episode(steps=(step,), tier=tier)
    turn = TurnRecord(
        answer=json.dumps([int(PATIENT), DAY]), reason=SECRET, files={f"{PATIENT}.csv": "a" * 64}
    )
    texts = {"system": SECRET, "prompt": SECRET, "error": SECRET}
    states = {"ehr": StateChange(before={"id": int(PATIENT)}, after=[SECRET])}
    return made.model_copy(update={**texts, "verdict": verdict, "turns": (turn,), "states": states})


@pytest.fixture
def labelled(record: Callable[..., Path], make_episode: MakeEpisode) -> Path:
    """A run on credentialed data."""
    return record([episode(make_episode, Tier.CREDENTIALED)])


@pytest.fixture
def plain(record: Callable[..., Path], make_episode: MakeEpisode) -> Path:
    """The same on synthetic data."""
    return record([episode(make_episode, Tier.SYNTHETIC)])


def shown(*arguments: object) -> str:
    """What the command prints, warnings and errors with it."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.output


def pages(run: Path, identifiers: bool = False) -> str:
    """Every page of the viewer."""
    viewer = Viewer(Shelf(run, identifiers), "/")
    (id,) = viewer.shelf.entries
    return "".join(viewer.page(path, "") or "" for path in ("", f"episode/{id}", f"reference/{id}"))


def test_no_field_of_a_record_is_forgotten(make_episode: MakeEpisode) -> None:
    hidden = redacted_episode(
        episode(make_episode, Tier.CREDENTIALED), lambda text: text.replace(PATIENT, "X")
    )
    assert PATIENT not in hidden.model_dump_json()
    assert hidden.steps[0].tokens is None
    assert hidden.key == episode(make_episode, Tier.CREDENTIALED).key


@pytest.mark.parametrize("json_", [[], ["--json"]])
def test_show_hashes_and_says_what_binds(labelled: Path, json_: list[str]) -> None:
    text = shown("show", labelled, 0, *json_)
    assert PATIENT not in text
    assert DAY not in text
    assert "id:" in text
    assert "credentialed" in text


def test_the_owner_may_see_identifiers(labelled: Path) -> None:
    assert SECRET in shown("show", labelled, 0, "--identifiers")
    assert SECRET in pages(labelled, identifiers=True)
    assert "shown as they are" in pages(labelled, identifiers=True)


def test_an_episode_can_be_followed(labelled: Path) -> None:
    hashes = {word for word in shown("show", labelled, 0).split() if word.startswith("date:")}
    assert len({word[: len("date:abcdef")] for word in hashes}) == 1


def test_pages_hash_and_say_what_binds(labelled: Path) -> None:
    assert PATIENT not in pages(labelled)
    assert DAY not in pages(labelled)
    assert pages(labelled).count("Derived from credentialed data") == 3


def test_what_is_synthetic_is_shown_as_it_is(plain: Path) -> None:
    assert SECRET in shown("show", plain, 0)
    assert SECRET in pages(plain)
    assert "Derived from" not in pages(plain) + shown("show", plain, 0)
    assert not (plain / "redaction.salt").exists()


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_names_in_a_report_are_hashed(labelled: Path, flags: list[str]) -> None:
    text = shown("report", labelled, *flags)
    assert PATIENT not in text
    assert "credentialed" in text


def test_what_grading_again_shows_is_hashed(labelled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = Verdict(status=Status.FAIL, reward=0.0, reason=SECRET, details={"gold": int(PATIENT)})
    new = old.model_copy(update={"reason": "other"})
    changed = Regraded(id="a" * 32, task="toy/test/0", old=old, new=new, tier=Tier.CREDENTIALED)
    refused = changed.model_copy(update={"new": None, "problem": SECRET})
    monkeypatch.setattr(regrading, "regrade", lambda *_: iter([changed, refused]))
    text = shown("regrade", labelled) + shown("regrade", labelled, "--json")
    assert PATIENT not in text
    assert "date:" in text
