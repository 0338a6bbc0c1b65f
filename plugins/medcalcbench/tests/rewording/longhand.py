"""What a colleague reads in the shorthand of a note: each abbreviation in full, brands as generic names."""

from __future__ import annotations

import re

FULL = {
    "h/over": "handover",
    "wr": "ward round",
    "bed mv": "bed move",
    "drsg chg": "dressing change",
    "physio v/s": "physiotherapy visit",
    "pharm call": "pharmacy call",
    "consult": "consultation",
    "fam mtg": "family meeting",
    "teaching rnd": "teaching round",
    "chart r/v": "chart review",
    "phleb call": "phlebotomy call",
    "xfer chk": "transfer check",
    "xr trip": "x-ray trip",
    "rn rnd": "nursing round",
    "sw v/s": "social work visit",
    "portable trace": "portable tracing",
    "h post": "h after the",
    "min post": "min after the",
    "h pre": "h before the",
    "min pre": "min before the",
    "@": "at the",
    "yo": "-year-old",
    "mo": "-month-old",
    "pt": "patient",
    "gent": "gentleman",
    "ser": "serum",
    "ur": "urine",
    "creat": "creatinine",
    "na+": "sodium",
    "k+": "potassium",
    "cl-": "chloride",
    "bicarb": "bicarbonate",
    "ca++": "calcium",
    "gluc": "glucose",
    "bsl": "blood sugar",
    "albu": "albumin",
    "bili": "bilirubin",
    "plts": "platelets",
    "plt ct": "platelet count",
    "wcc": "white cell count",
    "haemogl": "haemoglobin",
    "crit": "haematocrit",
    "chol": "cholesterol",
    "trigs": "triglycerides",
    "resp rate": "respiratory rate",
    "hrt rate": "heart rate",
    "tmp": "temperature",
    "bl press": "blood pressure",
    "sats": "saturation",
    "body mass idx": "body mass index",
    "on ra": "on room air",
    "art": "arterial",
    "menstr": "menstrual",
    "intvl": "interval",
    "alc": "alcohol",
    "ccf": "congestive heart failure",
    "hypertens": "hypertension",
    "dm": "diabetes mellitus",
    "isch": "ischaemic",
    "periph": "peripheral",
    "vasc dis": "vascular disease",
    "cerebrovasc dis": "cerebrovascular disease",
    "myoc infarct": "myocardial infarction",
    "trans": "transient",
    "chr": "chronic",
    "conn tiss dis": "connective tissue disease",
    "inflamm bowel dis": "inflammatory bowel disease",
    "pulm emb": "pulmonary embolism",
    "deep v thromb": "deep vein thrombosis",
    "thromb": "thrombosis",
    "surg": "surgery",
    "op": "operation",
    "#": "fracture",
    "chemo": "chemotherapy",
    "mod-severe": "moderate to severe",
    "cirrh": "cirrhosis",
    "hep enceph": "hepatic encephalopathy",
    "hx": "history",
    "sx": "symptoms",
    "dx": "diagnosis",
    "trtd": "treated",
    "bd": "twice daily",
    "tds": "three times daily",
    "qds": "four times daily",
    "od": "once daily",
    "12-hrly": "every 12 hours",
    "8-hrly": "every 8 hours",
    "6-hrly": "every 6 hours",
    "nurofen": "ibuprofen",
    "plavix": "clopidogrel",
    "norvasc": "amlodipine",
    "tritace": "ramipril",
    "cozaar": "losartan",
    "glucophage": "metformin",
    "decadron": "dexamethasone",
    "solu-medrol": "methylprednisolone",
    "medrol": "methylprednisolone",
    "solu-cortef": "hydrocortisone",
    "cortef": "hydrocortisone",
    "celestone": "betamethasone",
    "deltasone": "prednisone",
    "kenalog": "triamcinolone",
}
"""Abbreviation or brand, in lower case, to what it stands for."""
ROUTES = (
    (r"\biv ([a-z]{6,})", r"intravenous \1"),
    (r"\b(\w+) by mouth\b", r"oral \1"),
    (r"\b(\w+) tabs\b", r"\1 po"),
)
HEAD = 3


def in_full(note: str) -> str:
    """A note without shorthand, and without capitals below its head."""
    lines = note.split("\n")
    return "\n".join([*lines[:HEAD], *(_line(line.lower()) for line in lines[HEAD:])])


def _line(line: str) -> str:
    for short in sorted(FULL, key=len, reverse=True):
        edge = r"(?<=\d)" if short in ("yo", "mo") else r"(?<![\w-])" if short[0].isalnum() else ""
        line = re.sub(rf"{edge}{re.escape(short)}(?![\w/+])", FULL[short], line)
    for form, full in ROUTES:
        line = re.sub(form, full, line)
    return line
