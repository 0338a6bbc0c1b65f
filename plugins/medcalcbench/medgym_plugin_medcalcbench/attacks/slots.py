"""An attack that grabs slots: it knows every formula, term and unit, and learns from training notes which
words stand beside the value that counts, but reads no time, no person and no sentence.

In a note every number with a fitting unit in a statement that names a quantity is a candidate, and so is every
phrase of an option, dose or date. A naive Bayes classifier over what surrounds a candidate (words by their
distance, pairs of words, section, place and rank among the candidates, unit, dates that head or question have
too, words that stand by the other mentions of its neighbours) chooses one. It is learned from training
notes, whose solutions tell what is right.
"""

from __future__ import annotations

import ast
import math
import operator
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from medgym_core import ActionCall, parse_python
from medgym_core.agent.contract import Agent, AgentConfig, Brief, Policy, Reply
from medgym_core.builds.training import Training, spread
from medgym_plugin_medcalcbench.attacks.candidate import candidates, mentions
from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.calculators import BY_KEY
from medgym_plugin_medcalcbench.oracle import MARK, written
from medgym_plugin_medcalcbench.parameter import Canonical, Doses, Flag, Parameter, Quantity

NOTES = 4_000
"""Training notes that are learned."""
SMOOTH = 1.0
"""Added to every count."""


class Bayes:
    """Log odds of being right, by features that count as independent."""

    def __init__(self) -> None:
        """Knows nothing."""
        self.right, self.wrong = Counter[str](), Counter[str]()
        self.seen = [0, 0]

    def learn(self, features: Sequence[str], right: bool) -> None:
        """One example."""
        self.seen[right] += 1
        (self.right if right else self.wrong).update(set(features))

    def score(self, features: Sequence[str]) -> float:
        """Log odds."""
        wrong, right = (count + 2 * SMOOTH for count in self.seen)
        odds = math.log(right / wrong)
        for feature in set(features):
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

    def inputs(self, calculator: Calculator, note: str, question: str) -> dict[str, Canonical]:
        """What it takes for the inputs, as the formula takes them."""
        return {one.name: self._grabbed(one, note, question) for one in calculator.parameters}

    def _grabbed(self, parameter: Parameter, note: str, question: str) -> Canonical:
        if isinstance(parameter, Flag):
            said = list(mentions(parameter, note, question))
            if not said:
                return False
            return sum(self._score(parameter, "finding", features) for features in said) > 0
        ranked = sorted(
            (
                (self._score(parameter, _kind(parameter), one.features), one)
                for one in candidates(parameter, note, question)
            ),
            key=lambda pair: -pair[0],
        )
        if isinstance(parameter, Doses):
            likely = [one.value for odds, one in ranked if odds > 0] or [one.value for _, one in ranked[:1]]
            drugs = {dose[0]: dose for dose in reversed(likely)}
            return tuple(list(drugs.values())[: parameter.most])
        if ranked:
            return ranked[0][1].value
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


def example(calculator: Calculator, question: str, calls: Sequence[ActionCall]) -> Example:
    """A training task, with what its solution calls the formula with."""
    asked, _, note = question.partition(MARK)
    tree = parse_python(str(calls[-1].arguments["code"]))
    call = next(node for node in ast.walk(tree) if _calls(node, calculator.key))
    values = {word.arg or "": _evaluated(word.value) for word in call.keywords}
    return Example(calculator, note, asked, values)


def _calls(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def answer(grabber: Grabber, calculator: Calculator, question: str) -> Any:
    """What the formula makes of what is grabbed; 0 where it makes nothing of it."""
    asked, _, note = question.partition(MARK)
    try:
        return written(calculator.formula(**grabber.inputs(calculator, note, asked)))
    except (ArithmeticError, ValueError, TypeError, IndexError, KeyError):
        return 0


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


@lru_cache(maxsize=2)
def learned(training: Training, split: str) -> Grabber:
    """What training notes teach for the tasks of ``split``."""
    known = training.examples(split)
    picked = [known[place] for place in spread(len(known), NOTES)]
    return Grabber(
        [
            example(BY_KEY[one.task.category], one.task.turns[0].question, training.reference(one))
            for one in picked
        ]
    )


class Slots(Agent):
    """``attack:slots``: grabs numbers as training notes taught it, and computes from them."""

    name = "attack:slots"

    def __init__(self, config: AgentConfig) -> None:
        """Takes no option."""

    def start(self, brief: Brief) -> Policy:
        """Begin an episode."""
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
        grabber = learned(self._brief.training(), task.split)
        found = answer(grabber, BY_KEY[task.category], task.turns[0].question)
        code = f"answer = {found!r}"
        return Reply(calls=(ActionCall(name="code_execution", arguments={"code": code, "submit": True}),))
