"""Each mutant of the comparison code must be noticed by the example table or the checks below.

A mutant is a replacement in the source of one module. The modules that depend on it are executed anew on top.
"""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

from medgym_core.errors import DataError
from medgym_core.verifier.fault import Refused

from .mutants import MUTANTS

PACKAGE = "medgym_core.verifier"
HOMES = {"nesting": "medgym_sandbox.boundary"}
CHAIN = (
    "nesting",
    "parse",
    "canonical",
    "table",
    "rounding",
    "form",
    "matching",
    "compare",
    "metric",
    "calibration",
)


@pytest.fixture
def rebuilt(monkeypatch):
    """Executes the comparison modules anew, one of them with a replacement in its source."""

    def build(name: str = "", old: str = "", new: str = "") -> dict[str, ModuleType]:
        modules = {}
        for link in CHAIN:
            path = f"{HOMES.get(link, PACKAGE)}.{link}"
            original = importlib.import_module(path)
            source = Path(original.__file__).read_text()
            if link == name:
                assert source.count(old) == 1, f"{old!r} occurs {source.count(old)} times in {link}.py"
                source = source.replace(old, new)
            modules[link] = ModuleType(path)
            modules[link].__file__ = original.__file__
            monkeypatch.setitem(sys.modules, path, modules[link])
            exec(compile(source, original.__file__, "exec"), modules[link].__dict__)
        return modules

    return build


def noticed(modules, examples):
    """Whether any example or check fails, or raises, with these modules."""
    try:
        return not all(judged(modules, example) == example.reason for example in examples) or not checks(
            modules
        )
    except Exception:  # a mutant may break in any way, and breaking is being noticed
        return True


def judged(modules, example):
    try:
        answer = modules["parse"].parse(example.answer)
        answer = modules["table"].read(example.kind, answer)
    except Refused as refusal:
        return refusal.fault
    return modules["compare"].compare(example.kind, answer, modules["parse"].exact(example.gold)).reason


def checks(modules):
    """What the example table does not reach: values of no kind, metrics and rewards."""
    canonical, metrics = modules["canonical"].canonical, modules["metric"].METRICS
    calibrate, calibration = modules["calibration"].calibrate, modules["calibration"].Calibration
    labels, scores = [0, 1] * 10, [0.1, 0.7] * 9 + [0.7, 0.7]
    rare, weak = [1, *[0] * 19], [0.1, 0.7] * 8 + [0.7] * 4
    down = [-cell for cell in weak]
    return (
        refuses(calibrate, labels, [[0.5] * 20], "auroc", 0, 20)
        and canonical(True) != canonical(1)
        and canonical([1, 2]) != canonical([2, 1])
        and canonical({"a": 1}) != canonical({"b": 1})
        and canonical({"a": [1, 2, 2]}, ["a"]) == canonical({"a": [2, 1, 2]}, ["a"])
        and canonical({"a": [1, 2, 2]}, ["a"]) != canonical({"a": [1, 1, 2]}, ["a"])
        and metrics["auroc"](labels, [scores]) == 0.95
        and round(metrics["auprc"](labels, [scores]), 9) == round(10 / 11, 9)
        and metrics["f1"]([0, 1, 1], [[0, 1, 0]]) == 2 / 3
        and metrics["brier"]([0, 1], [[0.5, 0.5]]) == 0.25
        and calibrate(rare, [rare], "accuracy", 0, 20).chance == 0.95
        and calibrate(labels, [scores], "auroc", 0, 200).chance > 0.7
        and [calibrate(labels, [scores], "auroc", 0, 20, [way]).chance for way in (weak, down)] == [0.9] * 2
        and [calibration(chance=0.5, baseline=0.75, error=e).success for e in (0.05, 9)] == [0.8, 0.5]
        and [calibration(chance=0.5, baseline=0.75).reward(m) for m in (0, 0.625, 1)] == [0, 0.5, 1]
    )


def refuses(function, *arguments):
    try:
        function(*arguments)
    except DataError:
        return True
    return False


def test_the_code_as_it_is_passes(rebuilt, examples):
    assert not noticed(rebuilt(), examples)


@pytest.mark.parametrize("name", MUTANTS)
def test_mutant_is_noticed(rebuilt, examples, name):
    assert noticed(rebuilt(*MUTANTS[name]), examples)
