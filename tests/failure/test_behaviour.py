from __future__ import annotations

from collections.abc import Callable

import pytest

from medgym_core.failure.behaviour import Behaviour, Observer
from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, Step
from medgym_core.verifier import Status

Make = Callable[..., Episode]


def step(name: str = "code_execution", error: str = "", text: str = "", turn: int = 0) -> Step:
    call = ActionCall(name=name, arguments={"code": "x"}) if name else None
    return Step(turn=turn, call=call, observation="seen", ok=not error, error=error, text=text)


def seen(*episodes: Episode) -> Behaviour:
    observer = Observer(len(episodes))
    for episode in episodes:
        observer.add(episode)
    return observer.behaviour()


def test_actions_are_counted_and_replies_without_one_too(make_episode: Make) -> None:
    steps = (step("terminal"), step("terminal"), step("", "malformed"), step())
    assert seen(make_episode(steps=steps)).actions == {"terminal": 2, "none": 1, "code_execution": 1}


def test_failures_are_counted_with_their_details(make_episode: Make) -> None:
    failed = make_episode(status=Status.INFRA_ERROR, steps=(step("terminal"),))
    found = seen(failed, failed, make_episode(1))
    assert found.failures == {"infrastructure": 2}
    assert found.details == {"infrastructure": {"infra_error": 2}}
    assert found.actions == {}


@pytest.mark.parametrize(
    ("steps", "figures"),
    [
        ((step(error="KeyError"), step("debugging", "KeyError"), step()), (2, 1, 1, 1)),
        ((step(error="KeyError"), step()), (1, 0, 0, 1)),
        ((step(error="KeyError"), step("debugging"), step(error="KeyError")), (2, 1, 0, 0)),
        ((step(error="KeyError"), step("terminal"), step("debugging"), step()), (1, 0, 0, 1)),
        ((step(error="no_answer"), step("", "malformed"), step()), (0, 0, 0, 0)),
        ((step(error="KeyError"), step(turn=1)), (1, 0, 0, 0)),
        ((step(error="KeyError"), step(error="malformed")), (1, 0, 0, 0)),
    ],
)
def test_what_follows_an_error_is_counted(
    make_episode: Make, steps: tuple[Step, ...], figures: tuple[int, ...]
) -> None:
    found = seen(make_episode(steps=steps)).debugging
    got = (found.errors, found.debugged, found.recovered_debugged, found.recovered_otherwise)
    assert got == figures


def run_of(make: Make, lengths: list[int], text: str = "why") -> Behaviour:
    episodes = (make(number, steps=(step(text=text),) * length) for number, length in enumerate(lengths))
    return seen(*episodes)


def test_a_collapse_is_reported(make_episode: Make) -> None:
    found = run_of(make_episode, [9] * 20 + [2] * 20)
    assert [phase.steps for phase in found.phases] == [9, 9, 2, 2]
    assert [line.split(" fell")[0] for line in found.collapse] == [
        "actions an episode",
        "characters written an episode",
    ]


def test_less_than_a_collapse_or_too_few_episodes_are_not_reported(make_episode: Make) -> None:
    assert run_of(make_episode, [9] * 20 + [5] * 20).collapse == ()
    assert run_of(make_episode, [9] * 19 + [2] * 20).collapse == ()


def test_losing_the_tools_is_a_collapse(make_episode: Make) -> None:
    talking = [make_episode(n, steps=(step("", "malformed", text="x"),)) for n in range(20)]
    acting = [make_episode(n, steps=(step(text="x"),)) for n in range(20)]
    assert seen(*acting, *talking).collapse == ("the share of replies with an action fell from 1 to 0",)


def test_no_episodes_are_no_behaviour() -> None:
    assert seen().actions == {}
