"""What docs/pipeline.md says of trainers, typed as it stands: a tiny model learns, and acts in boxes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from medgym_core import plugins
from medgym_testing.trainers import samples
from medgym_testing.watched import Watched

from ..pipeline.commands import lines, run

NEEDED = (
    "medgym run --task npowerai,medagentbench,treqs --split train ",
    "medgym export runs/train --format sft ",
)
"""What the trainers need of what comes before them."""
TINY, SFT, GRPO = lines("trainers")
SAMPLES, STEPS = 8, 8


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which the commands before these ran, as the working directory.

    Data is below it too, but for what other tests of the same check have built already.
    """
    import datasets

    missing = [name for name in ("npowerai", "medagentbench", "treqs") if not known(name)]
    if missing:
        pytest.skip(f"{', '.join(missing)} not installed: docs/training.md says how to run these")
    made = tmp_path_factory.mktemp("pipeline")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        patch.setattr(Path, "home", lambda: made)
        patch.setattr(datasets.config, "HF_DATASETS_CACHE", made / "cache")
        patch.setenv("MEDGYM_HOME", os.environ.get("MEDGYM_TEST_HOME") or str(made / ".medgym"))
        patch.setenv("MEDGYM_RUN_SANDBOX", "process")
        before = [line for line in lines("pipeline") if line.startswith(NEEDED)]
        assert len(before) == len(NEEDED)
        for line in before:
            run(line)
        yield made


def known(name: str) -> bool:
    return name in {item.name for item in plugins.installed()}


def history(model: Path, figure: str) -> list[float]:
    """What a trainer noted of a figure at each step."""
    noted = json.loads((model / "trainer_state.json").read_text())["log_history"]
    return [float(entry[figure]) for entry in noted if figure in entry]


@pytest.fixture(scope="module")
def tuned(folder: Path) -> Path:
    """The model after SFT."""
    run(TINY)
    run(SFT)
    return folder / "models" / "sft"


def test_the_loss_of_sft_falls(tuned: Path) -> None:
    losses = history(tuned, "loss")
    assert len(losses) == 400
    assert sum(losses[-5:]) < sum(losses[:5]) / 5


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    sandbox = Watched()
    monkeypatch.setattr(plugins, "sandbox", lambda name: sandbox)
    return sandbox


def test_grpo_learns_from_what_boxes_answered(tuned: Path, watched: Watched, batches: list[Any]) -> None:
    from transformers import AutoTokenizer

    run(GRPO)
    model = tuned.parent / "grpo"
    assert (watched.started, watched.open) == (SAMPLES * STEPS, 0)
    assert watched.most > 1

    assert history(model, "medgym/without_reward") == [0.0] * STEPS
    rewards = history(model, "reward")
    assert len(rewards) == len(batches) == STEPS
    assert 0 < sum(rewards) < STEPS
    tokenizer = AutoTokenizer.from_pretrained(model)
    for reward, batch in zip(rewards, batches, strict=True):
        check(list(samples(batch, tokenizer)), reward)


def check(played: list[tuple[str, str, float]], reward: float) -> None:
    """Only what the model said is learned; who was right gains, by as much as the others were wrong."""
    advantages = [advantage for _, _, advantage in played]
    right = round(reward * SAMPLES)
    assert sum(advantage > 0 for advantage in advantages) == (right if 0 < right < SAMPLES else 0)
    for said, heard, advantage in played:
        assert "tool_response" not in said
        assert "<tool_call>" not in heard
        if advantage > 0:
            assert '"submit": true' in said
            assert "Recorded." in heard


def test_grpo_moves_the_weights(tuned: Path) -> None:
    from transformers import AutoModelForCausalLM

    before, after = (AutoModelForCausalLM.from_pretrained(tuned.parent / name) for name in ("sft", "grpo"))
    moved = zip(before.parameters(), after.parameters(), strict=True)
    assert any(not old.equal(new) for old, new in moved)
