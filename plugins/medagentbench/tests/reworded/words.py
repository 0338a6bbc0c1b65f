"""What words mean on a ward, as a colleague knows them: abbreviations, other names, slips of the keyboard."""

import re
from difflib import get_close_matches

MEANINGS = {
    "magnesium": "mag magnesium mg mg2+",
    "potassium": "k k+ potassium kcl klor-con hypokalaemia",
    "glucose": "glucose sugar sugars bg cbg glu fingerstick",
    "a1c": "a1c hba1c glycated",
    "pressure": "bp bps pressure pressures",
    "orthopaedics": "ortho orthopaedic orthopaedics orthopedic bone",
    "conditions": "conditions",
    "age": "age old",
    "birth": "born birth birthday bday dob",
    "number": "mrn number",
    "mean": "mean average avg divide",
    "latest": "latest last newest freshest recent",
    "order": "order replace replacement prescribe rx request refer referral consult consultation surgeons",
    "vein": "iv intravenous parenteral drip",
    "mouth": "po oral mouth swallow",
    "low": "low down deficient below hypokalaemia needs need",
    "before": "before previous prev already until b4",
    "now": "now moment minute min current just",
    "when": "when wen time",
    "none": "none lacking missing no isn't theres",
    "next day": "tomorrow tmrw next after",
    "count": "many number no count",
}
"""A meaning, and the words that have it."""
PHRASES = {
    "24 h": r"\b24 ?h(ou)?(rs?)?\b|twenty-four hours|(since|from|before) (10:15|quarter past ten) yesterday",
    "a year": r"\b(1|one|a) (year|yr)\b|\b(12|twelve) ?mo(nths)?\b",
    "8 o'clock": r"\b8 ?am\b|\b08:?00\b|\beight\b|\bat 8\b",
    "order": r"\bsend a new|\bput in for|\bwrite them up",
    "age": r"\byears?\b.*\blived",
}
"""The same for several words in a row."""
LONG = [word for words in MEANINGS.values() for word in words.split() if len(word) > 3]
LONG += ["hours", "eight", "year"]
ORDINARY = {
    *("there", "their", "then", "tell", "were", "here", "have", "goes", "normal", "past", "over", "each"),
    *("another", "other", "note", "text", "most", "more", "than", "come", "comes", "need", "them", "takes"),
    *(
        "taken",
        "read",
        "reading",
        "yesterday",
        "patient",
        "chart",
        "current",
        "level",
        "what",
        "that",
        "long",
    ),
}
"""Words that are spelt right and mean nothing of all this."""
SLIP = 0.74
"""How like a word what was typed must be to be that word, mistyped."""


def corrected(text):
    """The text in small letters, without slips."""
    return re.sub(r"[^\W\d_][\w'-]{3,}", lambda found: _word(found[0]), text.lower())


def meanings(text):
    """What is said in a text, in whatever order."""
    plain = corrected(text)
    words = {*re.findall(r"[\w'-]+\+?", plain)}
    said = {meaning for meaning, known in MEANINGS.items() if words & {*known.split()}}
    return said | {meaning for meaning, sign in PHRASES.items() if re.search(sign, plain)}


def _word(word):
    if word in LONG or word in ORDINARY:
        return word
    return next(iter(get_close_matches(word, LONG, 1, SLIP)), word)
