"""What a power question is about: six study designs, and the problem posed on one of them.

Every design knows its standardised effect and its *block*: the smallest set of participants that can be
recruited without leaving the stated allocation (one person, one pair, one of each group, ...). Sample sizes
are held as totals, in participants (pairs for the paired design), and are whole multiples of the block.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

Alpha = Annotated[float, Field(gt=0, lt=1)]
Sides = Literal[1, 2]
Probability = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Allocation = Annotated[int, Field(ge=1, le=10)]

PROPORTION_TOLERANCE = 0.005
"""How far a table of proportions may sum from 1: published tables are rounded."""


class Frozen(BaseModel):
    """Immutable, and closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class StudyDesign(Frozen, ABC):
    """What all six designs share."""

    test: str
    """Name of the test; each design pins its own."""
    alpha: Alpha
    """Significance level of the whole test."""

    @property
    @abstractmethod
    def effect(self) -> float:
        """Standardised effect size, positive; its definition is the class's."""

    @property
    def block(self) -> int:
        """Participants (or pairs) in the smallest set that keeps the allocation."""
        return 1

    @property
    @abstractmethod
    def shape(self) -> str:
        """What else distinguishes two designs of equal effect: sides, allocation, groups, table."""

    @property
    def cell(self) -> str:
        """The parameter cell: test, alpha, shape, and effect to two decimals.

        Designs of one cell have (nearly) the same answers, so splits are made of whole cells.
        """
        return f"{self.test} alpha={self.alpha:g} {self.shape} effect={self.effect:.2f}"

    @model_validator(mode="after")
    def _has_an_effect(self) -> StudyDesign:
        if not (math.isfinite(self.effect) and self.effect > 0):
            raise ValueError("the design has no effect to detect, so no sample size exists")
        return self


class OneSampleT(StudyDesign):
    """One mean against a reference value; effect is Cohen's d."""

    test: Literal["one_sample_t"] = "one_sample_t"
    mean: float
    """Expected mean."""
    reference: float
    """Value under the null hypothesis."""
    sd: Positive
    """Standard deviation of one measurement."""
    sides: Sides

    @property
    def effect(self) -> float:
        """``|mean - reference| / sd``."""
        return abs(self.mean - self.reference) / self.sd

    @property
    def shape(self) -> str:
        """The sides of the test, as in ``sides=2``."""
        return f"sides={self.sides}"


class TwoSampleT(StudyDesign):
    """Two independent means under equal variances; effect is Cohen's d."""

    test: Literal["two_sample_t"] = "two_sample_t"
    difference: float
    """Difference of the two means; its sign does not matter."""
    sd_control: Positive
    """Standard deviation in the control group."""
    sd_treated: Positive
    """Standard deviation in the treated group; pooled with the other as the root mean square."""
    sides: Sides
    ratio: Allocation = 1
    """Treated participants per control participant."""

    @property
    def effect(self) -> float:
        """``|difference| / sqrt((sd_control^2 + sd_treated^2) / 2)``."""
        return abs(self.difference) / math.sqrt((self.sd_control**2 + self.sd_treated**2) / 2)

    @property
    def block(self) -> int:
        """One control with its treated."""
        return 1 + self.ratio

    @property
    def shape(self) -> str:
        """Sides and allocation, as in ``sides=2 ratio=1``."""
        return f"sides={self.sides} ratio={self.ratio}"


class PairedT(StudyDesign):
    """A mean change within pairs; effect is Cohen's d of the differences. The block is one pair."""

    test: Literal["paired_t"] = "paired_t"
    difference: float
    """Mean of the within-pair differences; its sign does not matter."""
    sd: Positive
    """Standard deviation: of the differences, or of each measurement when ``correlation`` is given."""
    correlation: Annotated[float, Field(gt=-1, lt=1)] | None = None
    """Correlation of the two measurements of a pair."""
    sides: Sides

    @property
    def effect(self) -> float:
        """``|difference| / sd_d`` with ``sd_d = sd``, or ``sd sqrt(2 (1 - correlation))``."""
        spread = 1.0 if self.correlation is None else math.sqrt(2 * (1 - self.correlation))
        return abs(self.difference) / (self.sd * spread)

    @property
    def shape(self) -> str:
        """The sides of the test, as in ``sides=2``."""
        return f"sides={self.sides}"


class OneWayAnova(StudyDesign):
    """Equal groups, one common standard deviation; effect is Cohen's f."""

    test: Literal["one_way_anova"] = "one_way_anova"
    means: tuple[float, ...] = Field(min_length=3, max_length=10)
    """Expected group means."""
    sd: Positive
    """Common standard deviation within the groups."""

    @property
    def effect(self) -> float:
        """Population standard deviation of the means (divisor: number of groups) over ``sd``."""
        centre = math.fsum(self.means) / len(self.means)
        spread = math.fsum((mean - centre) ** 2 for mean in self.means) / len(self.means)
        return math.sqrt(spread) / self.sd

    @property
    def block(self) -> int:
        """One participant of each group."""
        return len(self.means)

    @property
    def shape(self) -> str:
        """The number of groups, as in ``groups=3``."""
        return f"groups={len(self.means)}"


