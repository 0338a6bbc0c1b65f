"""What people's words for tests, diseases, times, units and numbers mean."""

import re

WORDS = {"a": 1, "one": 1, "three": 3, "five": 5, "seven": 7, "nine": 9, "twelve": 12, "thirty": 30}
SPOKEN = (
    (r"\ba hundred fifty thousand\b", "150000"),
    (r"\ba hundred thirty-five\b", "135"),
    (r"\bthree hundred sixty-five\b", "365"),
    (r"\bfive point five\b", "5.5"),
    (r"\bthree point nine\b", "3.9"),
    (r"\b(\d+) out of 100\b", r"\1%"),
    *((rf"\b{word}(?= (?:days?|minute|grams|milli|week))", str(number)) for word, number in WORDS.items()),
    (r"\b1 week or more, so ", ""),
    (r"(\d)/7\b", r"\1 days"),
)
"""Numbers in words, and their figures."""
ANALYTES = {
    "lab_thrombocytopenia": r"\bplt|platel|platl|thrombocyte",
    "lab_hyperkalemia": r"\bk\b|potas+ium",
    "lab_hypoglycemia": r"\bglu(?:c\w*)?\b|sugar",
    "lab_hyponatremia": r"\bna\b|sodium|soduim",
    "lab_anemia": r"\bhb\b|\bhgb\b|ha?emoglob+in",
}
DISEASES = {
    "new_hypertension": r"(?=.*(?:esen|essen|primary)).*(?:htn|hypertens|hypertenshun|high blood pressure)",
    "new_hyperlipidemia": r"\bhld\b|hyperlipid|high blood lipids",
    "new_pancan": r"(?=.*\bpan[ck]).*(?:\bca\b|cancer|carcinoma)",
    "new_celiac": r"co?ell?iac",
    "new_lupus": r"\blupus\b",
    "new_acutemi": r"(?=.*\bac(?:ute)?\b).*(?:\bmi\b|my?ocard\w+ infar|heart attack)|\bami\b",
}
LIMITS = {
    "lab_thrombocytopenia": ("<", 150),
    "lab_hyperkalemia": (">", 5.5),
    "lab_hypoglycemia": ("<=", 3.9),
    "lab_hyponatremia": ("<=", 135),
    "lab_anemia": ("<", 120),
}
"""What the targets say: 10^9/L, mmol/L and g/L."""
COMPARED = (
    ("<=", r"<=|≤|\bno more than\b|does not exceed|\bor less\b|\bor lower\b|\bor under\b"),
    ("<", r"<|below|under|lower then|fewer than"),
    (">", r">|over|higher then|exceeds|more than"),
)
"""How a value is compared, the more special first."""
UNITS = (
    (r"x 10\^9/l|k ?/ul|billion platelets in a litre", 1),
    (r"per microliter", 1e-3),
    (r"mmol/l|meq/l|millimoles per liter|mmol of \w+ in a litre", 1),
    (r"g/dl|grams per deciliter", 10),
    (r"g/l|grams of \w+ in a litre", 1),
)
"""How many of the target's units one is."""


def in_figures(text):
    """The text in small letters, with figures for numbers in words."""
    text = " ".join(text.lower().replace("+", "").split())
    for words, figures in SPOKEN:
        text = re.sub(words, figures, text)
    return text


def limit(text):
    """How a laboratory value is compared, and with what in the target's unit."""
    found = re.findall(r"(?<![\d.^])(\d+(?:\.\d+)?)(?=k?\b)(?! ?\^)", re.sub(r"10\^9", "10^9", text))
    numbers = {float(one) for one in found if one != "10"}
    signs = [sign for sign, said in COMPARED if re.search(said, text)]
    units = [factor for said, factor in UNITS if re.search(said, text)]
    if len(numbers) != 1 or not signs or not units:
        raise ValueError(f"limit: {numbers} {signs} {units}")
    return signs[0], round(numbers.pop() * units[0], 6)
