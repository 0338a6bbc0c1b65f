from __future__ import annotations

import email.utils
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.agent.endpoint import LONGEST_WAIT_S, Retry
from medgym_core.agent.fault import retry_after
from medgym_core.errors import AgentError


@pytest.fixture
def passing(responses):
    """Failures that another try may fix, by name."""
    good = responses.said()
    return {
        "rate_limit": responses.refused(429, "slow down", Retry_After="0.01"),
        "server_error": responses.refused(500, "oops"),
        "overloaded": responses.refused(529, "busy"),
        "truncated": responses.raw(good.body, cut=20),
        "malformed": responses.raw(b'{"choices": [{'),
        "no_choice": responses.raw(b'{"choices": []}'),
        "error_in_200": responses.raw(b'{"error": {"message": "upstream"}}'),
        "html": responses.raw(b"<html>gateway</html>", headers={"Content-Type": "text/html"}),
        "no_headers": responses.raw(b"", headers={"Content-Length": "10"}),
    }


FAILURES = (
    "rate_limit",
    "server_error",
    "overloaded",
    "truncated",
    "malformed",
    "no_choice",
    "error_in_200",
    "html",
    "no_headers",
)


@pytest.mark.parametrize("name", FAILURES)
def test_failures_that_may_pass_are_retried(name, passing, server, model, make_brief, responses):
    server.script = [passing[name], passing[name], responses.said("at last")]
    assert model().start(make_brief()).act("question").text == "at last"
    assert len(server.requests) == 3


@pytest.mark.parametrize("name", FAILURES)
def test_retries_end_with_what_happened_and_the_fix(name, passing, server, model, make_brief):
    server.script = [passing[name]]
    with pytest.raises(AgentError, match="after 3 tries") as caught:
        model().start(make_brief()).act("question")
    assert server.url in str(caught.value)
    assert "check that the endpoint is up" in str(caught.value)
    assert len(server.requests) == 3


def test_a_hanging_endpoint_times_out_and_is_tried_again(server, model, make_brief, responses):
    server.script = [responses.raw(b"", hang=True), responses.said("back")]
    assert model(timeout_s=0.1).start(make_brief()).act("question").text == "back"


def test_a_closed_port_is_an_agent_error(server, model, make_brief):
    agent = model()
    server.close()
    with pytest.raises(AgentError, match="Connection error"):
        agent.start(make_brief()).act("question")


@pytest.mark.parametrize(
    ("status", "fix"),
    [(400, "options.omit"), (401, "API key"), (403, "right"), (404, "model name"), (418, "base URL")],
)
def test_what_no_retry_fixes_fails_at_once(status, fix, server, model, make_brief, responses):
    server.script = [responses.refused(status, "no, sk-secret-key")]
    with pytest.raises(AgentError, match=f"status {status}") as caught:
        model().start(make_brief()).act("question")
    assert fix in str(caught.value)
    assert "sk-secret-key" not in str(caught.value)
    assert len(server.requests) == 1


def test_a_used_up_quota_is_not_waited_for(server, model, make_brief, responses):
    server.script = [responses.refused(429, "pay first", code="insufficient_quota")]
    with pytest.raises(AgentError, match="quota is used up"):
        model().start(make_brief()).act("question")
    assert len(server.requests) == 1


def test_redirects_are_not_followed(server, model, make_brief, responses):
    moved = responses.raw(b"", status=307, headers={"Location": f"{server.url}/chat/completions"})
    server.script = [moved, responses.said("from elsewhere")]
    with pytest.raises(AgentError, match="status 307"):
        model().start(make_brief()).act("question")


def test_latency_counts_the_retries(server, model, make_brief, responses):
    server.script = [responses.refused(429, "slow down", Retry_After="0.05"), responses.said()]
    assert model().start(make_brief()).act("question").usage.latency_s >= 0.05


@given(st.integers(1, 40), st.none() | st.floats(0, 1e9))
def test_waits_are_bounded_and_at_least_what_was_asked(failures, asked):
    wait = Retry(limit=40, backoff_s=1.0).wait_s(failures, asked)
    assert min(asked or 0.0, LONGEST_WAIT_S) <= wait <= LONGEST_WAIT_S


@given(st.integers(1, 6))
def test_waits_grow_by_doubling_with_jitter(failures):
    longest = 2.0 ** (failures - 1)
    assert longest / 2 <= Retry(limit=6, backoff_s=1.0).wait_s(failures, None) <= longest


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "soon"}, None),
        ({"retry-after-ms": "soon"}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({}, None),
    ],
)
def test_retry_after_is_read_in_all_its_forms(headers, seconds):
    assert retry_after(headers) == seconds


def test_retry_after_may_be_a_date_to_come():
    asked = retry_after({"retry-after": email.utils.formatdate(time.time() + 100, usegmt=True)})
    assert asked is not None
    assert 0 < asked <= 100
