"""Example answers of every kind, right and wrong, how to judge one, and tasks that ask for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from medgym_core.task import Task, Turn

from .containers import CONTAINERS, TABLES
from .example import Example, judge
from .scalars import NUMBERS, ROUNDED, TEXTS
from .shapes import SHAPES, SQL
from .syntax import MALFORMED

EXAMPLES = [*NUMBERS, *ROUNDED, *TEXTS, *CONTAINERS, *TABLES, *SHAPES, *SQL, *MALFORMED]


@pytest.fixture(params=EXAMPLES, ids=lambda example: f"{example.kind.kind}-{example.answer[:30]!a}")
def example(request: pytest.FixtureRequest) -> Example:
    return request.param


@pytest.fixture(scope="session", name="judge")
def _judge() -> Callable[[Example], str]:
    return judge


@pytest.fixture(scope="session")
def task_of() -> Callable[..., Task]:
    """Makes a task of the given turns."""

    def make(*turns: Turn, **fields: object) -> Task:
        return Task.model_validate(
            {"family": "fake", "split": "test", "index": 0, "category": "c", "turns": turns, **fields}
        )

    return make
