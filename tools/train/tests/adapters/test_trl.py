"""The environments by themselves; that TRL's trainer gets on with them is shown in tests/training."""

import ast
import asyncio
import inspect
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import pytest

import medgym_train
from medgym_core import plugins
from medgym_core.errors import ConfigError, SandboxError
from medgym_sandbox.process import Process
from medgym_testing.session import SessionFamily
from medgym_train.adapters.trl import FAILED, OVER, Environment, Environments

TASK = "fake-session/train/1"
Play = Callable[[Environment], None]


class Watched(Process):
    """Counts boxes, and may hold back or break their start."""

    def __init__(self) -> None:
        super().__init__()
        self.boxes: list[Any] = []
        self.gate = threading.Event()
        self.gate.set()
        self.broken = False

    def start(self, spec: Any) -> Any:
        assert self.gate.wait(20)
        if self.broken:
            raise SandboxError("no engine")
        box = super().start(spec)
        box.closings = 0
        close = box.close

        def closed() -> None:
            box.closings += 1
            close()

        box.close = closed
        self.boxes.append(box)
        return box

    @property
    def open(self) -> int:
        return sum(box.closings == 0 for box in self.boxes)


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Watched:
    watched = Watched()
    monkeypatch.setattr(plugins, "family", lambda name: SessionFamily())
    monkeypatch.setattr(plugins, "sandbox", lambda name: watched)
    return watched


@pytest.fixture
def environments(backend: Watched, tmp_path: Path) -> Iterator[Environments]:
    with Environments(["fake-session"], sandbox="process", home=tmp_path) as made:
        yield made


@pytest.fixture
def make(environments: Environments) -> Callable[[], Environment]:
    return environments.factories["fake-session"]


@pytest.fixture
def solve(environments: Environments) -> Play:
    """Plays the reference through the tools."""
    family, build = SessionFamily(), environments._games["fake-session"].build

    def play(environment: Any) -> None:
        for call in family.reference(build, family.task(build, "train", 1)):
            getattr(environment, call.name)(**call.arguments)

    return play


def score(environments: Environments, *played: Environment) -> Sequence[float | None]:
    return asyncio.run(environments.reward(environments=played, prompts=[], completions=[]))


def test_a_solved_episode_is_rewarded_and_its_box_closed(environments, make, solve, backend) -> None:
    environment = make()
    environment.reset(task=TASK, prompt=[])
    solve(environment)
    assert environment.terminal(command="ls") == OVER
    assert score(environments, environment) == [1.0]
    assert (len(backend.boxes), backend.open) == (1, 0)


def test_who_does_not_submit_has_given_up(environments, make, backend) -> None:
    environment = make()
    environment.reset(task=TASK)
    assert "2" in environment.code_execution(code="print(1 + 1)")
    assert score(environments, environment) == [0.0]


def test_a_reset_waits_for_no_box(make, backend) -> None:
    backend.gate.clear()
    many = [make() for _ in range(3)]
    for environment in many:
        environment.reset(task=TASK)
    assert backend.boxes == []
    backend.gate.set()
    assert [environment.terminal(command="echo up").count("up") for environment in many] == [1] * 3


def test_an_episode_without_a_box_has_no_reward(environments, make, solve, backend) -> None:
    sound, broken = make(), make()
    sound.reset(task=TASK)
    solve(sound)
    backend.broken = True
    broken.reset(task=TASK)
    assert broken.terminal(command="ls") == FAILED
    metrics: dict[str, float] = {}
    rewards = asyncio.run(environments.reward(environments=[sound, broken], log_metric=metrics.__setitem__))
    assert (rewards, metrics) == ([1.0, None], {"medgym/without_reward": 0.5})


def test_a_box_that_dies_on_its_own_gives_no_reward(environments, make, backend, monkeypatch) -> None:
    environment = make()
    environment.reset(task=TASK)
    environment.terminal(command="ls")

    def dies(execution: object) -> None:
        raise SandboxError("the box is gone")

    monkeypatch.setattr(backend.boxes[0], "run", dies)
    assert environment.terminal(command="ls") == FAILED
    assert score(environments, environment) == [None]
    assert backend.open == 0


def test_an_environment_begins_anew(environments, make, solve, backend) -> None:
    environment = make()
    for _ in range(2):
        environment.reset(task=TASK)
        solve(environment)
    assert score(environments, environment) == [1.0]
    assert (len(backend.boxes), backend.open) == (2, 0)
    assert score(environments, environment) == [None]


def test_closing_closes_every_box(environments, make, backend) -> None:
    for _ in range(3):
        environment = make()
        environment.reset(task=TASK)
        environment.terminal(command="ls")
    assert backend.open == 3
    environments.close()
    environments.close()
    assert backend.open == 0


def test_episodes_are_graded_side_by_side(environments, make, monkeypatch) -> None:
    together = threading.Barrier(3, timeout=120)
    monkeypatch.setattr(Environment, "_score", lambda self: float(together.wait() >= 0))
    assert score(environments, *(make() for _ in range(3))) == [1.0] * 3


def test_tools_say_what_they_take(make) -> None:
    tool = type(make()).code_execution
    signature = inspect.signature(tool)
    assert list(signature.parameters) == ["self", "code", "language", "submit"]
    assert signature.parameters["language"].annotation == Literal["python", "sql"]
    assert signature.parameters["submit"].default is False
    assert "    submit: Whether this execution's answer is final" in tool.__doc__


def test_nothing_else_looks_like_a_tool(make) -> None:
    found = [name for name, _ in inspect.getmembers(type(make()), inspect.isfunction) if name[0] != "_"]
    assert set(found) == {"reset", *SessionFamily.actions}


def test_wrong_arguments_are_an_observation(make) -> None:
    environment = make()
    environment.reset(task=TASK)
    assert "code" in environment.code_execution(program="print(1)")


def test_rows_hold_the_whole_prompt(environments) -> None:
    first, second = environments.rows()
    assert (first["task"], second["task"]) == ("fake-session/train/0", TASK)
    assert [message["role"] for message in first["prompt"]] == ["system", "user"]
    assert "Question 1 of 3" in first["prompt"][1]["content"]
    assert len(environments.rows(limit=1)) == 1
    assert environments.rows(tasks=[second["task"], first["task"]]) == [second, first]
    for unknown in ("fake-session/test/0", "fake-session/train/2", "other/train/0", "x"):
        with pytest.raises(ConfigError, match="theirs are fake-session/train/0 and so on"):
            environments.rows(tasks=[unknown])


@pytest.mark.parametrize(("split", "why"), [("test", "held out"), ("other", "no split 'other'")])
def test_splits_that_are_not_for_training_are_refused(backend, tmp_path, split, why) -> None:
    with pytest.raises(ConfigError, match=why):
        Environments(["fake-session"], split, sandbox="process", home=tmp_path)


def test_no_trainer_is_imported() -> None:
    package = Path(medgym_train.__file__).parent
    for path in (package / "adapters" / "trl.py", *(package / "export").glob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text())))
        names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
        names += [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
        assert not {name.split(".")[0] for name in names} & {
            "trl",
            "torch",
            "transformers",
            "datasets",
            "verl",
        }
