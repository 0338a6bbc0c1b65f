"""What is not so: what a patient surely has not, what may be given, what is to be checked."""

from __future__ import annotations

from collections.abc import Collection

from medgym_patient.formulary import DRUGS
from medgym_patient.note.draft import ABSENT, PLANNED
from medgym_patient.note.fact import Fact
from medgym_patient.note.finding import absent
from medgym_patient.note.teller import Teller

_MAY_BE_GIVEN = (
    "vancomycin", "cefepime", "meropenem", "fluconazole", "furosemide", "metolazone", "digoxin",
    "haloperidol", "spironolactone", "lisinopril", "clonidine", "warfarin", "prednisone_course",
    "levetiracetam", "amiodarone", "insulin_glargine", "octreotide", "midodrine", "tiotropium",
    "quetiapine", "epoetin", "levofloxacin",
)  # fmt: skip
_CLASSES = dict(zip(DRUGS.names, DRUGS.texts("class"), strict=True))
_TO_CHECK = ("potassium", "creatinine", "hematocrit", "inr", "troponin_t", "lactate", "sodium", "white_cells")
_VISITS = (
    "your primary care doctor",
    "Dr. [**Last Name (STitle) {d}**]",
    "[**First Name8 (NamePattern2) {d}**], MD",
    "cardiology clinic",
    "the surgical clinic",
    "nephrology",
    "Dr. [**Known lastname {d}**] in [**Hospital3 {d}**]",
)


def negative(teller: Teller, kind: str, among: Collection[str] | None = None) -> str:
    """What a patient surely has not, of all or ``among`` some, in a sentence; empty if nothing is sure."""
    free = [finding for finding in absent(teller.case, kind) if among is None or finding.concept in among]
    if not free:
        return ""
    chosen = teller.rng.choice(free)
    return teller.sentence(f"no_{kind}", n=teller.finding(chosen.concept, chosen.names, ABSENT))


def may_give(teller: Teller) -> str:
    """A drug that is thought of: none of its class is ordered in the stay."""
    ordered = {_CLASSES.get(fact.concept, fact.concept) for fact in teller.case.of("order")}
    free = [name for name in _MAY_BE_GIVEN if _CLASSES[name] not in ordered]
    if not free:
        return ""
    fact = Fact("order", teller.rng.choice(free), teller.now)
    return teller.sentence("plan_drug", n=teller.named(fact, PLANNED))


def to_check(teller: Teller) -> str:
    """A lab that is to be drawn."""
    fact = Fact("lab", teller.rng.choice(_TO_CHECK), teller.now)
    return teller.sentence("plan_lab", n=teller.named(fact, PLANNED))


def to_see(teller: Teller) -> str:
    """Who is to be seen."""
    with_whom = teller.rng.choice(_VISITS).format(d=teller.rng.randrange(10, 9999))
    return teller.sentence("plan_visit", n=with_whom)
