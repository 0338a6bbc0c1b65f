"""GRPO steps on a family: boxes start and close, rewards arrive, and what has none moves nothing."""

from __future__ import annotations

import inspect
import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from medgym_core import plugins
from medgym_testing.program import ProgramFamily
from medgym_testing.trainers import samples
from medgym_testing.watched import LOST, Watched
from medgym_train.adapters.trl import Environments

SAMPLES, STEPS = 4, 2
FAMILY = ProgramFamily()
RIGHT = FAMILY.reference(None, FAMILY.task(None, "train", 0))[0].arguments["code"]
WRONG = "open('solution.py', 'w').write('def gc_content(sequence): return 2')"


def call(name: str, **arguments: Any) -> str:
    """A tool call as the template has models write it."""
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


def reply(heard: str, place: int) -> str:
    """What sample ``place`` says first, and then, knowing who it is from what it has heard."""
    known = re.findall(r"sample-(\d)", heard)
    if not known:
        return call("terminal", command=f"echo I am sample-{place}")
    code = {"0": RIGHT, "1": WRONG}.get(known[-1])
    if code is None or "Recorded" in heard:
        return "Enough."
    return call("code_execution", code=code, submit=True)


@pytest.fixture
def scripted(tiny: Callable[..., Any], tokenizer: Any) -> Any:
    """The tiny model, whose words are written for it; its probabilities and gradients are its own."""
    import torch
    from transformers import LlamaForCausalLM

    class Scripted(LlamaForCausalLM):
        def generate(self, input_ids: Any, attention_mask: Any, **_: Any) -> Any:
            heard = [
                tokenizer.decode(ids[mask.bool()])
                for ids, mask in zip(input_ids, attention_mask, strict=True)
            ]
            said = [
                tokenizer(f"{reply(text, place)}<|im_end|>")["input_ids"] for place, text in enumerate(heard)
            ]
            longest = max(map(len, said))
            padded = [ids + [tokenizer.pad_token_id] * (longest - len(ids)) for ids in said]
            return torch.cat([input_ids, torch.tensor(padded)], dim=1)

    return tiny(Scripted)


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Watched:
    watched = Watched()
    monkeypatch.setattr(plugins, "family", lambda name: ProgramFamily())
    monkeypatch.setattr(plugins, "sandbox", lambda name: watched)
    return watched


@pytest.fixture
def families(backend: Watched, tmp_path: Path) -> Iterator[Environments]:
    with Environments(["fake-program"], sandbox="process", home=tmp_path) as made:
        yield made


@pytest.fixture
def train(families: Environments, tokenizer: Any, settings: Any) -> Callable[..., Any]:
    """Trains a model; returns the trainer."""
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    def run(model: Any, longest: int = 1500) -> Any:
        config = GRPOConfig(
            **settings | {"max_steps": STEPS},
            per_device_train_batch_size=SAMPLES,
            num_generations=SAMPLES,
            max_completion_length=longest,
        )
        trainer = GRPOTrainer(
            model,
            args=config,
            train_dataset=Dataset.from_list(families.rows()),
            processing_class=tokenizer,
            environment_factory=families.factories,
            reward_funcs=families.reward,
        )
        trainer.before = {name: weight.detach().clone() for name, weight in model.named_parameters()}
        trainer.train()
        return trainer

    return run


def test_steps_of_grpo(
    train: Any, scripted: Any, backend: Watched, tokenizer: Any, batches: list[Any]
) -> None:
    trainer = train(scripted)
    assert any(not weight.equal(trainer.before[name]) for name, weight in trainer.model.named_parameters())

    graded = STEPS * 3  # whoever leaves no file is graded without running anything
    assert SAMPLES * STEPS <= backend.started <= SAMPLES * STEPS + graded
    assert backend.most >= SAMPLES
    assert backend.open == 0

    metrics = [entry for entry in trainer.state.log_history if "reward" in entry]
    assert len(metrics) == STEPS
    for entry in metrics:
        assert entry["reward"] == pytest.approx(1 / 3)  # the mean of 1, 0 and 0: the lost one is left out
        assert entry["medgym/without_reward"] == 1 / SAMPLES
        assert entry["tools/failure_frequency"] == 0
    assert len(batches) == STEPS
    for batch in batches:
        check(batch, tokenizer)


def check(batch: Any, tokenizer: Any) -> None:
    """Only words of the model are learned, and nothing of the sample that has no reward."""
    for said, heard, advantage in samples(batch, tokenizer):
        assert "tool_response" not in said
        assert heard.count("<tool_response>") == said.count("<tool_call>") > 0
        if LOST in said:
            assert advantage == 0
        elif "gc_content" in said and "return 2" not in said:
            assert advantage > 0
        else:
            assert advantage < 0
    assert math.isclose(sum(batch["advantages"].tolist()), 0, abs_tol=1e-5)


def test_a_model_that_says_anything(train: Any, tiny: Any, backend: Watched, settings: Any) -> None:
    trainer = train(tiny(), longest=8)
    assert [entry["reward"] for entry in trainer.state.log_history if "reward" in entry] == [0.0] * STEPS
    assert (backend.started, backend.open) == (SAMPLES * STEPS, 0)


def test_the_interface_is_the_one_that_we_know() -> None:
    """Fails where TRL changes what the environments rely on; then raise the range of the extra `trl`."""
    from trl import GRPOTrainer

    parameters = inspect.signature(GRPOTrainer.__init__).parameters
    assert {"environment_factory", "reward_funcs", "train_dataset"} <= set(parameters)
    source = inspect.getsource(GRPOTrainer)
    members = "inspect.getmembers(type(environment), predicate=inspect.isfunction)"
    for relied_on in (members, '"reset"', '"environments"', '"log_metric"', "unscorable_mask"):
        assert relied_on in source
    assert 'k != "environment"' in source


def test_tools_are_described_as_the_llm_agent_is_told(families: Environments) -> None:
    from transformers.utils import get_json_schema

    from medgym_core.action import tool_schemas

    methods = inspect.getmembers(type(families.factories["fake-program"]()), inspect.isfunction)
    tools = [method for name, method in methods if name != "reset" and not name.startswith("_")]
    wanted = tool_schemas(plugins.action(name) for name in ProgramFamily.actions)
    assert json.dumps([get_json_schema(tool) for tool in tools]) == json.dumps(wanted)
