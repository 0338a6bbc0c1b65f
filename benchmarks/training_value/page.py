"""The page on what training here is worth, made of the results of a study.

python -m benchmarks.training_value.page [--study NAME=FOLDER ...]

With a study's folder its results are taken into results.json first, as NAME/STAGE and in place of what that
study had there; the page and its plots are made of that file.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.training_value.plots import draw
from benchmarks.training_value.presets import PRESETS
from benchmarks.training_value.reading import (
    Results,
    by_learner,
    counted,
    of_seeds,
    success_of,
)
from benchmarks.training_value.stage import Study
from benchmarks.training_value.summary import state, summary, wanted

HERE = Path(__file__).parent
RESULTS, TEXT = HERE / "results.json", HERE / "page.md"
PAGE = HERE.parents[1] / "docs" / "training-value.md"
PLOTS = PAGE.parent / "images" / "training"
DRAWN = r"-grpo-(uniform|learnable)-\d+$"
"""Names of stages whose tasks were drawn by pass rates."""
SHOWN = 3
"""Replies that the published rule alone accepts, shown on the page."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--study", action="append", default=[], metavar="NAME=FOLDER", help="whose results are taken in"
    )
    given = parser.parse_args(arguments)
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    for study in given.study:
        name, _, folder = study.partition("=")
        results = taken_in(results, name, Study(Path(folder)).results())
    RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    PAGE.write_text(page(results), encoding="utf-8")
    draw(PLOTS, results)


def taken_in(results: Results, study: str, found: Results) -> dict[str, Mapping[str, Any]]:
    """``results`` with those of a study, without what it had there before, by name."""
    others = {name: result for name, result in results.items() if not name.startswith(f"{study}/")}
    return dict(sorted((others | {f"{study}/{stage}": result for stage, result in found.items()}).items()))


def page(results: Results) -> str:
    """The page: the text with the tables where it names them."""
    text = TEXT.read_text(encoding="utf-8")
    for name, table in (
        ("state", state(results)),
        ("summary", summary(results)),
        ("success", _success(results)),
        ("training", _training(results)),
        ("gains", _gains(results)),
        ("credit", _credit(results)),
        ("curriculum", _curriculum(results)),
        ("failures", _failures(results)),
        ("judged", _judged(results)),
        ("hacks", _hacks(results)),
        ("stages", _stages(results)),
        ("presets", _presets()),
        ("wanted", wanted(results)),
    ):
        text = text.replace(f"{{{{{name}}}}}", "\n".join(table))
    return text


def _success(results: Results) -> Iterator[str]:
    """Success of each checkpoint on each split."""
    yield "| checkpoint, split, seed | success | 95 % interval by task | published rule | tasks | episodes |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name, result in results.items():
        found = result["found"]
        if "success_rate" in found and "published" in found:
            low, high = found["interval"]
            yield (
                f"| `{name}` | {found['success_rate']:.1%} | {low:.1%} - {high:.1%} | "
                f"{found['published']:.1%} | {found['tasks']} | {found['episodes']} |"
            )


