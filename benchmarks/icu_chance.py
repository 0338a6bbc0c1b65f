"""What those earn in icu-watch who stop looking, or look at a part: by kind of patient, drawn afresh.

uv run --all-packages python -m benchmarks.icu_chance [--each N] [--seed N] [--json]

Played in this process, as `benchmarks.icu_vector` does; rewards are the verifier's.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import combinations, islice
from statistics import fmean

import numpy as np

from benchmarks.measure import show
from medgym_plugin_icu_watch import loader, order, policy
from medgym_plugin_icu_watch.bedside import Bedside
from medgym_plugin_icu_watch.case import HOURS, KINDS, TRAINED, Case, admit
from medgym_plugin_icu_watch.order import PANELS, ROW, Values
from medgym_plugin_icu_watch.policy import Policy, Tape
from medgym_plugin_icu_watch.protocol import due
from medgym_plugin_icu_watch.reward import EARLY, Yardstick, mark
from medgym_plugin_icu_watch.watch import Watch, begin

SEEN = ("norepinephrine", "vasopressin", "crystalloid_bolus", "fio2", "peep", "rate", "tidal", "noninvasive")
"""What follows from pressure and saturation."""
HANDED = (
    "piperacillin_tazobactam",
    "cefepime",
    "meropenem",
    "aztreonam",
    "heparin_infusion",
    "heparin_bolus",
)
"""What follows from the handover."""
EVERY = {"chemistry": 6, "fingerstick": 4, "minerals": 12, "count": 24, "gas": 4, "coagulation": 6}
"""Hours from one panel to the next by the clock."""
Judged = tuple[Case, Yardstick]


def signs_alone(bedside: Bedside) -> tuple[Values, np.ndarray]:
    """Watches pressure and saturation every hour, and gives what the handover asks for.

    Panels are drawn by the clock, and none is read.
    """
    want, given = due(bedside), order.lasting(bedside.standing)
    for name in (*SEEN, *HANDED):
        given[ROW[name]] = want[ROW[name]]
    for name in PANELS:
        given[ROW[name]] = (bedside.hour + 1) % EVERY.get(name, HOURS) == 0
    return given, np.ones(len(bedside.kind), dtype=np.int64)


def knowing(names: Sequence[str], opening: int) -> Policy:
    """Follows the whole protocol for the first hours, then some of its rules, with panels by its clock."""
    rules = [policy.one_rule(name, opening=opening) for name in names]

    def act(bedside: Bedside) -> tuple[Values, np.ndarray]:
        going = order.lasting(bedside.standing)
        given = going.copy()
        for rule in rules:
            answered, hours = rule(bedside)
            given = np.where(answered != going, answered, given)
        return given, hours

    return act


def courses() -> dict[str, Callable[[Watch, list[Tape]], Watch]]:
    """Words for a course to what makes it of the admitted and the protocol's tapes."""

    def cut(make: Callable[[Tape, int], Tape], decisions: int) -> Callable[[Watch, list[Tape]], Watch]:
        return lambda start, tapes: policy.replay(start, [make(tape, decisions) for tape in tapes])

    def played(act: Policy) -> Callable[[Watch, list[Tape]], Watch]:
        return lambda start, tapes: policy.play(start, act)[0]

    leaving = {f"leaves after {n}": cut(policy.brief, n) for n in (*range(1, EARLY + 1), 2 * EARLY)}
    by_clock = {f"by the clock after {n}": cut(policy.clocked, n) for n in (3, 9)}
    acts = {name: policy.BASELINES[name] for name in ("nothing", "random", "greedy", "protocol")}
    acts["signs alone"] = signs_alone
    acts |= {f"{name} after {n} h": knowing([name], n) for name in policy.RULES for n in (3, 6)}
    acts |= {f"{' and '.join(two)} after 3 h": knowing(two, 3) for two in combinations(policy.RULES, 2)}
    return leaving | by_clock | {name: played(act) for name, act in acts.items()}


def drawn(seed: int, kind: str, each: int) -> list[Judged]:
    """So many patients of a kind of another seed than the shipped one."""
    source = loader.candidates(seed, "test" if kind in TRAINED else "ood", kind)
    found: list[Judged] = []
    while len(found) < each:
        found += loader.helped(list(islice(source, 2 * each)))
    return found[:each]


def rewards(chosen: Sequence[Judged]) -> dict[str, float]:
    """Course to the mean reward of patients of one site."""
    start = begin(admit([case for case, _ in chosen]))
    _, tapes = policy.play(start, policy.follow)
    earned = {}
    for name, course in courses().items():
        last = course(start, tapes)
        earned[name] = fmean(
            mark(last, yardstick, place).reward for place, (_, yardstick) in enumerate(chosen)
        )
    return earned


def main() -> None:
    """Play and show."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=10, help="patients of each kind")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    by_kind = {kind: rewards(drawn(given.seed, kind, given.each)) for kind in KINDS}
    rows = [
        {"course": name}
        | {kind: round(earned[name], 3) for kind, earned in by_kind.items()}
        | {"mean": round(fmean(earned[name] for earned in by_kind.values()), 3)}
        for name in courses()
    ]
    show(f"Mean rewards of {given.each} patients of each kind", rows, given.json)


if __name__ == "__main__":
    main()
