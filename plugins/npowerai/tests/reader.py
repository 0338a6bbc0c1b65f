"""Read a generated question: its text in, what it states out, in the form of ``Problem.model_dump()``.

A second program, by which wordings are held to say all that they are made of.
"""

import re
from typing import Any

NUMBER = r"(\d+(?:\.\d+)?)"


def read_question(text: str) -> dict[str, Any]:
    """The problem that a generated question poses.

    Raises:
        ValueError: if the text lacks a number that its test needs.
    """
    one_sided = re.search("one-(?:sided|tailed)", text)
    alpha = r"(?:significance level of|alpha =|type I error rate of|false-positive rate of|at the) #"
    design = {"alpha": share(alpha, text), "sides": 1 if one_sided else 2, **read_design(text)}
    problem = {"design": design, "count": "total" if "in total" in text else "group"}
    goal = maybe_share("# (?:power|chance of detecting)", text) or maybe_share(
        "power of (?:at least )?#", text
    )
    if beta := maybe_share("(?:type II error rate of|beta =) #", text):
        goal = 1 - beta
    if goal:
        return {**problem, "target": "size", "power": goal}
    return {**problem, "target": "power", "size": int(numbers("# (?:participants|complete pairs)", text)[0])}


def read_design(text: str) -> dict[str, Any]:
    """The study's test and its parameters, without alpha and sides."""
    ratio = int((maybe_numbers("#:1", text) or [1])[0])
    if "one-sample t test" in text:
        return {"test": "one_sample_t", **read_one_mean(text)}
    if "paired t test" in text:
        difference = numbers(r"mean (?:change|difference|within-person difference)\D*#", text)[0]
        rho = maybe_numbers(r"correlation\D*#", text)
        spread = {"sd": deviations(text)[0], "correlation": rho[0] if rho else None}
        return {"test": "paired_t", "difference": difference, **spread}
    if "two-sample t test" in text:
        means = maybe_numbers(r"(?:means|a mean of)\D*#\D*#", text)
        difference = means[0] - means[1] if means else numbers(r"mean difference\D*#", text)[0]
        treated, control = deviations(text)
        spread = {"sd_treated": treated, "sd_control": control}
        return {"test": "two_sample_t", "difference": difference, **spread, "ratio": ratio}
    if "ne-way ANOVA" in text:
        listed = re.findall(r"[\d.]+(?:, [\d.]+)+ and [\d.]+|[\d.]+(?:/[\d.]+)+", text)[0]
        means = [float(n) for n in re.findall(NUMBER, listed)]
        return {"test": "one_way_anova", "means": means, "sd": deviations(text)[0]}
    if "chi-square test" in text:
        joint = table(" | ", 1, text)
        rows = joint or table(" / ", 100, text)
        return {"test": "chi_square", "rows": rows, "joint": bool(joint)}
    return {
        "test": "cox_two_groups",
        "hazard_ratio": numbers(r"hazard ratio\D*#", text)[0],
        "event_experimental": share("# in the experimental group", text),
        "event_control": share("# in the control group", text),
        "ratio": ratio,
    }


def read_one_mean(text: str) -> dict[str, float]:
    """Mean, reference value and standard deviation; a bare shift is counted from 0."""
    sd = deviations(text)[0]
    if shift := maybe_numbers("(?:shift|departure) of #", text):
        return {"mean": shift[0], "reference": 0.0, "sd": sd}
    null = numbers(r"(?:published mean|historical mean|Null mean)\D*#", text)[0]
    mean = numbers(r"(?:expects a mean|anticipate a mean|Alternative mean)\D*#", text)[0]
    return {"mean": mean, "reference": null, "sd": sd}


def deviations(text: str) -> list[float]:
    """The two standard deviations, treated first; the common one twice if one is stated."""
    both = maybe_numbers(r"standard deviations\D*#\D*#", text)
    return both or numbers(r"[Ss]tandard deviation\D*#", text) * 2


def table(separator: str, whole: float, text: str) -> list[list[float]]:
    """Rows of numbers joined by a separator, divided by ``whole``."""
    rows = re.findall(rf"[\d.]+%?(?:{re.escape(separator)}[\d.]+%?)+", text)
    return [[float(n) / whole for n in re.findall(NUMBER, row)] for row in rows]


def maybe_numbers(pattern: str, text: str) -> list[float]:
    """The numbers in the first match of a pattern in which # stands for a number; none without a match."""
    found = re.search(pattern.replace("#", NUMBER), text)
    return [float(group) for group in found.groups()] if found else []


def numbers(pattern: str, text: str) -> list[float]:
    """The same, where the question must state them."""
    if found := maybe_numbers(pattern, text):
        return found
    raise ValueError(f"the question lacks a number that this test needs: {pattern}")


def maybe_share(pattern: str, text: str) -> float | None:
    """A proportion, or a percentage if a percent sign follows the pattern's number."""
    found = re.search(pattern.replace("#", NUMBER + "(%?)"), text)
    return float(found[1]) / (100 if found[2] else 1) if found else None


def share(pattern: str, text: str) -> float:
    """The same, where the question must state it."""
    if found := maybe_share(pattern, text):
        return found
    raise ValueError(f"the question lacks a number that this test needs: {pattern}")
