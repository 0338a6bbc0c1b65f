from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.agent import AgentConfig, Pace
from medgym_core.agent.llm import LanguageModel
from medgym_core.agent.pace import Meter, Throttle, Valve
from medgym_core.errors import AgentError


@given(st.lists(st.floats(min_value=0, max_value=100), max_size=20))
def test_what_was_charged_before_must_first_be_allowed(tmp_path_factory, amounts) -> None:  # type: ignore[no-untyped-def]
    meter = Meter(tmp_path_factory.mktemp("pace") / "meter", 60, clock=lambda: 1000.0)
    assert [meter.charge(amount) for amount in amounts] == [
        pytest.approx(sum(amounts[:place])) for place in range(len(amounts))
    ]


def test_time_that_nobody_used_is_not_saved_up(tmp_path: Path) -> None:
    now = 0.0
    meter = Meter(tmp_path / "meter", 60, clock=lambda: now)
    meter.charge(1)
    now = 500.0
    assert [meter.charge(1), meter.charge(1)] == [0.0, 1.0]


def test_several_meters_of_one_file_are_one(tmp_path: Path) -> None:
    meters = [Meter(tmp_path / "meter", 60, clock=lambda: 0.0) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda number: meters[number % 8].charge(1), range(40)))
    assert sorted(waits) == [float(number) for number in range(40)]


def test_a_damaged_standing_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "meter").write_bytes(b"xx")
    assert Meter(tmp_path / "meter", 60).charge(1) == 0.0


def test_a_valve_halves_and_opens_slowly() -> None:
    valve = Valve()
    with valve.passage(), valve.passage(), valve.passage(), valve.passage():
        valve.overloaded()
        assert valve.limit == 2
    valve.served()
    valve.served()
    assert valve.limit == pytest.approx(2.9)


def test_a_valve_opens_beyond_what_it_began_with() -> None:
    valve = Valve(at_once=2)
    for _ in range(3):
        valve.served()
    assert valve.limit == pytest.approx(3.2, abs=0.1)


def test_a_valve_always_lets_one_pass() -> None:
    valve = Valve()
    for _ in range(5):
        valve.overloaded()
    with valve.passage():
        assert valve.limit == 1


def test_who_finds_no_room_waits_for_it() -> None:
    valve, passed = Valve(), threading.Event()
    valve.overloaded()
    with valve.passage():
        waiter = threading.Thread(target=lambda: valve.passage().__enter__() or passed.set())
        waiter.start()
        assert not passed.wait(0.05)
    assert passed.wait(5)
    waiter.join()


def test_requests_keep_the_pace(tmp_path: Path) -> None:
    throttle = Throttle(Pace(requests_per_minute=1200), tmp_path, "endpoint")
    began = time.monotonic()
    for _ in range(4):
        with throttle.request():
            pass
    assert time.monotonic() - began >= 3 * 60 / 1200 - 0.01


def test_tokens_delay_the_next_request(tmp_path: Path) -> None:
    throttle = Throttle(Pace(tokens_per_minute=60_000), tmp_path, "endpoint")
    throttle.served(100)
    began = time.monotonic()
    with throttle.request():
        assert time.monotonic() - began >= 0.09


@pytest.mark.slow
def test_the_model_meters_what_the_endpoint_counted(server, make_brief, responses, tmp_path) -> None:  # type: ignore[no-untyped-def]
    pace = Pace(requests_per_minute=6e6, tokens_per_minute=6e6)
    model = LanguageModel(AgentConfig(model="m", base_url=server.url, pace=pace, home=tmp_path))
    server.script = [responses.said()]
    model.start(make_brief()).act("question")
    assert len(list((tmp_path / "pace").iterdir())) == 2
    model.close()


@pytest.mark.parametrize(("status", "limit"), [(429, 1.0), (500, None)])
def test_only_a_loaded_endpoint_closes_the_valve(
    server,  # type: ignore[no-untyped-def]
    model: Callable[..., LanguageModel],
    make_brief,
    responses,
    status: int,
    limit: float | None,
) -> None:
    server.script = [responses.refused(status, "later")]
    refused = model(max_retries=0)
    with pytest.raises(AgentError):
        refused.start(make_brief()).act("question")
    assert refused.endpoint._throttle._valve.limit == limit
