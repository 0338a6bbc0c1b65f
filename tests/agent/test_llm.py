from __future__ import annotations

import re
import subprocess
import sys
import threading

import pytest

from medgym_core.agent import AgentConfig, Reply
from medgym_core.agent.llm import LanguageModel
from medgym_core.errors import ConfigError
from medgym_core.errors.advice import install


def test_a_reply_is_text_with_what_it_cost(server, model, make_brief, responses):
    server.script = [responses.said("thinking aloud")]
    prices = {"prompt_per_million": 2.0, "completion_per_million": 100.0}
    reply = model(prices=prices).start(make_brief()).act("question")
    assert (reply.text, reply.calls, reply.finish_reason) == ("thinking aloud", (), "stop")
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (1000, 10)
    assert reply.usage.cost_usd == pytest.approx(0.003)
    assert reply.usage.latency_s > 0


def test_the_request_says_what_is_configured(server, model, make_brief, responses):
    server.script = [responses.said()]
    options = {"max_tokens": 7, "top_p": 0.5, "stop": ["END"], "extra_body": {"top_k": 3}}
    model(**options).start(make_brief(seed=5)).act("question")
    (request,) = server.requests
    assert request["model"] == "m"
    assert request["temperature"] == 0.0
    assert (request["seed"], request["max_tokens"], request["top_p"], request["top_k"]) == (5, 7, 0.5, 3)
    assert request["stop"] == ["END"]
    assert request["messages"] == [
        {"role": "system", "content": "the rules"},
        {"role": "user", "content": "question"},
    ]
    assert server.headers[0]["authorization"] == "Bearer sk-secret-key"


def test_fields_that_the_endpoint_refuses_can_be_left_out(server, model, make_brief, responses):
    server.script = [responses.said()]
    model(omit=["temperature", "seed"], tools=False).start(make_brief()).act("question")
    assert set(server.requests[0]) == {"model", "messages"}


def test_text_replies_are_followed_by_user_messages(server, model, make_brief, responses):
    server.script = [responses.said("first"), responses.said("second")]
    policy = model().start(make_brief())
    policy.act("question")
    policy.act("observed")
    assert server.requests[1]["messages"][2:] == [
        {"role": "assistant", "content": "first"},
        {"role": "user", "content": "observed"},
    ]


def test_tool_calls_become_actions_and_observations_their_results(server, model, make_brief, responses):
    server.script = [responses.called(("code_execution", '{"code": "1"}'), content="try"), responses.said()]
    policy = model().start(make_brief())
    reply = policy.act("question")
    assert [(call.name, dict(call.arguments)) for call in reply.calls] == [("code_execution", {"code": "1"})]
    assert reply.text == "try"
    policy.act("observed")
    assistant, result = server.requests[1]["messages"][2:]
    assert assistant["tool_calls"][0]["function"] == {"name": "code_execution", "arguments": '{"code": "1"}'}
    assert result == {"role": "tool", "tool_call_id": "call_0", "content": "observed"}
    assert server.requests[0]["parallel_tool_calls"] is False


def test_every_tool_call_of_a_reply_is_answered(server, model, make_brief, responses):
    server.script = [
        responses.called(("terminal", "{}"), ("terminal", '{"command": "ls"}')),
        responses.said(),
    ]
    policy = model().start(make_brief())
    assert len(policy.act("question").calls) == 2
    policy.act("both observations")
    first, last = server.requests[1]["messages"][-2:]
    assert (first["tool_call_id"], last["tool_call_id"]) == ("call_0", "call_1")
    assert last["content"] == "both observations"
    assert "last result" in first["content"]


def test_malformed_tool_arguments_are_passed_on_as_text(server, model, make_brief, responses):
    server.script = [responses.called(("terminal", "[1,"), content="hm"), responses.said()]
    policy = model().start(make_brief())
    reply = policy.act("question")
    assert reply.calls == ()
    assert reply.text == 'hm\n{"name": "terminal", "arguments": [1,}'
    policy.act("malformed")
    assert [message["role"] for message in server.requests[1]["messages"]] == [
        "system",
        "user",
        "assistant",
        "user",
    ]


def test_reasoning_is_kept_apart_and_not_sent_back(server, model, make_brief, responses):
    server.script = [responses.said("a", message={"reasoning_content": "because"})]
    policy = model().start(make_brief())
    assert policy.act("question").reasoning == "because"
    server.script = [responses.said("a", message={"reasoning": "since"})]
    assert policy.act("more").reasoning == "since"
    assert "because" not in str(server.requests[1])


def test_logprobs_are_asked_for_and_kept(server, model, make_brief, responses):
    content = [{"token": "hel", "logprob": -0.5}, {"token": "lo", "logprob": -0.25}]
    server.script = [responses.said(choice={"logprobs": {"content": content}})]
    reply = model(logprobs=True).start(make_brief()).act("question")
    assert reply.tokens is not None
    assert (reply.tokens.logprobs, reply.tokens.completion_ids) == ((-0.5, -0.25), ())
    assert server.requests[0]["logprobs"] is True


