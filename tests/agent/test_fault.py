"""What endpoints say where a conversation is too long, a setting wrong, or a filter strict."""

from __future__ import annotations

import json

import pytest

from medgym_core.agent.fault import context_exhausted
from medgym_core.errors import AgentError

TOO_LONG = {
    "openai": (
        400,
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000.",
    ),
    "openai, newer": (400, "Your input exceeds the context window of this model."),
    "llama.cpp": (
        400,
        "request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it",
    ),
    "llama.cpp, older": (
        500,
        "the request exceeds the available context size. try increasing the context size",
    ),
    "vllm": (
        400,
        "This model's maximum context length is 16384 tokens. However, you requested 22946 tokens "
        "(12946 in the "
        "messages, 10000 in the completion). Please reduce the length of the messages or completion.",
    ),
    "vllm, newer": (
        400,
        "This model's maximum context length is 131072 tokens. However, you requested 102400 output "
        "tokens and "
        "your prompt contains at least 28673 input tokens, for a total of at least 131073 tokens.",
    ),
    "vllm, prompt": (
        400,
        "The decoder prompt (length 8825) is longer than the maximum model length of 8192.",
    ),
    "vllm, reply": (
        400,
        "'max_tokens' or 'max_completion_tokens' is too large: 3000. This model's maximum context "
        "length is 4096 "
        "tokens and your request has 2000 input tokens (3000 > 4096 - 2000).",
    ),
    "tgi": (
        422,
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 1512. "
        "Given: 1000 `inputs` tokens and 1024 `max_new_tokens`",
    ),
    "tgi, inputs": (422, "Input validation error: `inputs` must have less than 1024 tokens. Given: 1872"),
    "gemini": (
        400,
        "The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).",
    ),
    "xai": (400, "This model's maximum prompt length is 131072 but the request contains 136973 tokens."),
    "anthropic": (400, "prompt is too long: 213462 tokens > 200000 maximum"),
    "anthropic, reply": (
        400,
        "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease "
        "input length or "
        "`max_tokens` and try again",
    ),
    "ollama": (400, "prompt too long; exceeded max context length by 4021 tokens"),
    "ollama, older": (500, "the input length exceeds the context length"),
    "sglang": (400, "The input (61709 tokens) is longer than the model's context length (40960 tokens)."),
    "sglang, both": (
        400,
        "Requested token count exceeds the model's maximum context length of 64000 tokens. You "
        "requested a total "
        "of 71897 tokens: 40000 tokens from the input messages and 31897 tokens for the completion.",
    ),
    "sglang, pool": (400, "Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens)."),
    "lm studio": (
        400,
        "Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with "
        "context length of only 4096 tokens, which is not enough.",
    ),
    "lm studio, newer": (
        400,
        "The number of tokens to keep from the initial prompt is greater than the context length "
        "(n_keep: 5228 >= n_ctx: 4096).",
    ),
    "mistral": (
        400,
        "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum "
        "context length",
    ),
    "bedrock": (400, "Input is too long for requested model."),
}
OTHER = {
    "rate": (
        429,
        "Rate limit reached on tokens per min (TPM): Limit 30000, Requested 40000. Reduce the input tokens.",
    ),
    "rate, 413": (
        413,
        "Request too large for model `llama` on tokens per minute (TPM): Limit 6000, Requested 9000, please "
        "reduce your message size and try again.",
    ),
    "rate, words of length": (429, "This model's maximum context length is 8192 tokens per minute"),
    "openai, reply": (
        400,
        "max_tokens is too large: 32000. This model supports at most 16384 completion tokens, whereas you "
        "provided 32000.",
    ),
    "anthropic, reply": (
        400,
        "max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens",
    ),
    "vllm, reply": (
        400,
        "'max_tokens' or 'max_completion_tokens' is too large: 5000. This model's maximum context "
        "length is 4096 "
        "tokens and your request has 100 input tokens (5000 > 4096 - 100).",
    ),
    "vllm, all": (
        400,
        "This model's maximum context length is 4096 tokens. However, you requested 5100 tokens (100 in the "
        "messages, 5000 in the completion). Please reduce the length of the messages or completion.",
    ),
    "tgi, reply": (
        422,
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 1512. "
        "Given: 10 `inputs` tokens and 2048 `max_new_tokens`",
    ),
    "reply": (400, "max_tokens must not exceed the model's context length of 8192"),
    "tgi, other": (422, "Input validation error: `temperature` must be strictly positive"),
    "loading": (500, "failed to load the model with a context length of 131072: out of memory"),
    "body": (413, "Request Entity Too Large"),
}


def bodies(said: str) -> list[object]:
    """The forms in which endpoints put it: OpenAI's, vLLM's of old, that of TGI and LM Studio, Gemini's."""
    whole = {"message": said, "type": "BadRequestError"}
    return [{"error": whole}, {"object": "error", **whole}, {"error": said}, [{"error": whole}]]


@pytest.fixture
def acted(server, model, make_brief, responses):
    def act(status: int, body: object):
        server.script = [responses.raw(json.dumps(body).encode(), status=status)]
        return model(max_retries=0).start(make_brief()).act("question")

    return act


@pytest.mark.parametrize("name", TOO_LONG)
def test_a_conversation_that_is_too_long_is_the_agent_s_end(name: str, acted) -> None:
    status, said = TOO_LONG[name]
    for body in bodies(said):
        assert acted(status, body).finish_reason == "context_length"


@pytest.mark.parametrize("name", OTHER)
def test_what_only_sounds_alike_is_an_error(name: str, acted) -> None:
    status, said = OTHER[name]
    for body in bodies(said):
        with pytest.raises(AgentError) as caught:
            acted(status, body)
        assert said[:40] in str(caught.value)


def test_a_kind_of_error_tells_without_words(acted) -> None:
    error = {"code": 400, "message": "no", "type": "exceed_context_size_error", "n_ctx": 256}
    assert acted(400, {"error": error}).finish_reason == "context_length"


def test_what_is_no_answer_of_an_endpoint_is_not_too_long() -> None:
    assert not context_exhausted(ValueError("prompt is too long"))


@pytest.mark.parametrize("reason", ["content_filter", "content_filter: PROHIBITED_CONTENT"])
def test_a_reply_that_a_filter_withheld_is_no_giving_up(reason, server, model, make_brief, responses) -> None:
    server.script = [responses.said(None, finish_reason=reason)]
    with pytest.raises(AgentError, match=r"filter withheld the whole reply; .* no failure of the model"):
        model().start(make_brief()).act("question")
    assert len(server.requests) == 1


def test_a_reply_that_a_filter_cut_counts(server, model, make_brief, responses) -> None:
    server.script = [responses.said("half a", finish_reason="content_filter")]
    assert model().start(make_brief()).act("question").text == "half a"


def test_a_request_that_a_filter_refused_has_a_fix_of_its_own(server, model, make_brief, responses) -> None:
    server.script = [responses.refused(400, "filtered by the content management policy", "content_filter")]
    with pytest.raises(AgentError, match="lower the filter"):
        model().start(make_brief()).act("question")
