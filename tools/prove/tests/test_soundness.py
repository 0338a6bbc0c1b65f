"""npowerai is sound on real boxes, and the measurement finds what is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from medgym_core import (
    ActionCall,
    Build,
    Category,
    Collects,
    DataError,
    Episode,
    Gold,
    Outcome,
    Program,
    Source,
    Split,
    StateChange,
    Status,
    Submission,
    Task,
    TaskFamily,
    Turn,
    Verdict,
    ensure_build,
    plugins,
)
from medgym_prove.soundness import IMPLAUSIBLE, PATIENCE, Score, Soundness, measure, sample, score, tail
from medgym_sandbox.process import Process
from medgym_testing.program import ProgramFamily
from medgym_testing.session import SessionFamily
from medgym_testing.ward import WardFamily

Judge = Callable[[Gold, Submission, Sequence[Sequence[Outcome]], Mapping[str, StateChange]], bool]
QUICK = {"seconds": 1, "linger_s": 2, "bytes": 1e6}


class Weak:
    """A verifier that collects and runs as the real one does, and judges as it is given."""

    version = "weak"

    def __init__(self, name: str, judge: Judge) -> None:
        self.name, self._judge, self._real = name, judge, plugins.verifier(name)

    def collects(self, task: Task, turn: Turn) -> Collects:
        return self._real.collects(task, turn)

    def programs(self, task: Task, gold: Gold, submission: Submission) -> Sequence[Program]:
        return self._real.programs(task, gold, submission)

    def grade(self, task: Task, gold: Gold, *what: Any) -> Verdict:
        passed = self._judge(gold, *what)
        return Verdict(status=Status.SUCCESS if passed else Status.FAIL, reward=float(passed))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def find(home: Path) -> Callable[..., Soundness]:
    """Measures the test split of a family on process boxes."""

    def run(family: TaskFamily, *agents: str, **how: Any) -> Soundness:
        build = ensure_build(family, Source.synthetic(), home)
        chosen = {"agents": agents} if agents else {}
        return measure(family, build, Process(), options=QUICK, **chosen, **how)

    return run


@pytest.fixture
def weaken(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Judge], None]:
    """Puts a weak verifier in a real one's place."""

    def replace(name: str, judge: Judge) -> None:
        weak = Weak(name, judge)
        monkeypatch.setattr(plugins, "verifier", lambda asked: weak)

    return replace


@pytest.mark.nightly
def test_npowerai_is_sound(find: Callable[..., Soundness]) -> None:
    found = find(plugins.family("npowerai"), per_stratum=1)
    assert found.sound, [(one.agent, one.passed, one.errors) for one in found.scores]
    assert not found.whole
    reference, nop, *attacks = found.scores
    assert {part.tasks for part in reference.strata.values()} == {1}
    assert len(reference.strata) == 12
    assert (reference.agent, reference.reward, nop.agent, nop.reward) == ("reference", 1.0, "nop", 0.0)
    assert len(attacks) >= 12


def accepts_anything(*_: Any) -> bool:
    return True


def accepts_what_is_submitted(gold: Gold, submission: Submission, *_: Any) -> bool:
    return all(turn.answer is not None for turn in submission.turns)


def searches_for_gold(gold: Gold, submission: Submission, *_: Any) -> bool:
    return all(str(g) in (turn.answer or "") for g, turn in zip(gold.turns, submission.turns, strict=True))


def accepts_what_runs(gold: Gold, submission: Submission, outcomes: Any, _: Any) -> bool:
    return any(outcomes) and all(outcome.ok for runs in outcomes for outcome in runs)


def accepts_any_change(gold: Gold, submission: Submission, outcomes: Any, states: Any) -> bool:
    return any(state.before != state.after for state in states.values())


