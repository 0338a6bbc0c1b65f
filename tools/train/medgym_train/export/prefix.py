"""What samples of one task have in common: replies to the same context, and what came of each.

Samples share a context where all that was said and heard before is the same, byte for byte: leaves of a tree
of episodes up to where they part, and samples played apart as far as they happen to agree.
"""

from __future__ import annotations

import hashlib
import json
import math
import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from medgym_train.export.conversation import Message
from medgym_train.export.sample import Sample


@dataclass
class Answer:
    """A reply to a context, given in one sample or more."""

    samples: list[Sample] = field(default_factory=list)
    """Those that gave it."""
    weights: list[float] = field(default_factory=list)
    """What each stands for of what came of it, see :meth:`Sample.weight`."""

    @property
    def draws(self) -> int:
        """How often it was drawn: leaves that part only later share one draw."""
        return round(math.fsum(self.weights))

    @property
    def value(self) -> float:
        """Mean reward of what came of it, each draw weighing the same, there and at every later place."""
        rewards = (sample.reward for sample in self.samples)
        return math.fsum(map(operator.mul, self.weights, rewards)) / self.draws


@dataclass
class Context:
    """All that an agent had read when it replied, and the different replies to it."""

    id: str
    """16 hex digits that stand for it and its task's build."""
    reply: int
    """Number of the replies before."""
    answers: dict[str, Answer] = field(default_factory=dict)
    """Reply, as canonical JSON, to what came of it."""

    @property
    def any(self) -> Sample:
        """One of the samples that have it."""
        return next(iter(self.answers.values())).samples[0]

    @property
    def messages(self) -> list[Message]:
        """What had been said and heard."""
        return self.any.conversation.before(self.reply)

    @property
    def value(self) -> float:
        """Mean value of all draws of a reply to it: what a reply is measured by."""
        answers = self.answers.values()
        return math.fsum(answer.draws * answer.value for answer in answers) / math.fsum(
            answer.draws for answer in answers
        )

    def said(self, answer: Answer) -> Message:
        """A reply as a message."""
        return answer.samples[0].conversation.exchanges[self.reply].said


def contexts(samples: Sequence[Sample]) -> Iterator[Context]:
    """Every context of one task's samples, in the order of their first sample."""
    for _, same in groupby(sorted(samples, key=_build), key=_build):
        found: dict[str, Context] = {}
        for sample in same:
            digest = hashlib.sha256(_canonical([_build(sample), *sample.conversation.opening]))
            for reply, exchange in enumerate(sample.conversation.exchanges):
                id = digest.hexdigest()[:16]
                said = _canonical(exchange.said).decode()
                context = found.setdefault(id, Context(id, reply))
                answer = context.answers.setdefault(said, Answer())
                answer.samples.append(sample)
                answer.weights.append(sample.weight(exchange.begin))
                digest.update(_canonical([exchange.said, *exchange.heard]))
        yield from found.values()


def _build(sample: Sample) -> str:
    return sample.episode.key.build


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False).encode("utf-8", "surrogatepass")