def test_token_ids_are_asked_for_and_kept(server, model, make_brief, responses):
    server.script = [responses.said(choice={"token_ids": [7, 8]}, top={"prompt_token_ids": [1, 2, 3]})]
    reply = model(token_ids=True).start(make_brief()).act("question")
    assert reply.tokens is not None
    assert (reply.tokens.prompt_ids, reply.tokens.completion_ids) == ((1, 2, 3), (7, 8))
    assert server.requests[0]["return_token_ids"] is True


def test_token_ids_spelt_as_tokens_are_read(server, model, make_brief, responses):
    content = [{"token": "token_id:42", "logprob": -1.0}]
    server.script = [responses.said(choice={"logprobs": {"content": content}})]
    reply = model(logprobs=True).start(make_brief()).act("question")
    assert reply.tokens is not None
    assert reply.tokens.completion_ids == (42,)


def test_no_token_record_where_none_came(server, model, make_brief, responses):
    server.script = [responses.said(top={"usage": None})]
    reply = model().start(make_brief()).act("question")
    assert reply.tokens is None
    assert reply.usage.prompt_tokens == 0


def test_half_characters_do_not_break_the_record(server, model, make_brief, responses):
    server.script = [responses.called(("terminal", '{"command": "\\ud83d"}'), content="\ud83d!")]
    reply = model().start(make_brief()).act("question")
    assert Reply.model_validate_json(reply.model_dump_json()) == reply
    assert reply.text.endswith("!")


def test_a_refusal_is_text(server, model, make_brief, responses):
    server.script = [responses.said(None, message={"refusal": "I will not."})]
    assert model().start(make_brief()).act("question").text == "I will not."


def test_a_conversation_that_outgrows_the_context_gives_up(server, model, make_brief, responses):
    server.script = [responses.refused(400, "This model's maximum context length is 8192 tokens.")]
    reply = model().start(make_brief()).act("question")
    assert (reply.text, reply.calls, reply.finish_reason) == ("", (), "context_length")
    assert len(server.requests) == 1


def test_one_model_serves_many_threads(server, model, make_brief, responses):
    server.script = [responses.said()]
    shared, texts = model(), []

    def play(number: int) -> None:
        policy = shared.start(make_brief(seed=number))
        texts.extend(policy.act(f"q{number}.{turn}").text for turn in range(3))

    threads = [threading.Thread(target=play, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == ["hello"] * 18
    for request in server.requests:
        assert {text.split(".")[0] for text in _asked(request)} == {f"q{request['seed']}"}


def _asked(request):
    return [message["content"] for message in request["messages"] if message["role"] == "user"]


def test_azure_deployments_are_addressed_as_azure_wants(server, make_brief, responses):
    server.script = [responses.said()]
    azure = {"endpoint": server.url.removesuffix("/v1"), "api_version": "2024-10-21", "deployment": "dep"}
    agent = LanguageModel(AgentConfig(api_key="sk-azure-key", options={"azure": azure}))
    assert agent.start(make_brief()).act("question").text == "hello"
    agent.close()
    assert server.paths == ["/openai/deployments/dep/chat/completions?api-version=2024-10-21"]
    assert server.headers[0]["api-key"] == "sk-azure-key"


@pytest.mark.parametrize(
    ("config", "fix"),
    [
        (AgentConfig(base_url="http://127.0.0.1:1/v1"), "--model"),
        (AgentConfig(model="m"), "needs an API key"),
        (AgentConfig(model="m", base_url="http://name:word@127.0.0.1/v1"), "api_key"),
        (AgentConfig(model="m", base_url="http://127.0.0.1:1", options={"max_tokenz": 5}), "max_tokens"),
        (AgentConfig(model="m", base_url="http://127.0.0.1:1", options={"prices": 5}), "prices"),
    ],
)
def test_a_wrong_configuration_is_refused_with_the_fix(config, fix):
    with pytest.raises(ConfigError, match=fix):
        LanguageModel(config)


def test_a_missing_sdk_is_named_with_the_fix(monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ConfigError, match=re.escape(install("medgym-core[llm]"))):
        LanguageModel(AgentConfig(model="m", base_url="http://127.0.0.1:1"))


def test_the_key_is_in_no_text(model):
    agent = model(key="sk-never-shown")
    assert "sk-never-shown" not in repr(vars(agent))


def test_environment_variables_redirect_nothing(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/elsewhere")
    agent = LanguageModel(AgentConfig(model="m", api_key="sk-some-key"))
    assert str(agent.endpoint._client.base_url) == "https://api.openai.com/v1/"
    agent.close()


def test_the_sdk_is_imported_only_by_who_uses_a_model():
    code = "import sys, medgym_core.builtin as b; b.medgym_agents(); sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
