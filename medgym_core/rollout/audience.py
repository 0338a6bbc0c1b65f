"""Who listens to a run: let in by the tier of its data, called in threads of their own, never in its way."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping, Sequence

from medgym_core import plugins
from medgym_core.access import Gate, Tier
from medgym_core.access.endpoint import canonical
from medgym_core.access.tier import strictest
from medgym_core.builds.making import load_build
from medgym_core.errors import AccessError, ConfigError, MedgymError
from medgym_core.journal import Entry, Index, Result
from medgym_core.journal.event import EpisodeEnded, Figures, Listener, RunEvent, RunFinished, RunStarted
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.worker import Spec

PATIENCE_S = 60.0
"""How long a listener may still take once the run is over, seconds."""
SHARED = frozenset(
    {
        *("task", "split", "category", "shuffle", "limit", "samples", "scale", "data_seed"),
        *("protocol", "steps", "seed", "agent", "model", "temperature", "schedule", "sandbox", "tags"),
    }
)
"""Settings of a run that listeners get; never options, which may hold keys, and no path or address."""


def invited(config: RunConfig, tiers: Mapping[str, Tier]) -> dict[str, Listener]:
    """The listeners that ``config`` names, ready to hear; ``tiers`` are those of its families' data.

    Raises:
        AccessError: if one would send what derives from labelled data where it may not go.
        ConfigError: if one is not installed, or cannot listen.
    """
    listeners = {}
    for name in config.log:
        listeners[name] = listener = plugins.listener(name)()
        try:
            listener.check()
        except MedgymError:
            raise
        except Exception as error:
            raise ConfigError(
                f"--log {name} cannot be made ready ({error}); fix it or leave it out"
            ) from error
        if listener.destination:
            _admit(name, listener.destination, config, tiers)
    return listeners


def _admit(name: str, destination: str, config: RunConfig, tiers: Mapping[str, Tier]) -> None:
    gate = Gate(destination, config.home)
    for family, tier in tiers.items():
        try:
            gate.admit(tier, family)
        except AccessError as error:
            raise AccessError(
                f"--log {name} would send what derives from {tier} data of {family} to "
                f"{canonical(destination)}, which is neither on this machine nor attested over https; log to "
                f"this machine, or, if your agreement allows that, state so with `medgym access attest`"
            ) from error


class Audience:
    """Tells listeners what happens; use it as a context, at whose end they are waited for."""

    def __init__(
        self, listeners: Mapping[str, Listener], warn: Callable[[str], None], texts: bool = False
    ) -> None:
        """``warn`` tells the user which one failed, once; with ``texts`` they get whole records."""
        self._seats = [_Seat(name, listener, warn) for name, listener in listeners.items()]
        self.texts = texts
        """Whether they get whole records."""
        self._over = False

    def __bool__(self) -> bool:
        """Whether anybody listens."""
        return bool(self._seats)

    def tell(self, event: RunEvent) -> None:
        """Tell everybody; returns at once."""
        self._over |= isinstance(event, RunFinished)
        for seat in self._seats:
            seat.queue.put(event)

    def tell_start(self, spec: Spec, index: Index, planned: int) -> None:
        """Tell that the run of ``spec`` begins, with what ``index`` holds of ``planned`` episodes."""
        if not self:
            return
        builds = {name: load_build(root) for name, root in spec.builds}
        self.tell(
            RunStarted(
                run=spec.run,
                settings=spec.config.model_dump(mode="json", include=set(SHARED)),
                families={name: build.version for name, build in builds.items()},
                tier=strictest(build.tier for build in builds.values()),
                planned=planned,
                recorded=tuple(map(recorded_figures, index)),
                texts=self.texts,
            )
        )

    def tell_episode(self, results: Sequence[Result]) -> None:
        """Tell of an episode, given as its attempts, of which the last stands."""
        if self:
            record = results[-1][0] if self.texts else None
            self.tell(EpisodeEnded(figures_of(results), record))

    def __enter__(self) -> Audience:
        """Seat everybody."""
        for seat in self._seats:
            seat.start()
        return self

    def __exit__(self, _: object, error: BaseException | None, *__: object) -> None:
        """Tell the end, if nobody did, and wait."""
        if not self._over:
            self.tell(RunFinished(missing=0, stopped=type(error).__name__ if error else ""))
        for seat in self._seats:
            seat.leave()


class _Seat(threading.Thread):
    """The thread of one listener."""

    def __init__(self, name: str, listener: Listener, warn: Callable[[str], None]) -> None:
        super().__init__(name=f"log {name}", daemon=True)
        self.queue: queue.SimpleQueue[RunEvent | None] = queue.SimpleQueue()
        self._listener, self._warn = listener, warn

    def run(self) -> None:
        """Pass events on until the last, or until one is too much for the listener."""
        try:
            while event := self.queue.get():
                self._listener.hear(event)
        except BaseException as error:  # libraries of trackers exit, too; nothing of theirs ends a run
            what = " ".join(f"{type(error).__name__}: {error}".split())
            self._say(f"stopped listening ({what[:300]})")

    def leave(self) -> None:
        """Wait until all that was sent has been heard."""
        self.queue.put(None)
        self.join(PATIENCE_S)
        if self.is_alive():
            self._say(f"did not take all it was sent within {PATIENCE_S:g} s")

    def _say(self, what: str) -> None:
        self._warn(f"--log {self.name.removeprefix('log ')} {what}; the run and its record are not affected")


def figures_of(results: Sequence[Result]) -> Figures:
    """The figures of the attempt that stands, the last; tokens and price are of all."""
    episode = results[-1][0]
    usages = [step.usage for attempt, _ in results for step in attempt.steps]
    return Figures(
        task=episode.key.task,
        category=episode.category,
        replica=episode.key.replica,
        status=episode.verdict.status,
        reward=episode.verdict.reward,
        steps=len(episode.steps),
        wall_s=episode.wall_s,
        prompt_tokens=sum(usage.prompt_tokens for usage in usages),
        completion_tokens=sum(usage.completion_tokens for usage in usages),
        cost_usd=episode.key.price(usage.cost_usd for usage in usages),
    )


def recorded_figures(entry: Entry) -> Figures:
    """The figures of an entry of the index."""
    return Figures(**{name: getattr(entry, name) for name in Figures.__dataclass_fields__})
