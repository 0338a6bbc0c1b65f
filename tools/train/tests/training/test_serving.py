"""A served model: who shares a batch changes nobody's reply, and the protocol is what the llm agent reads."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_core.agent import AgentConfig
from medgym_core.agent.llm import LanguageModel
from medgym_core.errors import ConfigError
from medgym_testing.playing import brief_of
from medgym_train.serving import Engine, ModelServer
from medgym_train.serving.sampling import Sampling

PROMPTS = st.lists(st.lists(st.integers(5, 250), min_size=1, max_size=60), min_size=2, max_size=9)

BROKEN = {"role": "assistant", "tool_calls": [{"function": {"name": "terminal", "arguments": "{"}}]}


@pytest.fixture(scope="module")
def folder(tokenizer: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from examples.tiny_model import make_model

    made = tmp_path_factory.mktemp("model")
    model = make_model(tokenizer, 16)
    for weight in model.parameters():
        weight.data *= 8  # sure of itself, so that it does not say the same whatever it read
    model.config.max_position_embeddings = 3000
    model.save_pretrained(made)
    tokenizer.save_pretrained(made)
    return made


@pytest.fixture(scope="module")
def engine(folder: Path) -> Iterator[Engine]:
    made = Engine(folder, batch=4, threads=1)
    yield made
    made.close()


@pytest.fixture
def server(engine: Engine) -> Iterator[ModelServer]:
    with ModelServer(engine, "tiny") as made:
        Thread(target=made.serve_forever, daemon=True).start()
        yield made
        made.shutdown()


def ask(server: ModelServer, **fields: Any) -> dict[str, Any]:
    body = {"model": "tiny", "messages": [{"role": "user", "content": "Hello"}], "max_tokens": 8} | fields
    request = urllib.request.Request(f"{server.url}/chat/completions", json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return {"status": 200} | json.load(response)
    except urllib.error.HTTPError as error:
        return {"status": error.code} | json.load(error)


def written(engine: Engine, prompts: list[list[int]], **how: Any) -> list[list[int]]:
    sampling = [Sampling(max_tokens=5 + 3 * place, **how) for place in range(len(prompts))]
    futures = [engine.write(*each) for each in zip(prompts, sampling, strict=True)]
    return [[token.id for token in future.result(60).tokens] for future in futures]


@settings(max_examples=15, deadline=None)
@given(PROMPTS)
def test_greedy_in_a_batch_is_greedy_alone(engine: Engine, prompts: list[list[int]]) -> None:
    together = written(engine, prompts, temperature=0.0)
    assert len({tuple(tokens[:5]) for tokens in together}) > 1 or len({tuple(each) for each in prompts}) < 4
    for place, prompt in enumerate(prompts):
        alone = engine.write(prompt, Sampling(max_tokens=5 + 3 * place, temperature=0.0)).result(60)
        assert [token.id for token in alone.tokens] == together[place]


def test_greedy_is_what_transformers_generates(engine: Engine, folder: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM

    prompt = list(range(20, 60))
    model = AutoModelForCausalLM.from_pretrained(folder)
    wanted = model.generate(torch.tensor([prompt]), max_new_tokens=300, do_sample=False)[0, len(prompt) :]
    assert [
        token.id for token in engine.write(prompt, Sampling(300, 0.0)).result(60).tokens
    ] == wanted.tolist()


def test_a_seed_draws_the_same_whoever_shares_the_batch(engine: Engine) -> None:
    prompt = list(range(20, 40))
    first = written(engine, [prompt], seed=7)[0]
    crowd = written(engine, [prompt, list(range(90)), [5], [6, 7]], seed=7)[0]
    assert first == crowd
    assert written(engine, [prompt], seed=8)[0] != first


def test_log_probabilities_are_the_models_own(engine: Engine, folder: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM

    prompt = list(range(20, 40))
    done = engine.write(prompt, Sampling(6, temperature=2.0, top_p=0.9, seed=1)).result(60)
    ids = [token.id for token in done.tokens]
    logits = AutoModelForCausalLM.from_pretrained(folder)(torch.tensor([prompt + ids])).logits[0]
    wanted = logits.log_softmax(-1)[range(len(prompt) - 1, len(prompt) + len(ids) - 1), ids]
    assert [token.logprob for token in done.tokens] == pytest.approx(wanted.tolist(), abs=1e-4)


def test_a_narrow_nucleus_is_greedy(engine: Engine) -> None:
    prompt = list(range(20, 40))
    assert written(engine, [prompt], top_p=1e-9, seed=3) == written(engine, [prompt], temperature=0.0)


def test_more_may_ask_than_are_written_at_once(engine: Engine) -> None:
    replies = written(engine, [[9, 10]] * 12, temperature=0.0)
    assert replies == [replies[-1][: 5 + 3 * place] for place in range(12)]
    assert len(replies[0]) == 5


def test_who_is_cancelled_leaves_the_batch(engine: Engine) -> None:
    futures = [engine.write([9, 10], Sampling(2500, 0.0)) for _ in range(8)]
    assert all([future.cancel() for future in futures])
    assert written(engine, [[9, 10]])


def test_a_reply_ends_at_a_stop_text(server: ModelServer) -> None:
    whole = ask(server, temperature=0, max_tokens=30)["choices"][0]["message"]["content"]
    stop = whole[len(whole) // 2 :][:3]
    cut = ask(server, temperature=0, max_tokens=30, stop=[stop])["choices"][0]
    assert cut["message"]["content"] == whole[: whole.index(stop)]
    assert cut["finish_reason"] == "stop"


def test_token_ids_and_usage_agree(server: ModelServer, engine: Engine) -> None:
    reply = ask(server, temperature=0, return_token_ids=True, logprobs=True, top_logprobs=2)
    choice, usage = reply["choices"][0], reply["usage"]
    assert len(reply["prompt_token_ids"]) == usage["prompt_tokens"] == usage["total_tokens"] - 8
    assert len(choice["token_ids"]) == len(choice["logprobs"]["content"]) == usage["completion_tokens"] == 8
    assert engine.tokenizer.decode(choice["token_ids"]) == choice["message"]["content"]
    assert all(len(entry["top_logprobs"]) == 2 for entry in choice["logprobs"]["content"])


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"model": "other"}, 404, "'other' is not here; 'tiny' is"),
        ({"messages": []}, 400, "messages"),
        ({"presence_penalty": 1}, 400, "presence_penalty"),
        ({"temperature": -1}, 400, "temperature"),
        ({"messages": [{"role": "user", "content": "word " * 9000}]}, 400, "maximum context length"),
        ({"messages": [BROKEN]}, 400, "the chat template refuses"),
    ],
)
def test_what_cannot_be_done_is_refused(
    server: ModelServer, fields: dict[str, Any], status: int, said: str
) -> None:
    refused = ask(server, **fields)
    assert refused["status"] == status
    assert said in refused["error"]["message"]


def test_the_llm_agent_keeps_what_it_is_sent(server: ModelServer) -> None:
    options = {"max_tokens": 8, "token_ids": True, "logprobs": True}
    agent = LanguageModel(AgentConfig(model="tiny", base_url=server.url, options=options))
    agent.check(brief_of().tier, "toy", [])
    reply = agent.start(brief_of()).act("Hello")
    agent.close()
    assert reply.usage.completion_tokens == len(reply.tokens.completion_ids) == 8


def test_a_conversation_that_outgrows_the_context_is_the_agents_failure(server: ModelServer) -> None:
    agent = LanguageModel(AgentConfig(model="tiny", base_url=server.url))
    assert agent.start(brief_of()).act("word " * 9000).finish_reason == "context_length"
    agent.close()


def test_a_taken_port_is_reported(engine: Engine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=f"cannot listen at 127.0.0.1:{port}"):
            ModelServer(engine, "tiny", port)


@pytest.mark.parametrize(
    ("left_out", "said"),
    [
        ("config.json", "holds no model"),
        ("tokenizer", "holds no tokenizer"),
        ("chat_template", "no chat template"),
        ("model", "cannot be loaded"),
    ],
)
def test_a_folder_that_lacks_a_part_is_reported(
    folder: Path, tmp_path: Path, left_out: str, said: str
) -> None:
    for path in folder.iterdir():
        if not path.name.startswith(left_out):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with pytest.raises(ConfigError, match=said) as error:
        Engine(tmp_path)
    assert "\n" not in str(error.value)


def test_a_model_that_fails_is_heard_of(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from medgym_train.serving import batch

    def fail(*_: Any) -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(batch.Batch, "join", fail)
    engine = Engine(folder)
    with pytest.raises(Exception, match="the model failed: out of memory"):
        engine.write([5], Sampling(3)).result(60)
    engine.close()


def test_the_verb_serves_until_interrupted(folder: Path) -> None:
    verb = str(Path(sys.executable).with_name("medgym"))
    with subprocess.Popen(
        [verb, "serve-model", str(folder), "--name", "tiny", "--json"], stdout=subprocess.PIPE, text=True
    ) as served:
        try:
            assert served.stdout is not None
            announced = json.loads("".join(takewhile("}\n".__ne__, served.stdout)) + "}")
            with urllib.request.urlopen(f"{announced['base_url']}/models", timeout=60) as response:
                assert [model["id"] for model in json.load(response)["data"]] == ["tiny"]
            served.send_signal(signal.SIGINT)
            assert served.wait(60) == 0
        finally:
            served.kill()
