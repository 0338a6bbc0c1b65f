"""Planning: which studies a build's data is large enough for, and whose every condition matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from numpy.linalg import LinAlgError

from medgym_ehr.questions.facts import keyed
from medgym_ehr.study.cohort import Found, only
from medgym_ehr.study.estimate import cells, e_value
from medgym_ehr.study.mutants import Mutants
from medgym_ehr.study.records import Records
from medgym_ehr.study.repertoire import (
    COVARIATES,
    EXCLUSIONS,
    EXPOSURES,
    NOVEL_EXPOSURES,
    NOVEL_OUTCOMES,
    NOVEL_TURNS,
    OUTCOMES,
    POPULATIONS,
    RELATED,
    TURNS,
)
from medgym_ehr.study.schema import Schema
from medgym_ehr.study.steps import STEPS, Design, pairs_of

SIZES = {"study-train": 48, "study-test": 16, "study-ood": 16}
"""Studies of each split in a full build."""
COHORT, EVENTS = 40, 10
"""Fewest stays of a cohort, and fewest stays with and without the outcome in each arm, of a full build."""
APART = 0.02
"""The differences that rank first, second and third in table one are at least so far apart."""
CLAIMS = tuple(round(1.2 * 1.25**step, 1) for step in range(16))
"""Strengths that are claimed of a confounder; a tenth or more above or below the E-value."""
SMALL = 0.25
"""Up to this part of a full build studies are planned in one process."""
DRAWS = 160
"""Populations with exclusions that are tried of each pair of exposure and outcome."""


class Guard(NamedTuple):
    """Smallest numbers of a study."""

    cohort: int
    events: int


class Hospital(NamedTuple):
    """What studies are planned on."""

    records: Records
    mutants: Mutants
    course: tuple[str, int]
    guard: Guard


def plan(database: Path, schema: Schema, part: float) -> dict[str, list[Design]]:
    """Split to its studies; fewer where the data has no more.

    Studies that rest on all their definitions come first; others only where those are too few.

    Args:
        database: the finished database.
        schema: how it is read.
        part: of a full build; a smaller one asks fewer studies, of fewer stays and events.
    """
    from joblib import Parallel, cpu_count, delayed  # type: ignore[import-untyped]

    # Other processes take longer to start than a small build's studies to plan.
    jobs = min(cpu_count(), len(SIZES)) if part > SMALL else 1
    planned = Parallel(n_jobs=jobs)(delayed(_split)(database, schema, part, split) for split in SIZES)
    return dict(zip(SIZES, planned, strict=True))


def _split(database: Path, schema: Schema, part: float, split: str) -> list[Design]:
    """The studies of one split."""
    records = Records(f"{database}", schema.queries)
    guard = Guard(max(12, round(COHORT * part)), max(2, round(EVENTS * part)))
    hospital = Hospital(records, Mutants(records), schema.course, guard)
    wanted = max(1, round(SIZES[split] * part))
    kept: list[Design] = []
    spare: list[Design] = []
    for row in zip_longest(*(_studies(hospital, split, *pair) for pair in _pairs(split))):
        for design, rests in filter(None, row):
            (kept if rests else spare).append(design)
        if len(kept) >= wanted:
            break
    return [*kept, *spare][:wanted]


def _pairs(split: str) -> list[tuple[str, str]]:
    """Exposures with outcomes, in a keyed order; one in three belongs to the test, the rest to training."""
    novel = split == "study-ood"
    exposures = [*EXPOSURES, *NOVEL_EXPOSURES] if novel else [*EXPOSURES]
    outcomes = [*OUTCOMES, *NOVEL_OUTCOMES] if novel else [*OUTCOMES]
    pairs = [
        (exposure, outcome)
        for exposure in exposures
        for outcome in outcomes
        if outcome not in RELATED.get(exposure, ())
        and (not novel or exposure in NOVEL_EXPOSURES or outcome in NOVEL_OUTCOMES)
        and (novel or (keyed(f"{exposure}/{outcome}") % 3 == 0) == (split == "study-test"))
    ]
    return sorted(pairs, key=lambda pair: keyed(f"{split}/{pair}"))


def _studies(hospital: Hospital, split: str, exposure: str, outcome: str) -> Iterator[tuple[Design, bool]]:
    """Studies of one pair, each with a population of its own, and whether all definitions matter.

    One that has a definition in vain leaves its population to a better one.
    """
    related = RELATED.get(exposure, frozenset()) | RELATED.get(outcome, frozenset())
    triples = [*combinations([name for name in EXCLUSIONS if name not in related], 3)]
    choices = [(population, triple) for population in POPULATIONS for triple in triples]
    choices.sort(key=lambda choice: keyed(f"{exposure}/{outcome}/{choice}"))
    used: set[tuple[str, bool]] = set()
    for population, triple in choices[:DRAWS]:
        if (population, True) in used:
            continue
        design = _design(hospital.course, split, population, triple, exposure, outcome)
        found: Found = {}
        first = _answers(hospital, design, TURNS[:8], found)
        if not fits(first, found):
            continue
        design["claim"] = _claim(e_value(found["risk_ratio"]), f"{exposure}/{outcome}/{population}/{triple}")
        later = _answers(hospital, design, design["turns"][8:], found)
        answers = {**first, **later}
        if later and settles(answers, len(found["cohort"])):
            rests = not any(hospital.mutants.surviving(design, answers, found))
            if (population, rests) not in used:
                used.add((population, rests))
                yield design, rests


def _design(
    course: tuple[str, int],
    split: str,
    population: str,
    triple: tuple[str, ...],
    exposure: str,
    outcome: str,
) -> Design:
    related = RELATED.get(exposure, frozenset())
    key = f"{population}/{triple}/{exposure}/{outcome}"
    covariates = sorted(set(COVARIATES) - related, key=lambda name: keyed(f"{key}/{name}"))[:6]
    novel = {"course": [*course]} if split == "study-ood" else {}
    return {
        "turns": [*(NOVEL_TURNS if novel else TURNS)],
        "population": population,
        "base": POPULATIONS[population],
        "exclusions": {name: EXCLUSIONS[name][1] for name in triple},
        "exposure": {**EXPOSURES, **NOVEL_EXPOSURES}[exposure][1],
        "outcome": {**OUTCOMES, **NOVEL_OUTCOMES}[outcome][1],
        "names": [exposure, outcome],
        "covariates": {name: COVARIATES[name] for name in sorted(covariates)},
        "claim": CLAIMS[0],
        **novel,
    }


def run(records: Records, design: Design) -> tuple[dict[str, Any], Found]:
    """Turn to its answer, and what was found.

    Raises:
        ArithmeticError, ValueError, LinAlgError: if the data does not carry an estimate.
    """
    found: Found = {}
    return {turn: STEPS[turn](records, design, found) for turn in design["turns"]}, found


def _answers(hospital: Hospital, design: Design, turns: Sequence[str], found: Found) -> dict[str, Any]:
    """Turn to its answer; none if the study is too small. What is ``found`` is added to it."""
    answers: dict[str, Any] = {}
    try:
        for turn in turns:
            if turn == "table_one" and not _is_large(found, hospital.guard):
                return {}
            answers[turn] = STEPS[turn](hospital.records, design, found)
    except (ArithmeticError, ValueError, LinAlgError):
        return {}
    return answers


def _is_large(found: Found, guard: Guard) -> bool:
    """Enough stays, with and without the outcome in each arm; stays that each exclusion alone removes."""
    return (
        len(found["cohort"]) >= guard.cohort
        and min(cells([*pairs_of(found).values()])) >= guard.events
        and all(only(found["lost"], name) for name in found["lost"])
    )


def fits(answers: Mapping[str, Any], found: Found) -> bool:
    """Whether it is clear which exclusion is largest and which covariates differ most."""
    if not answers:
        return False
    sizes = sorted((len(stays) for stays in found["lost"].values()), reverse=True)
    first, second, third, *_ = sorted(map(abs, found["smd"].values()), reverse=True)
    return sizes[0] > sizes[1] and first - second >= APART and second - third >= APART


def settles(answers: Mapping[str, Any], cohort: int) -> bool:
    """Whether adjusting and putting stays back change the estimate by more than answers may be off."""
    crude, adjusted = answers["crude"]["odds_ratio"], answers["adjusted"]["odds_ratio"]
    again = answers["sensitivity"]
    return bool(
        abs(crude - adjusted) > 0.01 * crude
        and abs(again["odds_ratio"] - adjusted) > 0.01 * adjusted
        and again["cohort"] > cohort
    )


def _claim(strength: float, key: str) -> float:
    """A claimed strength next above or below the E-value, as often the one as the other."""
    above = [claim for claim in CLAIMS if claim >= 1.1 * strength]
    below = [claim for claim in CLAIMS if claim <= 0.9 * strength]
    return min(above) if above and (not below or keyed(key) % 2) else max(below)
