"""Labelled data and the model's endpoint: nothing is sent that may not be, whatever is tried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from medgym_core.access import Attestations, Tier
from medgym_core.agent import AgentConfig
from medgym_core.agent.llm import LanguageModel
from medgym_core.errors import AccessError, AgentError

from ..access.attested import REMOTE, attestation


def model(home: Path, url: str = REMOTE) -> LanguageModel:
    return LanguageModel(AgentConfig(model="m", base_url=url, api_key="k", home=home))


def test_a_run_is_refused_before_it_begins(tmp_path: Path) -> None:
    agent = model(tmp_path)
    agent.admit(Tier.OPEN, "toy")
    with pytest.raises(AccessError):
        agent.admit(Tier.CREDENTIALED, "toy")
    agent.close()


def test_every_request_is_asked_again(tmp_path: Path, make_brief: Any) -> None:
    agent = model(tmp_path)
    with pytest.raises(AccessError):
        agent.start(make_brief(tier=Tier.CREDENTIALED)).act("a patient's row")
    agent.close()


def test_a_redirect_is_not_followed(server: Any, make_brief: Any, responses: Any, tmp_path: Path) -> None:
    server.script = [responses.raw(b"", 307, {"Location": "http://models.example/v1/chat/completions"})]
    agent = LanguageModel(
        AgentConfig(model="m", base_url=server.url, home=tmp_path, options={"max_retries": 0})
    )
    with pytest.raises(AgentError, match="307"):
        agent.start(make_brief(tier=Tier.CREDENTIALED)).act("a patient's row")
    assert len(server.requests) == 1
    agent.close()


def test_a_proxy_of_the_environment_does_not_see_what_stays_here(
    server: Any, make_brief: Any, responses: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    server.script = [responses.said("hello")]
    agent = model(tmp_path, server.url)
    assert agent.start(make_brief(tier=Tier.CREDENTIALED)).act("a patient's row").text == "hello"
    agent.close()


def test_attested_data_goes_past_the_proxies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    agent = model(tmp_path)
    clients = [
        agent.endpoint._client_for(label) for label in (label_of(Tier.OPEN), label_of(Tier.CREDENTIALED))
    ]
    assert [bool(client._client._mounts) for client in clients] == [True, False]
    agent.close()


def label_of(tier: Tier) -> Any:
    from medgym_core.agent.endpoint import Label

    return Label(tier, "toy")


def test_no_variable_redirects_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make_brief: Any
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    agent = model(tmp_path, "")
    assert not agent.endpoint._gate.local
    agent.close()


def test_an_attestation_for_another_endpoint_does_not_help(tmp_path: Path) -> None:
    Attestations(tmp_path).append(attestation(endpoint="https://other.example/v1"))
    agent = model(tmp_path)
    with pytest.raises(AccessError):
        agent.admit(Tier.CREDENTIALED, "toy")
    agent.close()
