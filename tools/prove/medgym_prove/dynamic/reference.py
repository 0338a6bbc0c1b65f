"""D01 and D06: the reference earns the full reward, again and again, elsewhere, and with room to spare."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from medgym_core import plugins
from medgym_core.task import Limits
from medgym_prove.check import Check, Evidence
from medgym_prove.dynamic.play import Played, named, play, quickest
from medgym_prove.dynamic.sample import Place, varied
from medgym_prove.subject import Subject
from medgym_sandbox.backend import SandboxBackend
from medgym_sandbox.spec import Guarantee

RUNS = 5
"""Times that the reference plays a task on one backend."""
BACKENDS = 2
"""Backends that it plays on."""
TASKS = 8
"""Most tasks that it plays."""
REFERENCE_FIRST = "Make the reference earn the full reward first, as D01 says; then run this check again."
"""How to fix what nothing can be said of while the reference is wrong."""


def _earns_everything(subject: Subject) -> Evidence:
    build, problems = subject.build(), []
    places, episodes = varied(subject, build, TASKS), 0
    backends = [plugins.sandbox(name) for name in subject.sandboxes[-BACKENDS:]]
    if len(backends) < BACKENDS:
        there = ", ".join(subject.sandboxes) or "none"
        problems.append(
            f"{BACKENDS} backends are needed and {there} can start boxes here; `medgym doctor` says what "
            f"the others lack (`apt install bubblewrap` is the least)"
        )
    for backend in backends:
        played = play(subject, build, backend, named("reference"), places, RUNS)
        problems += _shortfalls(played, f"on {backend.name}")
        episodes += len(played)
    other = subject.build(seed=build.source.seed + 1)
    elsewhere = play(subject, other, quickest(subject), named("reference"), varied(subject, other, TASKS))
    problems += _shortfalls(elsewhere, f"in the build of seed {other.source.seed}")
    return Evidence(
        examined=episodes,
        problems=tuple(problems),
        figures={"tasks": len(places), "episodes": episodes + len(elsewhere)},
        measured={"backends": [backend.name for backend in backends]},
    )


def _has_room(subject: Subject) -> Evidence:
    build = subject.build()
    backend = _holding_memory(subject)
    if backend is None:
        needed = "no backend here holds boxes to their memory; a delegated cgroup or Docker does"
        return Evidence(examined=1, problems=(needed,))
    problems: list[str] = []
    wrong: list[str] = []
    slowest, places = 0.0, varied(subject, build, TASKS)
    groups: defaultdict[Limits, list[Place]] = defaultdict(list)
    for place in places:
        groups[subject.family.task(build, *place).limits].append(place)
    for limits, group in groups.items():
        played = play(subject, build, backend, named("reference"), group, limits=_half(limits))
        tight = [place for place, one in zip(group, played, strict=True) if _missed(one)]
        whole = play(subject, build, backend, named("reference"), tight)
        hopeless = {one.episode.key.task for one in whole if _missed(one)}
        wrong += sorted(hopeless)
        able = [one for one in played if one.episode.key.task not in hopeless]
        problems += _shortfalls(able, f"with half of {limits.action_s:g} s and {limits.memory_mb} MiB")
        slowest = max([slowest, *(step.box_s for one in played for step in one.episode.steps)])
    hint = None if problems else REFERENCE_FIRST
    problems += [f"{task}: the reference fails with all of its limits too (see D01)" for task in wrong]
    return Evidence(
        examined=len(places),
        problems=tuple(problems),
        hint=hint,
        figures={"tasks": len(places)},
        measured={"backends": [backend.name], "slowest action, s": round(slowest, 2)},
    )


def _shortfalls(played: Sequence[Played], where: str) -> list[str]:
    """The tasks on which the full reward was missed, each with how often and why."""
    runs = Counter(one.episode.key.task for one in played)
    missed: defaultdict[str, list[str]] = defaultdict(list)
    for one in played:
        verdict = one.episode.verdict
        if _missed(one):
            why = one.episode.error or verdict.reason or f"reward {verdict.reward}"
            missed[one.episode.key.task].append(f"{verdict.status}: {why}")
    return [
        f"{task} {where}: missed in {len(whys)} of {runs[task]} runs ({whys[0]})"
        for task, whys in missed.items()
    ]


def _missed(one: Played) -> bool:
    return one.episode.verdict.reward != 1.0


def _holding_memory(subject: Subject) -> SandboxBackend | None:
    """The quickest backend that holds boxes to their memory."""
    backends = [plugins.sandbox(name) for name in reversed(subject.sandboxes)]
    return next((one for one in backends if Guarantee.MEMORY_LIMIT in one.guarantees()), None)


def _half(limits: Limits) -> Limits:
    return limits.model_copy(
        update={"action_s": limits.action_s / 2, "memory_mb": max(64, limits.memory_mb // 2)}
    )


REWARD = Check(
    id="D01",
    level=2,
    title=f"the reference earns the full reward {RUNS} of {RUNS} times on two backends and on another build",
    hint="Play the task with `medgym run --agent reference`; make TaskFamily.reference solve every task from "
    "what the box holds, and compute gold from the same build.",
    examine=_earns_everything,
)
ROOM = Check(
    id="D06",
    level=2,
    title="the reference needs at most half of the time and the memory that a task allows",
    hint="Raise action_s or memory_mb in the task's Limits, or make the reference leaner.",
    examine=_has_room,
)
