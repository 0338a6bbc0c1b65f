"""The attack on the measurement: what it sends is code, of many kinds, and the same for the same seed."""

from __future__ import annotations

from random import Random

import pytest

from medgym_core.agent import AgentConfig
from medgym_core.task import Database, ServiceSpec
from medgym_prove.attack import ATTACKS
from medgym_prove.attack.hostile import _BLOCKS, hostile, hostile_command, hostile_query


def attack():
    return ATTACKS["attack:void"](AgentConfig())


def test_it_uses_every_action_that_a_task_has(play, make_brief):
    services = (ServiceSpec(name="ehr", port=8080),)
    database = Database(path="db.sqlite")
    used = set()
    for seed in range(30):
        brief = make_brief(seed=seed, services=services, database=database)
        for reply in play(attack(), brief).replies:
            for call in reply.calls:
                used.add((call.name, call.arguments.get("language", "")))
    assert used >= {
        ("terminal", ""),
        ("debugging", ""),
        ("code_execution", "sql"),
        ("code_execution", "python"),
    }


def test_the_same_seed_gives_the_same_attack(play, make_brief):
    first, again, other = (play(attack(), make_brief(seed=seed)).submissions for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("ports", [(), (8080,)])
def test_every_mixture_is_python(ports):
    mixtures = [hostile(Random(seed), ports) for seed in range(500)]
    for mixture in mixtures:
        compile(mixture, "hostile", "exec")
    assert any("8080" in mixture for mixture in mixtures) == bool(ports)


def test_every_snippet_can_be_drawn():
    mixtures = "".join(hostile(Random(seed), (8080,)) for seed in range(1500))
    starts = [block.split("{")[0][:25] for block in _BLOCKS.values()]
    assert [start for start in starts if start.split(chr(10))[0] not in mixtures] == []


def test_commands_and_queries_are_texts():
    for seed in range(200):
        assert "{" not in hostile_command(Random(seed))
        assert isinstance(hostile_query(Random(seed)), str)
