"""Training a verifier into a folder, and loading it from there."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from pydantic import Field, ValidationError

from medgym_core.access.keeping import refuse_exposed
from medgym_core.access.tier import strictest
from medgym_core.errors import ConfigError, DataError
from medgym_core.files import whole_folder
from medgym_sandbox.boundary.frozen import Frozen
from medgym_train.learned.causal import Causal
from medgym_train.learned.contract import Card, Judge
from medgym_train.learned.example import Example, Labelled, SplitBy, balanced, held_out
from medgym_train.learned.linear import Linear
from medgym_train.learned.rendering import RENDERING
from medgym_train.learned.reply import distinct

CARD = "card.json"


class Training(Frozen):
    """What a verifier is trained with; part of its card."""

    seed: int = 0
    """Decides who is held out, which negatives are drawn and the order of training."""
    share: float = Field(default=0.2, gt=0, lt=1)
    """Share of groups held out."""
    by: SplitBy = "task"
    """What is held out whole: never single samples of a task."""
    negatives: float = Field(default=1.0, gt=0)
    """Failures for each success, at most."""
    model: str = ""
    """Base model of the causal backend, a name or folder; empty trains the linear one."""
    epochs: int = Field(default=1, gt=0)
    """Passes of the causal backend."""
    learning_rate: float = Field(default=1e-5, gt=0)
    """Step size of the causal backend."""
    steps: bool = False
    """Whether single replies are learned from, in place of whole episodes."""

    def holds_out(self, episode: Labelled) -> bool:
        """Whether ``episode`` is kept from training."""
        return held_out(episode, self.by, self.seed, self.share)


def train(
    examples: Sequence[Example],
    training: Training,
    out: Path,
    progress: Callable[[int, int], None] = lambda step, steps: None,
) -> Card:
    """Train a verifier on what ``training`` does not hold out, and write it to the new folder ``out``.

    The folder appears whole or not at all.

    Raises:
        ConfigError: if ``out`` exists, a library is missing, or there are not both successes and failures.
        DataError: if ``out`` lies in a git checkout and the data is labelled.
    """
    if out.exists():
        raise ConfigError(f"{out} exists; choose another --out")
    refuse_exposed(out, strictest(example.tier for example in examples), "--out")
    chosen = _chosen(examples, training)
    texts, values = [example.text for example in chosen], [example.value for example in chosen]
    verifier: Linear | Causal
    if training.model:
        verifier = Causal(training.model, steps=training.steps)
        verifier.train(texts, values, training.epochs, training.learning_rate, training.seed, progress)
    else:
        verifier = Linear.train(texts, values, training.seed)
    card = _card(chosen, training)
    with whole_folder(out) as folder:
        verifier.save(folder)
        (folder / CARD).write_text(card.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return card


def load(folder: Path) -> tuple[Judge, Card]:
    """The verifier in ``folder`` and its card.

    Raises:
        ConfigError: if there is none, or it reads another rendering than this version writes.
        DataError: if its files are damaged.
    """
    try:
        card = Card.model_validate_json((folder / CARD).read_bytes())
    except FileNotFoundError as error:
        raise ConfigError(f"{folder} holds no verifier (no {CARD})") from error
    except ValidationError as error:
        raise DataError(f"{folder / CARD} is no card ({error.errors()[0]['msg']}); train again") from error
    if card.rendering != RENDERING:
        raise ConfigError(
            f"{folder} was trained on rendering {card.rendering}, this is {RENDERING}; train it again"
        )
    if card.backend == "linear":
        return Linear.load(folder), card
    return Causal(str(folder), steps=bool(card.settings.get("steps"))), card


def _chosen(examples: Sequence[Example], training: Training) -> list[Example]:
    """What is trained on.

    Raises:
        ConfigError: if there are not both successes and failures.
    """
    kept = [example for example in examples if not training.holds_out(example)]
    chosen = balanced(distinct(kept) if training.steps else kept, training.negatives, training.seed)
    successes = sum(example.success for example in chosen)
    if not 0 < successes < len(chosen):
        raise ConfigError(
            f"{successes} successes and {len(chosen) - successes} failures are left to train on; "
            f"both are needed: take more runs, or hold out less"
        )
    return chosen


def _card(chosen: Sequence[Example], training: Training) -> Card:
    ids = "\n".join(sorted({example.id for example in chosen}))
    return Card(
        backend="causal" if training.model else "linear",
        rendering=RENDERING,
        core=version("medgym-core"),
        settings=training.model_dump(mode="json"),
        trained=len(chosen),
        successes=sum(example.success for example in chosen),
        families=tuple(sorted({example.family for example in chosen})),
        tier=strictest(example.tier for example in chosen),
        tasks=hashlib.sha256(ids.encode()).hexdigest(),
    )
