"""What a stay was about: problems, with what is measured, given and done for them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from medgym_patient.concept.table import Table
from medgym_patient.note.case import GENERAL, Case
from medgym_patient.note.fact import Fact


@dataclass(frozen=True)
class Problem:
    """A row of ``problem.csv``."""

    name: str
    titles: tuple[str, ...]
    because: tuple[str, ...]
    """Diagnoses and reasons that make it one, the most telling first."""
    labs: tuple[str, ...]
    vitals: tuple[str, ...]
    drugs: tuple[str, ...]
    procedures: tuple[str, ...]


@cache
def problems() -> tuple[Problem, ...]:
    """All of them, the more acute first."""
    table = Table.parse(files(__package__).joinpath("problem.csv").read_text(encoding="utf-8"))
    lists = ([tuple(part for part in cell.split(";") if part) for cell in row[1:]] for row in table.rows)
    return tuple(Problem(row[0], *cells) for row, cells in zip(table.rows, lists, strict=True))


def problems_of(case: Case) -> list[tuple[Problem, Fact | None]]:
    """The problems of a stay, each with the coded diagnosis that it is called after, if one is coded."""
    coded = {fact.concept: fact for fact in reversed(case.of("diagnosis"))}
    general = {GENERAL.get(concept): fact for concept, fact in coded.items()}
    found = []
    for problem in problems():
        if case.present.isdisjoint(problem.because):
            continue
        facts = [fact for name in problem.because if (fact := coded.get(name) or general.get(name))]
        found.append((problem, facts[0] if facts else None))
    return found
