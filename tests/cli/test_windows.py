"""Every verb that prints a table prints it in a narrow window, and where there is no Unicode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_core import DataCheck, Progress, Source, ensure_build, plugins
from medgym_core.access import Attestation, Attestations, Tier
from medgym_core.cli.main import main
from medgym_core.journal import JournalWriter
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.trajectory import Episode, Step, Usage
from medgym_core.verifier import Status, Verdict
from medgym_prove import regrading
from medgym_prove.regrading import Regraded
from medgym_testing.session import SessionFamily
from medgym_testing.window import runner, whole

FAMILIES = ("mimic", "a-family-of-a-very-long-name")
VERBS = {
    "list": "list",
    "info": "info ehrshot",
    "search": "registry search",
    "registry info": "registry info medcalcbench",
    "builds": "data status --home home",
    "downloads": "data fetch --home home",
    "check": "data check fake-session --source .",
    "attestations": "access list --home home",
    "report": "report first --show all",
    "leaderboard": "report first second",
    "comparison": "compare first second",
    "runs": "runs list .",
    "regrade": "regrade first",
}
SAYS = {"builds": "MB", "check": "98765", "comparison": "12.0%", "runs": "first", "report": "success"}


class Checked(SessionFamily):
    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        names = ("category", "questions", "agree", "differ", "not computed", "share that agrees", "unread")
        row = ("a category of a very long name", 123456, 98765, 12345, 5432, "88.88%", 1234)
        return DataCheck(summary="1 row", columns=names, rows=(row,))


STATED = Attestation(
    person="Ada Example",
    institution="A Hospital of a Long Name",
    dataset="mimic",
    agreement="An Agreement of Many Words 1.5.0",
    endpoint="https://models.a-hospital-of-a-long-name.example/v1",
    zero_retention=True,
    no_training=True,
    no_human_review=True,
    evidence="contract.pdf",
    made=date(2026, 11, 1),
    expires=date(2026, 11, 30),
)


def changed(*_: object) -> Iterator[Regraded]:
    old = Verdict(status=Status.FAIL, reward=0.25, reason="a_reason_of_many_words")
    new = Verdict(status=Status.SUCCESS, reward=1.0)
    yield Regraded(id="a" * 32, task="a-family-of-a-long-name/test/1", old=old, new=new, tier=Tier.OPEN)


def record(name: str, solved: int, make_episode: Callable[..., Episode]) -> None:
    """A run of two samples of 25 tasks of each family, of which the first ``solved`` succeed."""
    usage = Usage(prompt_tokens=123456, completion_tokens=98765, cost_usd=123.456, latency_s=987.6)
    steps = (Step(turn=0, observation="FAILED", ok=False, error="KeyError", usage=usage),)
    pinned = folder.Pinned(version="0.1.0", build="b" * 64, root=Path("b"))
    manifest = folder.Manifest(core="0.1.0", families=dict.fromkeys(FAMILIES, pinned))
    folder.create(Path(name), RunConfig(task=FAMILIES, samples=2), manifest)
    with JournalWriter(Path(name)) as writer:
        for family, index, replica in product(FAMILIES, range(25), range(2)):
            status = Status.SUCCESS if index < solved else Status.FAIL
            episode = make_episode(
                index, replica, status, family=family, category="of many words", steps=steps
            )
            writer.append([(episode, {})])


@pytest.fixture
def show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make_episode: Callable[..., Episode]
) -> Callable[..., str]:
    """What a verb prints in a folder of two runs, a build and an attestation."""
    monkeypatch.chdir(tmp_path)
    record("first", 3, make_episode)
    record("second", 17, make_episode)
    ensure_build(SessionFamily(), Source.synthetic(), tmp_path / "home")
    Attestations(tmp_path / "home").append(STATED)
    monkeypatch.setattr(regrading, "regrade", changed)

    def call(verb: str, width: int, charset: str = "utf-8") -> str:
        if verb == "check":
            monkeypatch.setattr(plugins, "family", lambda name: Checked())
        result = runner(width, charset).invoke(main, VERBS[verb].split(), catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.stdout

    return call


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("verb", VERBS)
def test_no_number_is_cut(show: Callable[..., str], verb: str, width: int) -> None:
    assert SAYS.get(verb, "") in whole(show(verb, width), width)


@pytest.mark.parametrize(("columns", "widest"), [("60", 60), ("", 120)])
def test_a_pipe_is_as_wide_as_is_said(
    show: Callable[..., str], monkeypatch: pytest.MonkeyPatch, columns: str, widest: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    printed = CliRunner().invoke(main, ["report", "first", "--show", "all"], catch_exceptions=False)
    longest = max(len(line) for line in printed.stdout.splitlines() if line.startswith(" "))
    assert widest - 40 < longest <= widest


@pytest.mark.parametrize("verb", VERBS)
def test_ascii_is_enough(show: Callable[..., str], verb: str) -> None:
    assert show(verb, 80, "ascii").isascii()


@pytest.mark.parametrize(("value", "coloured"), [("", True), ("1", False)])
def test_no_color_is_heeded(
    show: Callable[..., str], monkeypatch: pytest.MonkeyPatch, value: str, coloured: bool
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", value)
    assert ("\x1b[32m" in show("report", 120)) == coloured


def test_an_escape_stands_for_what_ascii_lacks(show: Callable[..., str]) -> None:
    assert "CHA\\u2082DS\\u2082-VASc" in show("registry info", 80, "ascii")
    assert "CHA\u2082DS\u2082-VASc" in show("registry info", 80)
