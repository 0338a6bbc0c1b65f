from __future__ import annotations

import json
import math
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from medgym_core.access import Tier
from medgym_core.agent import AgentConfig
from medgym_core.agent.completion import Choice
from medgym_core.errors import AccessError, AgentError, ConfigError
from medgym_train.learned import Example
from medgym_train.learned.endpoint import Remote, weight_of_yes


def choice(**likely: float) -> dict[str, Any]:
    """A choice of one token; names are tokens, values their probabilities."""
    tokens = [{"token": token, "logprob": math.log(chance)} for token, chance in likely.items()]
    sampled = {"token": "x", "logprob": 0.0, "top_logprobs": tokens}
    return {"message": {"content": "x"}, "logprobs": {"content": [sampled]}}


@pytest.mark.parametrize(
    ("likely", "weight"),
    [
        ({"YES": 0.6, "NO": 0.2}, 0.75),
        ({"YES": 0.3, " yes": 0.3, "No": 0.2, "maybe": 0.2}, 0.75),
        ({"NO": 0.4}, 0.0),
    ],
)
def test_yes_is_weighed_against_no(likely: dict[str, float], weight: float) -> None:
    assert weight_of_yes(Choice.model_validate(choice(**likely))) == pytest.approx(weight)


@pytest.mark.parametrize("answer", [choice(maybe=0.9), {"message": {"content": "YES"}}])
def test_no_likely_word_is_an_error_and_no_score(answer: dict[str, Any]) -> None:
    with pytest.raises(AgentError, match="neither YES nor NO"):
        weight_of_yes(Choice.model_validate(answer))


def example(text: str, tier: Tier = Tier.OPEN) -> Example:
    return Example("e", "toy/train/0", "c", 0, tier, text, True)


@pytest.fixture
def endpoint() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            body = json.dumps({"choices": [choice(YES=0.5, NO=0.5)]}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", asked
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_model_is_asked_for_one_token_with_its_neighbours(
    endpoint: tuple[str, list[dict[str, Any]]],
) -> None:
    url, asked = endpoint
    remote = Remote(AgentConfig(model="judge", base_url=url))
    assert remote.score([example("one record"), example("another")]) == pytest.approx([0.5, 0.5])
    remote.close()
    assert [request["max_tokens"] for request in asked] == [1, 1]
    assert "one record" in asked[0]["messages"][0]["content"]
    assert asked[0]["top_logprobs"] == 20


def test_a_remote_verifier_needs_a_model() -> None:
    with pytest.raises(ConfigError, match="give --model"):
        Remote(AgentConfig(base_url="http://127.0.0.1:9"))


def test_labelled_records_stay_here(tmp_path: Path) -> None:
    remote = Remote(AgentConfig(model="judge", base_url="https://models.example/v1", home=tmp_path))
    with pytest.raises(AccessError, match="neither on this machine nor attested"):
        remote.score([example("a record", Tier.CREDENTIALED)])
    remote.close()
