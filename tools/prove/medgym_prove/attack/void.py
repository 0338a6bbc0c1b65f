"""The attack on the measurement itself: an episode that ends as nobody's failure is played again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from medgym_core.agent.contract import Reply
from medgym_core.agent.reply import call, execute
from medgym_prove.attack.hostile import hostile, hostile_command, hostile_query
from medgym_prove.attack.payload import submission
from medgym_prove.attack.script import Target


def void(target: Target) -> Iterator[Reply]:
    """Breaks box, files, output, services and grading in ``actions`` (6) ways, so that no verdict stands."""
    draw = Random(target.draw)
    ports = [service.port for service in target.task.services]
    for _ in range(min(target.spare, int(target.option("actions")))):
        yield _step(draw, ports, target.task.actions, target.task.database is not None)
    program = hostile(draw, most=1)
    yield submission(target, f"value = 0\nprogram = {program!r}", hostile(draw, ports))


def _step(draw: Random, ports: list[int], actions: tuple[str, ...], has_database: bool) -> Reply:
    kind = draw.random()
    if kind < 0.2 and "terminal" in actions:
        return call("terminal", {"command": hostile_command(draw)})
    if kind < 0.3 and has_database:
        return call("code_execution", {"code": hostile_query(draw), "language": "sql"})
    if kind < 0.4 and "debugging" in actions:
        return call("debugging", {"code": hostile(draw, ports)})
    return execute(hostile(draw, ports))
