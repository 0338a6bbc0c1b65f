"""The bedside over HTTP."""

import json

import pytest

from medgym_core import Request
from medgym_plugin_icu_watch.service import Bedside
from medgym_plugin_icu_watch.session import Session

from .conftest import SHOCKED


@pytest.fixture
def ask():
    """Ask a bedside; gives the status and the answer."""
    bedside = Bedside(Session(SHOCKED), "/bedside")

    def send(method, path, value=None, body=None):
        body = body if body is not None else json.dumps(value).encode()
        answer = bedside.respond(Request(method=method, target=f"/bedside{path}", body=body))
        return answer.status, json.loads(answer.body)

    send.bedside = bedside
    return send


def test_the_chart_begins_with_an_hour_and_grows(ask):
    _, chart = ask("GET", "/chart")
    assert (chart["hour"], chart["over"], len(chart["vitals"]), len(chart["results"])) == (0, False, 1, 7)
    assert ask("POST", "/orders", {"labs": ["lactate"], "norepinephrine": 0.05})[0] == 201
    _, chart = ask("POST", "/advance", {"hours": 2})
    assert chart["hour"] == 2
    assert chart["standing"] == {"norepinephrine": 0.05}
    assert chart["results"][-1]["panel"] == "lactate"
    assert chart["results"][-1]["hour"] == 1


@pytest.mark.parametrize(
    "orders",
    [
        {"norepinephrine": -0.1},
        {"norepinephrine": float("nan")},
        {"potassium": 1e300},
        {"potassium": "40"},
        {"call": 0.5},
        {"insuline": 1},
        {"labs": ["all"]},
        {"antibiotics": "cefepime"},
        [1],
        {"fio2": 0.1},
        {"heparin_bolus": 1e-9},
        {"red_cells": 0.5},
        {"norepinephrine": True},
    ],
)
def test_bad_orders_are_refused_and_change_nothing(ask, orders):
    status, answer = ask("POST", "/orders", orders)
    assert status == 422
    assert answer["error"]
    assert ask("GET", "/chart")[1]["pending"] == {}
    assert ask.bedside.snapshot() == {"log": []}


@pytest.mark.parametrize("hours", [0, 5, -1, 1.5, True, None, "1"])
def test_time_goes_on_by_one_to_four_hours(ask, hours):
    assert ask("POST", "/advance", {"hours": hours})[0] == 422


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("PUT", "/chart", 405), ("DELETE", "/orders", 405), ("GET", "/state", 404), ("POST", "/../gold", 404)],
)
def test_there_is_nothing_else(ask, method, path, status):
    assert ask(method, path, {})[0] == status


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 10_000, b" " * 20_000])
def test_what_is_no_json_is_refused(ask, body):
    assert 400 <= ask("POST", "/orders", body=body)[0] < 500


def test_a_watch_ends_after_48_hours(ask):
    for _ in range(12):
        status, chart = ask("POST", "/advance", {"hours": 4})
        if chart["over"]:
            break
    assert status == 200
    assert chart["over"]
    assert ask("POST", "/advance", {"hours": 1})[0] == 409


def test_no_answer_shows_what_is_hidden(ask):
    shown = json.dumps([ask("GET", "/chart")[1], ask("GET", "/fields")[1], ask.bedside.snapshot()])
    assert not any(word in shown for word in ("burden", "harm", "severity", "protocol", "seed"))
