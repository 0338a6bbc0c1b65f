"""What a child says of itself is read whatever it is, and stays within caps."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_sandbox import report
from medgym_sandbox.spec import Failure

HALF = chr(0xD800)
ANY_TEXT = st.text(st.characters(categories=None), max_size=40) | st.just(HALF)
ANY_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=20,
)
FIELDS = (*report.Report.__dataclass_fields__, *Failure.model_fields, "jail_failed")
FAILURE = st.dictionaries(st.sampled_from(FIELDS), ANY_JSON, max_size=8)
REPORT = st.dictionaries(st.sampled_from(FIELDS), ANY_JSON | FAILURE, max_size=8)


def size(reported: report.Report) -> int:
    failure = reported.failure.model_dump_json() if reported.failure else ""
    return len(json.dumps([reported.answer, reported.answer_error, reported.refused])) + len(failure)


@pytest.mark.slow
@given(REPORT | ANY_JSON)
def test_every_report_gives_text_that_can_be_written(sent: Any) -> None:
    reported = report.read(json.dumps(sent).encode("utf-8", "surrogatepass"), answer_bytes=1000)
    for text in (reported.answer or "", reported.answer_error, reported.refused):
        text.encode()
    if reported.failure:
        assert Failure.model_validate_json(reported.failure.model_dump_json()) == reported.failure


@given(st.binary(max_size=200))
def test_bytes_that_are_no_report_are_none(sent: bytes) -> None:
    assert size(report.read(sent)) < 10_000


@pytest.mark.parametrize(
    "sent", ["[" * 200_000, '{"failure": ' * 100_000, '{"answer": 1' + "0" * 100_000 + "}", "null", "\\"]
)
def test_reports_made_to_break_the_reader_are_none(sent: str) -> None:
    assert report.read(sent.encode()) == report.Report()


@pytest.mark.slow
def test_a_forged_failure_is_cut() -> None:
    long, many = "x" * 400_000, [chr(65 + n % 26) * 5000 for n in range(500)]
    forged = {name: long for name in Failure.model_fields} | {
        "line": 10**30,
        "names": {f"{n}{long}": many for n in range(50)},
        "variables": {f"{n}{long}": long for n in range(500)},
    }
    reported = report.read(json.dumps({"failure": forged, "answer_error": long, "refused": long}).encode())
    assert size(reported) < 110_000
    assert reported.failure is not None
    assert reported.failure.line is None


def test_an_answer_over_its_cap_is_refused() -> None:
    reported = report.read(json.dumps({"answer": '"' + "x" * 2000 + '"'}).encode(), answer_bytes=1000)
    assert (reported.answer, reported.answer_error) == (
        None,
        "answer takes 2002 bytes as JSON; at most 1000 are allowed",
    )


def test_an_answer_that_grows_over_its_cap_when_written_is_refused() -> None:
    assert report.read(json.dumps({"answer": HALF * 200}).encode(), answer_bytes=1000).answer is None


def test_a_deep_answer_is_refused() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    reported = report.read(json.dumps({"answer": deep}).encode(), answer_bytes=10**6)
    assert (reported.answer, reported.answer_error) == (
        None,
        "answer is nested too deeply; at most 32 levels are allowed",
    )


def test_an_answer_with_half_a_character_is_escaped() -> None:
    reported = report.read(json.dumps({"answer": f'"{HALF}"'}).encode(), answer_bytes=100)
    assert reported.answer == r'"\ud800"'
