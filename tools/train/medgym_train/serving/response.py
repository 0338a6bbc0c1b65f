"""What is answered: a chat completion, with token ids where vLLM has them."""

from __future__ import annotations

import json
import re
import time
import uuid
from typing import Any

from medgym_train.serving.request import Request
from medgym_train.serving.sampling import Sampled
from medgym_train.serving.sequence import Written

_CALL = re.compile(r"<tool_call>\s*(.*?)\s*</tool_call>", re.DOTALL)
"""How models of the Hermes and Qwen kind, and TRL's templates, write a tool call."""


def completion(request: Request, prompt: list[int], written: Written, tokenizer: Any) -> dict[str, Any]:
    """The response to ``request``, whose conversation became the tokens ``prompt``."""
    message = message_of(written.text) if request.offered else {"role": "assistant", "content": written.text}
    choice: dict[str, Any] = {
        "index": 0,
        "message": message,
        "finish_reason": "tool_calls" if "tool_calls" in message else written.finish_reason,
    }
    if request.logprobs:
        spelt = [_spelt(token, tokenizer, request) for token in written.tokens]
        choice["logprobs"] = {"content": spelt, "refusal": None}
    response: dict[str, Any] = {
        "id": f"chatcmpl-{uuid.uuid4().hex}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": request.model,
        "choices": [choice],
        "usage": {
            "prompt_tokens": len(prompt),
            "completion_tokens": len(written.tokens),
            "total_tokens": len(prompt) + len(written.tokens),
        },
    }
    if request.return_token_ids:
        response["prompt_token_ids"] = prompt
        choice["token_ids"] = [token.id for token in written.tokens]
    return response


def message_of(text: str) -> dict[str, Any]:
    """The assistant's message; text in which any call cannot be read stays text, so that nothing is lost."""
    calls = [_call(found) for found in _CALL.findall(text)]
    read = [call for call in calls if call is not None]
    if not read or len(read) < len(calls):
        return {"role": "assistant", "content": text}
    content = text[: text.index("<tool_call>")].strip() or None
    return {"role": "assistant", "content": content, "tool_calls": read}


def _call(text: str) -> dict[str, Any] | None:
    try:
        called = json.loads(text)
        name, arguments = called["name"], called["arguments"]
    except (ValueError, KeyError, TypeError):
        return None
    if not isinstance(name, str) or not isinstance(arguments, dict):
        return None
    function = {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}
    return {"id": f"call_{uuid.uuid4().hex[:24]}", "type": "function", "function": function}


def _spelt(token: Sampled, tokenizer: Any, request: Request) -> dict[str, Any]:
    def entry(number: int, logprob: float) -> dict[str, Any]:
        text = tokenizer.decode([number])
        shown = f"token_id:{number}" if request.return_tokens_as_token_ids else text
        return {"token": shown, "logprob": logprob, "bytes": list(text.encode())}

    top = [entry(*other) for other in token.top]
    return entry(token.id, token.logprob) | {"top_logprobs": top}
