"""Trees of episodes: leaves that part from one another at some of their steps, and play what is common once.

The first leaf is played to its end. At chosen steps of it other leaves begin, each from the very state that
there was, with the same past and decisions of its own; at later steps of theirs, further ones.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from medgym_core.agent.contract import Branching, Policy
from medgym_core.env.loop import Env
from medgym_core.env.moment import Moment
from medgym_core.env.tape import Tape
from medgym_core.errors import ConfigError
from medgym_core.trajectory import Branch, Episode, EpisodeKey, Step
from medgym_sandbox.backend import FileRefused

MAX_LEAVES = 4096
"""Most leaves of a tree."""
MAX_HELD = 256 * 2**20
"""Bytes of boxes' content that are held for one leaf; past them it is not branched."""
By = Literal["step", "entropy", "error"]
"""What chooses the steps at which a leaf is branched."""


@dataclass(frozen=True)
class Shape:
    """What a tree looks like."""

    ways: int
    """Leaves that go on from a place where a leaf is branched, itself included."""
    points: int
    """Places on the way to a leaf, at most: a short episode has fewer."""
    by: By = "step"
    """``step`` spreads them over the episode, ``entropy`` takes the replies that the model was least sure
    of, ``error`` the last ones up to the first that failed."""

    @classmethod
    def read(cls, text: str, by: By = "step") -> Shape:
        """The shape of ``4x3``: 4 ways at each of 3 places, at most 64 leaves.

        Raises:
            ConfigError: if it is no such shape, or has more than :data:`MAX_LEAVES` leaves.
        """
        ways, _, points = text.partition("x")
        if not (ways.isdecimal() and points.isdecimal() and int(ways) > 1 and int(points) > 0):
            raise ConfigError(f"a tree is WAYSxPLACES, such as 4x3, with two ways or more; not {text!r}")
        if int(points) * math.log(int(ways)) > math.log(MAX_LEAVES) + 1e-9:
            raise ConfigError(f"a tree {text} has more than {MAX_LEAVES} leaves; take fewer ways or places")
        return cls(int(ways), int(points), by)

    def __str__(self) -> str:
        """As :meth:`read` takes it, with what chooses the places."""
        return f"{self.ways}x{self.points} by {self.by}"

    def choose(self, buds: Sequence[Bud], steps: Sequence[Step], places: int) -> list[Bud]:
        """Which of ``buds``, in the order of the episode, are branched: ``places`` of them, or all."""
        if len(buds) <= places:
            return [*buds]
        if self.by == "entropy" and all(steps[bud.step].tokens for bud in buds):
            doubtful = sorted(buds, key=lambda bud: _doubt(steps[bud.step]), reverse=True)[:places]
            return sorted(doubtful, key=lambda bud: bud.step)
        failed = next((n for n, bud in enumerate(buds) if _failed(bud, buds[n + 1 :], steps)), None)
        if self.by == "error" and failed is not None:
            return [*buds[max(0, failed + 1 - places) : failed + 1]]
        return [buds[(2 * number + 1) * len(buds) // (2 * places)] for number in range(places)]


@dataclass(frozen=True)
class Bud:
    """A place where other leaves can begin: before a reply, with all that led there."""

    moment: Moment[Env]
    """The environment."""
    policy: Branching
    """Who is about to reply."""
    observation: str
    """To what."""
    tape: Tape
    """What happened so far."""

    @property
    def step(self) -> int:
        """Number of steps before it."""
        return len(self.tape.steps)


Watch = Callable[[Env, Policy, str, Tape], None]
"""Is shown the environment, who is about to reply to which observation, and what happened so far."""
Played = tuple[Episode, Mapping[str, bytes]]
"""An episode and the graded files by sha256."""


class Player(Protocol):
    """Plays episodes; :class:`medgym_core.env.runner.EpisodeRunner` in production."""

    def key(self, split: str, index: int, replica: int, seed: int) -> EpisodeKey:
        """The identity of one episode."""
        ...

    def run(self, key: EpisodeKey, bud: Bud | None = None, watch: Watch | None = None) -> Played:
        """Play one, or what of it comes after ``bud``."""
        ...


def grow(player: Player, key: EpisodeKey, shape: Shape) -> list[Played]:
    """The leaves of the tree whose first leaf is ``key``, which comes last: where it is, all others are.

    Raises:
        ConfigError: if the agent's policies cannot be forked.
    """
    first, *others = _Growing(player, key, shape).limb(None, 0, shape.points)
    return [*others, first]


@dataclass
class _Growing:
    player: Player
    key: EpisodeKey
    shape: Shape
    leaves: int = 0

    def limb(self, bud: Bud | None, parent: int, places: int) -> Iterator[Played]:
        """The leaf that goes on from ``bud``, and all that branch off it at up to ``places`` places."""
        number, self.leaves = self.leaves, self.leaves + 1
        nursery = _Nursery()
        try:
            try:
                episode, blobs = self.player.run(self._key(number), bud, nursery.take if places else None)
            except FileRefused:  # what the agent left does not fit a second time: no leaf, and no void
                return
            branch = Branch(parent=parent, step=bud.step) if bud else None
            yield episode.model_copy(update={"branch": branch}), blobs
            begun = bud.step if bud else -1
            buds = [one for one in nursery.buds if begun < one.step < len(episode.steps)]
            for rank, chosen in enumerate(self.shape.choose(buds, episode.steps, places), 1):
                for _ in range(self.shape.ways - 1):
                    yield from self.limb(chosen, number, places - rank)
        finally:
            nursery.close()

    def _key(self, number: int) -> EpisodeKey:
        if number == 0:
            return self.key
        _, split, index = self.key.task.rsplit("/", 2)
        digest = hashlib.sha256(f"{self.key.seed}/{number}".encode()).digest()
        return self.player.key(split, int(index), number, int.from_bytes(digest[:4], "big") >> 1)


class _Nursery:
    """The buds of one leaf."""

    def __init__(self) -> None:
        self.buds: list[Bud] = []
        self._held = 0

    def take(self, env: Env, policy: Policy, observation: str, tape: Tape) -> None:
        """Hold the place, unless the box holds what cannot be copied or there is too much already."""
        if not isinstance(policy, Branching):
            raise ConfigError("this agent cannot be branched; trees are played by llm, fallible or reference")
        if self._held > MAX_HELD:
            return
        try:
            moment = env.hold()
        except FileRefused:
            return
        self._held += moment.size
        self.buds.append(Bud(moment, policy.fork(0), observation, tape.copied()))

    def close(self) -> None:
        """Let all go."""
        for bud in self.buds:
            bud.moment.close()


def _doubt(step: Step) -> float:
    """Mean of the negated log-probabilities of a reply's tokens: an estimate of how open the choice was."""
    assert step.tokens is not None
    return -sum(step.tokens.logprobs) / max(1, len(step.tokens.logprobs))


def _failed(bud: Bud, later: Sequence[Bud], steps: Sequence[Step]) -> bool:
    """Whether the reply after ``bud`` failed."""
    end = later[0].step if later else len(steps)
    return any(not step.ok for step in steps[bud.step : end])
