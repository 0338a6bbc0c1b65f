"""Read a power question from question.txt, compute its answer and leave it in ``answer``.

One text solves every generated question: it holds no parameter and no answer.
"""

import re
from collections.abc import Callable
from math import sqrt
from pathlib import Path

import numpy as np
from scipy import stats  # type: ignore[import-untyped]

TEXT = Path("question.txt").read_text(encoding="utf-8")
NUMBER = r"(\d+(?:\.\d+)?)"


def numbers(pattern: str) -> list[float]:
    """The numbers in the first match of a pattern in which # stands for a number."""
    found = re.search(pattern.replace("#", NUMBER), TEXT)
    return [float(group) for group in found.groups()] if found else []


def share(pattern: str) -> float | None:
    """A proportion, or a percentage if a percent sign follows the pattern's number."""
    found = re.search(pattern.replace("#", NUMBER + "(%?)"), TEXT)
    return float(found[1]) / (100 if found[2] else 1) if found else None


def required(value: float | None) -> float:
    """The value, which the question must state."""
    if value is None:
        raise ValueError("the question lacks a number that this test needs")
    return value


def table(separator: str, whole: float) -> np.ndarray:
    """Rows of numbers joined by a separator, divided by ``whole``."""
    rows = re.findall(rf"[\d.]+%?(?:{re.escape(separator)}[\d.]+%?)+", TEXT)
    return np.array([[float(n) / whole for n in re.findall(NUMBER, row)] for row in rows])


def t_power(effect: float, size: float, degrees: float) -> float:
    """Power of a t test with noncentrality effect * sqrt(size); the two-sided one as an F test."""
    if one_sided:
        return float(stats.nct.sf(stats.t.isf(alpha, degrees), degrees, effect * sqrt(size)))
    return float(stats.ncf.sf(stats.f.isf(alpha, 1, degrees), 1, degrees, effect**2 * size))


def smallest(power: Callable[[int], float], goal: float, least: int) -> int:
    """Smallest number of blocks, at least ``least``, with the power wanted."""
    high = least
    while power(high) < goal:
        high *= 2
    low = max(least, high // 2)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if power(middle) >= goal else (middle + 1, high)
    return low


alpha = required(
    share(r"(?:significance level of|alpha =|type I error rate of|false-positive rate of|at the) #")
)
one_sided = bool(re.search("one-(?:sided|tailed)", TEXT))
tail = alpha if one_sided else alpha / 2
ratio = int((numbers("#:1") or [1])[0])
least = 2

if "one-sample t test" in TEXT or "paired t test" in TEXT:
    block = 1
    sd = numbers(r"[Ss]tandard deviation\D*#")[0]
    if "paired t test" in TEXT:
        shift = numbers(r"mean (?:change|difference|within-person difference)\D*#")[0]
        sd *= sqrt(2 * (1 - rho[0])) if (rho := numbers(r"correlation\D*#")) else 1
    elif not (moved := numbers(r"(?:shift|departure) of #")):
        null = numbers(r"(?:published mean|historical mean|Null mean)\D*#")[0]
        shift = abs(numbers(r"(?:expects a mean|anticipate a mean|Alternative mean)\D*#")[0] - null)
    else:
        shift = moved[0]

    def power(blocks: int) -> float:
        """Student's t test on one column of numbers."""
        return t_power(shift / sd, blocks, blocks - 1)

elif "two-sample t test" in TEXT:
    block = 1 + ratio
    means = numbers(r"(?:means|a mean of)\D*#\D*#") or [numbers(r"mean difference\D*#")[0], 0.0]
    sds = numbers(r"standard deviations\D*#\D*#") or numbers(r"standard deviation\D*#") * 2
    effect = abs(means[0] - means[1]) / sqrt((sds[0] ** 2 + sds[1] ** 2) / 2)

    def power(blocks: int) -> float:
        """Pooled-variance t test, ``ratio`` treated per control."""
        return t_power(effect, blocks * ratio / (1 + ratio), blocks * block - 2)

elif "ne-way ANOVA" in TEXT:
    listed = re.findall(r"[\d.]+(?:, [\d.]+)+ and [\d.]+|[\d.]+(?:/[\d.]+)+", TEXT)[0]
    group_means = np.array([float(n) for n in re.findall(NUMBER, listed)])
    cohen_f = group_means.std() / numbers(r"standard deviation\D*#")[0]
    block = len(group_means)

    def power(blocks: int) -> float:
        """Omnibus F test of equal groups."""
        between, within = block - 1, block * (blocks - 1)
        critical = stats.f.isf(alpha, between, within)
        return float(stats.ncf.sf(critical, between, within, cohen_f**2 * block * blocks))

elif "chi-square test" in TEXT:
    cells = table(" | ", 1.0)
    block = 1
    if not cells.size:
        cells = table(" / ", 100.0)
        block = len(cells)
        cells = cells / block
    least = 1
    independent = np.outer(cells.sum(axis=1), cells.sum(axis=0))
    w2 = float(((cells - independent) ** 2 / independent).sum())
    freedom = (cells.shape[0] - 1) * (cells.shape[1] - 1)

    def power(blocks: int) -> float:
        """Pearson's test of independence."""
        return float(stats.ncx2.sf(stats.chi2.isf(alpha, freedom), freedom, w2 * block * blocks))

else:
    block = 1 + ratio
    least = 1
    hazard_ratio = numbers(r"hazard ratio\D*#")[0]
    experimental = required(share(r"# in the experimental group"))
    control = required(share(r"# in the control group"))

    def power(blocks: int) -> float:
        """Freedman's formula, ``ratio`` experimental participants per control."""
        events = blocks * (ratio * experimental + control)
        distance = abs(hazard_ratio - 1) / (ratio * hazard_ratio + 1)
        return float(stats.norm.cdf(sqrt(ratio * events) * distance - stats.norm.isf(tail)))


in_total = "in total" in TEXT
goal = share(r"# (?:power|chance of detecting)") or share(r"power of (?:at least )?#")
if beta := share(r"(?:type II error rate of|beta =) #"):
    goal = 1 - beta
if goal:
    answer: float = smallest(power, goal, least) * (block if in_total else 1)
else:
    given = int(numbers(r"# (?:participants|complete pairs)")[0])
    answer = power(given // block if in_total else given)
