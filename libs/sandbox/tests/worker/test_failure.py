"""Exceptions to data."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from medgym_sandbox.spec import Failure
from medgym_sandbox.worker import failure


def fail(source: str, inspect: bool = False) -> Failure:
    """What is reported of running ``source``."""
    try:
        exec(compile(source, failure.SOURCE_NAME, "exec"), {"__name__": "__main__"})
    except BaseException as error:
        described = failure.describe(error, source, inspect)
        return Failure.model_validate({k: v for k, v in described.items() if v is not None})
    raise AssertionError("the source did not fail")


@pytest.mark.parametrize(
    ("source", "kind", "line", "group", "name"),
    [
        ("d = {'abc': 1}\nd['abd']", "KeyError", 2, "keys of d", "abc"),
        ("total = 1\nprint(totl)", "NameError", 2, "variables", "total"),
        ("import math\nmath.squirt(2)", "AttributeError", 2, "attributes of math", "sqrt"),
        ("import jsn", "ModuleNotFoundError", 1, "modules", "json"),
    ],
)
def test_the_nearest_names_are_told(source: str, kind: str, line: int, group: str, name: str) -> None:
    reported = fail(source)
    assert (reported.type, reported.line) == (kind, line)
    assert name in reported.names[group]


def test_syntax_errors_name_their_place() -> None:
    reported = fail("a = 1\nb = (\n")
    assert (reported.type, reported.line, reported.text) == ("SyntaxError", 2, "b = (")


def test_the_traceback_holds_own_lines_only() -> None:
    reported = fail("import json\ndef f():\n    json.loads('{')\nf()")
    assert reported.type == "json.decoder.JSONDecodeError"
    assert reported.traceback == "line 4, in <module>: f()\nline 3, in f: json.loads('{')"


def test_deep_tracebacks_are_cut() -> None:
    assert "more" in fail("def f(): f()\nf()").traceback
    assert len(fail("def f(): f()\nf()").traceback.splitlines()) == 13


def test_variables_are_told_on_request() -> None:
    source = "x = [1, 2]\n1 / 0"
    assert fail(source).variables == {}
    assert fail(source, inspect=True).variables["x"] == "list of length 2: [1, 2]"


def test_hostile_exceptions_are_told_without_their_text() -> None:
    reported = fail("class E(Exception):\n    def __str__(self): raise ValueError\nraise E")
    assert (reported.type, reported.line) == ("E", 3)
    assert "could not be made" in reported.message


def test_sql_errors_name_tables_and_near_columns() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE patient (gender TEXT)")
    reported: dict[str, Any] = {}
    try:
        connection.execute("SELECT gendr FROM patient")
    except sqlite3.Error as error:
        reported = failure.describe(error, "SELECT gendr FROM patient", connection=connection)
    connection.close()
    assert reported["names"] == {"tables": ["patient"], "columns of patient": ["gender"]}
