"""The taxonomy agrees with labels that hold by construction, on records of real executions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from medgym_core import Episode
from medgym_core.failure import Diagnosis, FailureMode, classify
from medgym_core.trajectory import VOIDED
from medgym_core.verifier import Status, Verdict

from .scripts import Script

pytestmark = pytest.mark.slow

Labelled = tuple[Script, Episode]


def found(episode: Episode) -> FailureMode | None:
    diagnosis = classify(episode)
    return diagnosis.mode if diagnosis else None


def naive(episode: Episode) -> FailureMode | None:
    """What the verdict's reason and the last error would say."""
    last = next((step.error for step in reversed(episode.steps) if step.error), "")
    if episode.verdict.status is Status.SUCCESS:
        return None
    reasons = {"loop": FailureMode.STUCK_IN_LOOP, "budget": FailureMode.BUDGET_EXHAUSTED}
    reasons |= {"gave_up": FailureMode.GAVE_UP, "not_permitted": FailureMode.MALFORMED_ACTION}
    if episode.verdict.reason in reasons:
        return reasons[episode.verdict.reason]
    if not episode.verdict.status.rewarded:
        return FailureMode.INFRASTRUCTURE
    words = {"SyntaxError": FailureMode.COMPILE_ERROR, "FileNotFoundError": FailureMode.IO_ERROR}
    return words.get(last, FailureMode.RUNTIME_ERROR if last else FailureMode.WRONG_ANSWER)


def test_at_least_99_percent_of_real_executions_agree_with_their_labels(labelled: list[Labelled]) -> None:
    wrong = [(s.label, s.name, classify(e)) for s, e in labelled if found(e) is not s.label]
    assert len(labelled) >= 100
    assert len(wrong) <= 0.01 * len(labelled), wrong


def test_every_mode_is_among_the_labels(labelled: list[Labelled]) -> None:
    counts = Counter(script.label for script, _ in labelled)
    assert set(counts) == {*FailureMode, None} - {FailureMode.VOIDED}  # what a run decides, no episode shows
    assert min(counts.values()) >= 4


def test_the_scripts_are_traps_for_a_simple_rule(labelled: list[Labelled]) -> None:
    """In every mode some script is taken for another by the verdict's reason and the last error."""
    missed = {script.label for script, episode in labelled if naive(episode) is not script.label}
    assert missed >= set(FailureMode) - {FailureMode.INFRASTRUCTURE, FailureMode.GAVE_UP, FailureMode.VOIDED}


def test_an_episode_that_broke_down_twice_says_how(make_episode: Callable[..., Episode]) -> None:
    verdict = Verdict(status=Status.FAIL, reward=0.0, reason=VOIDED, details={"status": "infra_error"})
    broken = make_episode().model_copy(update={"verdict": verdict})
    assert classify(broken) == Diagnosis(FailureMode.VOIDED, "infra_error")


def test_an_episode_is_classified_from_its_record_alone(labelled: list[Labelled]) -> None:
    _, episode = labelled[0]
    assert classify(Episode.model_validate_json(episode.model_dump_json())) == classify(episode)
