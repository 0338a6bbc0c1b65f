"""An attack that grabs slots: it learns from training notes which words stand beside the value that counts.

It knows every formula, term and unit, but reads no time, no person and no sentence. In a note every number
with a fitting unit in a statement that names a quantity is a candidate, and so is every phrase of an option,
dose or date. A naive Bayes classifier over what surrounds a candidate (words by their distance, pairs of
words, section, place and rank among the candidates, unit, words that head or question have too, words that
stand by the other mentions of its neighbours) chooses one. Solutions of training show what is right.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple, Protocol, TypeGuard

from medgym_core import (
    ActionCall,
    Agent,
    AgentConfig,
    Brief,
    ConfigError,
    ListOf,
    Policy,
    Record,
    Reply,
    Task,
    Tier,
    parse_python,
)
from medgym_plugin_medcalcbench.attacks.candidate import DATE, candidates, mentions
from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.calculators import BY_KEY
from medgym_plugin_medcalcbench.oracle import MARK, submitted, written
from medgym_plugin_medcalcbench.parameter import Canonical, Doses, Flag, Parameter, Quantity

SMOOTH = 1.0
"""Added to every count."""
TIME = rf"(?:{DATE}), \d\d:\d\d|\d\d:\d\d on (?:{DATE})"
"""Pattern of a time in a question."""


class Bayes:
    """Log odds of being right, by features that count as independent."""

    def __init__(self) -> None:
        """Knows nothing."""
        self.right, self.wrong = Counter[str](), Counter[str]()
        self.seen = [0, 0]

    def learn(self, features: Sequence[str], right: bool) -> None:
        """Count the features of one example, which was right or wrong."""
        self.seen[right] += 1
        (self.right if right else self.wrong).update(set(features))

    def score(self, features: Sequence[str]) -> float:
        """Natural log odds that what has these features is right; above 0 if that is likelier."""
        wrong, right = (count + 2 * SMOOTH for count in self.seen)
        odds = math.log(right / wrong)
        for feature in sorted(set(features)):
            ours = (self.right[feature] + SMOOTH) / right
            odds += math.log(ours / ((self.wrong[feature] + SMOOTH) / wrong))
        return odds


class Example(NamedTuple):
    """A training note with what its solution is given."""

    calculator: Calculator
    note: str
    question: str
    values: dict[str, Any]


class Grabber:
    """What was learned of training notes."""

    def __init__(self, examples: Sequence[Example]) -> None:
        """Learns ``examples``."""
        self._bayes: defaultdict[str, Bayes] = defaultdict(Bayes)
        self._usual: defaultdict[str, Counter[Any]] = defaultdict(Counter)
        for one in examples:
            for parameter in one.calculator.parameters:
                self._learn(one, parameter, one.values[parameter.name])

    def _learn(self, one: Example, parameter: Parameter, value: Any) -> None:
        self._usual[parameter.name][_key(value)] += 1
        if isinstance(parameter, Flag):
            for features in mentions(parameter, one.note, one.question):
                self._bayes["finding"].learn(features, bool(value))
                self._bayes[parameter.name].learn(features, bool(value))
            return
        for found in candidates(parameter, one.note, one.question):
            right = _same(value, found.value)
            self._bayes[_kind(parameter)].learn(found.features, right)
            self._bayes[parameter.name].learn(found.features, right)

    def answer(self, calculator: Calculator, note: str, question: str) -> Any:
        """What the formula makes of what is grabbed; 0 where it makes nothing of it."""
        inputs = {one.name: self._grabbed(one, note, question) for one in calculator.parameters}
        try:
            return written(calculator.formula(**inputs))
        except (ArithmeticError, ValueError, TypeError, IndexError, KeyError):
            return 0

    def _grabbed(self, parameter: Parameter, note: str, question: str) -> Canonical:
        if isinstance(parameter, Flag):
            said = list(mentions(parameter, note, question))
            return bool(said) and sum(self._score(parameter, "finding", one) for one in said) > 0
        found = candidates(parameter, note, question)
        odds = [self._score(parameter, _kind(parameter), one.features) for one in found]
        ranked = sorted(zip(odds, found, strict=True), key=lambda pair: -pair[0])
        if isinstance(parameter, Doses):
            likely = [one.value for odd, one in ranked if odd > 0] or [one.value for _, one in ranked[:1]]
            drugs = {dose[0]: dose for dose in reversed(likely)}
            return tuple(list(drugs.values())[: parameter.most])
        if ranked:
            value: Canonical = ranked[0][1].value
            return value
        if parameter.missing is not None:
            return parameter.canonical(parameter.missing)
        return self._usual[parameter.name].most_common(1)[0][0] if self._usual[parameter.name] else 0.0

    def _score(self, parameter: Parameter, kind: str, features: Sequence[str]) -> float:
        own = self._bayes[parameter.name]
        return self._bayes[kind].score(features) + (own.score(features) if sum(own.seen) else 0)


def _kind(parameter: Parameter) -> str:
    return type(parameter).__name__ if not isinstance(parameter, Quantity) else "quantity"


def _key(value: Any) -> Any:
    return tuple(map(tuple, value)) if isinstance(value, list) else value


def _same(value: Any, found: Any) -> bool:
    if isinstance(value, list):
        return any(tuple(dose)[:3] == tuple(found)[:3] for dose in value)
    if isinstance(value, int | float) and isinstance(found, int | float):
        return math.isclose(value, found, rel_tol=1e-6)
    return bool(value == found)


def example(task: Task, solution: Sequence[ActionCall]) -> Example:
    """A training task, with what its solution calls the formula with."""
    asked, _, note = task.turns[0].question.partition(MARK)
    tree = parse_python(str(solution[-1].arguments["code"]))
    call = next(node for node in ast.walk(tree) if _calls(node, task.category))
    values = {word.arg or "": _evaluated(word.value) for word in call.keywords}
    return Example(BY_KEY[task.category], note, asked, values)


def _calls(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


_ARITHMETIC: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Sub: operator.sub,
}


def _evaluated(node: ast.expr) -> Any:
    """The value of an argument of a solution: a literal, arithmetic of such, or a date."""
    match node:
        case ast.BinOp(left, sign, right):
            return _ARITHMETIC[type(sign)](_evaluated(left), _evaluated(right))
        case ast.Call(args=parts):
            return date(*map(_evaluated, parts))
    return ast.literal_eval(node)


def answered(grabber: Grabber, task: Task) -> Any:
    """The answer to a task, in its form; it is given the calculator, and takes nothing for missing."""
    calculator, (asked, _, note) = BY_KEY[task.category], task.turns[0].question.partition(MARK)
    kind = task.turns[0].answer
    if isinstance(kind, ListOf):
        return [grabber.answer(calculator, note, f"at {time}?") for time in re.findall(TIME, asked)]
    value = grabber.answer(calculator, note, asked)
    if not isinstance(kind, Record) or "value" not in kind.fields:
        return value
    more = {"missing": []} if "missing" in kind.fields else {"calculator": calculator.name}
    return {"value": value, **more}


class Training(Protocol):
    """What a brief has of the training splits."""

    def examples(self, apart_from: str) -> Sequence[Any]:
        """Tasks of all training splits but one."""

    def reference(self, example: Any) -> Sequence[ActionCall]:
        """The reference's calls on one of the examples."""


