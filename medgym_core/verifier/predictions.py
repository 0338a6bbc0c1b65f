"""Grading of prediction files: every required row once, a metric over all of them, a calibrated reward."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain

from pydantic import Field, model_validator

from medgym_core.errors import VerifierError
from medgym_core.task import FileSpec, Gold, RelativePath, Task, Turn
from medgym_core.verifier.calibration import Calibration
from medgym_core.verifier.contract import (
    Collects,
    Program,
    StateChange,
    Submission,
    TurnSubmission,
    Verdict,
)
from medgym_core.verifier.fault import Fault, Refused
from medgym_core.verifier.metric import METRICS, Scores
from medgym_core.verifier.parquet import csv_of_parquet
from medgym_core.verifier.prediction_file import Row, read_predictions
from medgym_core.verifier.turn import gold_as, paired_turns, verdict
from medgym_sandbox.boundary.frozen import Frozen
from medgym_sandbox.spec import Outcome

ROUNDED = 1e-9
"""So far beyond 0 and 1 a probability may lie that was rounded, as sums and means are."""
_WHOLE = re.compile(r"([+-]?[0-9]{1,20})(?:\.0{0,20})?")


class PredictionTarget(Frozen):
    """One quantity that is predicted for every row."""

    name: str = "target"
    """Name in the components."""
    metric: str
    """Name of the metric that is rewarded; one of ``METRICS``."""
    columns: tuple[str, ...] = Field(min_length=1)
    """Prediction columns: one, or for a metric over class scores one per class in the order of the labels."""
    calibration: Calibration
    """Where the reward is 0 and 1; see :func:`medgym_core.verifier.calibration.calibrate`."""
    report: tuple[str, ...] = ()
    """Further metrics, reported beside and not rewarded."""

    @property
    def metrics(self) -> tuple[str, ...]:
        """All metrics to compute, the rewarded one first."""
        return (self.metric, *(name for name in self.report if name != self.metric))

    @property
    def is_probability(self) -> bool:
        """Whether predictions outside [0, 1] are refused."""
        return any(METRICS[name].predicts == "probability" for name in self.metrics)

    @model_validator(mode="after")
    def _columns_fit_metrics(self) -> PredictionTarget:
        for name in self.metrics:
            if name not in METRICS:
                raise ValueError(f"no metric is named {name!r}; there are {', '.join(METRICS)}")
            if (METRICS[name].predicts == "scores") != (len(self.columns) > 1):
                raise ValueError(f"{name} does not take {len(self.columns)} prediction columns")
        return self


class PredictionGold(Frozen):
    """Gold of one turn: ``PredictionGold(...).model_dump(mode="json")``."""

    keys: tuple[str, ...] = Field(min_length=1)
    """Key columns, whose values name a row."""
    targets: tuple[PredictionTarget, ...] = Field(min_length=1)
    """What is predicted; the reward is the mean over targets."""
    rows: tuple[tuple[int | str, ...], ...] = Field(min_length=1)
    """Every required row: its key values, then one whole-number label per target."""
    file: RelativePath | None = None
    """The prediction file among the turn's files; None when there is only one."""

    @model_validator(mode="after")
    def _rows_fit(self) -> PredictionGold:
        width = len(self.keys)
        if any(len(row) != width + len(self.targets) for row in self.rows):
            raise ValueError("every row needs one value per key and one label per target")
        if any(not isinstance(label, int) for row in self.rows for label in row[width:]):
            raise ValueError("labels are whole numbers")
        return self

    @property
    def columns(self) -> list[str]:
        """All prediction columns, without repetition."""
        return list(dict.fromkeys(column for target in self.targets for column in target.columns))

    @property
    def success(self) -> float:
        """Least reward that counts as a success: the mean of what each target asks for."""
        return sum(target.calibration.success for target in self.targets) / len(self.targets)

    def labels(self, target: int) -> list[int]:
        """The labels of one target, in the order of ``rows``."""
        return [int(row[len(self.keys) + target]) for row in self.rows]


