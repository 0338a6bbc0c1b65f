"""What is asked: a task, its turns, its limits, what the box holds and what request_info may tell.

A :class:`Task` is the public half only. Gold, hidden inputs and reference solutions are separate types
(:class:`Gold`, and :meth:`TaskFamily.reference`) that no serialiser of boxes or prompts accepts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, JsonValue

from medgym_core.answer import AnswerKind
from medgym_sandbox.boundary.frozen import Frozen
from medgym_sandbox.limits import Limits as Limits
from medgym_sandbox.limits import RelativePath as RelativePath
from medgym_sandbox.request import Request as Request
from medgym_sandbox.request import Response as Response
from medgym_sandbox.request import Service as Service

ACTIONS = ("request_info", "terminal", "code_execution", "debugging")
"""The four actions of the protocol, in the order they are presented."""


class FileSpec(Frozen):
    """A file the agent must leave in its work directory to be collected at submission."""

    path: RelativePath
    """Where, relative to the work directory."""
    format: Literal["csv", "json", "text", "python", "parquet"]
    """How it is read on the host; nothing is ever unpickled or executed there."""
    max_bytes: int = Field(default=16 * 2**20, gt=0, le=64 * 2**20)
    """A larger file is refused, not cut."""
    description: str
    """What it must hold, for the prompt: columns with types and units, or the function to define."""
    columns: tuple[str, ...] = ()
    """Columns of a CSV file, if what it lacks or has besides is to be remarked on while it can be changed."""


class Turn(Frozen):
    """One question of a task. A plain task has one turn; a session has several."""

    question: str
    """The question in natural language."""
    answer: AnswerKind | None = None
    """Kind of the ``answer`` variable to submit, if one is graded."""
    files: tuple[FileSpec, ...] = ()
    """Files collected at submission, if any are graded."""
    steps: int | None = Field(default=None, gt=0)
    """Action budget of this turn; None takes ``Limits.steps``."""


class ServiceSpec(Frozen):
    """A host-side service that code in the box reaches at a loopback URL; one instance an episode."""

    name: str = Field(pattern=r"[a-z][a-z0-9_]*")
    """Name, unique in the task."""
    port: int = Field(ge=1024, le=65535)
    """Loopback port inside the box."""
    path: str = ""
    """Base path, appended to the URL."""
    description: str = ""
    """What it offers, for the prompt."""

    @property
    def url(self) -> str:
        """The URL as seen from inside the box."""
        return f"http://127.0.0.1:{self.port}{self.path}"


class InfoSource(Frozen):
    """Something ``request_info`` may list, describe, sample and search; read on the host, never written."""

    name: str
    """Name the agent uses."""
    kind: Literal["sqlite", "csv", "parquet", "documents"]
    """``documents`` is a JSON object of title to text."""
    path: RelativePath
    """Where, relative to the build's public half."""
    description: str = ""
    """One line for the listing."""


class Database(Frozen):
    """The database that ``code_execution`` with ``language: sql`` queries, read-only, inside the box."""

    path: RelativePath
    """SQLite file, relative to the build's public half; also one of the task's mounts."""


class ActionCall(Frozen):
    """An action an agent asks for."""

    name: str
    """One of the permitted actions."""
    arguments: Mapping[str, JsonValue] = Field(default_factory=dict)
    """Its arguments, not yet validated."""


class Task(Frozen):
    """One task as the agent may see it. Pure data; equal tasks serialise to equal JSON."""

    family: str
    """Name of the family."""
    split: str
    """Split it belongs to."""
    index: int = Field(ge=0)
    """Position in the split."""
    category: str
    """One of the family's categories."""
    turns: tuple[Turn, ...] = Field(min_length=1)
    """The questions, in order."""
    context: str = ""
    """What the prompt says before the question: schema, current time, definitions in force."""
    verifier: str = "answer"
    """Name of the verifier that grades it."""
    actions: tuple[str, ...] = ACTIONS
    """Permitted actions; the environment enforces them."""
    services: tuple[ServiceSpec, ...] = ()
    """Host-side services."""
    info: tuple[InfoSource, ...] = ()
    """What request_info knows."""
    mounts: tuple[RelativePath, ...] = ()
    """Files or folders of the build's public half, readable in the box under ``data/``."""
    database: Database | None = None
    """The database for SQL, if any."""
    limits: Limits = Limits()
    """Budgets."""
    metadata: Mapping[str, JsonValue] = Field(default_factory=dict)
    """Public facts for reports (template, difficulty, tags); never shown to the agent."""

    @property
    def id(self) -> str:
        """``family/split/index``: unique within a build."""
        return f"{self.family}/{self.split}/{self.index}"


class Gold:
    """The private half of a task: what the verifier compares with. Never serialised to a box or prompt.

    Deliberately not a pydantic model: ``model_dump`` of anything that holds it fails, and its repr is blank.
    """

    __slots__ = ("turns",)

    def __init__(self, *turns: JsonValue) -> None:
        """Holds one JSON value per turn, in the form the task's verifier defines."""
        self.turns: tuple[JsonValue, ...] = turns

    def __repr__(self) -> str:
        """A text that reveals nothing."""
        return f"Gold(<{len(self.turns)} turns>)"

    def __eq__(self, other: object) -> bool:
        """Equal when every turn's value is equal."""
        return isinstance(other, Gold) and self.turns == other.turns

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> Any:
        """Refuses to be pickled: gold does not travel between processes."""
        raise TypeError("gold never leaves the process that grades with it")
