"""What the benchmarks share: the recipe, the boxes, and how figures are printed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from medgym_core import BoxEnvironment, BoxSpec, Limits

SNIPPET = "import pandas as pd\nprint(int(pd.Series(range(100)).sum()))"
"""The small analysis that every comparison runs."""
RECIPE = Path(__file__).parents[1] / "plugins" / "npowerai" / "medgym_plugin_npowerai" / "image"
"""A package list with pandas, whose image the npowerai family shares."""


def spec(*preload: str) -> BoxSpec:
    """A box of the shared recipe that has imported ``preload``."""
    return BoxSpec(environment=BoxEnvironment(recipe=RECIPE, preload=preload), limits=Limits())


def show(title: str, rows: Sequence[Mapping[str, object]], as_json: bool) -> None:
    """Print rows of equal keys as a Markdown table, or as one JSON object."""
    if as_json:
        print(json.dumps({"title": title, "rows": list(rows)}))
        return
    names = list(rows[0])
    print(f"\n### {title}\n\n| {' | '.join(names)} |\n|{' --- |' * len(names)}")
    for row in rows:
        shown = (f"{v:.2f}" if isinstance(v, float) else str(v) for v in row.values())
        print(f"| {' | '.join(shown)} |")
