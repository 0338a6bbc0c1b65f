from __future__ import annotations

from collections.abc import Callable

from medgym_core.report import transcript
from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, Step
from medgym_core.verifier import Status

STEPS = (
    Step(
        turn=0, text="thinking aloud", reasoning="quietly", observation="\x1b[31mred", ok=False,
        error="KeyError",
        call=ActionCall(name="code_execution", arguments={"code": "a = 1\nb = 2", "submit": False}),
    ),
    Step(turn=0, observation="recorded", ok=True, submitted=True),
)  # fmt: skip


def test_everything_that_happened_is_shown(make_episode: Callable[..., Episode]) -> None:
    text = transcript(make_episode(steps=STEPS))
    for part in (
        "toy/test/0",
        "quietly",
        "thinking aloud",
        "code_execution",
        "a = 1\nb = 2",
        "submit: false",
    ):
        assert part in text
    assert "observation (KeyError" in text
    assert "observation (ok, submitted" in text
    assert "success, reward 1" in text


def test_control_characters_are_shown_not_obeyed(make_episode: Callable[..., Episode]) -> None:
    text = transcript(make_episode(steps=STEPS))
    assert r"\x1b[31mred" in text
    assert "\x1b" not in text


def test_an_error_says_what_failed_and_has_no_reward(make_episode: Callable[..., Episode]) -> None:
    episode = make_episode(status=Status.INFRA_ERROR).model_copy(update={"error": "the box died"})
    assert "infra_error, no reward\nthe box died" in transcript(episode)
