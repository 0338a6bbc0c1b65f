"""The audit that the page of ehrcon plays, made anew after a new version: ``python -m tests.docs.audits``."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from medgym_core import Episode, Source, open_family
from medgym_plugin_ehrcon import loader
from medgym_plugin_ehrcon.audit.verifier import BLIND, Findings

from .pages import ROOT

PAGE = ROOT / "plugins" / "ehrcon" / "DETAILS.md"
HEADING = "## An audit, played\n"
SPLIT, INDEX, SCALE = "audit-test", 0, 45
"""The task, and notes of the build it is of."""
SECTION = (Path(__file__).parent / "audit.md").read_text(encoding="utf-8")


def played(home: Path) -> str:
    """The section, its audit played on a build below ``home``."""
    opened = open_family("ehrcon", source=Source.synthetic(scale=SCALE), sandbox="process", home=home)
    episode = opened.play(SPLIT, INDEX)
    task = opened.family.task(opened.build, SPLIT, INDEX)
    answer = Findings.model_validate(opened.family.gold(opened.build, task).turns[0]).answer
    stated = loader.inventory(opened.build, SPLIT, INDEX)
    f1 = 2 * (len(answer) - 1) / (2 * len(answer) - 1)
    return SECTION.format(
        split=SPLIT,
        index=INDEX,
        scale=SCALE,
        version=opened.family.version,
        question=task.turns[0].question,
        note=stated.row_id,
        seen=observations(episode),
        findings=",\n".join(f" {json.dumps(finding.model_dump(mode='json'))}" for finding in answer),
        wrong=len(answer),
        graded=len(stated.mentions),
        open=len(stated.open),
        first=answer[0].line,
        f1=f1,
        reward=max(f1 - BLIND, 0) / (1 - BLIND),
    )


def observations(episode: Episode) -> list[str]:
    """What each action printed; lines without what stands behind them."""
    printed = (step.observation.removeprefix("stdout:\n").rstrip() for step in episode.steps)
    return ["\n".join(line.rstrip() for line in text.splitlines()) for text in printed]


def main() -> None:
    """Write the section, the page's last."""
    with tempfile.TemporaryDirectory() as home:
        before = PAGE.read_text(encoding="utf-8").partition(HEADING)[0]
        PAGE.write_text(before + HEADING + played(Path(home)), encoding="utf-8")


if __name__ == "__main__":
    main()
