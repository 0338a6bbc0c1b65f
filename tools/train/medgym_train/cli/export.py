"""``medgym export``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from medgym_core.cli.output import json_option, messages, print_json
from medgym_core.cli.paths import FOLDER


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

    manifest = export(runs, out, Options(**options))
    if as_json:
        print_json(manifest.model_dump(mode="json"))
        return
    click.echo(f"{manifest.rows} rows of {manifest.exported} of {manifest.recorded} episodes in {out}")
    if manifest.protocol == "paper":
        messages().print(PAPER_NOTICE)
    for reason, number in manifest.left_out.items():
        messages().print(f"left out: {number} ({reason})")
    for place in manifest.damage:
        messages().print(f"a journal is damaged in {place}")