class PredictionVerifier:
    """Rewards one prediction file per turn: the mean over targets, then over turns, of calibrated metrics.

    A file that misses, repeats or adds a row, or holds a value that is no finite number, earns nothing. What
    lies within one standard error of the baseline is a success; see :attr:`Calibration.success`.
    Components: ``turn_<i>`` (its reward) and ``turn_<i>.<target>.<metric>`` (raw values).
    """

    name = "predictions"
    version = "2"

    def collects(self, task: Task, turn: Turn) -> Collects:
        """The declared files, and the answer where the turn asks for one; it is not graded."""
        return Collects(answer=turn.answer is not None, files=turn.files)

    def programs(self, task: Task, gold: Gold, submission: Submission) -> Sequence[Program]:
        """None: files are read as data."""
        return ()

    def grade(
        self,
        task: Task,
        gold: Gold,
        submission: Submission,
        outcomes: Sequence[Sequence[Outcome]],
        states: Mapping[str, StateChange],
    ) -> Verdict:
        """Grade every turn's file.

        Raises:
            VerifierError: if the family's gold does not fit the task; never for anything submitted.
        """
        reasons: list[str] = []
        rewards: list[float] = []
        components: dict[str, float] = {}
        for index, (turn, given, value) in enumerate(paired_turns(task, gold, submission)):
            expected = gold_as(PredictionGold, task, value)
            reason, reward, metrics = _grade_turn(task, turn, given, expected)
            reasons.append(reason)
            rewards.append(reward)
            components[f"turn_{index}"] = reward
            components |= {f"turn_{index}.{name}": value for name, value in metrics.items()}
        return verdict(reasons, components, sum(rewards) / len(rewards))


def _grade_turn(
    task: Task, turn: Turn, given: TurnSubmission, gold: PredictionGold
) -> tuple[str, float, dict[str, float]]:
    spec = _spec(task, turn, gold)
    data = given.files.get(spec.path)
    if data is None:
        return given.reason or Fault.FILE_MISSING, 0.0, {}
    try:
        scores = _aligned(csv_of_parquet(data) if spec.format == "parquet" else data, gold)
        metrics, reward = _measure(task, gold, scores)
    except Refused as refusal:
        return refusal.fault, 0.0, {}
    return "" if reward >= gold.success else Fault.BELOW_BASELINE, reward, metrics


def _spec(task: Task, turn: Turn, gold: PredictionGold) -> FileSpec:
    specs = [spec for spec in turn.files if gold.file in (None, spec.path)]
    if len(specs) != 1 or specs[0].format not in ("csv", "parquet"):
        raise VerifierError(
            f"{task.id} declares {len(specs)} prediction files where one CSV or Parquet file is needed; "
            "fix Turn.files, or name the file in PredictionGold.file"
        )
    return specs[0]


def _aligned(data: bytes, gold: PredictionGold) -> dict[str, list[float]]:
    """The score columns in the order of gold's rows."""
    required = {_row_id(gold, row): index for index, row in enumerate(gold.rows)}
    if len(required) != len(gold.rows):
        raise VerifierError("gold names a prediction row twice; fix TaskFamily.gold")
    given, columns = read_predictions(data, gold.keys, gold.columns, 2 * len(required) + 1_000)
    places = _places(given, required, [isinstance(value, int) for value in gold.rows[0][: len(gold.keys)]])
    aligned = {}
    for name, column in zip(gold.columns, columns, strict=True):
        ordered = [0.0] * len(places)
        for place, score in zip(places, column, strict=True):
            ordered[place] = score
        aligned[name] = ordered
    return aligned


def _row_id(gold: PredictionGold, row: tuple[int | str, ...]) -> Row:
    return tuple([str(value).strip() for value in row[: len(gold.keys)]])


def _places(given: Sequence[Row], required: Mapping[Row, int], whole: Sequence[bool]) -> list[int]:
    """Where each given row belongs; each required row must be named exactly once, and no other."""
    places = []
    for row in given:
        place = required.get(row)
        if place is None:
            plain = tuple([_whole(text) if number else text for text, number in zip(row, whole, strict=True)])
            place = required.get(plain)
        if place is None:
            raise Refused(Fault.EXTRA_ROWS)
        places.append(place)
    if len(set(places)) != len(places):
        raise Refused(Fault.DUPLICATE_ROWS)
    if len(places) != len(required):
        raise Refused(Fault.MISSING_ROWS)
    return places


def _whole(text: str) -> str:
    """``0012``, ``+12`` and ``12.0`` as ``12``, for keys that gold holds as numbers."""
    match = _WHOLE.fullmatch(text)
    return text if match is None else str(int(match[1]))


def _is_probability(score: float) -> bool:
    return -ROUNDED <= score <= 1 + ROUNDED


def _measure(
    task: Task, gold: PredictionGold, columns: Mapping[str, list[float]]
) -> tuple[dict[str, float], float]:
    metrics: dict[str, float] = {}
    rewards: list[float] = []
    for index, target in enumerate(gold.targets):
        scores: Scores = [columns[name] for name in target.columns]
        if target.is_probability and not all(map(_is_probability, chain.from_iterable(scores))):
            raise Refused(Fault.OUT_OF_RANGE)
        labels = gold.labels(index)
        try:
            values = {name: METRICS[name](labels, scores) for name in target.metrics}
        except ValueError as error:
            raise VerifierError(f"gold of {task.id}, target {target.name}: {error}; fix the labels") from None
        metrics |= {f"{target.name}.{name}": value for name, value in values.items()}
        rewards.append(target.calibration.reward(values[target.metric]))
    return metrics, sum(rewards) / len(rewards)
