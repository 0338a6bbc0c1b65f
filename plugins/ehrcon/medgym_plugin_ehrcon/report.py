"""What a build came to, for its owner; printed by ``medgym data build`` and kept with the private half."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from medgym_plugin_ehrcon.audit.inventory import Inventory
from medgym_plugin_ehrcon.claim import Frozen, Mention


class Portion(Frozen):
    """How mentions are spread."""

    mentions: int
    """Number of them."""
    inconsistent: int
    """How many are inconsistent."""
    category: dict[str, int]
    """By note type."""
    kind: dict[str, int]
    """With a value (numeric) or without (existence)."""
    style: dict[str, int]
    """By style of time."""
    table: dict[str, int]
    """By table."""
    columns: dict[str, int]
    """Inconsistent ones by what is inconsistent, as in ``value+time``."""
    constant: float
    """Share that the best constant answer passes."""

    def text(self, name: str) -> str:
        """The figures for a reader."""
        share = self.inconsistent / self.mentions if self.mentions else 0.0
        lines = [
            f"{name}: {self.mentions} mentions, {share:.1%} inconsistent, best constant {self.constant:.2%}"
        ]
        for label in ("category", "kind", "style", "table", "columns"):
            counts: dict[str, int] = getattr(self, label)
            lines.append(f"  {label}: " + ", ".join(f"{key} {count}" for key, count in counts.items()))
        return "\n".join(lines)


def portion(mentions: Sequence[Mention]) -> Portion:
    """How ``mentions`` are spread."""
    answers = Counter(mention.columns for mention in mentions)

    def counts(of: Callable[[Mention], str]) -> dict[str, int]:
        return dict(sorted(Counter(map(of, mentions)).items()))

    return Portion(
        mentions=len(mentions),
        inconsistent=len(mentions) - answers[()],
        category=counts(lambda mention: mention.category),
        kind=counts(lambda mention: "numeric" if mention.entity_type == 1 else "existence"),
        style=counts(lambda mention: mention.style),
        table=counts(lambda mention: mention.table),
        columns={"+".join(columns): count for columns, count in sorted(answers.items()) if columns},
        constant=max(answers.values(), default=0) / max(len(mentions), 1),
    )


class Audited(Frozen):
    """What the notes of a split of audits hold."""

    notes: int
    """Number of them."""
    open: int
    """Places about which no finding is right or wrong."""
    graded: Portion
    """Their graded mentions."""

    def text(self, name: str) -> str:
        """The figures for a reader."""
        return f"{name}: {self.notes} notes, {self.open} open places\n{self.graded.text(f'{name}, graded')}"


def audited(inventories: Sequence[Inventory]) -> Audited:
    """What ``inventories`` hold."""
    return Audited(
        notes=len(inventories),
        open=sum(len(one.open) for one in inventories),
        graded=portion([mention for one in inventories for mention in one.mentions]),
    )


class Report(Frozen):
    """Rows, agreements and refusals of a build, and how its mentions are spread."""

    rows: dict[str, int]
    """Table to number of rows."""
    notes: dict[str, int]
    """Note type to number of notes."""
    annotations: int
    """Annotations in the labels."""
    agreements: int
    """Annotations whose label is what the rule finds."""
    refused: dict[str, int]
    """Reason to number of annotations that make no task."""
    mentions: Portion
    """All mentions on which label and rule agree."""
    splits: dict[str, Portion]
    """Split to its tasks."""
    audits: dict[str, Audited]
    """Split of audits to its notes."""

    def text(self) -> str:
        """The report for a reader."""
        lines = [
            "rows: " + ", ".join(f"{table} {count}" for table, count in self.rows.items()),
            "notes: " + ", ".join(f"{category} {count}" for category, count in self.notes.items()),
            f"annotations: {self.annotations}, agreements of label and rule: {self.agreements}",
            *(f"refused: {reason}: {count}" for reason, count in sorted(self.refused.items())),
            self.mentions.text("all"),
            *(portion.text(name) for name, portion in self.splits.items()),
            *(audited.text(name) for name, audited in self.audits.items() if audited.notes),
        ]
        return "\n".join(lines)
