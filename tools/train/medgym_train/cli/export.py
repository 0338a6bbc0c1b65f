"""``medgym export``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from medgym_core.cli.output import json_option, print_json, tell
from medgym_core.cli.paths import FOLDER
from medgym_core.errors.wording import how_many

if TYPE_CHECKING:
    from medgym_train.export import Manifest

_WHY = {
    "no_pair": "with no other reply to the same context to compare with (play more --samples)",
    "no_sibling": "with no reply that has another beside it (play a --tree)",
    "not_right": "no success, or below --min-reward",
    "recorded_twice": "recorded in an earlier run too",
    "said_before": "saying what another episode of the task says",
    "said_nothing": "without a reply",
    "surplus": "beyond --per-task",
    "too_long": "longer than --max-chars",
    "unbalanced": "without a counterpart for --balance",
}
"""Reason for leaving episodes out to what it says of them; what is not here is a status without a reward."""


@click.command("export")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=FOLDER)
@click.option(
    "--format",
    required=True,
    type=click.Choice(
        ["sft", "dpo", "kto", "step-dpo", "tree-grpo", "process-reward", "verl", "atif", "parquet"]
    ),
    help="What the rows are made for.",
)
@click.option("--out", required=True, type=FOLDER, help="Folder to write, not there yet.")
@click.option("--min-reward", type=click.FloatRange(0, 1), help="sft: at least so good (default: successes).")
@click.option("--per-task", type=click.IntRange(1), help="Rows of each task, at most.")
@click.option("--max-chars", type=click.IntRange(1), help="Leave out longer conversations.")
@click.option("--balance", is_flag=True, help="kto: as many right rows as wrong ones of each task.")
@click.option("--env-tokens", is_flag=True, help="dpo, kto: whole conversations, observations and all.")
@click.option("--evaluation", is_flag=True, help="Export evaluation splits too, marked.")
@json_option
def command(runs: tuple[Path, ...], out: Path, as_json: bool, **options: Any) -> None:
    """Turn the episodes of every RUN into training data or tables, in a new folder."""
    from medgym_core.env.prompt import PAPER_NOTICE
    from medgym_train.export import Options, export

    remarks: list[str] = []
    manifest = export(runs, out, Options(**options), remarks.append)
    if not manifest.rows:
        remarks.insert(0, f"{out} is empty: {_why_empty(manifest)}")
    if as_json:
        print_json(manifest.model_dump(mode="json"))
        return tell(*remarks)
    rows = how_many(manifest.rows, "row")
    click.echo(f"{rows}, from {manifest.exported} of {how_many(manifest.recorded, 'episode')}, in {out}")
    if manifest.protocol == "paper":
        tell(PAPER_NOTICE)
    left_out = (f"left out: {number} ({reason})" for reason, number in manifest.left_out.items())
    tell(*left_out, *remarks)


def _why_empty(manifest: Manifest) -> str:
    """Which filters left all episodes out, and what would let them in."""
    if not manifest.recorded:
        return "its runs hold no episode yet; play them with `medgym run --resume RUN`"
    why = "; ".join(
        f"{number} {_WHY.get(reason, f'ended in {reason}, so without a reward')}"
        for reason, number in manifest.left_out.items()
    )
    return f"of {how_many(manifest.recorded, 'episode')} none is fit: {why}"
