"""Notes of a day: the physician's and the nurse's."""

from __future__ import annotations

from medgym_patient.note.course import about, cultured, labs
from medgym_patient.note.draft import NOW, PAST, Draft
from medgym_patient.note.exam import examination, signs
from medgym_patient.note.fact import Fact
from medgym_patient.note.history import allergies, drug_list, person
from medgym_patient.note.intent import may_give, negative, to_check
from medgym_patient.note.moment import date_of, stamp
from medgym_patient.note.problem import problems_of
from medgym_patient.note.results import COUNT, GAS, block, columns, compact, fishbone, inline, readable
from medgym_patient.note.teller import Teller

DAY = 24 * 60
_TABLE = (
    "white_cells",
    "hematocrit",
    "platelets",
    "creatinine",
    "sodium",
    "potassium",
    "bicarbonate",
    "glucose",
)
_BRIEF = ("sodium", "potassium", "chloride", "bicarbonate", "urea_nitrogen", "creatinine", *COUNT)


def progress(teller: Teller, draft: Draft) -> None:
    """A physician's progress note."""
    case = teller.case
    title = teller.rng.choice(
        ("TITLE: Physician Resident Progress Note", "TITLE: MICU progress note", "TITLE:")
    )
    draft.add("heading", f"{title}\nHospital day {case.day(teller.now)}")
    told = [f"{person(teller)}.", teller.sentence("event"), negative(teller, "symptom")]
    draft.add("history", "24 Hour Events:\n" + teller.paragraph(told))
    draft.add("allergies", f"Allergies:\n{allergies(teller)}")
    current = [fact for fact in case.of("order", until=teller.now) if fact.stop >= teller.now]
    if current:
        draft.add("current", f"Current medications:\n{drug_list(teller, current[:14], NOW)}")
    _vitals(teller, draft)
    draft.add("exam", f"Physical Examination:\n{examination(teller)}")
    _data(teller, draft)
    _assessment(teller, draft)
    plans = [
        to_check(teller),
        may_give(teller),
        teller.sentence("plan_general"),
        teller.sentence("plan_general"),
    ]
    draft.add("plan", "Plan:\n" + teller.paragraph(plans))


def nursing(teller: Teller, draft: Draft) -> None:
    """A nurse's note of a shift."""
    case, rng = teller.case, teller.rng
    draft.add("heading", rng.choice(("Nursing Progress Note", "NPN 7p-7a", "NURSING NOTE", "NPN 0700-1900")))
    problems = problems_of(case)[:3]
    for problem, fact in problems:
        named = [teller.mention(fact)] if fact else []
        said = [f"{rng.choice(('Pt with', 'Being treated for', 'Dx:'))} {one}." for one in named]
        said += [*_signs(teller, 2), *labs(teller, problem.labs[:2], teller.now - DAY)]
        draft.add("assessment", f"{rng.choice(problem.titles)}\nAssessment:\n{teller.paragraph(said)}")
        draft.add("action", f"Action:\n{teller.paragraph(_given(teller, problem.drugs))}")
        said = [*_volumes(teller, 2), *labs(teller, problem.labs[1:3], teller.now - DAY)]
        draft.add("response", f"Response:\n{teller.paragraph([*said, teller.sentence('closing')])}")
    body = [teller.phrase(symbol) for symbol in ("nurse_neuro", "nurse_gi", "nurse_skin", "nurse_social")]
    draft.add("review", "Review of Systems:\n" + teller.paragraph([*body, negative(teller, "symptom")]))
    _copied(teller, draft)
    draft.add(
        "plan",
        "Plan:\n" + teller.paragraph([to_check(teller), may_give(teller), teller.sentence("plan_general")]),
    )


