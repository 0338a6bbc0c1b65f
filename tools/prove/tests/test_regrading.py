"""Grading a run again, with runs that were really played in process boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from medgym_core import (
    ActionCall,
    AgentConfig,
    AgentError,
    Reply,
    Source,
    Status,
    VerifierError,
    ensure_build,
    plugins,
)
from medgym_core.env.runner import EpisodeRunner
from medgym_core.errors import ConfigError
from medgym_core.journal import JournalWriter, counting_episodes
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.task import Gold, Task
from medgym_core.verifier import Submission, Verdict
from medgym_core.verifier.answer import AnswerVerifier
from medgym_prove.regrading import Regraded, regrade
from medgym_sandbox.process import Process
from medgym_testing.agent import Scripted
from medgym_testing.base import FakeFamily
from medgym_testing.clinic import ClinicFamily
from medgym_testing.program import ProgramFamily

CLINIC = ClinicFamily()
Play = Callable[..., Path]
Act = Callable[[], None]


def submit(code: str) -> Reply:
    """A reply that submits what ``code`` leaves."""
    return Reply(calls=(ActionCall(name="code_execution", arguments={"code": code, "submit": True}),))


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def play(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays the first test task with each given list of replies; returns the run's folder."""

    def run(family: FakeFamily, *scripts: Sequence[Reply | Exception], **settings: object) -> Path:
        build = ensure_build(family, Source.synthetic(), home)
        monkeypatch.setattr(plugins, "family", lambda name: family)
        pinned = folder.Pinned(version=family.version, build=build.digest, root=build.root)
        manifest = folder.Manifest(core="0.1.0", families={family.name: pinned})
        folder.create(tmp_path / "run", RunConfig(task=(family.name,)), manifest)
        with JournalWriter(tmp_path / "run") as writer:
            for replica, replies in enumerate(scripts):
                agent, config = Scripted(*replies), AgentConfig()
                runner = EpisodeRunner(family, build, Process(), agent, "scripted", config, **settings)
                writer.append([runner.run(runner.key("test", 0, replica, 0))])
        return tmp_path / "run"

    return run


@pytest.fixture
def relent(monkeypatch: pytest.MonkeyPatch) -> Act:
    """Installs a newer answer verifier, to which anything submitted is right."""

    class Lenient(AnswerVerifier):
        version = "2"

        def grade(self, task: Task, gold: Gold, submission: Submission, *_: object) -> Verdict:
            given = all(turn.answer is not None for turn in submission.turns)
            return Verdict(
                status="success" if given else "fail",
                reward=float(given),
                components={"turn_0": float(given)},
            )

    return lambda: monkeypatch.setattr(plugins, "verifier", lambda name: Lenient())


def changes(run: Path, **options: object) -> list[Regraded]:
    return [one for one in regrade(run, sandbox="process", **options) if one.changed]


def test_the_same_verifier_changes_nothing(play: Play) -> None:
    run = play(CLINIC, [submit("answer = 90")], [submit("answer = 1")], [], [submit("x = 1 / 0")])
    found = list(regrade(run))
    assert [one.problem for one in found] == [""] * 4
    assert not any(one.changed for one in found)


def test_a_new_verifier_s_verdicts_are_shown(play: Play, relent: Act) -> None:
    run = play(CLINIC, [submit("answer = 90")], [submit("answer = 1")], [])
    relent()
    (changed,) = changes(run)
    assert (changed.old.reason, changed.task) == ("wrong_value", "fake-clinic/test/0")


def test_the_run_is_only_read(play: Play, relent: Act) -> None:
    run = play(CLINIC, [submit("answer = 1")])
    relent()
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    assert changes(run)
    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file()} == before


def test_new_verdicts_are_recorded_in_a_run_of_their_own(play: Play, relent: Act, tmp_path: Path) -> None:
    run = play(CLINIC, [submit("answer = 1")], [AgentError("down")])
    relent()
    changes(run, out=tmp_path / "new")
    (episode,) = counting_episodes(tmp_path / "new")
    assert (episode.key.verifier, episode.verdict.status) == ("answer@2", Status.SUCCESS)
    with pytest.raises(ConfigError, match="holds a run already"):
        changes(run, out=tmp_path / "new")


def test_submitted_programs_run_again(play: Play) -> None:
    family = ProgramFamily()
    right = family.reference(None, family.task(None, "test", 0))[0]
    wrong = submit("open('solution.py', 'w').write('def gc_content(s): return 2')")
    run = play(ProgramFamily(), [Reply(calls=(right,))], [wrong])
    assert [one.new.reward for one in regrade(run, sandbox="process") if one.new] == [1, 0]


def test_a_missing_file_is_reported(play: Play) -> None:
    run = play(ProgramFamily(), [submit("open('solution.py', 'w').write('')")])
    for blob in (run / "blobs").rglob("*"):
        if blob.is_file():
            blob.unlink()
    (found,) = regrade(run, sandbox="process")
    assert "is missing" in found.problem
    assert found.new is None


def test_what_was_truncated_or_given_up_stays_so(play: Play, relent: Act) -> None:
    run = play(CLINIC, [Reply(text="no action")] * 3, [])
    relent()
    verdicts = [one.new for one in regrade(run)]
    assert [(v.status, v.reason) for v in verdicts if v] == [("truncated", "loop"), ("fail", "gave_up")]


def test_where_every_execution_counts_the_last_may_turn_out_right(play: Play, relent: Act) -> None:
    codes = [{"code": f"answer = {n}"} for n in range(6)]
    replies = [Reply(calls=(ActionCall(name="code_execution", arguments=code),)) for code in codes]
    run = play(CLINIC, replies, protocol="paper")
    relent()
    (changed,) = changes(run)
    assert (changed.old.status, changed.new and changed.new.status) == ("truncated", "success")


def test_errors_of_ours_are_not_graded(play: Play) -> None:
    run = play(CLINIC, [AgentError("down")], [submit("answer = 90")])
    assert [one.problem for one in regrade(run)] == ["it ended as agent_error, before its submission", ""]


def test_a_verifier_that_failed_may_now_hold(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise VerifierError("a bug")

    with monkeypatch.context() as broken:
        broken.setattr(AnswerVerifier, "grade", fail)
        run = play(CLINIC, [submit("answer = 90")], [])
    found = list(regrade(run))
    assert [one.new and one.new.status for one in found] == [Status.SUCCESS, None]
    assert "perhaps before its last submission" in found[1].problem


def test_another_version_of_the_family_is_reported(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    run = play(CLINIC, [submit("answer = 90")])
    monkeypatch.setattr(ClinicFamily, "version", "0.2.0")
    assert [one.problem for one in regrade(run)] == ["it was played on fake-clinic 0.1.0; installed is 0.2.0"]


def test_a_build_that_is_gone_or_another_is_reported(play: Play, home: Path) -> None:
    run = play(CLINIC, [submit("answer = 90")])
    manifest = (run / "manifest.json").read_text()
    root = folder.load(run)[1].families["fake-clinic"].root
    other = ensure_build(CLINIC, Source.synthetic(7), home)
    (run / "manifest.json").write_text(manifest.replace(str(root), str(other.root)))
    assert "it was played on build" in next(regrade(run)).problem
    (run / "manifest.json").write_text(manifest.replace(str(root), "/nowhere"))
    assert "no finished build at /nowhere" in next(regrade(run)).problem


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not the folder of a run"):
        list(regrade(tmp_path))
