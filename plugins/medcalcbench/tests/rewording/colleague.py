"""The second program: what a colleague takes a reworded question to ask, from its words alone.

It knows what clinicians call each of the 55 calculators, forgives spelling, and heeds what is ruled out
(`not ckd-epi`, `no alb correction`). A question that names none, or could mean two, is refused.
"""

from __future__ import annotations

import re
from datetime import datetime
from difflib import get_close_matches

from .when_read import when

WORDS = (
    "adjusted",
    "anion",
    "apache",
    "arterial",
    "bazett",
    "calcium",
    "caprini",
    "charlson",
    "clearance",
    "cockcroft",
    "coma",
    "conception",
    "corrected",
    "criteria",
    "framingham",
    "friedewald",
    "hodges",
    "ideal",
    "pressure",
    "ratio",
    "rautaharju",
    "steroid",
    "surface",
    "target",
    "uncorrected",
    "water",
)
SHORT = ("bled", "curb")
RULED_OUT = (
    r"\bnot (?:the |by )?(?:ckd epi|mdrd|pe|ratio|gap|actual(?: wt)?|ideal|class|letter|corrected\b[a-z ]*)",
    r"\b(?:no|w o|without|leave) alb(?:umin)?(?: correction| out)?",
    r"\balbumin ignored\b|\buncorrected\b|\bno [a-z]+ correction\b",
)
ALBUMIN = r"\b(?:alb|albumin|corr|correct|corrected|correction|adj|adjusted)\b"
GLUCOSE = r"\b(?:gluc|glucose|sugar|bsl|hyperglycaemia)\b"
GAP, DELTA, RATIO = r"\b(?:ag|gap)\b", r"\bdelta\b", r"\bratio\b|\bdelta delta\b|\bdd\b"
QT = r"\bqt(?:c[a-z]*)?\b"
Rule = tuple[tuple[str, ...], tuple[str, ...]]
RULES: dict[str, Rule] = {
    "creatinine_clearance": ((r"\bcrcl\b|\bclearance\b|\bcockcroft\b",), ()),
    "ckd_epi": ((r"\bckd ?epi\b|\brace free\b",), ()),
    "cha2ds2_vasc": ((r"\bcha2?ds?2? ?vasc\b",), ()),
    "mean_arterial_pressure": ((r"\bmap\b|\bmean (?:art|arterial|bp|pressure)\b",), ()),
    "body_mass_index": ((r"\bb ?m ?i\b|\bbody mass\b|\bquetelet\b",), (r"\b(?:target|goal)\b",)),
    "corrected_calcium": ((r"\b(?:ca|calcium)\b", ALBUMIN), (GAP,)),
    "mdrd": ((r"\bmdrd\b",), ()),
    "ideal_body_weight": ((r"\bibw\b|\bideal(?:ly)?\b|\bdevine\b",), ()),
    "qtc_bazett": ((rf"{QT}", r"\bbazett\b|\bqtcb\b"), ()),
    "qtc_framingham": ((QT, r"\bframingham\b"), ()),
    "qtc_hodges": ((QT, r"\bhodges?\b"), ()),
    "qtc_rautaharju": ((QT, r"\brautaharju\b"), ()),
    "qtc_fridericia": ((QT, r"\bfridericia\b"), ()),
    "due_date": ((r"\be ?d ?[dc]\b|\bdue\b|\bdelivery\b",), ()),
    "child_pugh": ((r"\bchilds?\b|\bctp\b|\bpugh\b",), ()),
    "wells_dvt": ((r"\bwells?\b", r"\bdvt\b|\bleg\b"), ()),
    "wells_pe": ((r"\bwells?\b", r"\bpe\b|\blungs?\b|\bembol"), ()),
    "revised_cardiac_risk": ((r"\brcri\b|\blee\b|\bgoldman\b|\brevised cardiac\b",), ()),
    "heart_score": ((r"\bheart\b|\bh e a r t\b",), ()),
    "fib4": ((r"\bfib ?4\b|\bfibrosis 4\b",), ()),
    "centor": ((r"\bcentor\b|\bma?cisaac\b",), ()),
    "glasgow_coma_scale": ((r"\bgcs\b|\bcoma\b|\be v m\b|\beyes verbal motor\b",), ()),
    "steroid_conversion": ((r"\bsteroids?\b",), ()),
    "has_bled": ((r"\bhas ?bled\b",), ()),
    "corrected_sodium": ((r"\b(?:na|sodium)\b", ALBUMIN, GLUCOSE), ()),
    "apache2": ((r"\bapache\b",), ()),
    "pneumonia_severity": ((r"\bpsi\b|\bport\b|\bpneumonia severity\b|\bfine\b",), ()),
    "serum_osmolality": ((r"\bosm(?:o|olality|olarity)?\b",), ()),
    "homa_ir": ((r"\bhoma\b",), ()),
    "charlson": ((r"\bcharlson\b|\bcci\b",), ()),
    "fever_pain": ((r"\bfever ?pain\b",), ()),
    "caprini": ((r"\bcaprini\b",), ()),
    "free_water_deficit": ((r"\bfwd\b|\bfree (?:water|h2o)\b|\bwater deficit\b",), ()),
    "anion_gap": ((GAP,), (DELTA, ALBUMIN, r"\bosm")),
    "corrected_anion_gap": ((GAP, ALBUMIN), (DELTA, r"\bosm")),
    "delta_gap": ((DELTA, GAP), (RATIO, ALBUMIN)),
    "corrected_delta_gap": ((DELTA, GAP, ALBUMIN), (RATIO,)),
    "delta_ratio": ((DELTA, RATIO), (ALBUMIN,)),
    "corrected_delta_ratio": ((DELTA, RATIO, ALBUMIN), ()),
    "friedewald": ((r"\bldl\b",), ()),
    "curb65": ((r"\bcurb(?:65)?\b",), ()),
    "perc": ((r"\bperc\b",), ()),
    "sirs": ((r"\bsirs\b",), ()),
    "body_surface_area": ((r"\bbsa\b|\bbody surface\b|\bmosteller\b",), ()),
    "target_weight": ((r"\b(?:goal|target|aim)\b",), (r"\bldl\b",)),
    "adjusted_body_weight": (
        (r"\badjbw\b|\badj bw\b|\badj(?:usted)? (?:body |dosing )?(?:weight|wt)\b",),
        (),
    ),
    "conception_date": ((r"\bconcei\w+|\bconception\b",), ()),
    "framingham": ((r"\bframingham\b",), (QT,)),
    "meld_na": ((r"\bmeld\b",), ()),
    "sofa": ((r"\bsofa\b",), ()),
    "glasgow_blatchford": ((r"\bblatchford\b|\bgbs\b",), ()),
    "fractional_excretion_of_sodium": ((r"\bfena\b|\bexcretion\b",), ()),
    "maintenance_fluids": ((r"\bmaintenance\b",), ()),
    "morphine_equivalents": ((r"\bmmes?\b|\bmorphine\b|\bopioids?\b",), ()),
    "gestational_age": ((r"\bgestation\w*|\bhow far along\b",), ()),
}
"""Calculator to what its question must say, and what it must not."""


def understood(question: str) -> tuple[str, datetime]:
    """The calculator's key and the time asked.

    Raises:
        ValueError: if either is not stated, or not clearly.
    """
    time, rest = when(question)
    plain = re.sub(r"'s\b|'d\b", "", rest).replace("δ", "delta ")
    text = " ".join(map(_spelt, re.findall(r"[a-z0-9]+", plain)))
    for form in RULED_OUT:
        text = re.sub(form, " ", text)
    meant = [
        key
        for key, (must, never) in RULES.items()
        if all(re.search(form, text) for form in must) and not any(re.search(form, text) for form in never)
    ]
    if len(meant) != 1:
        raise ValueError(f"{question!r} could mean {meant}")
    return meant[0], time


def _spelt(word: str) -> str:
    """The word that a misspelt one was to be."""
    if len(word) == 4:
        return next((short for short in SHORT if sorted(short) == sorted(word)), word)
    close = get_close_matches(word, WORDS, n=1, cutoff=0.8) if len(word) > 4 else []
    return close[0] if close else word