class ChiSquare(StudyDesign):
    """Independence in a two-way table; effect is Cohen's w."""

    test: Literal["chi_square"] = "chi_square"
    rows: tuple[tuple[Probability, ...], ...] = Field(min_length=2, max_length=10)
    """Proportions under the alternative: of the whole table if ``joint``, else within each row."""
    joint: bool
    """Whether one random sample is classified twice; if not, the rows are groups of equal size."""

    @property
    def cells(self) -> tuple[tuple[float, ...], ...]:
        """Joint proportions of the table."""
        share = 1.0 if self.joint else 1 / len(self.rows)
        return tuple(tuple(share * proportion for proportion in row) for row in self.rows)

    @property
    def effect(self) -> float:
        """``w = sqrt(sum (p_ij - p_i. p_.j)^2 / (p_i. p_.j))`` over cells whose margins are not 0."""
        cells = self.cells
        across = [math.fsum(row) for row in cells]
        down = [math.fsum(column) for column in zip(*cells, strict=True)]
        return math.sqrt(
            math.fsum(
                (cell - across[i] * down[j]) ** 2 / (across[i] * down[j])
                for i, row in enumerate(cells)
                for j, cell in enumerate(row)
                if across[i] * down[j] > 0
            )
        )

    @property
    def degrees(self) -> int:
        """Degrees of freedom, ``(rows - 1) (columns - 1)``."""
        return (len(self.rows) - 1) * (len(self.rows[0]) - 1)

    @property
    def block(self) -> int:
        """One participant of each group, or one participant if the table is joint."""
        return 1 if self.joint else len(self.rows)

    @property
    def shape(self) -> str:
        """Rows by columns of the table, as in ``table=2x3``."""
        return f"table={len(self.rows)}x{len(self.rows[0])}"

    @model_validator(mode="after")
    def _is_a_distribution(self) -> ChiSquare:
        sums = [math.fsum(row) for row in self.rows]
        for total in [math.fsum(sums)] if self.joint else sums:
            if abs(total - 1) > PROPORTION_TOLERANCE:
                raise ValueError(f"proportions that should sum to 1 sum to {total:.4f}")
        return self

    @field_validator("rows")
    @classmethod
    def _is_rectangular(cls, rows: tuple[tuple[float, ...], ...]) -> tuple[tuple[float, ...], ...]:
        if len({len(row) for row in rows}) != 1 or len(rows[0]) < 2:
            raise ValueError("a table needs two or more rows, all of the same two or more columns")
        return rows


class CoxTwoGroups(StudyDesign):
    """Survival in two groups under proportional hazards, by Freedman's formula; effect is ``|log HR|``."""

    test: Literal["cox_two_groups"] = "cox_two_groups"
    hazard_ratio: Positive
    """Hazard of the experimental group over that of the control group."""
    event_experimental: Probability
    """Probability that an experimental participant has the event during the study."""
    event_control: Probability
    """The same of a control participant."""
    sides: Sides
    ratio: Allocation = 1
    """Experimental participants per control participant."""

    @property
    def effect(self) -> float:
        """``|log hazard_ratio|``, the natural logarithm."""
        return abs(math.log(self.hazard_ratio))

    @property
    def block(self) -> int:
        """One control with its experimental participants."""
        return 1 + self.ratio

    @property
    def shape(self) -> str:
        """Sides and allocation, as in ``sides=2 ratio=1``."""
        return f"sides={self.sides} ratio={self.ratio}"


Design = Annotated[
    OneSampleT | TwoSampleT | PairedT | OneWayAnova | ChiSquare | CoxTwoGroups, Field(discriminator="test")
]
"""Any of the six designs; the ``test`` field says which."""

Target = Literal["size", "power"]


class Problem(Frozen):
    """A question with everything that decides its answer."""

    design: Design
    """The study."""
    target: Target
    """What is asked."""
    count: Literal["group", "total"]
    """What sizes count: the control group's (or each equal group's) participants, or all of them."""
    power: Probability | None = None
    """Power to reach, when the size is asked."""
    size: Annotated[int, Field(ge=1)] | None = None
    """Sample size in the unit of ``count``, when the power is asked."""

    @property
    def unit(self) -> int:
        """Participants (or pairs) in all per one that is counted."""
        return self.design.block if self.count == "group" else 1

    @model_validator(mode="after")
    def _gives_what_it_needs(self) -> Problem:
        given, missing = (self.power, self.size) if self.target == "size" else (self.size, self.power)
        if given is None or missing is not None:
            raise ValueError("a size question gives the power and no size, a power question the reverse")
        if self.size is not None and self.size * self.unit % self.design.block:
            raise ValueError(f"a total of {self.size} cannot be allocated in blocks of {self.design.block}")
        return self
