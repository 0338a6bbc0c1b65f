"""No agent can make an episode end as our failure: hostile actions at random, and a record that stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from medgym_core import (
    ActionCall,
    AgentConfig,
    BoxSpec,
    Execution,
    Reason,
    Reply,
    SandboxBackend,
    SandboxError,
    Source,
    TaskFamily,
    ensure_build,
    plugins,
)
from medgym_core.env.runner import EpisodeRunner
from medgym_core.journal import JournalWriter, read_index
from medgym_core.report.transcript import transcript
from medgym_core.task import Limits
from medgym_core.trajectory import Episode
from medgym_prove.attack.hostile import hostile, hostile_command, hostile_query
from medgym_prove.attack.script import Attack, Target
from medgym_prove.conformance.bench import LIMITS as SMALL
from medgym_sandbox.bubblewrap import Bubblewrap
from medgym_sandbox.docker import Docker
from medgym_sandbox.process import Process
from medgym_testing.base import FakeFamily
from medgym_train.export import FORMATS, Options, export

from .conftest import FAMILIES

SITE = Limits(**SMALL.model_dump() | {"steps": 12, "action_s": 0.4})
ACTIONS = 8
SCALES = {
    **{"biocoder": 96, "biodsbench": 60, "ehr-seqsql": 220, "ehrcon": 45},
    **{"eicu": 120, "medcalcbench": 600, "mimic": 120, "treqs": 120},
}
"""Those of the families' own tests, which take the same builds."""
HALF = chr(0xD800)
TEXTS = (HALF, '{"action": ' * 5000, "[" * 100_000, f'{{"action": "terminal", "arguments": {{"{HALF}": 1}}}}')
Play = Callable[[TaskFamily, SandboxBackend, int], Episode]


def script(target: Target) -> Iterator[Reply]:
    """As many hostile actions as there may be; those of the last kind are no well-formed actions."""
    draw = Random(f"{target.draw}")
    ports = [service.port for service in target.task.services]
    for _ in range(min(target.spare, ACTIONS)):
        yield reply(draw, ports)
    yield run(hostile(draw, ports), submit=True)


def reply(draw: Random, ports: list[int]) -> Reply:
    kind = draw.randrange(10)
    if kind == 0:
        return Reply(text=draw.choice(TEXTS), reasoning=HALF, finish_reason=HALF)
    if kind == 1:
        return Reply(calls=(ActionCall(name=draw.choice((HALF, "request_info")), arguments={HALF: [HALF]}),))
    if kind == 2:
        command = draw.choice((hostile_command(draw), HALF, chr(0)))
        return Reply(calls=(ActionCall(name="terminal", arguments={"command": command}),))
    if kind == 3:
        return run(hostile_query(draw), language="sql", submit=draw.random() < 0.2)
    if kind == 4:
        return Reply(calls=(ActionCall(name="debugging", arguments={"code": hostile(draw, ports)}),))
    return run(draw.choice((hostile(draw, ports), hostile(draw, ports), f"answer = '{HALF}'")))


def run(code: str, **more: object) -> Reply:
    return Reply(calls=(ActionCall(name="code_execution", arguments={"code": code, **more}),))


@pytest.fixture(scope="session")
def assailed(shared_home: Path) -> Play:
    """Plays a task with hostile actions drawn from a seed."""

    def play(family: TaskFamily, backend: SandboxBackend, seed: int) -> Episode:
        build = ensure_build(family, source(family), shared_home)
        config, index = AgentConfig(), seed % min(20, family.size(build, "test"))
        agent = Attack("attack:test", script, config)
        runner = EpisodeRunner(family, build, backend, agent, "attack:test", config, limits=SITE)
        return runner.run(runner.key("test", index, 0, seed))[0]

    return play


def source(family: TaskFamily) -> Source:
    """As small as the family's own tests build it; what agents send does not depend on its size."""
    scale = SCALES.get(family.name)
    return Source.synthetic(scale=scale) if scale else family.default_source()


def harms(episodes: Sequence[Episode]) -> list[str]:
    """What is wrong with episodes that hostile actions made."""
    return [
        f"{episode.key.task}, seed {episode.key.seed}: {episode.verdict.status}: {episode.error}"
        for episode in episodes
        if episode.error
        or not episode.verdict.status.rewarded
        or Episode.model_validate_json(episode.model_dump_json()) != episode
    ]


@pytest.mark.slow
def test_no_hostile_action_voids_an_episode(
    family: TaskFamily, backend: SandboxBackend, assailed: Play
) -> None:
    played = [assailed(family, backend, seed) for seed in range(3)]
    assert harms(played) == []
    assert any(step.error for episode in played for step in episode.steps)


@pytest.mark.slow
def test_a_box_outlives_hostile_code(backend: SandboxBackend, home: Path) -> None:
    draw, spec = Random(0), BoxSpec(environment=FakeFamily.environment, home=home, limits=SITE)
    with backend.start(spec) as box:
        for _ in range(150):
            assert box.run(Execution(source=hostile(draw), timeout_s=0.3)).reason is not Reason.BOX_DIED
        assert box.run(Execution(source="answer = 6 * 7")).answer == "42"


@pytest.mark.slow
def test_hostile_episodes_are_recorded_and_exported(
    backend: SandboxBackend, assailed: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = [assailed(family, backend, 7) for family in FAMILIES]
    with JournalWriter(tmp_path / "run") as writer:
        writer.append([(episode, {}) for episode in played])
    index, journal = read_index(tmp_path / "run")
    assert [journal.read(entry.segment, entry.offset) for entry in index] == played
    assert all(transcript(episode).encode() for episode in played)
    known = {family.name: family for family in FAMILIES}
    monkeypatch.setattr(plugins, "family", known.get)
    for format in FORMATS:
        export([tmp_path / "run"], tmp_path / format, Options(format=format, evaluation=True))


BACKENDS = {"process": Process, "bubblewrap": Bubblewrap, "docker": Docker}
MARKS = {"bubblewrap": [pytest.mark.bubblewrap], "docker": [pytest.mark.docker], "process": []}


@pytest.mark.slow
@pytest.mark.parametrize("name", [found.name for found in plugins.installed()])
@pytest.mark.parametrize("box", [pytest.param(box, marks=MARKS[box]) for box in BACKENDS])
def test_no_hostile_action_voids_an_episode_of_any_family(
    box: str, name: str, assailed: Play, shared_home: Path
) -> None:
    backend = BACKENDS[box]()
    if not backend.probe().ok:
        pytest.skip(backend.probe().reason)
    family = plugins.family(name)
    try:
        backend.prepare(BoxSpec(environment=family.environment, home=shared_home))
    except SandboxError as error:
        pytest.skip(str(error))
    assert harms([assailed(family, backend, seed) for seed in range(4)]) == []
