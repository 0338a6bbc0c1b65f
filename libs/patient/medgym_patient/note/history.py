"""What was before the stay: the story that led to it, old diseases, drugs, allergies, family, habits."""

from __future__ import annotations

from collections.abc import Sequence

from medgym_patient.formulary import DRUGS
from medgym_patient.note.draft import FAMILY, NOW, PAST, Voice
from medgym_patient.note.fact import Fact
from medgym_patient.note.finding import possible
from medgym_patient.note.intent import negative
from medgym_patient.note.teller import Teller

_WITH_DOSE_FORMS = ("Tablet", "Capsule", "Tablet, Delayed Release (E.C.)")
_TIMES = {4: "Q4H", 6: "Q6H", 8: "TID", 12: "BID", 24: "DAILY", 48: "QOD", 168: "weekly"}
_USUAL = {
    name: (route, _TIMES.get(int(hours), "PRN"))
    for name, route, hours in zip(DRUGS.names, DRUGS.texts("route"), DRUGS.numbers("every"), strict=True)
}
"""Route and how often, by drug."""
_IN_FAMILIES = (
    "coronary_disease", "hypertension", "diabetes_type_2", "colon_cancer", "breast_cancer", "lung_cancer",
    "old_stroke", "dementia", "prostate_cancer", "asthma", "depression", "rheumatoid_arthritis",
)  # fmt: skip
_OF_MEN, _OF_WOMEN = ("prostate_cancer",), ("breast_cancer",)
_MEN, _WOMEN = ("father", "brother", "grandfather", "uncle"), ("mother", "sister", "grandmother", "aunt")
_ALLERGENS = {
    "penicillins": ("PCN", "Penicillins", "penicillin"), "sulfonamides": ("Sulfa", "Sulfonamides"),
    "iodine_contrast": ("IV contrast", "Iodine"), "ace_inhibitors": ("ACE Inhibitors", "ACEi"),
}  # fmt: skip
_REACTIONS = ("rash", "hives", "anaphylaxis", "unknown", "itching", "GI upset")
_HABITS = ("smoking", "former_smoker", "alcohol_dependence")


def person(teller: Teller) -> str:
    """How the patient is introduced."""
    case = teller.case
    title, noun = ("Ms.", "woman") if case.female else ("Mr.", "man")
    if case.died is False and teller.rng.random() < 0.4:
        noun = {"woman": "female", "man": "male"}[noun]
    age = f"{case.age:.0f}" if case.age < 90 else f"[**Age over 90 {teller.rng.randrange(10, 999)}**]"
    form = teller.rng.choice(
        ("{a} year old {n}", "{a} y/o {n}", "{a}yo {i}", "{t} [**Known lastname {d}**] is a {a} year-old {n}")
    )
    return form.format(
        a=age, n=noun, i="F" if case.female else "M", t=title, d=teller.rng.randrange(10, 9999)
    )


def presenting(teller: Teller) -> str:
    """The history of the present illness."""
    case, rng = teller.case, teller.rng
    known = [Fact("condition", name, 0) for name in case.conditions if name not in _HABITS]
    who = person(teller)
    if known:
        some = rng.sample(known, min(len(known), rng.randint(1, 4)))
        lead = rng.choice((" with a history of ", " with PMH of ", " with ", ", history significant for "))
        who += lead + ", ".join(teller.named(fact, PAST) for fact in some)
    symbol = "arrive_elective" if case.elective else "arrive"
    sentences = [teller.sentence(symbol, who=who, c=complaint(teller))]
    shown = [] if case.elective else possible(case, "symptom")
    for finding in rng.sample(shown, min(len(shown), 3)):
        sentences.append(
            teller.sentence("has_symptom", n=teller.finding(finding.concept, finding.names, NOW))
        )
    sentences += [negative(teller, "symptom") for _ in range(2 + teller.style.register)]
    if teller.style.register == 2:
        sentences += [teller.sentence("dictated_filler") for _ in range(2)]
    sentences.append(teller.sentence("hpi_end"))
    return teller.paragraph(list(dict.fromkeys(sentences)))