def _vitals(teller: Teller, draft: Draft) -> None:
    rounds = [(minute, taken) for minute, taken in teller.case.rounds(teller.now).items() if len(taken) >= 4]
    lines = []
    for minute, taken in rounds[-1:]:
        lines.append(f"Vitals {stamp(teller.rng, teller.case, minute)}:\n{signs(teller, taken)}")
    if lines:
        draft.add("vitals", "\n".join(lines))


def _data(teller: Teller, draft: Draft) -> None:
    case, rng = teller.case, teller.rng
    draws = readable(case.draws(teller.now), 4)
    if draws:
        minute, drawn = draws[-1]
        choice = rng.random()
        if choice < 0.3 and (table := columns(teller, draws[-3:], _TABLE)):
            text = f"Labs:\n{table}"
        elif choice < 0.45 and (figure := fishbone(teller, drawn)):
            text = f"Labs {stamp(rng, case, minute)}:\n{figure}"
        elif choice < 0.7:
            text = f"Labs {stamp(rng, case, minute)}:\n{inline(teller, drawn, _BRIEF)}"
        else:
            text = f"Labs:\n{block(teller, minute, drawn)}"
        parts = [
            text,
            *(
                compact(teller, *draw) or block(teller, *draw)
                for draw in rng.sample(draws[:-1], min(2, len(draws) - 1))
            ),
        ]
        draft.add("results", "\n".join(parts))
    grown = list(cultured(teller, 2))
    if grown:
        draft.add("results", "Microbiology:\n" + teller.paragraph(grown))
    flows = [*_volumes(teller, 3)]
    if flows:
        draft.add("fluids", "Fluid balance:\n" + teller.paragraph(flows))
    _copied(teller, draft)


def _copied(teller: Teller, draft: Draft) -> None:
    """A passage of an earlier day that nobody has renewed."""
    old = readable(teller.case.draws(teller.now - DAY), 4)
    if not old or teller.rng.random() >= teller.style.copies:
        return
    minute, drawn = teller.rng.choice(old)
    lead = f"{teller.phrase('stale')} {date_of(teller.rng, teller.case, minute)}:"
    draft.add("copied", f"{lead}\n{inline(teller, drawn, (*_BRIEF, *GAS), PAST)}")


def _assessment(teller: Teller, draft: Draft) -> None:
    parts = [f"{person(teller)}."]
    for problem, fact in problems_of(teller.case)[:6]:
        sentences = teller.paragraph(list(about(teller, problem, fact)))
        parts.append(f"# {teller.rng.choice(problem.titles)}:\n{sentences}")
    draft.add("assessment", "Assessment and Plan:\n" + "\n".join(parts))


def _signs(teller: Teller, most: int) -> list[str]:
    recent = [(m, t) for m, t in teller.case.rounds(teller.now).items() if m >= teller.now - DAY]
    said = []
    for minute, taken in teller.rng.sample(recent, min(most, len(recent))):
        said.append(teller.sentence("vital_one", a=signs(teller, taken), t=teller.when(minute)))
    return said


def _given(teller: Teller, drugs: tuple[str, ...]) -> list[str]:
    """Sentences on what is being given, that for the problem first."""
    current = [fact for fact in teller.case.of("order", until=teller.now) if fact.stop >= teller.now - DAY]
    current.sort(key=lambda fact: fact.concept not in drugs)
    said = [
        teller.sentence("treat", a=teller.mention(fact), t=teller.when(fact.minute)) for fact in current[:4]
    ]
    return [*said, *cultured(teller, 1)]


def _volumes(teller: Teller, most: int) -> list[str]:
    case = teller.case
    flows: list[Fact] = [*case.of("output", until=teller.now), *case.of("intake", until=teller.now)]
    recent = [fact for fact in flows if fact.minute >= teller.now - DAY]
    symbols = {"output": "out", "intake": "in"}
    return [
        teller.sentence(symbols[fact.kind], a=teller.mention(fact), t=teller.when(fact.minute))
        for fact in teller.rng.sample(recent, min(most, len(recent)))
    ]
