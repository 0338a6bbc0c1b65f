"""What a family's page says of how hard the family is: what agents earn that leave out one thing."""

from pathlib import Path

from medgym_core.registry import load
from medgym_core.rollout.ladder import difficulty
from medgym_prove.ladder.mark import MARKS, NO_LOOK, beyond_chance
from medgym_prove.ladder.table import Templates, read_templates
from medgym_prove.subject import subject_of

from .markdown import folded, table


def section(name: str) -> str:
    """By category in full, by template in few words and a table that opens."""
    found, templates = difficulty(name), measured_templates(name)
    parts = [_categories(name) if found else "Not measured.", _templates(templates) if templates else ""]
    return "\n\n".join(["## Difficulty", *filter(None, parts)])


def measured_templates(name: str) -> Templates | None:
    """What was measured by template; None if nothing was."""
    return read_templates(subject_of(name, Path()).package)


def _categories(name: str) -> str:
    found = difficulty(name)
    assert found is not None
    entry = load().families[name]
    above = [
        f"{row.category} of `{row.split}`"
        for row in found.rows
        if beyond_chance(row.earned[NO_LOOK], entry.splits[row.split].chance_rate)
    ]
    absent = "; ".join(f"{rung}, since {why}" for rung, why in found.rungs.items() if why)
    return (
        "Mean rewards on the default build, in brackets of how many tasks, at most "
        f"{found.tasks} of a category, of agents that do as the reference does but for one thing "
        f"([how hard a task is](../splits.md#how-hard-a-task-is)), measured on version {found.version} by "
        f"`medgym difficulty {name} --tasks {found.tasks}`. A dash: no solution has what the agent leaves "
        "out. A program may have it and not need it.\n\n"
        + table("|".join(found.titles), found.cells())
        + (f"\nWithout a column: {absent}." if absent else "")
        + (
            f"\n\nWho looks at nothing earns more than the declared chance explains, each category by itself "
            f"(p < 0.05; of {len(found.rows)}, some do so by luck), in: {', '.join(above)}."
            if above
            else ""
        )
    )


def _templates(found: Templates) -> str:
    """How many templates have each mark, and every template."""
    cells = sorted(found.cells(), key=lambda row: not row[-1])
    counted = {mark: sum(mark in row.marks for row in found.rows) for mark in MARKS}
    said = "; ".join(f"{number} *{mark}* ({MARKS[mark]})" for mark, number in counted.items() if number)
    return (
        f"By template, measured on version {found.version} by `medgym difficulty {found.family} --templates "
        f"--tasks {found.tasks}`: {len(found.rows)} rows, {len(found.marked) or 'none'} of them marked"
        + (f": {said}. Of so many, some pass by luck." if said else ".")
        + "\n\n"
        + folded("Every template, the marked ones first", table("|".join(found.titles), cells))
    )
