"""Events of a run, sent as its journal is written, and the contract of who listens to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import JsonValue

from medgym_core.access import Tier
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status


@dataclass(frozen=True, slots=True)
class Figures:
    """What an episode came to, in names and numbers; no text of its data, its agent or an error."""

    task: str
    """Task id, ``family/split/index``."""
    category: str
    """Category of the task."""
    replica: int
    """0-based sample number."""
    status: Status
    """How it ended."""
    reward: float | None
    """Its reward; None for errors."""
    steps: int
    """Number of actions."""
    wall_s: float
    """Wall-clock seconds."""
    prompt_tokens: int
    """Tokens read by the model, in all attempts together."""
    completion_tokens: int
    """Tokens written by the model, likewise."""
    cost_usd: float | None
    """Price, likewise; None where the agent's configuration gives no prices."""


@dataclass(frozen=True)
class RunStarted:
    """A driver begins to play, or goes on with a run."""

    run: Path
    """Folder of the run; what must be known to go on later may be kept in it."""
    settings: Mapping[str, JsonValue]
    """What is played, by whom and how: no key, no path, no address."""
    families: Mapping[str, str]
    """Family to its version."""
    tier: Tier
    """The strictest tier of the data."""
    planned: int
    """Episodes of the whole run."""
    recorded: tuple[Figures, ...]
    """What stands recorded by earlier drivers; nothing of a new run."""
    texts: bool
    """Whether the user lets texts go to who listens; then each event has the whole record."""


@dataclass(frozen=True)
class EpisodeEnded:
    """An episode was played and stands in the journal."""

    figures: Figures
    """What it came to."""
    record: Episode | None
    """The whole of it, if the user lets texts go to who listens."""


@dataclass(frozen=True)
class RunFinished:
    """The driver ends, for whatever reason."""

    missing: int
    """Episodes that carry no reward yet."""
    stopped: str
    """Why it ended early: ``signal 2``, ``budget``, ``repeated error``, a class of error; else empty."""


RunEvent = RunStarted | EpisodeEnded | RunFinished
"""Whatever is sent, in this order; the last one always comes."""


class Listener(Protocol):
    """Hears of a run, in one thread of its own: what it raises or how long it takes harms no episode."""

    @property
    def destination(self) -> str:
        """Base URL of where it sends what it hears; empty if nothing leaves this machine."""
        ...

    def check(self) -> None:
        """Find out, before any work begins, whether it can listen.

        Raises:
            ConfigError: if not, such as for want of a package or an account, with the fix.
        """
        ...

    def hear(self, event: RunEvent) -> None:
        """Take one event. Once it raises, that is reported and it hears nothing more."""
        ...


ListenerFactory = Callable[[], Listener]
"""Makes a listener; imports nothing heavy."""
