"""Trees that read audits learn what words tell, and nothing where words tell nothing."""

from __future__ import annotations

from datetime import datetime
from typing import Any, get_args

import pytest

from benchmarks.audit_words import Reader, seen
from medgym_plugin_ehrcon.claim import Claim, Mention
from medgym_plugin_ehrcon.period import Style

LINES = ["Labs:", "glucose 90 on the first", "sodium 140", "# Plan", "glucose 91"]


def mention(line: int, value: float, wrong: bool, character: int = 1) -> Mention:
    day = datetime(2150, 1, 1)
    return Mention(
        row_id=1, subject_id=1, hadm_id=1, category="physician", line=line, character=character,
        text="glucose", entity="Glucose", entity_type=1, style=get_args(Style)[0], table="labevents",
        claims=(Claim(names=("glucose",), value=value, start=day, end=day),),
        columns=("value",) if wrong else (),
    )  # fmt: skip


def test_what_is_seen_of_a_mention_is_in_the_note() -> None:
    first, last = mention(2, 90, False), mention(5, 91, True)
    found = seen(last, [first, last], LINES)
    assert (found["heading"], found["named"], found["alike"], found["value"]) == ("# Plan", 2, 1, 91)
    assert seen(first, [first, last], LINES)["heading"] == "Labs"
    assert seen(last, [first, last], LINES) == seen(
        last.model_copy(update={"columns": ()}), [first, last], LINES
    )


@pytest.fixture(scope="module")
def learned() -> tuple[Reader, list[Mention], list[dict[str, Any]]]:
    """A reader of mentions of which the higher half is wrong, those mentions, and what is seen of them."""
    mentions = [mention(2, at, wrong=at >= 50, character=at + 1) for at in range(100)]
    rows = [seen(one, mentions, LINES) for one in mentions]
    reader = Reader()
    reader.learn(mentions, rows)
    return reader, mentions, rows


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_those_that_look_most_wrong_are_named(share: float, learned: Any) -> None:
    reader, mentions, rows = learned
    found = reader.findings(mentions, rows, share)
    assert len(found) == round(100 * share)
    assert all(one["columns"] == ["value"] for one in found)
    assert share != 0.5 or {one["character"] for one in found} == {*range(51, 101)}