def _training(results: Results) -> Iterator[str]:
    """Rewards by fifths of the on-policy training."""
    yield "| stage | reward | first fifth | second | third | fourth | last |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for name, result in results.items():
        for rule in ("medgym", "published"):
            rewards = result["found"].get(rule)
            if isinstance(rewards, list) and len(rewards) >= 5:
                parts = [rewards[len(rewards) * at // 5 : len(rewards) * (at + 1) // 5] for at in range(5)]
                yield f"| `{name}` | {rule} | " + " | ".join(f"{fmean(part):.3f}" for part in parts) + " |"


def _gains(results: Results) -> Iterator[str]:
    """Paired differences on the tasks that both checkpoints played."""
    yield "| from, to | difference of success | 95 % interval by task |"
    yield "| --- | --- | --- |"
    for name, result in results.items():
        if "difference" in result["found"]:
            low, high = result["found"]["interval"]
            difference = result["found"]["difference"]
            yield f"| `{name}` | {100 * difference:+.1f} | {100 * low:+.1f} - {100 * high:+.1f} |"


def _failures(results: Results) -> Iterator[str]:
    """Why episodes failed, in shares of all episodes."""
    found = {name: result["found"] for name, result in results.items() if "failures" in result["found"]}
    total = Counter[str]()
    for each in found.values():
        total.update(each["failures"])
    kinds = sorted(total, key=lambda kind: (-total[kind], kind))
    yield "| episodes of | " + " | ".join(kind.replace("_", " ") for kind in kinds) + " |"
    yield "| --- |" + " --- |" * len(kinds)
    for name, each in found.items():
        shares = (each["failures"].get(kind, 0) / each["episodes"] for kind in kinds)
        yield f"| `{name}` | " + " | ".join(f"{share:.1%}" for share in shares) + " |"


def _judged(results: Results) -> Iterator[str]:
    """How well learned verifiers judge."""
    yield "| verifier | AUC | calibration error | one reply | best of k, judged | right among k | k |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for name, result in results.items():
        if "auc" in (found := result["found"]):
            auc, error, best, most = (found[each] for each in ("auc", "ece", "best_at_k", "pass_at_k"))
            yield (
                f"| `{name}` | {_within(auc, '.3f')} | {_within(error, '.3f')} | {found['one']:.1%} | "
                f"{_within(best, '.1%')} | {_within(most, '.1%')} | {found['k']} |"
            )


def _within(figure: Mapping[str, Any], form: str) -> str:
    """A figure and its interval."""
    return "{} ({} - {})".format(*(format(each, form) for each in (figure["value"], *figure["interval"])))


def _credit(results: Results) -> Iterator[str]:
    """What was played as trees and apart, and what each export made of it."""
    yield "| played | actions | episodes | actions an episode | success |"
    yield "| --- | --- | --- | --- | --- |"
    for name, result in results.items():
        found = result["found"]
        if "actions" in found:
            yield (
                f"| `{name}` | {found['actions']:,} | {found['episodes']:,} | "
                f"{found['actions_an_episode']:.2f} | {found['success_rate']:.1%} |"
            )
    yield "\n| learned from | rows | steps of the optimiser |"
    yield "| --- | --- | --- |"
    for name, result in results.items():
        rows = result["found"].get("pairs") or result["found"].get("rows")
        if re.search(r"/\w+-(?:step|episode)-(?:dpo|grpo)-\d+$", name):
            yield f"| `{name}` | {rows:,} | {result['found']['steps']:,} |"


def _curriculum(results: Results) -> Iterator[str]:
    """What was drawn in either way, and what came of it; or that it was not measured."""
    drawn = {name: one["found"] for name, one in results.items() if re.search(DRAWN, name)}
    if not drawn:
        yield "Not measured yet."
        return
    yield "| learned from | tasks | groups without a gradient | success, greedily | at temperature 1 |"
    yield "| --- | --- | --- | --- | --- |"
    for name, found in drawn.items():
        learner, _, seed = name.rpartition("-")
        rates = (success_of(results, f"{learner}-on-test-", seed, sampled) for sampled in (False, True))
        yield f"| `{name}` | {found['tasks']} | {fmean(found['equal']):.1%} | {' | '.join(rates)} |"
    for sampled, how in ((False, "greedily"), (True, "at temperature 1")):
        for learner, gains in by_learner(results, "-grpo-uniform-to-grpo-learnable-test-", sampled):
            measured = f"on {learner}, {how}, {counted(gains)}: {', '.join(map(_gained, gains))} points."
            yield f"\nLearnable tasks in place of any, {measured}"


def _gained(found: Mapping[str, Any]) -> str:
    """A difference of success and its interval, in points."""
    low, high = found["interval"]
    return f"{100 * found['difference']:+.1f} ({100 * low:+.1f} - {100 * high:+.1f})"


def _hacks(results: Results) -> Iterator[str]:
    """Episodes that the published rule alone accepts, after learning from it."""
    if not any("-grpo-published-on-" in name for name in results):
        yield "That rule has not been learned from in the study above.\n"
    found = of_seeds(results, "-grpo-published-on-test-", False)
    by_code = {shown["code"]: shown for one in found for shown in one.get("shown", [])}
    for shown in list(by_code.values())[:SHOWN]:
        yield f"`{shown['task']}`: {shown['question']}\n\n```sql\n{shown['code']}\n```\n"
        yield f"answered `{shown['answer']}`, and so on\n"


def _stages(results: Results) -> Iterator[str]:
    """What each stage cost, and the digest of what it left."""
    yield "| stage | wall, s | of a core, s | SHA-256 |"
    yield "| --- | --- | --- | --- |"
    for name, result in results.items():
        yield f"| `{name}` | {result['wall_s']:.0f} | {result['cpu_s']:.0f} | `{result['digest'][:16]}` |"
    yield "\nMade by:\n\n```text"
    yield from sorted({result["command"] for result in results.values()})
    yield "```"


def _presets() -> Iterator[str]:
    """The sizes of a study."""
    for name, one in PRESETS.items():
        shape, fitting, playing = one.shape, one.fitting, one.playing
        on_policy = f"{playing.steps} steps, rate {playing.learning_rate:g}" if one.rules else "none"
        seeds = "one seed" if len(one.seeds) == 1 else f"{len(one.seeds)} seeds"
        yield (
            f"| `{name}` | width {shape.width}, {shape.layers} layers | {fitting.epochs:g} passes, "
            f"{fitting.batch} a step, rate {fitting.learning_rate:g} | "
            f"{on_policy} | {', '.join(one.categories) or 'all categories'}, {seeds} |"
        )


if __name__ == "__main__":
    main()
