from __future__ import annotations

import hashlib
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from medgym_core.trajectory import Episode, Step
from medgym_core.verifier import Status
from medgym_train.learned import RENDERING, render
from medgym_train.learned.rendering import LONGEST, LONGEST_PART, _fitting

from .conftest import step

GRADED = step("answer = 1", "printed\n\nRecorded. The task is over.", submitted=True)


def test_what_was_asked_done_heard_and_submitted_is_rendered(make_episode: Callable[..., Episode]) -> None:
    text = render(make_episode(steps=(step("rows = 5", "KeyError", ok=False), GRADED)))
    for part in (
        "QUESTION\nquestion",
        "rows = 5",
        "KeyError",
        "failed",
        "SUBMITTED 1",
        "after 2 actions, 1 failed",
    ):
        assert part in text


def test_nothing_of_the_verdict_is_rendered(make_episode: Callable[..., Episode]) -> None:
    texts = {render(make_episode(status=status, steps=(GRADED,))) for status in (Status.SUCCESS, Status.FAIL)}
    assert len(texts) == 1
    assert "Recorded" not in texts.pop()


def test_what_is_no_action_is_shown_as_said(make_episode: Callable[..., Episode]) -> None:
    spoken = Step(turn=0, text="let me think", observation="no action found", ok=False, error="malformed")
    assert "let me think" in render(make_episode(steps=(spoken,)))


def test_long_episodes_lose_their_middle(make_episode: Callable[..., Episode]) -> None:
    steps = tuple(step(f"number_{index} " + "x" * 2 * LONGEST_PART) for index in range(40))
    text = render(make_episode(steps=steps))
    assert len(text) <= LONGEST + 100
    assert "ACTION 1 " in text
    assert "ACTION 40 " in text
    assert "actions left out" in text
    assert "characters left out" in text


@given(st.lists(st.text("ab", max_size=30), max_size=12), st.integers(0, 200))
def test_what_fits_is_the_first_and_last_steps_in_order(steps: list[str], room: int) -> None:
    kept = _fitting(steps, room)
    if sum(len(text) + 2 for text in steps) <= room:
        assert kept == steps
    else:
        gap = next(place for place, text in enumerate(kept) if text.endswith("left out)"))
        after = len(kept) - gap - 1
        assert kept[:gap] == steps[:gap]
        assert kept[gap + 1 :] == steps[len(steps) - after :]
        assert kept[gap] == f"({len(steps) - gap - after} actions left out)"


def test_the_form_is_frozen(make_episode: Callable[..., Episode]) -> None:
    """Whoever changes the form changes RENDERING too: verifiers trained on the old one are then refused."""
    text = render(make_episode(steps=(step("rows = 5", "KeyError", ok=False), GRADED)))
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    assert (RENDERING, digest) == ("1", "8032c552de5fe115")
