"""Discharge summaries."""

from __future__ import annotations

from medgym_patient.note.course import course, cultured
from medgym_patient.note.draft import NOW, PAST, Draft
from medgym_patient.note.exam import examination, signs
from medgym_patient.note.fact import Fact
from medgym_patient.note.finding import possible
from medgym_patient.note.history import (
    allergies,
    complaint,
    drug_list,
    family,
    listed,
    past,
    presenting,
    social,
)
from medgym_patient.note.intent import may_give, negative, to_check, to_see
from medgym_patient.note.results import block, compact, inline, readable
from medgym_patient.note.teller import Teller

_DESTINATIONS = {
    "home": "Home", "home_health": "Home With Service", "skilled_nursing": "Extended Care",
    "rehabilitation": "Extended Care", "long_term_care": "Extended Care", "hospice": "Hospice",
    "died": "Expired", "against_advice": "Home (left against medical advice)",
}  # fmt: skip
_MAIN = (
    "sodium",
    "potassium",
    "creatinine",
    "urea_nitrogen",
    "white_cells",
    "hematocrit",
    "platelets",
    "inr",
)


_DAY = 24 * 60
_RECENT = ("Most recent labs at discharge", "Discharge labs")
_MORE = 5
"""Draws shown between the first and the last."""
_JOTTED = 0.6
"""Share of these that are jotted without names."""


def discharge(teller: Teller, draft: Draft) -> None:
    """All sections of a discharge summary."""
    _opening(teller, draft)
    _history(teller, draft)
    _results(teller, draft)
    draft.add("course", "Brief Hospital Course:\n" + course(teller))
    _leaving(teller, draft)


def _opening(teller: Teller, draft: Draft) -> None:
    case = teller.case
    rng, left = teller.rng, case.at(case.minutes)
    dates = f"Admission Date:  [**{case.admitted:%Y-%m-%d}**]     Discharge Date:  [**{left:%Y-%m-%d}**]"
    born = f"{case.admitted.year - int(case.age)}-{rng.randint(1, 12)}-{rng.randint(1, 28)}"
    birth = f"Date of Birth:  [**{born}**]"
    sex = f"Sex:  {'F' if case.female else 'M'}"
    draft.add("heading", f"{dates}\n\n{birth}     {sex}\n\nService: {case.service.replace('_', ' ').upper()}")
    draft.add("allergies", f"Allergies:\n{allergies(teller)}")
    draft.add("heading", f"Attending:[**First Name3 (LF) {teller.rng.randrange(10, 9999)}**]")
    draft.add("complaint", f"Chief Complaint:\n{complaint(teller)}")
    done = [teller.mention(fact) for fact in case.of("procedure")]
    text = listed(teller, done) if done else "None"
    draft.add("procedures", f"Major Surgical or Invasive Procedure:\n{text}")


def _history(teller: Teller, draft: Draft) -> None:
    draft.add("history", f"History of Present Illness:\n{presenting(teller)}")
    if teller.style.register:
        none = [negative(teller, "symptom") for _ in range(4)]
        draft.add("history", f"Review of Systems:\n{teller.paragraph(list(dict.fromkeys(none)))}")
    draft.add("history", f"Past Medical History:\n{past(teller)}")
    draft.add("history", f"Social History:\n{social(teller)}")
    draft.add("history", f"Family History:\n{family(teller)}")
    home = [fact for fact in teller.case.of("order") if fact.home]
    if home:
        draft.add("home", f"Medications on Admission:\n{drug_list(teller, home, PAST)}")
    rounds = list(teller.case.rounds().items())
    if rounds:
        first = signs(teller, rounds[0][1])
        draft.add(
            "exam",
            f"Physical Exam on Admission:\n{teller.phrase('vitals_lead')} {first}\n{examination(teller)}",
        )


def _results(teller: Teller, draft: Draft) -> None:
    draws = readable(teller.case.draws(), 1)
    whole = readable(teller.case.draws(), 5) or draws
    if not whole:
        return
    first, last = whole[0], whole[-1]
    parts = [f"Pertinent Results:\nLabs on Admission:\n{block(teller, *first)}"]
    for minute, drawn in sorted(teller.rng.sample(draws, min(len(draws), _MORE))):
        jotted = compact(teller, minute, drawn) if teller.rng.random() < _JOTTED else ""
        parts.append(jotted or block(teller, minute, drawn, most=4))
    if last[0] > first[0]:
        recent = teller.case.minutes - last[0] < _DAY
        parts.append(f"{'Labs at Discharge' if recent else 'Last labs'}:\n{block(teller, *last, most=4)}")
        if brief := inline(teller, last[1], _MAIN):
            lead = teller.rng.choice(_RECENT) if recent else f"Last labs {teller.when(last[0])}"
            parts.append(f"{lead}: {brief}")
    if grown := teller.paragraph(list(cultured(teller, 4))):
        parts.append(f"Microbiology:\n{grown}")
    draft.add("results", "\n\n".join(parts))
    studies = dict.fromkeys(_study(teller) for _ in range(3 + teller.style.register))
    draft.add("results", f"Studies:\n{teller.paragraph(list(studies))}")


def _study(teller: Teller) -> str:
    """What imaging showed, or did not."""
    there = possible(teller.case, "study")
    if there and teller.rng.random() < 0.4:
        one = teller.rng.choice(there)
        return teller.sentence("has_study", n=teller.finding(one.concept, one.names, NOW))
    return negative(teller, "study")


def _leaving(teller: Teller, draft: Draft) -> None:
    case = teller.case
    if not case.died:
        taken = [fact for fact in case.of("order") if fact.stop >= case.minutes - 60 and _oral(fact)]
        listed_drugs = drug_list(teller, taken, NOW) or "None."
        draft.add("leaving", f"Discharge Medications:\n{listed_drugs}")
    draft.add("disposition", f"Discharge Disposition:\n{_DESTINATIONS[case.destination]}")
    coded = [teller.mention(fact) for fact in case.of("diagnosis")[:9]]
    draft.add("diagnoses", f"Discharge Diagnosis:\n{listed(teller, coded)}")
    if case.died:
        draft.add("condition", "Discharge Condition:\nExpired")
        return
    draft.add("condition", f"Discharge Condition:\n{teller.phrase('condition_stable')}")
    told = [teller.sentence("instruction", c=complaint(teller)) for _ in range(4 + teller.style.register)]
    draft.add("plan", "Discharge Instructions:\n" + teller.paragraph(told))
    plans = [to_see(teller), to_see(teller), to_check(teller), may_give(teller)]
    draft.add("plan", "Followup Instructions:\n" + teller.paragraph(plans))


def _oral(fact: Fact) -> bool:
    """Whether an order could go home: one with a dose that is no infusion."""
    return fact.value is not None and "/" not in fact.unit and fact.unit != "mL"
