"""Figures of labelled data as they leave: without counts from 1 to 10, and without what would give one away.

Counts are of tasks, or of episodes: so many tasks at least as their number divided by the samples of a task.
A task may be about one person, so tasks are held to the rule for persons. Of the many ways to cut a run
only one is shown, families and in them categories: differences of two cuts would give cells away. Counts of a
finer thing (statuses, failure modes, details, actions) are shown where all of them are safe, else not.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from medgym_core.access import Tier
from medgym_core.access.disclosure import is_safe, rest, withheld
from medgym_core.access.redaction import Redaction
from medgym_core.failure.behaviour import Behaviour, Debugging
from medgym_core.family import DataCheck
from medgym_core.metrics import Comparison, Curves, FamilyGroup, Group, Report
from medgym_core.metrics.comparison import Pair
from medgym_core.report.figures import RunFigures, Standings
from medgym_core.report.table import WITHHELD
from medgym_core.verifier import Status

AnyReport = TypeVar("AnyReport", bound=Report)
COURSE: dict[str, Any] = {
    "statuses": {},
    **dict.fromkeys(("episodes", "steps", "wall_s", "box_s", "latency_s")),
}
"""What tells how many episodes there were, errors included: their means have that number below the line."""
NOTHING: dict[str, Any] = {
    **COURSE,
    **dict.fromkeys(("success_rate", "interval", "tasks", "reward", "voids", "voided")),
    **dict.fromkeys(("prompt_tokens", "completion_tokens", "cost_usd")),
}
"""A group that is withheld whole."""


def disclosed_standings(standings: Standings) -> Standings:
    """Every run of ``standings`` as :func:`disclosed`."""
    return standings.model_copy(update={"runs": tuple(map(disclosed, standings.runs))})


def disclosed(report: AnyReport) -> AnyReport:
    """The figures as they may leave; those of open data are unchanged. ``withheld`` names what is missing."""
    if not report.tier.labelled or report.withheld:  # a second time, counts that are gone would pass for 0
        return report
    if not is_safe(_classes(report, report.samples)):
        return report.model_copy(update={**NOTHING, **_without_parts(report), "withheld": ("all",)})
    samples = report.samples
    hidden = _hidden(report, report.families, samples)
    shown = {name: group for name, group in report.families.items() if name not in hidden}
    whole = _is_safe(report.statuses, (), samples)
    course = whole and _is_safe(report.statuses, [group.statuses for group in shown.values()], samples)
    voids = dict.fromkeys(("voids", "voided")) if report.voids else {}
    update: dict[str, Any] = {
        **voids,
        "families": {
            name: group.model_copy(update={**NOTHING, "categories": {}, "kinds": {}, "splits": {}})
            if name in hidden
            else _family(group, course, samples, voids)
            for name, group in report.families.items()
        },
        "kinds": {},
        "splits": {},
        **({} if whole else COURSE),
    }
    if isinstance(report, RunFigures):
        update |= _conduct(report, set(shown), course)
    return report.model_copy(update={**update, "withheld": tuple(_missing(report, update))})


def disclosed_comparison(comparison: Comparison) -> Comparison:
    """The comparison as it may leave; of open data it is unchanged."""
    if not comparison.tier.labelled:
        return comparison
    total = _changes(comparison)
    hidden = withheld(total, {name: _changes(pair) for name, pair in comparison.families.items()})
    nothing: dict[str, Any] = dict.fromkeys(Pair.model_fields)
    families = {
        name: pair.model_copy(update=nothing) if name in hidden else pair
        for name, pair in comparison.families.items()
    }
    only = {name: getattr(comparison, name) for name in ("only_first", "only_second")}
    alone = {name: count if is_safe([count]) else None for name, count in only.items()}
    return comparison.model_copy(
        update={"families": families, **alone, **({} if is_safe(total) else nothing)}
    )


def disclosed_check(found: DataCheck, tier: Tier) -> DataCheck:
    """What a check of a copy of ``tier`` found as it may leave; of open data it is unchanged.

    Its table counts records of persons. Rows are withheld whole, with the summary, which may sum them up;
    identifiers and dates of the remarks are hashed.
    """
    if not tier.labelled:
        return found
    rows = {str(n): [cell for cell in row if isinstance(cell, int)] for n, row in enumerate(found.rows)}
    total = [sum(column) for column in zip(*rows.values(), strict=True)]
    hidden = withheld(total, rows)
    shown = tuple(
        tuple(WITHHELD if isinstance(cell, int) and str(n) in hidden else cell for cell in row)
        for n, row in enumerate(found.rows)
    )
    summary = "counts from 1 to 10 and what would give one away are withheld" if hidden else found.summary
    redact = Redaction(secrets.token_bytes(16))
    return DataCheck(
        summary=summary, columns=found.columns, rows=shown, remarks=tuple(map(redact, found.remarks))
    )


def _classes(group: Group, samples: int) -> tuple[float, float]:
    """Successes and other episodes with a reward; of each, as many tasks at least."""
    rewarded = sum(count for status, count in group.statuses.items() if Status(status).rewarded)
    success = group.statuses.get(Status.SUCCESS.value, 0)
    return success / max(samples, 1), (rewarded - success) / max(samples, 1)


def _hidden(group: Group, parts: Mapping[str, Group], samples: int) -> frozenset[str]:
    return withheld(_classes(group, samples), {name: _classes(one, samples) for name, one in parts.items()})


def _is_safe(total: Mapping[str, int], parts: Iterable[Mapping[str, int]], samples: int) -> bool:
    """Whether every count of ``total``, of ``parts`` of it and of what is left of it may be shown."""
    rows = [[part.get(name, 0) / max(samples, 1) for name in total] for part in (total, *parts)]
    return all(map(is_safe, (*rows, rest(rows[0], rows[1:]))))


def _family(family: FamilyGroup, course: bool, samples: int, voids: Mapping[str, None]) -> FamilyGroup:
    hidden = _hidden(family, family.categories, samples)
    shown = [group.statuses for name, group in family.categories.items() if name not in hidden]
    finer = course and _is_safe(family.statuses, shown, samples)
    categories = {
        name: group.model_copy(update={**voids, **(NOTHING if name in hidden else {} if finer else COURSE)})
        for name, group in family.categories.items()
    }
    update = {"categories": categories, "kinds": {}, "splits": {}, **voids, **({} if course else COURSE)}
    return family.model_copy(update=update)


def _without_parts(report: Report) -> dict[str, Any]:
    """Fields that are parts of a report, empty."""
    update: dict[str, Any] = {"families": {}, "kinds": {}, "splits": {}}
    if isinstance(report, RunFigures):
        empty = ("family_curves", "averages", "behaviour", "failures", "paper_failures")
        update |= {name: {} for name in empty} | {"curves": Curves(sampling=report.curves.sampling)}
    return update


def _conduct(run: RunFigures, shown: set[str], course: bool) -> dict[str, Any]:
    """Curves, averages and behaviour, of the families ``shown`` alone."""
    behaviour = {name: one for name, one in run.behaviour.items() if name in shown}
    spreads = [run.family_curves[name].spread for name in sorted(shown & run.family_curves.keys())]
    whole = _is_safe(run.failures, (), run.samples)
    modes = whole and _is_safe(run.failures, [one.failures for one in behaviour.values()], run.samples)
    named = [named for one in behaviour.values() for named in one.details.values()]
    details = modes and all(_is_safe(counts, (), run.samples) for counts in named)
    curves = _is_safe(run.curves.spread, (), 1)
    finer = curves and _is_safe(run.curves.spread, spreads, 1)
    return {
        "behaviour": {
            name: _behaviour(one, modes, details, course, run.samples) for name, one in behaviour.items()
        },
        "failures": run.failures if whole else {},
        "paper_failures": run.paper_failures if whole else {},
        "curves": closed_curves(run.curves, curves),
        "family_curves": {name: closed_curves(run.family_curves[name], finer) for name in sorted(shown)},
        "averages": {
            suite: {group: one for group, one in groups.items() if shown.issuperset(one.families)}
            for suite, groups in run.averages.items()
        },
    }


def closed_curves(curves: Curves, safe: bool) -> Curves:
    """``curves`` if their spread is ``safe``: those of alike samples follow from it, the others tell more."""
    if not safe or curves.sampling != "exchangeable":
        return Curves(sampling=curves.sampling)
    return curves.model_copy(update={"best_at_k": (), "max_at_k": ()})


def _behaviour(behaviour: Behaviour, modes: bool, details: bool, course: bool, samples: int) -> Behaviour:
    course = course and all(_is_safe({"": phase.episodes}, (), samples) for phase in behaviour.phases)
    return behaviour.model_copy(
        update={
            "failures": behaviour.failures if modes else {},
            "details": behaviour.details if details else {},
            "actions": behaviour.actions if _is_safe(behaviour.actions, (), 1) else {},
            "debugging": behaviour.debugging if _is_safe_debugging(behaviour.debugging) else None,
            "phases": behaviour.phases if course else (),
            "collapse": behaviour.collapse if course else (),
        }
    )


def _is_safe_debugging(debug: Debugging | None) -> bool:
    if debug is None:
        return False
    others, again, otherwise = (
        debug.errors - debug.debugged,
        debug.recovered_debugged,
        debug.recovered_otherwise,
    )
    return is_safe((debug.debugged, others, again, debug.debugged - again, otherwise, others - otherwise))


def _changes(pair: Pair) -> tuple[float, ...]:
    """Tasks by what changed, and successes and failures of each run, in tasks."""
    tasks, first, second = pair.tasks or 0, pair.first or 0.0, pair.second or 0.0
    shares = (first * tasks, (1 - first) * tasks, second * tasks, (1 - second) * tasks)
    return (pair.better or 0, pair.worse or 0, pair.equal or 0, *shares)


def _missing(report: Report, update: Mapping[str, Any]) -> Iterable[str]:
    """Names of what ``update`` leaves out of ``report``, as they stand in its JSON."""
    before = report.model_dump()
    after = report.model_copy(update=dict(update)).model_dump()
    return _lost(before, after)


def _lost(before: Any, after: Any, place: str = "") -> Iterable[str]:
    if before == after:
        return
    if not isinstance(before, dict) or not any(after.values() if isinstance(after, dict) else ()):
        yield place
        return
    for name, value in before.items():
        yield from _lost(value, after.get(name), f"{place}.{name}".removeprefix("."))
