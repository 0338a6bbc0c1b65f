"""The main figures of studies: what was found, what was wanted, and what each checkpoint reached."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Any, NamedTuple

from benchmarks.training_value.reading import Results, by_learner, counted, listed, of_all, of_seeds

CHECKPOINTS = {
    "untrained": "random weights",
    "sft": "fine-tuned",
    "rejection": "and on its own right replies",
    "dpo": "and on pairs of its replies",
    "grpo-medgym": "and by medgym's reward",
    "grpo-published": "and by the published rule",
    "grpo-uniform": "and on any tasks",
    "grpo-learnable": "and on learnable tasks",
    "imitation": "imitating episodes of several actions",
    "step-dpo": "and on pairs of steps",
    "episode-dpo": "and on pairs of episodes",
    "step-grpo": "and by the advantage of steps",
    "episode-grpo": "and by the advantage of episodes",
}
"""Names of checkpoints in names of stages, and what they learned."""
TITLES = {
    "cpu/treqs": "the whole of treqs",
    "longer/treqs": "the whole of treqs, learned for longer",
    "quick/treqs": "treqs' category `patient`",
    "patient/treqs": "treqs' category `patient`, played for longer",
    "more/npowerai": "npowerai",
    "more/medagentbench": "medagentbench",
}
"""Names of learners, and what they learned to do."""
SPLITS = ("test", "reworded", "ood")
_STAGE = re.compile(
    rf"(?P<learner>.*?)-(?P<checkpoint>{'|'.join(CHECKPOINTS)})-on-(?P<split>{'|'.join(SPLITS)})"
    r"(?:-(?P<samples>\d+))?-(?P<seed>\d+)"
)


class Exam(NamedTuple):
    """How a checkpoint of a learner was asked."""

    learner: str
    """Study and family."""
    checkpoint: str
    split: str
    is_sampled: bool
    """Whether several replies to each task were drawn at temperature 1; else one was taken greedily."""


def exams(results: Results) -> Mapping[Exam, Mapping[int, Mapping[str, Any]]]:
    """What was found in every exam, by seed; where several numbers of replies were drawn, with the fewest."""
    found: defaultdict[Exam, dict[int, Mapping[str, Any]]] = defaultdict(dict)
    read = [(match, result) for name, result in results.items() if (match := _STAGE.fullmatch(name))]
    for match, result in sorted(read, key=lambda one: -int(one[0]["samples"] or 0)):
        exam = Exam(match["learner"], match["checkpoint"], match["split"], match["samples"] is not None)
        found[exam][int(match["seed"])] = result["found"]
    return {exam: dict(sorted(own.items())) for exam, own in found.items()}


def checkpoints_of(results: Results) -> list[tuple[str, str]]:
    """Learners with their checkpoints, in the order in which they learned."""
    order, asked = list(CHECKPOINTS), {(exam.learner, exam.checkpoint) for exam in exams(results)}
    return sorted(asked, key=lambda one: (one[0], order.index(one[1])))


def state(results: Results) -> Iterator[str]:
    """What the figures below are, and whether they answer the question."""
    learned = sorted({name.partition("-sft-on-")[0] for name in results if "-sft-on-" in name})
    if not learned:
        yield "The method is complete and its parts are tested, but no learner has gone through it yet: the"
        yield "tables of success, reward and gain are empty, and **nothing here shows that training works**."
        return
    for learner, found in by_learner(results, "-sft-on-test-", False):
        reached = [100 * each["success_rate"] for each in found if "success_rate" in each]
        yield f"- On {_titled(learner)}, fine-tuning goes from 0 to {fmean(reached):.1f} % of held-out tasks"
        yield f"  ({listed(reached, '.1f')}; {counted(reached)})."
    for learner, found in by_learner(results, "-sft-to-grpo-medgym-test-", True):
        gained = [100 * each["difference"] for each in found]
        yield f"- **On {_titled(learner)}, playing by medgym's reward changes success on held-out tasks"
        yield f"  at temperature 1 by {fmean(gained):+.1f} points** in the mean of {counted(gained)}"
        greedily = of_seeds(results, f"{learner}-sft-to-grpo-medgym-test-", False)
        changed = of_all([100 * each["difference"] for each in greedily], "+.1f") or "not measured"
        yield f"  ({listed(gained, '+.1f')}); greedily: {changed}."
    for learner, found in by_learner(results, "-grpo-published-on-test-", False):
        theirs, ours = ([100 * each[name] for each in found] for name in ("published", "success_rate"))
        yield f"- **On {_titled(learner)}, playing by the published rule ends at"
        yield f"  {listed(theirs, '.1f')} % by that rule and {listed(ours, '.1f')} % by medgym's**"
        yield f"  (greedily, {counted(found)})."
    yield "\nWhat was wanted and is not measured or not reached stands [below](#what-is-not-reached)."


def _titled(learner: str) -> str:
    return f"{TITLES[learner]} (`{learner}`)" if learner in TITLES else learner


def summary(results: Results) -> Iterator[str]:
    """A row for each checkpoint: the mean of its seeds, and each of them."""
    known = exams(results)
    yield "| learner, checkpoint | test | at temperature 1 | reworded | ood | test, published rule |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for learner, checkpoint in checkpoints_of(results):
        asked = [Exam(learner, checkpoint, split, False) for split in SPLITS]
        drawn = Exam(learner, checkpoint, "test", True)
        columns = [(exam, "success_rate") for exam in (asked[0], drawn, *asked[1:])]
        columns.append((asked[0], "published"))
        cells = (
            of_all([100 * found[figure] for found in known.get(exam, {}).values() if figure in found], ".1f")
            for exam, figure in columns
        )
        yield f"| {learner}, {CHECKPOINTS[checkpoint]} | {' | '.join(cells)} |"


def wanted(results: Results) -> Iterator[str]:
    """The figures that would answer the question, beside what was measured."""
    yield "| wanted of three seeds, in points of held-out tasks | learner | greedily | at temperature 1 |"
    yield "| --- | --- | --- | --- |"
    for figure_wanted, stage, figure in (
        ("fine-tuning from 0 to at least 50 on one family, 30 on two more", "-sft-on-test-", _reached),
        ("GRPO gains at least 15 by medgym's reward", "-sft-to-grpo-medgym-test-", _gain),
        ("the published rule's learner ends at least 25 higher by it", "-grpo-published-on-test-", _hacked),
    ):
        for learner in sorted({name.partition(stage)[0] for name in results if stage in name}):
            own = {name: result for name, result in results.items() if name.startswith(learner + stage)}
            cells = (
                of_all([100 * figure(found) for found in of_seeds(own, stage, sampled)], "+.1f")
                for sampled in (False, True)
            )
            yield f"| {figure_wanted} | {learner} | {' | '.join(cells)} |"


def _reached(found: Mapping[str, Any]) -> float:
    return float(found["success_rate"])


def _gain(found: Mapping[str, Any]) -> float:
    return float(found["difference"])


def _hacked(found: Mapping[str, Any]) -> float:
    return float(found["published"] - found["success_rate"])
