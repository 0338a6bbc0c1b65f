"""The formats by name: which tables each has, and the rows of one task."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from medgym_train.export import atif, dpo, kto, parquet, process_reward, sft, step_dpo, tree_grpo, verl
from medgym_train.export.options import FormatName, Options
from medgym_train.export.row import Bundle
from medgym_train.export.sample import Sample
from medgym_train.export.shards import JsonLines, Parquet, Table


@dataclass(frozen=True)
class Format:
    """One format."""

    title: str
    """What it is, for people."""
    open: Callable[[Path], Mapping[str, Table]]
    """Begin its tables in a folder."""
    bundles: Callable[[Sequence[Sample], Options], Iterator[Bundle]]
    """The rows of one task's samples."""
    unused: str
    """Why an episode that is fit may give no row."""
    columns: Mapping[str, str] | None = None
    """Of a table whose types a reader cannot guess: column to type."""


def _lines(folder: Path) -> Mapping[str, Table]:
    return {"rows": JsonLines(folder, "rows")}


def _verl(folder: Path) -> Mapping[str, Table]:
    return {"rows": Parquet(folder, "rows", verl.schema())}


def _analysis(folder: Path) -> Mapping[str, Table]:
    return {name: Parquet(folder, name, schema) for name, schema in parquet.schemas().items()}


FORMATS: Mapping[FormatName, Format] = {
    "sft": Format("Supervised fine-tuning, for TRL", _lines, sft.bundles, "not_right", sft.COLUMNS),
    "dpo": Format("Pairs of preferences, for TRL", _lines, dpo.bundles, "no_pair", dpo.COLUMNS),
    "kto": Format("Unpaired preferences, for TRL", _lines, kto.bundles, "unbalanced", kto.COLUMNS),
    "step-dpo": Format(
        "Pairs of preferences at single steps, for TRL", _lines, step_dpo.bundles, "no_pair", step_dpo.COLUMNS
    ),
    "tree-grpo": Format(
        "Replies and their advantages, group by group",
        _lines,
        tree_grpo.bundles,
        "no_sibling",
        tree_grpo.COLUMNS,
    ),
    "process-reward": Format(
        "Replies and what came of them, for verifiers of steps",
        _lines,
        process_reward.bundles,
        "no_row",
        process_reward.COLUMNS,
    ),
    "verl": Format("Prompts and token sequences, for verl", _verl, verl.bundles, "no_row"),
    "atif": Format("Trajectories, ATIF 1.7", _lines, atif.bundles, "no_row"),
    "parquet": Format("Tables of episodes and steps", _analysis, parquet.bundles, "no_row"),
}
"""Name to format."""
