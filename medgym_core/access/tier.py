"""How sensitive a build's source is, and what that asks of the box that sees it.

Sensitivity belongs to the source of a build, not to its family: a synthetic build of a credentialed
dataset is open. An undeclared source counts as restricted.
"""

from collections.abc import Iterable
from enum import StrEnum


class Tier(StrEnum):
    """Data tiers, from free to closed."""

    SYNTHETIC = "synthetic"
    """Made by a generator; no person stands behind any row."""
    OPEN = "open"
    """Published without registration."""
    REGISTERED = "registered"
    """Free after registration or a click-through agreement."""
    CREDENTIALED = "credentialed"
    """Needs a personal agreement, such as PhysioNet's credentialed licence."""
    RESTRICTED = "restricted"
    """Anything stricter, and everything undeclared."""

    @property
    def labelled(self) -> bool:
        """Whether an agreement binds whoever holds it, so that it may not be passed on at will."""
        return self not in (Tier.SYNTHETIC, Tier.OPEN)

    @property
    def notice(self) -> str:
        """What is said wherever something derived from it is shown; empty where nothing binds."""
        if not self.labelled:
            return ""
        return (
            f"Derived from {self} data: the agreement under which it was given binds whoever reads this. "
            f"Pass nothing on, neither to people nor to online services."
        )

    @property
    def needs_isolation(self) -> bool:
        """Whether boxes that see this data must have a file tree of their own: bubblewrap or better."""
        return self.labelled


def strictest(tiers: Iterable[Tier]) -> Tier:
    """The tier of what is made of several; of nothing, the freest."""
    order = list(Tier)
    return max(tiers, key=order.index, default=order[0])
