"""Worked examples: what a calculator gives for canonical values, where silence has its meaning."""

from typing import Any, NamedTuple

from medgym_plugin_medcalcbench.calculators import BY_KEY


class Example(NamedTuple):
    """One worked example."""

    key: str
    """The calculator."""
    given: dict[str, Any]
    """Canonical values."""
    answer: Any
    """The answer, to the digits given."""
    boundary: bool = False
    """Whether it stands on a boundary of the rule."""


def example(key: str, answer: Any, **given: Any) -> Example:
    """An ordinary example."""
    return Example(key, given, answer)


def edge(key: str, answer: Any, **given: Any) -> Example:
    """An example on a boundary."""
    return Example(key, given, answer, boundary=True)


def computed(key: str, **given: Any) -> Any:
    """What the calculator gives."""
    calculator = BY_KEY[key]
    silent = {p.name: p.canonical(p.missing) for p in calculator.parameters if p.missing is not None}
    return calculator.formula(**(silent | given))
