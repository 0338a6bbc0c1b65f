"""A causal model as a learned verifier: trained a little, it tells what it was shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from medgym_core.access import Tier
from medgym_core.errors import ConfigError
from medgym_train.learned import Example, Training, load, train


def examples() -> list[Example]:
    """Forty episodes whose text gives them away."""
    return [
        Example(
            str(n), f"toy/train/{n}", "c", 0, Tier.OPEN, "checked units" if n % 2 else "guessed", bool(n % 2)
        )
        for n in range(40)
    ]


@pytest.fixture
def base(tmp_path: Path, tiny: Callable[[], Any], tokenizer: Any) -> Path:
    folder = tmp_path / "base"
    tiny().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def test_training_orders_what_it_was_shown(base: Path, tmp_path: Path) -> None:
    shown = examples()
    training = Training(model=str(base), epochs=4, learning_rate=3e-3, share=0.05)
    card = train(shown, training, tmp_path / "verifier")
    judge, read = load(tmp_path / "verifier")
    assert read == card
    assert card.backend == "causal"
    wrong, right = judge.score(shown[:2])
    assert right > wrong
    assert judge.score(shown[:2]) == pytest.approx([wrong, right])


def test_a_model_that_is_not_there_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be loaded"):
        train(examples(), Training(model=str(tmp_path / "none")), tmp_path / "verifier")