@pytest.mark.parametrize(
    ("family", "verifier", "judge", "agent"),
    [
        (SessionFamily(), "answer", accepts_anything, "nop"),
        (SessionFamily(), "answer", accepts_what_is_submitted, "attack:constants"),
        pytest.param(
            *(plugins.family("npowerai"), "answer", searches_for_gold, "attack:spam"), marks=pytest.mark.slow
        ),
        (ProgramFamily(), "programs", accepts_what_runs, "attack:exit_codes"),
        (WardFamily(), "states", accepts_any_change, "attack:service_writes"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_weak_verifier_is_found(
    find: Callable[..., Soundness],
    weaken: Callable[[str, Judge], None],
    family: TaskFamily,
    verifier: str,
    judge: Judge,
    agent: str,
) -> None:
    assert find(family, agent).sound
    weaken(verifier, judge)
    found = find(family, agent)
    assert not found.sound
    assert found.scores[0].finding == "unsound"
    assert found.scores[0].reward > found.chance_rate


class Unsolved(SessionFamily):
    """Its reference solves the first task only."""

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        return super().reference(build, task) if task.index == 0 else []


def test_a_reference_that_misses_a_task_is_found(find: Callable[..., Soundness]) -> None:
    (reference,) = find(Unsolved(), "reference").scores
    assert (reference.finding, reference.reward) == ("unsound", 0.5)


def test_an_error_is_no_measurement(
    find: Callable[..., Soundness], weaken: Callable[[str, Judge], None]
) -> None:
    weaken("answer", lambda *_: bool(1 / 0))
    found = find(SessionFamily(), "nop")
    assert not found.sound
    (nop,) = found.scores
    assert (nop.finding, nop.tasks) == ("not measured", 0)
    assert nop.errors[0].startswith("fake-session/test/0: verifier_error: verifier 'answer' failed")


@pytest.fixture
def judged(make_episode: Callable[..., Episode]) -> Callable[..., Score]:
    """The score of an attack that passed some of 24 tasks, at a chance rate of 0.05."""

    def run(passed: int, whole: bool, *more: Episode) -> Score:
        statuses = [Status.SUCCESS] * passed + [Status.FAIL] * (24 - passed)
        episodes = [*(make_episode(index, status=status) for index, status in enumerate(statuses)), *more]
        return score("attack:spam", episodes, {e.key.task: "sum, number" for e in episodes}, 0.05, whole)

    return run


@pytest.mark.parametrize(("passed", "finding"), [(1, "sound"), (2, "unsound"), (24, "unsound")])
def test_of_a_whole_split_the_mean_decides(judged: Callable[..., Score], passed: int, finding: str) -> None:
    assert judged(passed, whole=True).finding == finding


@pytest.mark.parametrize(("passed", "finding"), [(2, "sound"), (5, "sound"), (6, "unsound")])
def test_of_a_sample_chance_may_explain_some_passes(
    judged: Callable[..., Score], passed: int, finding: str
) -> None:
    assert judged(passed, whole=False).finding == finding


def test_one_error_spoils_the_measurement(
    judged: Callable[..., Score], make_episode: Callable[..., Episode]
) -> None:
    broken = make_episode(24, status=Status.AGENT_ERROR)
    spoilt = judged(0, True, broken)
    assert (spoilt.finding, spoilt.tasks, spoilt.strata["sum, number"].tasks) == ("not measured", 24, 24)


@pytest.mark.parametrize("status", [Status.INFRA_ERROR, Status.VERIFIER_ERROR])
def test_an_attack_that_voids_an_episode_is_unsound(
    judged: Callable[..., Score], make_episode: Callable[..., Episode], status: Status
) -> None:
    voided = make_episode(24, status=status)
    assert judged(0, True, voided).finding == "unsound"
    assert score("nop", [voided], {voided.key.task: "sum"}, 0.05, True).finding == "not measured"


@pytest.mark.parametrize(
    ("total", "tasks", "rate", "expected"),
    [
        (0, 5, 0.3, 1.0),
        (5, 5, 0.5, 2**-5),
        (1, 2, 0.5, 0.75),
        (0.5, 2, 0.5, 0.75),
        (1, 9, 0.0, 0.0),
        (0, 9, 0.0, 1.0),
        (9, 9, 1.0, 1.0),
        (3, 3000, 0.001, 0.5769220),
    ],
)
def test_the_tail_is_the_binomials(total: float, tasks: int, rate: float, expected: float) -> None:
    assert tail(total, tasks, rate) == pytest.approx(expected)


def test_where_chance_passes_nothing_one_pass_of_a_sample_is_too_many() -> None:
    assert tail(1, 1000, 0.0) < IMPLAUSIBLE


class Long(SessionFamily):
    """A long split whose second category comes late."""

    name = "fake-long"
    categories = (Category(name="only"), Category(name="late"))
    splits: Mapping[str, Split] = {"test": Split(size=10 * PATIENCE), "empty": Split(size=0)}
    asked = 0

    def task(self, build: Build, split: str, index: int) -> Task:
        self.asked = max(self.asked, index)
        category = "late" if index >= 2 * PATIENCE else "only"
        return super().task(build, split, index).model_copy(update={"category": category})


def test_a_sample_waits_for_every_category_and_not_for_the_end(home: Path) -> None:
    family = Long()
    build = ensure_build(family, Source.synthetic(), home)
    assert list(sample(family, build, "test", 2)) == [0, 1, 2 * PATIENCE, 2 * PATIENCE + 1]
    assert family.asked == 3 * PATIENCE + 1


def test_an_empty_split_is_refused(find: Callable[..., Soundness]) -> None:
    with pytest.raises(DataError, match="holds no task of split 'empty'"):
        find(Long(), split="empty")
