"""Vital signs and the physical examination."""

from __future__ import annotations

from medgym_patient.note.draft import NOW, Voice
from medgym_patient.note.fact import Fact
from medgym_patient.note.finding import possible
from medgym_patient.note.intent import negative
from medgym_patient.note.teller import Teller

_ORDERS = (
    ("temperature", "systolic", "heart_rate", "respiratory_rate", "saturation"),
    ("systolic", "heart_rate", "respiratory_rate", "saturation", "temperature"),
    ("temperature", "heart_rate", "systolic", "respiratory_rate", "saturation"),
)
_PARTS = {
    "General": ("NAD", "well appearing, in no acute distress", "ill appearing", "comfortable, lying in bed"),
    "HEENT": ("NC/AT, MMM", "PERRL, EOMI, sclera anicteric", "oropharynx clear", "MM dry"),
    "Neck": ("supple, no LAD", "supple", "trachea midline"),
    "CV": ("RRR, nl S1 S2", "regular, distant heart sounds", "S1, S2 present"),
    "Chest": ("no deformity", "sternum stable"),
    "Lungs": ("CTAB anteriorly", "decreased BS at bases", "good air movement"),
    "Abd": ("soft, NT/ND, +BS", "soft, obese, bowel sounds present", "soft, non-tender"),
    "GU": ("Foley in place", "deferred"),
    "Ext": ("WWP, 2+ DP pulses", "warm, well perfused", "no cyanosis or clubbing"),
    "Neuro": ("grossly nonfocal", "moving all extremities", "CN II-XII intact"),
}
_IRREGULAR = ("irregularly irregular, nl S1 S2", "irreg, distant heart sounds")


_PLACES = {
    "jugular_distension": "Neck", "crackles": "Lungs", "wheezes": "Lungs", "murmur": "CV",
    "ascites": "Abd", "rebound": "Abd", "edema": "Ext", "calf_tenderness": "Ext", "asterixis":
    "Neuro", "focal_deficit": "Neuro", "jaundice": "HEENT", "testicular_mass": "GU", "breast_mass":
    "Chest",
}  # fmt: skip
"""Sign to where it is looked for."""


def signs(teller: Teller, taken: dict[str, Fact], voice: Voice = NOW) -> str:
    """The vital signs of one round on one line."""
    said = []
    for concept in teller.rng.choice(_ORDERS):
        if concept == "systolic" and taken.keys() >= {"systolic", "diastolic"}:
            said.append(teller.pressure(taken["systolic"], taken["diastolic"], voice))
        elif concept in taken and concept != "systolic":
            said.append(teller.mention(taken[concept], voice))
    return teller.rng.choice((", ", " ", "; ")).join(said)


def examination(teller: Teller) -> str:
    """Parts of the body, each with what is normal and some signs that are there or not."""
    there = {finding.concept: finding for finding in possible(teller.case, "sign")}
    lines = []
    for part, normal in _PARTS.items():
        if part == "CV" and "atrial_fibrillation" in teller.case.present:
            normal = _IRREGULAR
        own = [name for name, place in _PLACES.items() if place == part]
        found = [there[name] for name in own if name in there]
        if found and teller.rng.random() < 0.6:
            one = teller.rng.choice(found)
            text = teller.sentence("has_sign", n=teller.finding(one.concept, one.names, NOW))
        elif teller.rng.random() < 0.4:
            text = negative(teller, "sign", own) or teller.rng.choice(normal)
        else:
            text = teller.rng.choice(normal)
        lines.append(f"{part if teller.style.register < 2 else part.upper()}: {text}")
    return "\n".join(lines)
