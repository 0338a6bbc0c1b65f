"""Trees of episodes as they were recorded: what leaves share, where they part, what each part is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from medgym_core.trajectory import Episode, Step


@dataclass(frozen=True)
class Limb:
    """Steps that were played once, and what goes on from their end."""

    episode: Episode
    """The leaf that played them; for a limb without others after it, the leaf that ends here."""
    begin: int
    """Number of its first step in the episode, from 0."""
    end: int
    """Number of the step after its last."""
    limbs: tuple[Limb, ...] = ()
    """What goes on from its end, the episode's own next steps first; none where the episode is over."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """Its own steps, those of the limbs beyond left out."""
        return self.episode.steps[self.begin : self.end]

    @cached_property
    def leaves(self) -> tuple[Episode, ...]:
        """The episodes that end here or beyond."""
        return tuple(self._leaves())

    @cached_property
    def value(self) -> float | None:
        """What its end is worth: the mean of what goes on from there, each limb weighing the same.

        Limbs are draws from one state, however many leaves each has. The reward of a limb without others
        after it is its episode's; None if no leaf carries one.
        """
        if not self.limbs:
            return self.episode.verdict.reward
        known = [value for limb in self.limbs if (value := limb.value) is not None]
        return sum(known) / len(known) if known else None

    def _leaves(self) -> Iterator[Episode]:
        if not self.limbs:
            yield self.episode
        for limb in self.limbs:
            yield from limb.leaves


def tree(leaves: Mapping[int, Episode]) -> tuple[Limb, ...]:
    """The limbs that grow from the beginning of one task, from its leaves by sample number.

    Episodes that did not part from a known leaf begin a limb of their own, so that samples which were played
    apart stand side by side.
    """
    parted: dict[int, list[int]] = {number: [] for number in leaves}
    roots = []
    for number, leaf in sorted(leaves.items()):
        if leaf.branch is not None and leaf.branch.parent in leaves and leaf.branch.step > 0:
            parted[leaf.branch.parent].append(number)
        else:
            roots.append(number)
    return tuple(_limb(leaves, parted, number, 0) for number in roots)


def _limb(leaves: Mapping[int, Episode], parted: Mapping[int, list[int]], number: int, begin: int) -> Limb:
    leaf = leaves[number]
    at = {child: branch.step for child in parted[number] if (branch := leaves[child].branch)}
    end = min((step for step in at.values() if step > begin), default=len(leaf.steps))
    beside = [_limb(leaves, parted, child, end) for child, step in at.items() if step == end]
    own = [_limb(leaves, parted, number, end)] if beside else []
    return Limb(leaf, begin, end, (*own, *beside))
