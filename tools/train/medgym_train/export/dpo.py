"""Pairs of preferences for TRL's DPO: after the same conversation, one reply that is better than another.

TRL learns everything after the prompt, so both sides are one reply. Pairs come from one episode (a right
submission against an earlier reply of the same turn that failed) and from two of one task (highest reward
against lowest, at the first reply where they part).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from medgym_train.export.conversation import Message
from medgym_train.export.options import Options
from medgym_train.export.row import FACTS, Bundle, Row, submissions, task_facts
from medgym_train.export.sample import Sample

COLUMNS = {
    **{"prompt": "json", "chosen": "json", "rejected": "json", "tools": "json"},
    **FACTS,
    **{"pair": "string", "chosen_episode": "string", "rejected_episode": "string"},
    **{"chosen_reward": "float64", "rejected_reward": "float64"},
}
"""Columns of a row; ``json`` are lists of objects, ``pair`` is ``within`` or ``across``."""


def bundles(samples: Sequence[Sample], options: Options) -> Iterator[Bundle]:
    """The pairs of one task, those across its episodes first."""
    yield from _across(samples, options)
    if not options.env_tokens:
        for sample in samples:
            yield from _within(sample)


def _within(sample: Sample) -> Iterator[Bundle]:
    exchanges = sample.conversation.exchanges
    for best, right in submissions(sample):
        if not right:
            continue
        for reply, exchange in enumerate(exchanges[:best]):
            if exchange.first.turn == exchanges[best].first.turn and not exchange.right:
                prompt = sample.conversation.before(reply)
                yield _bundle("within", prompt, (sample, [exchanges[best].said]), (sample, [exchange.said]))


def _across(samples: Sequence[Sample], options: Options) -> Iterator[Bundle]:
    """Every right episode, from the best, beside a wrong one, from the worst."""
    for _, same in groupby(sorted(samples, key=_build), key=_build):
        ranked = sorted(same, key=lambda sample: (-sample.reward, len(sample.conversation.exchanges)))
        right = [sample for sample in ranked if sample.success]
        wrong = [sample for sample in reversed(ranked) if not sample.success]
        for better, worse in zip(right, wrong, strict=False):
            yield from _parting(better, worse, options)


def _build(sample: Sample) -> str:
    return sample.episode.key.build


def _parting(better: Sample, worse: Sample, options: Options) -> Iterator[Bundle]:
    one, other = better.conversation, worse.conversation
    if one.opening != other.opening or one.tools != other.tools:
        return
    for reply, (chosen, rejected) in enumerate(zip(one.exchanges, other.exchanges, strict=False)):
        if chosen.said != rejected.said:
            prompt = one.before(reply)
            whole = slice(len(prompt), None if options.env_tokens else len(prompt) + 1)
            yield _bundle("across", prompt, (better, one.messages[whole]), (worse, other.messages[whole]))
        if (chosen.said, chosen.heard) != (rejected.said, rejected.heard):
            return


def _bundle(
    pair: str,
    prompt: list[Message],
    chosen: tuple[Sample, list[Message]],
    rejected: tuple[Sample, list[Message]],
) -> Bundle:
    sample = chosen[0]
    row: Row = {
        "prompt": [*prompt],
        "chosen": [*chosen[1]],
        "rejected": [*rejected[1]],
        "tools": [*sample.conversation.tools],
        **task_facts(sample),
        "pair": pair,
        "chosen_episode": sample.episode.id,
        "rejected_episode": rejected[0].episode.id,
        "chosen_reward": sample.reward,
        "rejected_reward": rejected[0].reward,
    }
    return Bundle.of(row, sample, rejected[0])