def complaint(teller: Teller) -> str:
    """The reason for admission in words."""
    text = teller.rng.choice(teller.case.complaint.replace("\\", ";").split(";")).removesuffix("/SDA")
    return text if teller.style.register == 0 and len(text) < 8 else text.lower()


def past(teller: Teller) -> str:
    """Old diseases, one a line or in a row."""
    facts = [Fact("condition", name, 0) for name in teller.case.conditions if name not in _HABITS]
    if not facts:
        return teller.rng.choice(("None.", "Non-contributory.", "Denies."))
    teller.rng.shuffle(facts)
    said = [teller.named(fact, PAST) for fact in facts]
    if teller.style.register == 0:
        return ", ".join(said)
    return listed(teller, said)


def listed(teller: Teller, items: Sequence[str]) -> str:
    """A list as this writer sets it."""
    if teller.style.bullets:
        return "\n".join(f"- {item}" for item in items)
    return "\n".join(f"{number}. {item}" for number, item in enumerate(items, 1))


def drug_list(teller: Teller, orders: Sequence[Fact], voice: Voice) -> str:
    """Drugs with dose, route and how often, one a line."""
    lines = []
    for fact in orders:
        stated = teller.mention(fact, voice)
        route, often = _USUAL.get(fact.concept, ("PO", "DAILY"))
        if teller.style.register == 2 and route == "PO":
            form = teller.rng.choice(_WITH_DOSE_FORMS)
            lines.append(f"{stated} {form} Sig: One (1) {form.split(',')[0]} PO {often}.")
        else:
            lines.append(f"{stated} {route} {often}")
    return listed(teller, lines)


def allergies(teller: Teller) -> str:
    """Known allergies, or none."""
    own = teller.case.allergies
    if not own:
        return teller.rng.choice(
            (
                "No Known Allergies / Adverse Drug Reactions",
                "NKDA",
                "Patient recorded as having No Known Allergies to Drugs",
            )
        )
    parts = []
    for name in own:
        fact = Fact("allergy", name, 0, names=_ALLERGENS.get(name, (name.replace("_", " ").capitalize(),)))
        parts.append(f"{teller.named(fact, NOW)} ({teller.rng.choice(_REACTIONS)})")
    return " / ".join(parts)


def family(teller: Teller) -> str:
    """Diseases of relatives, and such as none had."""
    rng, sentences = teller.rng, []
    chosen = rng.sample(_IN_FAMILIES, 3)
    for name in chosen[: rng.randint(1, 2)]:
        stated = teller.named(Fact("condition", name, 0), FAMILY)
        relatives = _MEN if name in _OF_MEN else _WOMEN if name in _OF_WOMEN else (*_MEN, *_WOMEN)
        sentences.append(teller.sentence("family", n=stated, r=rng.choice(relatives)))
    none = Voice("negated", "past", "family")
    stated = teller.named(Fact("condition", chosen[2], 0), none)
    sentences.append(teller.sentence("family_none", n=stated))
    return teller.paragraph(sentences)


def social(teller: Teller) -> str:
    """Habits and home."""
    case = teller.case
    years = f"{case.pack_years:.0f}"
    kin = {"married": "[**Name (NI) **] and children", "widowed": "a daughter"}.get(
        case.marital, "a roommate"
    )
    sentences = [teller.sentence("social", kin=kin, n=str(teller.rng.randint(2, 5)))]
    if "smoking" in case.conditions:
        sentences.append(teller.sentence("tobacco", n=years))
    elif "former_smoker" in case.conditions:
        sentences.append(teller.sentence("tobacco_past", n=years))
    else:
        sentences.append(teller.sentence("tobacco_none"))
    drinks = "alcohol_dependence" in case.conditions
    sentences.append(teller.sentence("alcohol" if drinks else "alcohol_none"))
    return teller.paragraph(sentences)
