"""The contract of a task family: who it is, how its data is built, and its tasks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

from pydantic import Field

from medgym_core.access import Tier
from medgym_core.answer import AnswerKind
from medgym_core.errors import ConfigError
from medgym_core.task import ACTIONS, FileSpec, Gold, Service, Task
from medgym_sandbox.boundary.frozen import Frozen
from medgym_sandbox.spec import BoxEnvironment

if TYPE_CHECKING:
    from medgym_core.source import Build, Progress, Source
    from medgym_core.task import ActionCall

ANSWER_KINDS: tuple[str, ...] = (
    *(model.model_fields["kind"].default for model in get_args(get_args(AnswerKind)[0])),
    *(f"{form}-file" for form in get_args(FileSpec.model_fields["format"].annotation)),
    "state",
)
"""What may be submitted: an answer of some kind, a file of some format, the services' final state."""

Novel = Literal["instance", "wording", "requirement", "site"]
NOVEL: tuple[Novel, ...] = get_args(Novel)
"""What of a split training shows nothing of, from the least to the most."""


class Category(Frozen):
    """One category of a family, as reports and the registry name it."""

    name: str
    """Short name, unique in the family."""
    description: str = ""
    """One line."""
    counts: int = Field(default=1, ge=0)
    """Categories of the benchmark that it stands for: several where it joins them, 0 where it is none."""


class Split(Frozen):
    """One split of a family."""

    size: int = Field(ge=0)
    """Number of tasks; indexes run from 0."""
    evaluation: bool = False
    """Whether it is held out; exports refuse such splits unless forced."""
    chance_rate: float = Field(default=0.0, ge=0, le=1)
    """Highest mean reward that any agent which ignores the question may reach on this split."""
    counted: bool = True
    """Whether its tasks are instances of the benchmark; not where they are another split's, or extra."""
    novel: Novel = "instance"
    """What training shows nothing of: its tasks, their words, what they require, or where they come from."""
    horizon: int = Field(default=1, ge=1)
    """Fewest actions of a reference, over all turns, each of which needs what those before it showed."""


class DataCheck(Frozen):
    """What a family found when it recomputed a user's copy of its data: a table, and what to say of it."""

    summary: str
    """One line."""
    columns: tuple[str, ...]
    """Titles of the columns."""
    rows: tuple[tuple[str | int, ...], ...]
    """The table, a cell for each column."""
    remarks: tuple[str, ...] = ()
    """One line each: every disagreement with its place."""


class TaskFamily(ABC):
    """A family of tasks over one dataset. Stateless: everything it needs comes in as arguments.

    Identity is class attributes; behaviour is the methods below. ``synthesise`` and ``build`` run once
    per data version on the host; ``task``, ``gold`` and ``reference`` are pure functions of their arguments.
    """

    name: ClassVar[str]
    """Lower-case name, the entry point's name."""
    version: ClassVar[str]
    """Changes whenever scores stop being comparable; the plugin's distribution version."""
    title: ClassVar[str]
    """Human title."""
    summary: ClassVar[str]
    """One sentence."""
    tier: ClassVar[Tier]
    """Tier of the published data; a user's own copy has it unless :meth:`tier_of` says otherwise."""
    licence: ClassVar[str]
    """Licence of the published data, or of ours where all is synthetic."""
    citation: ClassVar[str]
    """Paper or URL."""
    categories: ClassVar[tuple[Category, ...]]
    """Every category a task may carry."""
    splits: ClassVar[Mapping[str, Split]]
    """Split name to split."""
    answer_kinds: ClassVar[tuple[str, ...]]
    """Every kind of answer a task may ask for, of ``medgym_core.family.ANSWER_KINDS``."""
    actions: ClassVar[tuple[str, ...]] = ACTIONS
    """Every action a task may permit."""
    ledgers: ClassVar[tuple[str, ...]] = ()
    """Ledgers of subjects that it shares with the families of the same source, such as ``mimic-iii``."""
    suites: ClassVar[Mapping[str, str]] = {}
    """Benchmark suites that it is part of, and its group in each; reports average over a group's families."""
    environment: ClassVar[BoxEnvironment]
    """What the boxes hold."""

    @abstractmethod
    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write a synthetic dataset into ``out`` in the published raw layout; a pure function of the rest.

        ``scale`` counts the dataset's own unit (patients, rows); None takes the size the splits need.
        """

    @abstractmethod
    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Turn a raw folder or file into ``out.public`` and ``out.private``; same bytes for same input.

        Raises:
            DataError: with file, line and fix, when the raw data is not what it should be.
        """

    @abstractmethod
    def task(self, build: Build, split: str, index: int) -> Task:
        """The task at ``index`` of ``split``, addressed without enumerating the others."""

    @abstractmethod
    def gold(self, build: Build, task: Task) -> Gold:
        """Compute the task's gold on the host; the core stores it in ``build.private`` on first access."""

    @abstractmethod
    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """Public actions that solve the task, including each turn's submission; the text holds no gold."""

    def services(self, build: Build, task: Task) -> Mapping[str, Service]:
        """Fresh service instances for one episode, by the names in ``task.services``."""
        return {}

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``; a user's own copy may differ from the declared size."""
        return self.splits[split].size

    def chance_rate(self, build: Build, split: str) -> float:
        """Chance rate of ``split`` in ``build``; in a user's own copy one constant answer may pass more."""
        return self.splits[split].chance_rate

    def tier_of(self, raw: Path) -> Tier:
        """Tier of a user's own copy: as declared, unless what ``raw`` holds is known to be open."""
        return self.tier

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Whom and what the questions of ``split`` are about, each with its ledger and kind.

        As in ``mimic-iii/patient/10006``, the first part being one of :attr:`ledgers`. What a training split
        names, no evaluation split may name: not of this family, and not of any other with the same ledger.
        """
        return ()

    def report(self, build: Build) -> str | None:
        """What the build found in the raw data, in words for its owner, printed after it is built."""
        return None

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """Recompute what ``raw`` publishes, row by row, and say where it disagrees; builds nothing.

        ``home`` is where environments are kept, and what need not be found out twice.

        Raises:
            ConfigError: by default, since most families have nothing to compare.
            DataError: as :meth:`build`.
        """
        raise ConfigError(
            f"{self.name} compares nothing with published answers; `medgym data build {self.name} --source` "
            f"says what it finds in your copy"
        )

    def default_source(self) -> Source:
        """The source used when the user names none: synthetic, seed 0."""
        from medgym_core.source import Source

        return Source.synthetic()
