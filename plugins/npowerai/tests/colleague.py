"""Read a question of the split ``reworded`` as a colleague would: by what its words mean, not by its form.

What is asked and given of alpha, sides, power and size is taken out of the text; what numbers are left must
be those of the study, each once. A text that leaves something open is refused.
"""

import re
from difflib import get_close_matches
from typing import Any, NamedTuple

from .aloud import in_figures

NUMBER = r"(?<![\w.])(\d+(?:\.\d+)?|\.\d+)(?!\w)"
MEANT = (
    *("significance", "reference", "deviation", "deviations", "difference", "differences", "participants"),
    *("standard", "average", "paired", "unpaired", "pairs", "group", "groups", "sample", "samples", "sided"),
    *("power", "level", "leave", "hazard", "ratio", "square", "squares", "squared", "anova", "model", "same"),
    *("independence", "independent", "variance", "variances", "variant", "equal"),
)
"""Words that are recognised when misspelt."""
SPELT = (
    (r"per ?cent|pct", "%"),
    (r"1-β", "power"),
    (r"\bpwr\b", "power"),
    (r"1:1", "equal groups"),
    (r"\b1[ -]?(?=sample|sided|tail|way|gets)", "one "),
    (r"\b2[ -]?(?=sample|sided|tail)", "two "),
    (r"\bb4\b", "before"),
    (r"chi2|χ²|chisq\b", "chi square"),
    (r"fredman", "freedman"),
    (r"\b(?:grps?|gps?)\b", "group"),
    (r"\bprs\b", "pairs"),
    (r"\bsaem\b", "same"),
    (r", mean ± sd", ""),
    (r"(one|two)-(?=sample|sided|tail|way)", r"\1 "),
)
"""Abbreviations, and what they stand for."""
KINDS = (
    ("cox_two_groups", r"freedman"),
    ("chi_square", r"chi[ -]square|contingency"),
    ("one_way_anova", r"anova|one-factor analysis of variance"),
    ("paired_t", r"\bpaired"),
    ("one_sample_t", r"one sample|single sample"),
    ("two_sample_t", r"two sample|unpaired t|indep\. t|pooled t|two independent samples"),
)
"""Tests, the first whose words are there, and those words."""
ALPHA = rf"(?:alpha(?:'s)?|\u03b1|level(?: of)?|lvl|p<) ?{NUMBER}( ?%)?|{NUMBER} in {NUMBER} risk"
GOAL = rf"power:? {NUMBER}( ?%)?|{NUMBER}( ?%) power|{NUMBER} in {NUMBER} chance"
MISS = rf"beta {NUMBER}()|{NUMBER}( ?%) of overlooking"
SIZE_ASKED = (
    r"\bn ?(?:pairs|per group|total)?\?|no\. [^→]*→ \?|how (?:menn|man)y|how large|(?:size|pairs) please"
)
POWER_ASKED = r"power\?|what power|power please|how likely|the power we end up"
HAD = (
    rf"(?:\bn|avail\.:|will get|we've got|shall have|shall have a cohort of|got|got sample of|"
    rf"got grand total of|w/ if|can find) {NUMBER}"
)
TOTAL = r"total|together|\btog\b|added up|everybody counted"
EACH = r"(?:per|each|every)(?: single)? group"
BALANCED = r"equal (?:groups?|n\b|numbers)|same (?:number|size|group size)|half .* half|just as big"
ALIKE = r"(?:equal|same) var|pooled t|variances (?:taken as equal|alike)"
ROOT = r"rms|root mean sq|root of the mean of their squares"
OF_DIFFERENCES = (
    r"(?:sd|deviation) of (?:the |those )?(?:diff|change|Δ|shift|gap)|(?:alterations|disparities) scatter"
    r"|differences' standard"
)
SPREAD = r"\bsds?\b|deviations?\b|stray|±"
REFERENCE = r"norm(?:ally)?\b|lit\. value|reference|quotes|literature|textbook|usual (?!care)"
SHIFTED = r"off the norm|Δ|\bmoves? |change it by|shift by|displacement|of difference to"


