from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core.access import Tier
from medgym_core.errors import DataError
from medgym_train.learned import Example
from medgym_train.learned.linear import WEIGHTS, Linear

RIGHT = [f"looked at the units of column {number}" for number in range(20)]
WRONG = [f"guessed and gave up at {number}" for number in range(20)]


def scored(verifier: Linear, *texts: str) -> list[float]:
    return verifier.score([Example("e", "toy/train/0", "c", 0, Tier.OPEN, text, True) for text in texts])


@pytest.fixture(scope="module")
def verifier() -> Linear:
    return Linear.train(RIGHT + WRONG, [True] * 20 + [False] * 20, seed=0)


def test_it_tells_what_it_was_shown(verifier: Linear) -> None:
    scores = scored(verifier, "looked at the units of column 77", "guessed and gave up at 77")
    assert scores[0] > 0.6 > 0.4 > scores[1]


def test_a_chance_is_learned_and_not_rounded() -> None:
    verifier = Linear.train(RIGHT + WRONG, [0.75] * 20 + [0.25] * 20, seed=0)
    assert 0.6 < scored(verifier, RIGHT[0])[0] < 0.8
    assert 0.2 < scored(verifier, WRONG[0])[0] < 0.4


def test_scores_do_not_depend_on_company(verifier: Linear) -> None:
    together = scored(verifier, *RIGHT[:3], "", *WRONG[:3])
    assert [scored(verifier, text)[0] for text in [*RIGHT[:3], "", *WRONG[:3]]] == pytest.approx(together)
    assert verifier.score([]) == []


def test_it_is_read_back_as_written(verifier: Linear, tmp_path: Path) -> None:
    verifier.save(tmp_path)
    assert scored(Linear.load(tmp_path), *RIGHT) == scored(verifier, *RIGHT)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 no archive", b"\x80\x04N."])
def test_damaged_weights_are_reported(tmp_path: Path, data: bytes) -> None:
    (tmp_path / WEIGHTS).write_bytes(data)
    with pytest.raises(DataError, match="train the verifier again"):
        Linear.load(tmp_path)


def test_weights_of_another_shape_are_reported(tmp_path: Path) -> None:
    import numpy as np

    np.savez(tmp_path / WEIGHTS, weights=np.ones(3), rarity=np.ones(3), intercept=0.0)
    with pytest.raises(DataError, match="other shapes"):
        Linear.load(tmp_path)
