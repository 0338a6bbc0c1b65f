"""A tokenizer of words and pairs of characters, and the chat template with it.

Literals of held-out tasks are in no training question, so a model that has never seen a word must still be
able to copy it: only words that training questions and solutions repeat are tokens, all others are spelt.
Where solutions are long programs with most lines in common, a passage of such lines can be a token as well.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, product
from string import ascii_lowercase, digits
from typing import Any

PIECES = "|".join(
    [
        r'\{"action": "\w+", "arguments": \{"code": "',
        r'"(?:, "\w+": (?:"\w+"|true|false))*\}\}',
        r" ?[A-Za-z_]+(?:\.[A-Z_]+)?",
        r"[0-9]{1,2}",
        r"\\n",
        r"\s",
        r" ?[^\sA-Za-z0-9_]",
    ]
)
"""What can be a token: what begins or ends a call, a word and the space before it, two digits, a sign."""
END, START = "<|end|>", "<|start|>"
TEMPLATE = (
    "{%- for message in messages %}"
    "{%- if message.role == 'assistant' %}"
    "{{- '<|start|>' }}{% generation %}"
    "{%- if message.tool_calls %}{%- set call = message.tool_calls[0].function %}"
    "{{- '{\"action\": \"' + call.name + '\", \"arguments\": ' + (call.arguments | tojson) + '}' }}"
    "{%- else %}{{- message.content }}{%- endif %}"
    "{{- '<|end|>' }}{% endgeneration %}"
    "{%- elif message.role != 'system' %}"
    "{%- set asked = message.content.split('\\nQuestion')[-1].split(': ', 1)[-1] %}"
    "{{- asked.split('\\nAnswer: ')[0] + '\\n' }}"
    "{%- endif %}"
    "{%- endfor %}"
    "{%- if add_generation_prompt %}{{- '<|start|>' }}{%- endif %}"
)
"""The model reads the question alone, since rules and schema are the same for all tasks of a family, and
replies in medgym's own form of an action in text."""


def template_texts(conversations: Iterable[list[dict[str, Any]]]) -> list[str]:
    """Conversations as the model reads them."""
    writer = make([])
    return [writer.apply_chat_template(messages, tokenize=False) for messages in conversations]


def repeated_passages(conversations: Iterable[list[dict[str, Any]]], repeated: int = 100) -> list[str]:
    """What programs have in common: runs of whole lines, as JSON writes them, the longest first.

    Lines that stand in ``repeated`` places at least are joined pair by pair, the pair that is met most often
    first, as byte-pair encoding joins characters, until no pair is met so often.
    """
    calls = (call for messages in conversations for said in messages for call in said.get("tool_calls", []))
    codes = Counter(call["function"]["arguments"].get("code", "") for call in calls)
    counts = Counter[str]()
    for code, times in codes.items():
        counts.update(dict.fromkeys(code.splitlines(keepends=True), times))
    runs = Counter[tuple[str, ...]]()
    for code, times in codes.items():
        lines = code.splitlines(keepends=True)
        runs[tuple(line if line[-1] == "\n" and counts[line] >= repeated else "" for line in lines)] += times
    while pair := _commonest(runs, repeated):
        runs = _joined(runs, *pair)
    passages = {passage for run in runs for passage in run if passage}
    written = [json.dumps(passage, ensure_ascii=False)[1:-1] for passage in passages]
    return sorted(written, key=lambda text: (-len(text), text))


def _commonest(runs: Counter[tuple[str, ...]], repeated: int) -> tuple[str, str] | None:
    """The two passages that stand side by side most often; None if none do so ``repeated`` times."""
    pairs = Counter[tuple[str, str]]()
    for run, times in runs.items():
        for pair in pairwise(run):
            pairs[pair] += times if all(pair) else 0
    best = max(pairs, key=lambda pair: (pairs[pair], pair), default=None)
    return best if best and pairs[best] >= repeated else None


def _joined(runs: Counter[tuple[str, ...]], first: str, second: str) -> Counter[tuple[str, ...]]:
    """The runs with two passages as one wherever they stand side by side."""
    joined = Counter[tuple[str, ...]]()
    for run, times in runs.items():
        made: list[str] = []
        for passage in run:
            if made and (made[-1], passage) == (first, second):
                made[-1] = first + second
            else:
                made.append(passage)
        joined[tuple(made)] += times
    return joined


def make(texts: Iterable[str], repeated: int = 100, passages: Iterable[str] = ()) -> Any:
    """The tokenizer whose words are those that occur at least ``repeated`` times in ``texts``.

    Each of ``passages``, as texts have it, is one token besides.
    """
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    split = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(PIECES), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    counts = Counter(piece for text in texts for piece, _ in split.pre_tokenize_str(text))
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [*product(ascii_lowercase, repeat=2)]
    pairs = ["".join(pair) for pair in (*merges, *product(digits, repeat=2))]
    words = sorted(word for word, count in counts.items() if count >= repeated and len(word) > 1)
    pieces = dict.fromkeys([*alphabet, *pairs, *words])
    vocabulary = {piece: number for number, piece in enumerate(pieces)}
    base = Tokenizer(models.BPE(vocabulary, merges, ignore_merges=True))
    base.pre_tokenizer = split
    base.decoder = decoders.ByteLevel()
    base.add_special_tokens([AddedToken(text, special=True) for text in (END, START)])
    base.add_tokens([AddedToken(passage, normalized=False) for passage in passages])
    return PreTrainedTokenizerFast(
        tokenizer_object=base, eos_token=END, pad_token=END, chat_template=TEMPLATE
    )