class Clause(NamedTuple):
    """A value, and the text without it."""

    value: float
    rest: str
    at: int


def read(text: str) -> dict[str, Any]:
    """The problem that a reworded question poses.

    Raises:
        ValueError: if the text leaves something open.
    """
    text = plainly(text)
    asks = [bool(re.search(pattern, text)) for pattern in (SIZE_ASKED, POWER_ASKED)]
    if sum(asks) != 1:
        raise ValueError("it is open whether the size or the power is asked")
    target = "size" if asks[0] else "power"
    alpha = taken(ALPHA, text, "alpha")
    given = goal(alpha.rest) if target == "size" else taken(HAD, alpha.rest, "size")
    place = re.search(SIZE_ASKED, text) if target == "size" else re.search(HAD, text)
    test = kind(text)
    problem = {"target": target, "power" if target == "size" else "size": given.value}
    return {
        **problem,
        "count": counted(test, text[place.start() : place.start() + 90] if place else ""),
        "design": {"test": test, "alpha": alpha.value, **sides(test, text), **STUDIES[test](given.rest)},
    }


def plainly(text: str) -> str:
    """The text in small letters, with abbreviations, slips and numbers in words put right."""
    text = in_figures(text.lower().replace("δ", "Δ"))
    for pattern, meaning in SPELT:
        text = re.sub(pattern, meaning, text)
    return re.sub(r"[a-z]{4,}", lambda found: meant(found[0]), text)


def meant(word: str) -> str:
    """What a word is a misspelling of, if of any that matters."""
    near = get_close_matches(word, MEANT, 1, 0.8)
    return near[0] if near else word


def kind(text: str) -> str:
    """The test."""
    for test, pattern in KINDS:
        if re.search(pattern, text):
            return test
    raise ValueError("no test is named")


def sides(test: str, text: str) -> dict[str, int]:
    """One side or two, of a test that has sides."""
    found = set(re.findall(r"\b(one|two) (?:sided|tail)|\b(?:one|two)-(?:sided|tail)", text))
    if test in ("one_way_anova", "chi_square"):
        return {}
    if len(found) != 1:
        raise ValueError("the sides are open")
    return {"sides": 1 if found == {"one"} else 2}


def counted(test: str, clause: str) -> str:
    """Whether sizes are those of all groups, by the words beside the size."""
    if test in ("one_sample_t", "paired_t"):
        return "total"
    found = [count for count, pattern in (("total", TOTAL), ("group", EACH)) if re.search(pattern, clause)]
    if len(found) != 1:
        raise ValueError(f"it is open what the size counts: {clause}")
    return found[0]


def goal(text: str) -> Clause:
    """The power to reach; a risk of missing the effect is what it lacks of 1."""
    if re.search(MISS, text):
        missed = taken(MISS, text, "risk of a miss")
        return missed._replace(value=1 - missed.value)
    return taken(GOAL, text, "power")


def taken(pattern: str, text: str, what: str) -> Clause:
    """The one value that a pattern finds: a number, a percentage or odds."""
    found = list(re.finditer(pattern, text))
    if len(found) != 1:
        raise ValueError(f"{what} is stated {len(found)} times")
    said = [group for group in found[0].groups() if group]
    if len(said) > 1 and said[1].strip() != "%":
        value = float(said[0]) / float(said[1])
    else:
        value = float(said[0]) / (100 if len(said) > 1 else 1)
    start, end = found[0].span()
    return Clause(value, f"{text[:start]} taken {text[end:]}", start)


def spreads(text: str) -> tuple[list[float], str]:
    """The standard deviations, and the text without them."""
    cue, between = f"(?:{SPREAD})", r"[^\d;]*?"
    several = re.search(ROOT, text) is not None
    found = list(re.finditer(rf"{cue}{between}{NUMBER}", text))
    if several and len(found) == 1:
        found = list(re.finditer(rf"{cue}{between}{NUMBER}[^\d;]*?(?:&|and) {between}{NUMBER}", text))
    values = [float(value) for one in found for value in one.groups()]
    if len(values) != 1 + several:
        raise ValueError(f"{len(values)} standard deviations are stated")
    for one in reversed(found):
        text = f"{text[: one.start()]} taken {text[one.end() :]}"
    return values, text


