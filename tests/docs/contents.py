"""What the families hold, as docs/ tells it: splits that ask what is new, breadth, calculators."""

from benchmarks.breadth import Breadth, kept
from medgym_core import registry

from .markdown import table

PUBLISHED = {
    "biodsbench": "all",
    "ehr-seqsql": "all",
    "ehrcon": "all",
    "eicu": "35%",
    "medagentbench": "117 of 300",
    "medcalcbench": "94.3%",
    "mimic": "31%",
    "npowerai": "37%, with one for each template",
    "treqs": "72%",
}
"""What the best single output passes of the published test files, as docs/comparison.md tells by family."""


def novel_splits() -> str:
    """Every split whose tasks have what no training task has."""
    rows = (
        [
            f"[{name}](families/{name}.md)",
            f"`{split}`",
            f"{declared.size:,}",
            declared.novel,
            f"{declared.chance_rate:g}",
        ]
        for name, entry in sorted(registry.load().families.items())
        for split, declared in entry.splits.items()
        if declared.novel != "instance"
    )
    return table("family|split|tasks|training shows no such|chance rate", rows)


def breadth() -> str:
    """How much there is to learn in each family of the benchmark, and what learning it by heart earns."""
    rows = (
        [f"[{name}](families/{name}.md)", *_breadth(kept(name)), PUBLISHED.get(name, "-")]
        for name, entry in sorted(registry.load().families.items())
        if entry.suites
    )
    programs = "best program, test|best program, ood"
    columns = f"family|version|templates|wordings|only in ood|by heart|{programs}|one output, published files"
    return table(columns, rows)


def _breadth(found: Breadth | None) -> list[str]:
    if found is None:
        return ["-"] * 7
    heart = "-" if found.by_heart is None else f"{found.by_heart:.1%}"
    share = f"{found.novel / found.templates:.0%} of templates"
    best = [_best(found, split) for split in ("test", found.required)]
    return [found.version, str(found.templates), str(found.wordings), share, heart, *best]


def _best(found: Breadth, split: str) -> str:
    best = found.best(split)
    return f"{best[1].reward:.1%} of {best[1].tasks} ({best[0]})" if best else "-"


def calculators() -> str:
    """The calculators of the family medcalcbench."""
    from medgym_plugin_medcalcbench.calculators import CALCULATORS

    rows = (
        [str(c.number), f"`{c.key}`", c.name, c.source, c.variant, c.erratum] for c in CALCULATORS.values()
    )
    return table("ID|category|calculator|source|in force|errors of labels", rows)
