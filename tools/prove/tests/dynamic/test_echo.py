from __future__ import annotations

import pytest
from pydantic import JsonValue

from medgym_core.answer import AnswerKind, Boolean, Choice, Date, DateTime, Integer, Number, Text
from medgym_core.verifier.compare import compare
from medgym_core.verifier.parse import exact
from medgym_prove.dynamic.echo import echoes

from ..adversarial.examples import EXAMPLES

QUESTION = (
    'On 2101-05-03 12:30, which of "aspirin" and "heparin" was given 3 times at 2.5 mg to P0042, yes or no?'
)


@pytest.mark.parametrize(
    ("kind", "first"),
    [
        (Integer(), [3]),
        (Number(), [3.0, 2.5]),
        (Boolean(), []),
        (Text(), ["aspirin", "heparin", QUESTION]),
        (Choice(options=("maybe", "no", "yes")), ["no", "yes"]),
        (Date(), ["2101-05-03"]),
        (DateTime(), ["2101-05-03 12:30:00"]),
    ],
    ids=lambda part: getattr(part, "kind", None),
)
def test_values_of_the_question(kind: AnswerKind, first: list[JsonValue]) -> None:
    assert echoes(kind, QUESTION) == first


@pytest.mark.parametrize("kind", [kind for kind, _ in EXAMPLES], ids=lambda kind: kind.kind)
def test_every_echo_is_an_answer_of_its_kind(kind: AnswerKind) -> None:
    for found in echoes(kind, QUESTION):
        assert compare(kind, exact(found), exact(found)).ok, found