def numbers(text: str, *counts: int) -> list[float]:
    """All numbers of a text, so many as there may be."""
    found = [float(number) for number in re.findall(NUMBER, text)]
    if len(found) not in counts:
        raise ValueError(f"{len(found)} numbers are left for the study: {found}")
    return found


def stated(pattern: str, text: str, what: str) -> None:
    """Refuse a text that does not say so."""
    if not re.search(pattern, text):
        raise ValueError(f"the text does not say that {what}")


def one_mean(text: str) -> dict[str, Any]:
    """A mean, or its shift, and the value that it is compared with."""
    (sd,), rest = spreads(text)
    first, second = numbers(rest, 2)
    named = [re.search(rf"(?:{REFERENCE})[^\d]*?{NUMBER}", rest)]
    if named[0] is None:
        raise ValueError("the reference is not named")
    reference = float(named[0][1])
    other = second if reference == first else first
    return {
        "mean": reference + other if re.search(SHIFTED, rest) else other,
        "reference": reference,
        "sd": sd,
    }


def two_means(text: str) -> dict[str, Any]:
    """Two means or their difference, of equal groups of equal variance."""
    stated(BALANCED, text, "groups are equal")
    stated(ALIKE, text, "variances are equal")
    sds, rest = spreads(text)
    means = numbers(rest, 1, 2)
    return {
        "difference": means[0] - means[1] if len(means) == 2 else means[0],
        "sd_treated": sds[0],
        "sd_control": sds[-1],
    }


def pairs(text: str) -> dict[str, Any]:
    """A mean difference within pairs, and how differences scatter."""
    stated(OF_DIFFERENCES, text, "the standard deviation is that of differences")
    (sd,), rest = spreads(text)
    (difference,) = numbers(rest, 1)
    return {"difference": difference, "sd": sd}


def several_means(text: str) -> dict[str, Any]:
    """The means of equal groups."""
    stated(BALANCED, text, "groups are equal")
    (sd,), rest = spreads(text)
    return {"means": numbers(rest, 3, 4, 5), "sd": sd}


def table(text: str) -> dict[str, Any]:
    """Distributions by group, given one group or one level after another."""
    stated(BALANCED, text, "groups are equal")
    runs = re.findall(r"[\d.]+(?:/[\d.]+)+|[\d.]+(?: \.\d+)+", text) or text.split(";")
    rows = [row for run in runs if (row := [float(n) for n in re.findall(r"\d+(?:\.\d+)?|\.\d+", run)])]
    whole = 100 if max(map(max, rows), default=0) > 1 else 1
    shares = [[share / whole for share in row] for row in rows]
    if len(set(map(len, rows))) != 1:
        raise ValueError(f"the table has gaps: {rows}")
    for turned in (shares, [list(column) for column in zip(*shares, strict=True)]):
        if all(abs(sum(row) - 1) < 1e-9 for row in turned):
            return {"rows": turned, "joint": False}
    raise ValueError(f"neither rows nor columns add up: {shares}")


def hazards(text: str) -> dict[str, Any]:
    """The hazard ratio and the chances of the event; which group has which does not matter to equal ones."""
    stated(BALANCED, text, "groups are equal")
    ratio = taken(HAZARD, text, "hazard ratio")
    chances = numbers(ratio.rest, 2)
    first, second = (chance / (100 if max(chances) > 1 else 1) for chance in chances)
    return {"hazard_ratio": ratio.value, "event_experimental": first, "event_control": second}


HAZARD = rf"(?:\bhr\b|hazard ratio(?:'s)?|is put at|hazard on)[^\d;,!]*?{NUMBER}"
STUDIES = {
    "one_sample_t": one_mean,
    "two_sample_t": two_means,
    "paired_t": pairs,
    "one_way_anova": several_means,
    "chi_square": table,
    "cox_two_groups": hazards,
}
