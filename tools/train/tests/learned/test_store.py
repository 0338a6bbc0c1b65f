from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_core.errors import ConfigError, DataError
from medgym_train.learned import Examples, Training, load, train


def test_a_verifier_and_its_card_are_read_back(recorded: Callable[..., Path], tmp_path: Path) -> None:
    examples = list(Examples([recorded()]))
    card = train(examples, Training(), tmp_path / "verifier")
    judge, read = load(tmp_path / "verifier")
    assert read == card
    assert (card.backend, card.families, card.tier) == ("linear", ("toy",), "open")
    assert 0 < card.successes < card.trained < len(examples)
    assert len(judge.score(examples)) == len(examples)


def test_held_out_tasks_are_not_trained_on(recorded: Callable[..., Path], tmp_path: Path) -> None:
    examples = list(Examples([recorded()]))
    training = Training(share=0.5, negatives=100)
    card = train(examples, training, tmp_path / "verifier")
    assert card.trained == sum(not training.holds_out(example) for example in examples)


@pytest.mark.slow
def test_training_twice_gives_the_same(recorded: Callable[..., Path], tmp_path: Path) -> None:
    examples = list(Examples([recorded()]))
    for name in ("one", "two"):
        train(examples, Training(), tmp_path / name)
    assert load(tmp_path / "one")[0].score(examples[:5]) == load(tmp_path / "two")[0].score(examples[:5])


def test_one_class_alone_teaches_nothing(recorded: Callable[..., Path], tmp_path: Path) -> None:
    successes = [example for example in Examples([recorded()]) if example.success]
    with pytest.raises(ConfigError, match="0 failures are left"):
        train(successes, Training(), tmp_path / "verifier")
    assert not list(tmp_path.glob("*verifier*"))


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="exists; choose another --out"):
        train([], Training(), tmp_path)


def test_a_folder_without_a_verifier_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds no verifier"):
        load(tmp_path)


def test_a_damaged_card_is_reported(tmp_path: Path) -> None:
    (tmp_path / "card.json").write_text("{}")
    with pytest.raises(DataError, match="is no card"):
        load(tmp_path)


def test_another_rendering_is_refused(recorded: Callable[..., Path], tmp_path: Path) -> None:
    card = train(list(Examples([recorded()])), Training(), tmp_path / "verifier")
    other = card.model_copy(update={"rendering": "0"})
    (tmp_path / "verifier" / "card.json").write_text(other.model_dump_json())
    with pytest.raises(ConfigError, match="trained on rendering 0"):
        load(tmp_path / "verifier")
