"""How large a study is."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any

from benchmarks.training_value.dpo import Preferring
from benchmarks.training_value.grpo import Playing
from benchmarks.training_value.model import Shape
from benchmarks.training_value.sft import Fitting


@dataclass(frozen=True)
class Preset:
    """A size of model, and how long it learns."""

    shape: Shape = field(default_factory=Shape)
    """Of the decoder."""
    fitting: Fitting = field(default_factory=Fitting)
    """To the reference episodes."""
    playing: Playing = field(default_factory=Playing)
    """On-policy."""
    categories: tuple[str, ...] = ()
    """Of the family; all if empty."""
    taught: tuple[int, ...] = (1, 2, 3, 4)
    """Data seeds whose references are learned from; held-out tasks are of data seed 0."""
    references: int | None = None
    """Reference episodes of each of those, at most; all if None."""
    careless: int = 0
    """Episodes learned from besides, in which the agent `fallible` asks for all there is."""
    passages: bool = False
    """Whether what programs have in common, line by line, is one token."""
    played: tuple[int, ...] = (11, 12)
    """Data seeds whose training tasks are played, whose references nobody has seen."""
    seeds: tuple[int, ...] = (0, 1, 2)
    """Of weights, batches and draws."""
    splits: tuple[str, ...] = ("test", "reworded", "ood")
    """Where it is evaluated."""
    rules: tuple[str, ...] = ("medgym", "published")
    """Rewards of the on-policy training."""
    limit: int | None = None
    """Evaluated tasks of a split; all if None."""
    samples: int = 8
    """Replies at temperature 1 to each test task, besides the greedy one; 1 for that alone."""
    sampled: int = 512
    """Played tasks whose replies are learned from, by rejection and by preference; 0 for neither."""
    drawn: int = 8
    """Replies to each of those."""
    judged: int = 0
    """Replies to each test task that a verifier judges, which those replies have taught; 0 for none."""
    again: Fitting = field(default_factory=lambda: Fitting(epochs=1, batch=16, learning_rate=2e-4))
    """To replies of its own that were right."""
    preferring: Preferring = field(default_factory=Preferring)
    """To pairs of its own replies."""


CPU = Preset(
    shape=Shape(width=128, layers=2),
    taught=(1, 2, 3),
    careless=5000,
    fitting=Fitting(epochs=8, batch=32, learning_rate=3e-3),
    playing=Playing(steps=100, tasks=16, learning_rate=5e-4, tokens=128),
    limit=240,
    samples=4,
    judged=16,
)
PRESETS = {
    "quick": Preset(
        shape=Shape(width=128, layers=2),
        fitting=Fitting(epochs=8, batch=16, learning_rate=3e-3),
        playing=Playing(steps=60, tasks=16, learning_rate=5e-4, tokens=96),
        categories=("patient",),
        taught=(1, 2),
        careless=1200,
        seeds=(0,),
        splits=("test",),
        rules=("medgym",),
        limit=96,
        samples=4,
        sampled=0,
    ),
    "trees": dataclasses.replace(CPU, splits=("test",), rules=(), sampled=192, judged=0),
    "curriculum": dataclasses.replace(CPU, splits=("test",), rules=("medgym",), judged=0),
    "cpu": CPU,
    "gpu": Preset(
        shape=Shape(width=768, layers=14), fitting=Fitting(epochs=12, batch=64, learning_rate=6e-4)
    ),
}
_LONG: dict[str, Any] = {
    "taught": tuple(range(1, 13)),
    "careless": 0,
    "passages": True,
    "played": (21, 22),
    "sampled": 0,
    "judged": 0,
}
"""Of families whose programs are long: references of many data seeds, and fine-tuning on these alone."""
FAMILIES: dict[str, dict[str, Any]] = {
    "npowerai": {
        **_LONG,
        "fitting": Fitting(epochs=8, batch=32, learning_rate=3e-3),
        "tokens": 320,
        "learning_rate": 1e-4,
    },
    "medagentbench": {
        **_LONG,
        "fitting": Fitting(epochs=24, batch=16, learning_rate=3e-3),
        "splits": ("test", "reworded"),
        "tokens": 480,
    },
    "ehr-seqsql": {
        "taught": (1, 2),
        "careless": 0,
        "references": 6000,
        "fitting": Fitting(epochs=6, batch=64),
        "tokens": 448,
        "context": 2048,
    },
}
"""What differs of a family: tasks, the length of replies and conversations, how fast it learns by play."""


def preset(name: str, family: str) -> Preset:
    """A size, made to measure for a family."""
    one, known = PRESETS[name], dict(FAMILIES.get(family, {}))
    return dataclasses.replace(
        one,
        shape=dataclasses.replace(one.shape, context=known.pop("context", one.shape.context)),
        playing=dataclasses.replace(
            one.playing,
            tokens=known.pop("tokens", one.playing.tokens),
            learning_rate=known.pop("learning_rate", one.playing.learning_rate),
        ),
        categories=one.categories if family == "treqs" else (),
        **known,
    )