_LEARNING = Lock()


@lru_cache(maxsize=2)
def learned(training: Training, split: str) -> Grabber:
    """What training notes teach for the tasks of ``split``."""
    return Grabber([example(one.task, training.reference(one)) for one in training.examples(split)])


class Slots(Agent):
    """``medcalcbench:slots``: grabs numbers as training notes taught it, and computes from them."""

    name = "medcalcbench:slots"

    def __init__(self, config: AgentConfig) -> None:
        """Takes no option."""

    def check(self, tier: Tier, family: str, tools: Sequence[Mapping[str, Any]]) -> None:
        """Refuse other families.

        Raises:
            ConfigError: if the family is another.
        """
        if family != "medcalcbench":
            raise ConfigError(f"{self.name} knows the calculators of medcalcbench, and cannot play {family}")

    def start(self, brief: Brief) -> Policy:
        """A policy for one episode, which submits once."""
        return _Submission(brief)


class _Submission:
    def __init__(self, brief: Brief) -> None:
        self._brief, self._done = brief, False

    def act(self, observation: str) -> Reply:
        """The one submission, then nothing."""
        if self._done:
            return Reply()
        self._done = True
        task = self._brief.task
        with _LEARNING:  # once for all episodes of a run, which are played on threads
            grabber = learned(self._brief.training(), task.split)
        found = answered(grabber, task)
        return Reply(calls=tuple(submitted(f"answer = {found!r}")))
