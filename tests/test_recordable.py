"""Whatever an agent, a service or a verifier leaves in a record, it is written, and reads back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from medgym_core import ActionCall, Status, Verdict
from medgym_core.env.recordable import recordable
from medgym_core.journal import JournalWriter, read_index
from medgym_core.trajectory import Episode, Step, Tokens, TurnRecord
from medgym_core.verifier.contract import StateChange

HALF = chr(0xD800)
TEXT = st.text(st.characters(categories=None), max_size=20) | st.just(HALF)
LONG = st.integers(1200, 4400).map(lambda digits: 10**digits)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | LONG | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=10,
)


def nested(depth: int) -> Any:
    return [nested(depth - 1)] if depth else HALF


def filled(plain: Episode, text: str, value: Any) -> Episode:
    """An episode with agent-made parts wherever a record has room for them."""
    call = ActionCall(name=text, arguments={text: value})
    step = Step(turn=0, text=text, reasoning=text, call=call, observation=text, ok=True, error=text)
    turn = TurnRecord(answer=text, reason=text, files={"a": text})
    verdict = Verdict(status=Status.FAIL, reward=0.0, reason=text, details={text: value})
    change = StateChange(before=value, after=value)
    return plain.model_copy(
        update={
            "steps": (step,),
            "turns": (turn,),
            "verdict": verdict,
            "states": {text: change},
            "error": text,
        }
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXT, value=JSON)
def test_every_record_reads_back(make_episode: Callable[..., Episode], text: str, value: Any) -> None:
    episode = recordable(filled(make_episode(), text, value))
    assert Episode.model_validate_json(episode.model_dump_json()) is not None
    assert (episode.verdict.status, episode.error == "what the agent did could not be recorded") == (
        Status.FAIL,
        False,
    )


@pytest.mark.parametrize(
    "value",
    [HALF, {HALF: HALF}, nested(150), nested(210), 10**5000, float("inf"), float("nan")],
    ids=["half", "key", "deep", "deeper", "long", "infinite", "nan"],
)
def test_what_stands_in_the_way_is_replaced(make_episode: Callable[..., Episode], value: Any) -> None:
    episode = recordable(filled(make_episode(), f"before {HALF} after", value))
    assert Episode.model_validate_json(episode.model_dump_json()).steps[0].text == r"before \ud800 after"


def test_numbers_that_json_lacks_are_replaced(make_episode: Callable[..., Episode]) -> None:
    tokens = Tokens(completion_ids=(1,), logprobs=(float("-inf"),))
    step = Step(turn=0, observation="", ok=True, tokens=tokens)
    verdict = Verdict(status=Status.FAIL, reward=0.0, components={"auc": float("nan"), "turn_0": 0.0})
    episode = recordable(make_episode(steps=(step,)).model_copy(update={"verdict": verdict}))
    assert dict(episode.verdict.components) == {"turn_0": 0.0}
    assert episode == Episode.model_validate_json(episode.model_dump_json())


def test_a_plain_record_is_left_alone(make_episode: Callable[..., Episode]) -> None:
    episode = make_episode()
    assert recordable(episode) is episode


def test_a_record_that_nothing_mends_keeps_its_verdict(
    make_episode: Callable[..., Episode], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("medgym_core.env.recordable._plain", lambda value, *_: value)
    episode = recordable(filled(make_episode(), HALF, HALF))
    assert (episode.verdict.status, episode.steps, dict(episode.states)) == (Status.FAIL, (), {})
    assert episode.error == "what the agent did could not be recorded"


def test_the_journal_takes_it(make_episode: Callable[..., Episode], tmp_path: Path) -> None:
    episode = recordable(filled(make_episode(), HALF, {HALF: nested(210)}))
    with JournalWriter(tmp_path) as writer:
        writer.append([(episode, {})])
    index, journal = read_index(tmp_path)
    assert [journal.read(entry.segment, entry.offset) for entry in index] == [episode]
