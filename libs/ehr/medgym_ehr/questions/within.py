"""How close two events of a question must be, with EHRSQL's tags."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from medgym_ehr.questions.clock import moved

TAGS = ("within-hosp", "within-month", "within-n_month", "within-same", "within-day", "within-n_day")
NARROW = ("within-same", "within-day", "within-n_day")
"""The closenesses that few pairs of events have, the narrowest first."""


@dataclass(frozen=True)
class Events:
    """Two events of a template's SQL: times and hospital visits of both, as SQL expressions."""

    first: str
    """Time of the earlier one."""
    second: str
    """Time of the later one."""
    first_visit: str = ""
    """Hospital visit of the earlier one; needed for ``within-hosp``."""
    second_visit: str = ""
    """Hospital visit of the later one."""
    tags: tuple[str, ...] = TAGS
    """Tags that the template takes."""


@dataclass(frozen=True)
class Within:
    """One closeness of a question."""

    tag: str
    """One of :data:`TAGS`."""
    count: int = 0
    """The n of ``within-n_month`` and ``within-n_day``."""

    def ends(self, begun: datetime) -> datetime:
        """When a window of days or months that began at ``begun`` is over; others are over at once."""
        return moved(begun, self.tag.removeprefix("within-n_"), self.count) if self.count else begun

    def words(self) -> str:
        """How a question says it."""
        unit = self.tag.removeprefix("within-n_")
        return {
            "within-hosp": "during the same hospital visit",
            "within-month": "in the same calendar month",
            "within-same": "at the same time",
            "within-day": "on the same day",
        }.get(self.tag, f"within {self.count} {unit}{'s' if self.count > 1 else ''}")

    def condition(self, events: Events, overflow: bool = True) -> str:
        """SQL that holds where both events are so close; which comes first is the template's to say.

        ``overflow`` as in :func:`medgym_ehr.questions.period.condition`; without it the function
        ``clamped(time, months)`` must be registered.
        """
        first, second = events.first, events.second
        if self.tag == "within-n_month":
            end = (
                f"datetime({first}, '+{self.count} month')" if overflow else f"clamped({first}, {self.count})"
            )
            return f"{second} <= {end}"
        if self.tag == "within-n_day":
            return f"{second} <= datetime({first}, '+{self.count} day')"
        return {
            "within-hosp": f"{events.first_visit} = {events.second_visit}",
            "within-month": f"substr({first}, 1, 7) = substr({second}, 1, 7)",
            "within-same": f"{first} = {second}",
            "within-day": f"substr({first}, 1, 10) = substr({second}, 1, 10)",
        }[self.tag]


def draw(tag: str, pick: int) -> Within:
    """A closeness of ``tag``: 1 to 3 months, 1 to 7 days."""
    if tag == "within-n_month":
        return Within(tag, 1 + pick % 3)
    return Within(tag, 1 + pick % 7 if tag == "within-n_day" else 0)
