from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import JsonValue

from medgym_core.answer import (
    AnswerKind,
    Column,
    Date,
    DateTime,
    Integer,
    ListOf,
    Number,
    Record,
    Table,
    Text,
)
from medgym_prove.building.stated import UnstatedError, stated

from ..plugins import examine
from .defects import unstated_fractions


@pytest.mark.parametrize(
    ("kind", "gold", "written"),
    [
        (DateTime(), "2105-03-04T05:06:07", "2105-03-04 05:06:07"),
        (DateTime(), "2105-03-04 05:06:07+01:00", "2105-03-04 05:06:07"),
        (DateTime(zoned=True), "2105-03-04 05:06:07-08:00", "2105-03-04T05:06:07-08:00"),
        (DateTime(zoned=True), "2105-03-04T05:06:07Z", "2105-03-04T05:06:07+00:00"),
        (Date(), "2105-03-04 00:00:00", "2105-03-04"),
        (Text(nullable=True), None, None),
        (ListOf(items=Date()), ["2105-03-04"], ["2105-03-04"]),
        (Record(fields={"n": Integer(), "at": DateTime()}), {"at": "2105-03-04", "n": 1},
         {"n": 1, "at": "2105-03-04 00:00:00"}),
        (Table(columns=(Column(name="at", kind=Date()),)), [["2105-03-04"]], [["2105-03-04"]]),
    ],
)  # fmt: skip
def test_gold_is_written_as_the_description_says(kind: AnswerKind, gold: JsonValue, written: JsonValue):
    assert stated(kind, gold) == written


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (Number(), 100),
        (Number(abs_tol=0.5), 100.495),
        (Number(rel_tol=0.05), 104.95),
        (Number(abs_tol=0.5, minimum=0, maximum=100), 100),
    ],
)
def test_a_number_lies_as_far_away_as_it_is_said_that_it_may(kind: Number, written: float):
    assert stated(kind, 100, 0.99) == pytest.approx(written)


def test_null_that_is_not_offered_has_no_form():
    with pytest.raises(UnstatedError, match="offers no null"):
        stated(Record(fields={"at": Date()}), {"at": None})


def test_the_good_plugin_passes(plugin: Path):
    assert examine("B04", plugin).status == "pass"


def test_gold_that_the_stated_form_refuses_is_found(plugin: Path):
    unstated_fractions(plugin)
    assert "is refused (wrong_value)" in " ".join(examine("B04", plugin).problems)
