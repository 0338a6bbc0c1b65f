"""Whether a model learns by what it plays here, and what an unsound reward teaches the same model.

python -m benchmarks.training_value --out FOLDER [--family treqs] [--preset cpu|gpu]
    [--quick|--trees|--curriculum] [--seeds 0,1,2] [--rules medgym,published] [--until references|training]

A decoder with random weights learns a family's reference episodes, then plays training tasks in boxes and
learns by one of two rewards; each checkpoint plays held-out tasks by `medgym run` and `medgym serve-model`.
What is done in FOLDER is not done again: a machine with an accelerator may train, another one examine, and
several seeds may be trained in the same folder at once. Needs the extras `serve` and `trl`, and that of the
agent `llm`.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
from collections.abc import Sequence
from pathlib import Path

from benchmarks.training_value.branching import Stumbling
from benchmarks.training_value.curriculum import Choosing
from benchmarks.training_value.pipeline import Learner
from benchmarks.training_value.presets import PRESETS, Preset, preset
from benchmarks.training_value.stage import Study

KINDS: dict[str, type[Learner]] = {"trees": Stumbling, "curriculum": Choosing}
"""Presets of which the learner does other things."""
UNTIL = ("references", "training", "examination")


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what is not done yet, and print what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, help="folder of the study, new or to go on with")
    parser.add_argument("--family", default="treqs", help="default treqs")
    parser.add_argument("--preset", choices=sorted(PRESETS), default="cpu", help="size (default cpu)")
    short = parser.add_mutually_exclusive_group()
    short.add_argument("--quick", action="store_true", help="the same as --preset quick")
    short.add_argument("--trees", action="store_true", help="the same as --preset trees: credit to steps")
    short.add_argument(
        "--curriculum", action="store_true", help="the same as --preset curriculum: learnable tasks or any"
    )
    parser.add_argument("--seeds", help="seeds, separated by commas (default: the preset's)")
    parser.add_argument("--rules", help="rewards to learn from, or none (default: both)")
    parser.add_argument("--until", choices=UNTIL, default=UNTIL[-1], help="last kind of stage (default all)")
    parser.add_argument("--epochs", type=float, help="passes of the fine-tuning (default: the preset's)")
    parser.add_argument("--steps", type=int, help="steps of the on-policy training (default: the preset's)")
    parser.add_argument("--sandbox", default="auto", help="where code runs (default auto)")
    parser.add_argument("--threads", type=int, default=2, help="cores (default 2)")
    given = parser.parse_args(arguments)
    os.environ |= {"HF_HUB_OFFLINE": "1", "TRL_EXPERIMENTAL_SILENCE": "1"}
    chosen = _chosen(given)
    study = Study(given.out.resolve())
    for seed in chosen.seeds:
        kind = KINDS.get(_size(given), Learner)
        learner = kind(study, given.family, chosen, seed, given.sandbox, given.threads)
        {"references": learner.lessons, "training": learner.train, "examination": learner.run}[given.until]()
    for name, result in study.results().items():
        print(f"{name}: {result['found'].get('success_rate', '')} ({result['wall_s']:.0f} s)")


def _size(given: argparse.Namespace) -> str:
    """Name of the preset."""
    return next((name for name in ("quick", *KINDS) if getattr(given, name)), given.preset)


def _chosen(given: argparse.Namespace) -> Preset:
    chosen = preset(_size(given), given.family)
    if given.seeds:
        chosen = dataclasses.replace(chosen, seeds=tuple(map(int, given.seeds.split(","))))
    if given.rules is not None:
        chosen = dataclasses.replace(chosen, rules=tuple(filter(None, given.rules.split(","))))
    if given.epochs:
        chosen = dataclasses.replace(chosen, fitting=dataclasses.replace(chosen.fitting, epochs=given.epochs))
    if given.steps:
        chosen = dataclasses.replace(chosen, playing=dataclasses.replace(chosen.playing, steps=given.steps))
    return chosen


if __name__ == "__main__":
    main()
