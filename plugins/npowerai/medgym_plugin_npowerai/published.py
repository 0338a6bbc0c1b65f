"""Reading the published questions: English text in, a problem and the assumptions it needed out.

The published rows come from twelve texts with one parameter swept, and some leave a parameter open. What a
text does not say is assumed here, and every assumption is handed on to be stated with the task.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from medgym_plugin_npowerai.design import Problem, Target

NUMBER = r"(\d+(?:\.\d+)?)"
_SIZE = re.compile(
    r"(?:recruited|has|having|sample of|group of) (\d[\d,]*)(?: \w+)?? "
    r"(?:participant|patient|person|adult|student)"
)


class Reading(NamedTuple):
    """What a published question says, and what had to be assumed."""

    problem: Problem
    """The question as data."""
    assumptions: tuple[str, ...]
    """Sentences to state with the question, because its own text leaves them open."""


def read(test: str, target: Target, question: str) -> Reading:
    """Read one published question.

    Args:
        test: one of the six tests.
        target: what is asked.
        question: the published text.

    Raises:
        ValueError: if a number that the test needs is not found, or the numbers make no study.
    """
    assumptions: list[str] = []
    text = " ".join(question.split())
    design = {"test": test, "alpha": _alpha(text, assumptions)} | _PARAMETERS[test](text, assumptions)
    grouped = test not in ("one_sample_t", "paired_t", "chi_square")
    problem: dict[str, object] = {
        "design": design,
        "target": target,
        "count": "group" if grouped else "total",
    }
    if target == "size":
        problem["power"] = _one(text, "power", rf"{NUMBER}% (?:of )?power|power of {NUMBER}%") / 100
    else:
        problem["size"] = _size(text)
        if grouped:
            assumptions.append(f"There are {problem['size']} participants in each group.")
    return Reading(Problem.model_validate(problem), tuple(assumptions))


def _one_sample(text: str, assumptions: list[str]) -> dict[str, object]:
    mean, sd = _many(text, "mean and standard deviation", rf"{NUMBER} with a standard deviation of {NUMBER}")
    reference = _one(text, "reference value", rf"difference from {NUMBER}")
    return {"mean": mean, "sd": sd, "reference": reference, "sides": _sides(text, assumptions)}


def _two_sample(text: str, assumptions: list[str]) -> dict[str, object]:
    difference = _one(text, "difference", rf"average difference\D*{NUMBER}")
    spread = rf"standard deviation\D*{NUMBER}"
    treated, control = _many(text, "two standard deviations", rf"{spread}.*?{spread}")
    assumptions.append(
        "The variances are equal; the standard deviations are pooled as their root mean square."
    )
    sides = _sides(text, assumptions)
    return {"difference": difference, "sd_treated": treated, "sd_control": control, "sides": sides}


def _paired(text: str, assumptions: list[str]) -> dict[str, object]:
    pattern = rf"{NUMBER} units with a standard deviation of {NUMBER}"
    difference, sd = _many(text, "change and standard deviation", pattern)
    correlation = re.search(rf"correlation coefficient of {NUMBER}", text)
    if correlation:
        assumptions.append("The standard deviation is that of a measurement at either time.")
    else:
        assumptions.append("The standard deviation is that of the within-pair changes.")
    if re.search("(?:one|two)-sided", text):
        sides = _sides(text, assumptions)
    else:
        assumptions.append("The test is one-sided, in the direction of the expected change.")
        sides = 1
    rho = float(correlation[1]) if correlation else None
    return {"difference": difference, "sd": sd, "correlation": rho, "sides": sides}


def _anova(text: str, assumptions: list[str]) -> dict[str, object]:
    means = _lists(text, "group means")[0]
    return {"means": means, "sd": _one(text, "standard deviation", rf"standard deviation\D*{NUMBER}")}


def _chi_square(text: str, assumptions: list[str]) -> dict[str, object]:
    rows = _lists(text, "distributions")
    assumptions.append(f"The {len(rows)} groups are expected to be equally frequent in one random sample.")
    return {"rows": [[share / len(rows) for share in row] for row in rows], "joint": True}


def _cox(text: str, assumptions: list[str]) -> dict[str, object]:
    pattern = rf"probabilit\D*{NUMBER} and {NUMBER}"
    experimental, control = _many(text, "two event probabilities", pattern)
    return {
        "hazard_ratio": _one(text, "hazard ratio", rf"hazard ratio\D*{NUMBER}"),
        "event_experimental": experimental,
        "event_control": control,
        "sides": _sides(text, assumptions),
    }


_PARAMETERS: dict[str, Callable[[str, list[str]], dict[str, object]]] = {
    "one_sample_t": _one_sample,
    "two_sample_t": _two_sample,
    "paired_t": _paired,
    "one_way_anova": _anova,
    "chi_square": _chi_square,
    "cox_two_groups": _cox,
}


def _alpha(text: str, assumptions: list[str]) -> float:
    found = re.search(rf"significance level of {NUMBER}", text)
    if found is None:
        assumptions.append("The significance level is 0.05.")
    return float(found[1]) if found else 0.05


def _sides(text: str, assumptions: list[str]) -> int:
    if "one-sided" in text:
        return 1
    if "two-sided" not in text and "not equal" not in text:
        assumptions.append("The test is two-sided.")
    return 2


def _size(text: str) -> int:
    found = _SIZE.search(text)
    if found is None:
        raise ValueError("no sample size found in the question")
    return int(found[1].replace(",", ""))


def _lists(text: str, what: str) -> list[list[float]]:
    """Every enumeration of three or more numbers."""
    found = re.findall(r"\d[\d.]*(?:, \d[\d.]*)+,? and \d[\d.]*\d", text)
    if not found:
        raise ValueError(f"no {what} found in the question")
    return [[float(number) for number in re.findall(NUMBER, item)] for item in found]


def _many(text: str, what: str, pattern: str) -> list[float]:
    """The numbers of the first match, those of untaken branches left out."""
    found = re.search(pattern, text)
    if found is None:
        raise ValueError(f"no {what} found in the question")
    return [float(number) for number in found.groups() if number is not None]


def _one(text: str, what: str, pattern: str) -> float:
    return _many(text, what, pattern)[0]
